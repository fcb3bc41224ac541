/** The groups of a cage at a moment, for the balance a form shows before saving. */
import { sql } from 'kysely'
import { averageKg, toKg } from '../../../../shared/numbers'
import { isRefusal, refold } from '../../../../server/db/ledger/fish-ledger'
import { order, type Position } from '../../../../server/db/ledger/entries'
import { LEDGER_COLUMNS } from '../../../../server/db/ledger/timeline'
import type { LedgerRow } from '../../../../shared/ledger/document'
import { type GroupAt, groupsBefore } from '../../../../server/db/ledger/groups'
import { notFound } from '../../../../server/errors'
import { route, type Context } from '../../../../server/http/route'
import { cageCalls } from '../../../cages/cage.contract'
import { groupRow } from '../../../cages/cage-rows.server'
import { requireCages } from '../../../cages/cages.server'
import type { Registry } from './posting.server'

/** The groups just before a position if an earlier operation did not exist: later ones are folded up to there. */
async function groupsWithout(
  { tx, company }: Context,
  registry: Registry,
  row: LedgerRow,
  cage: number,
  until: Position,
): Promise<GroupAt[]> {
  const change = { before: row, after: null }
  const folded = await refold(tx, company.id, [change], registry.effectOf, { dry: true, until }).catch(
    (error: unknown) => {
      // it cannot be taken out at all; saving will say why
      if (isRefusal(error)) return null
      throw error
    },
  )
  const changed = folded?.groups.filter((group) => group.cage === cage && group.until === null) ?? []
  return (await groupsBefore(tx, company.id, [{ cage, ...until }])).map((group) => {
    const { after } =
      changed.find((one) => one.generation === group.generation_id && one.category === group.age_category_id) ?? {}
    return { ...group, ...after }
  })
}

/** The groups of a cage just before a position, without the operation being edited there. */
export const groupsAt = (
  context: Context,
  registry: Registry,
  cage: number,
  position: Position,
  edited: LedgerRow | null,
): Promise<GroupAt[]> =>
  edited && order(edited, position) < 0
    ? groupsWithout(context, registry, edited, cage, position)
    : groupsBefore(context.tx, context.company.id, [{ cage, ...position }])

export const balanceRoute = (registry: Registry) =>
  route(cageCalls.countOnDate, async (input, context) => {
    const { tx, company } = context
    const { cage_id, except_id, generation_id, age_category_id } = input
    if (!(await requireCages(context, [cage_id])).size) throw notFound('Садок не найден.')
    const stored = await tx.maybe<LedgerRow & { of_cage: boolean }>(sql`
      select ${LEDGER_COLUMNS}, o.moves_fish and (o.cage_id = ${cage_id} or o.to_cage_id = ${cage_id}) as of_cage
      from operations o where o.company_id = ${company.id} and o.id = ${except_id}::bigint`)
    // an operation that is not stored has no position within its minute
    const position = { at: `${input.date}T${input.time}`, id: stored?.id ?? Number.MAX_SAFE_INTEGER }
    const groups = await groupsAt(context, registry, cage_id, position, stored?.of_cage ? stored : null)
    const states = groups.filter(
      (group) =>
        (generation_id === null || group.generation_id === generation_id) &&
        (age_category_id === null || group.age_category_id === age_category_id),
    )
    const count = states.reduce((sum, state) => sum + state.count, 0)
    const mass = states.reduce((sum, state) => sum + state.mass, 0)
    const alive = states.filter((state) => state.count > 0)
    return { count, weight: toKg(mass), avg_weight: averageKg(mass, count), groups: alive.map(groupRow) }
  })
