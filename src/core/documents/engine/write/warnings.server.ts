/** Warnings about an operation (shared/ledger/warnings.ts) by the books at its instant. */
import { sql } from 'kysely'
import type { Context } from '../../../../server/http/route'
import type { Warning } from '../../../../shared/ledger/warnings'
import { addDays, dayOf } from '../../../../shared/dates'
import { warnOfExpired, warnOfMeasured, warnOfPeriod } from '../../../../shared/ledger/warning-rules'
import type { Document } from '../../../../shared/ledger/document'
import { previewEffect } from '../../../../shared/ledger/preview-effect'
import { readCages } from '../../../cages/cage-rows.server'
import { expectedOn } from '../../../feeding/expected/expected.server'
import { periodsOfTaken } from '../../../feeding/treated/withdrawal-periods.server'
import { readHeld } from '../../lots/lots.server'
import { groupsAt } from './balance.server'
import type { DocumentKind, DocumentChange } from '../document.server'
import type { Registry } from './posting.server'

const rulesOf = ({ warnings = [], remarks = [] }: DocumentKind['contract']) => [...warnings, ...remarks]

const categoryOf = ({ tx, company }: Context, id: number | null) =>
  tx.maybe<{ from: number; to: number }>(sql`
    select coalesce(avg_weight_from, 0) as "from", avg_weight_to as "to" from age_categories
    where company_id = ${company.id} and id = ${id}::int and avg_weight_to is not null`)

/** Lots of the good that the document takes, without its own entry; read only when a warning needs them. */
async function lotsAround({ contract }: DocumentKind, { lots }: Registry, context: Context, document: Document) {
  const { good_id: good, stock_id: stock, at: until, id } = document
  if (!contract.warnings?.includes(warnOfExpired) || good === null || stock === null) return null
  const read = await readHeld(context, lots, { goods: [good], until, except: id })
  return { day: dayOf(until), held: read.get(good)?.get(stock) ?? [] }
}

/** Withdrawal periods of the fish in its first cage; read only when a warning needs them. */
async function periodsAround({ contract }: DocumentKind, context: Context, { cage_id: cage, at }: Document) {
  if (!rulesOf(contract).includes(warnOfPeriod) || cage === null) return null
  const [open = []] = await periodsOfTaken(context, [{ at, cage, group: null }])
  return {
    day: dayOf(at),
    open: open.map(({ generation, category, ...one }) => ({
      ...one,
      generation_id: generation,
      age_category_id: category,
    })),
  }
}

/** What was expected of the fish of its cage as its day began; read only when a warning needs it. */
async function expectedBefore({ contract }: DocumentKind, context: Context, { cage_id: cage, at }: Document) {
  if (!contract.warnings?.includes(warnOfMeasured) || cage === null) return null
  return expectedOn(context, [cage], addDays(dayOf(at), -1))
}

/** Computed before the change is made. They refuse nothing: unusual values may be true. */
export async function warningsOf(
  kind: DocumentKind,
  registry: Registry,
  context: Context,
  { before, after }: DocumentChange,
): Promise<Warning[]> {
  const { contract } = kind
  const rules = rulesOf(contract)
  const ids = [after?.cage_id, after?.to_cage_id].filter((id) => id !== null && id !== undefined)
  if (after === null || rules.length === 0 || ids.length === 0) return []
  const edited = before?.moves_fish ? before : null
  const [category, cages, lots, periods, expected, held] = await Promise.all([
    categoryOf(context, after.age_category_id),
    readCages(context, { ids }),
    lotsAround(kind, registry, context, after),
    periodsAround(kind, context, after),
    expectedBefore(kind, context, after),
    Promise.all(ids.map((id) => groupsAt(context, registry, id, after, edited))),
  ])
  const known = ids.map((id, index) => {
    const { volume = 0, density_limit = 0 } = cages.find((cage) => cage.id === id) ?? {}
    return { groups: held[index]!, volume, density_limit }
  })
  const { places } = previewEffect(contract, after, known)
  const { settings } = context.company
  const around = { places, category: category ?? null, settings, lots, periods, expected }
  return rules.flatMap((rule) => rule(after, around))
}
