/** What was given in cages while the fish were there: feed by lot, and every treatment. */
import { sql } from 'kysely'
import type { LotUsed, TracedTreatment } from './trace.contract'
import { type LotRules, readLots, readOrigins, toldLot } from '../../core/documents/lots/lots.server'
import { MEASURES } from '../../core/goods/good.contract'
import type { Context } from '../../server/http/route'
import { scope } from '../../server/scope'
import { dayOf } from '../../shared/dates'
import { entryKey, type Lot, type Lots } from '../../shared/ledger/lots'
import { toUnits } from '../../shared/numbers'
import type { Stay } from './fish-life.server'

interface GivenFeedOrMedicine {
  id: number
  kind: 'feeding' | 'treatment'
  at: string
  cage_id: number
  cage: string
  good_id: number
  good: string
  measure: keyof typeof MEASURES
  volume: number
}

/** Each once, whichever of the stays it falls into. */
const readGiven = ({ tx, company, user }: Context, stays: readonly Stay[]) =>
  tx.rows<GivenFeedOrMedicine>(sql`
    select distinct o.id, o.kind, o.at, o.cage_id, c.number as cage, g.id as good_id, g.name as good, g.measure,
      o.volume
    from unnest(${stays.map(({ cage }) => cage)}::int[], ${stays.map(({ since }) => since.at)}::timestamp[],
      ${stays.map(({ since }) => since.id)}::bigint[], ${stays.map(({ until }) => until.at)}::timestamp[],
      ${stays.map(({ until }) => until.id)}::bigint[]) as s (cage, since, since_id, until, until_id)
    join operations o on o.company_id = ${company.id} and o.cage_id = s.cage and o.at between s.since and s.until
      and (o.at, o.id) > (s.since, s.since_id) and (o.at, o.id) < (s.until, s.until_id)
      and o.kind in ('feeding', 'treatment')
    join cages c on c.company_id = ${company.id} and c.id = o.cage_id ${scope(user).modules('c.location_id')}
    join goods g on g.company_id = ${company.id} and g.id = o.good_id
    order by o.at, o.id`)

export interface Use {
  good_id: number
  good: string
  measure: keyof typeof MEASURES
  at: string
  lot: Lot
  /** millionths */
  amount: number
}

/** Combines uses of the same lot, with its origin. */
export async function byLot(context: Context, rules: LotRules, uses: readonly Use[]): Promise<LotUsed[]> {
  const origins = await readOrigins(
    context,
    uses.map(({ lot }) => lot),
  )
  const today = dayOf(context.company.now)
  const found = new Map<string, { amount: number; first: string; last: string; use: Use }>()
  for (const use of uses) {
    const key = `${use.good_id} ${entryKey(use.lot)}`
    const known = found.get(key)
    const day = dayOf(use.at)
    if (!known) found.set(key, { amount: use.amount, first: day, last: day, use })
    else {
      known.amount += use.amount
      if (day < known.first) known.first = day
      if (day > known.last) known.last = day
    }
  }
  return [...found.values()]
    .map(({ amount, first, last, use }) => ({
      good_id: use.good_id,
      good: use.good,
      measure_name: MEASURES[use.measure].name,
      amount: toUnits(amount),
      ...toldLot(use.lot, origins, today, rules),
      supplier: origins.get(use.lot.operation)?.counterparty ?? null,
      waybill: origins.get(use.lot.operation)?.waybill ?? null,
      first,
      last,
    }))
    .sort((one, other) => (one.first < other.first ? -1 : one.first > other.first ? 1 : one.good_id - other.good_id))
}

const partsOf = (lots: Map<number, Lots>, { id, good_id }: GivenFeedOrMedicine) =>
  lots.get(good_id)?.parts.get(entryKey({ operation: id, line: 0 })) ?? []

const told = (row: GivenFeedOrMedicine) => ({
  good_id: row.good_id,
  good: row.good,
  measure_name: MEASURES[row.measure].name,
  amount: toUnits(row.volume),
})

export async function readGivenIn(context: Context, rules: LotRules, stays: readonly Stay[]) {
  const given = stays.length > 0 ? await readGiven(context, stays) : []
  // what came and went after them is nothing to these
  const until = given.at(-1)?.at
  const goods = [...new Set(given.map(({ good_id }) => good_id))]
  const lots = await readLots(context, rules, { goods, until })
  const feeds = given
    .filter(({ kind }) => kind === 'feeding')
    .flatMap((row) => partsOf(lots, row).map(({ lot, amount }): Use => ({ ...row, lot, amount })))
  const treatments = given
    .filter(({ kind }) => kind === 'treatment')
    .map((row): TracedTreatment => ({
      id: row.id,
      datetime: row.at,
      cage_id: row.cage_id,
      cage: row.cage,
      ...told(row),
      lots: [...new Set(partsOf(lots, row).flatMap(({ lot }) => lot.lot ?? []))],
    }))
  return { feeds: await byLot(context, rules, feeds), treatments }
}
