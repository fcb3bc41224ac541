/**
 * What the server would ask about an operation: the questions of a form (shared/doubts.ts), by what the books hold at
 * its instant.
 */
import { sql } from 'kysely'
import type { Context } from '../../../server/http/route'
import type { Doubt } from '../../../shared/doubts'
import { foresee } from '../../../shared/ledger/foresee'
import { readCages } from '../../cages/cage-rows.server'
import { groupsAt } from './balance.server'
import type { DocumentKind, Written } from './document.server'
import type { Registry } from './posting.server'

const categoryOf = ({ tx, company }: Context, id: number | null) =>
  tx.maybe<{ from: number; to: number }>(sql`
    select coalesce(avg_weight_from, 0) as "from", avg_weight_to as "to" from age_categories
    where company_id = ${company.id} and id = ${id}::int and avg_weight_to is not null`)

/** Asked before the change is made. Nothing is refused for it: what is far from what is known may be true. */
export async function doubtsOf(
  { contract }: DocumentKind,
  registry: Registry,
  context: Context,
  { before, after }: Written,
): Promise<Doubt[]> {
  const { asks = [] } = contract
  const ids = [after?.cage_id, after?.to_cage_id].filter((id) => id !== null && id !== undefined)
  if (after === null || asks.length === 0 || ids.length === 0) return []
  const edited = before?.moves_fish ? before : null
  const [category, cages, held] = await Promise.all([
    categoryOf(context, after.age_category_id),
    readCages(context, { ids }),
    Promise.all(ids.map((id) => groupsAt(context, registry, id, after, edited))),
  ])
  const known = ids.map((id, index) => {
    const { volume = 0, density_limit = 0 } = cages.find((cage) => cage.id === id) ?? {}
    return { groups: held[index]!, volume, density_limit }
  })
  const { places } = foresee(contract.effect, after, known)
  const around = { places, category: category ?? null, settings: context.company.settings }
  return asks.flatMap((ask) => ask(after, around))
}
