/** The movement of fish in a period, cage by cage: what was there before, what moved and grew, what is left. */
import { sql } from 'kysely'
import { dayOf, showDay } from '../../../shared/dates'
import { route } from '../../../server/http/route'
import { among, cagesWithin } from '../../../core/documents/engine/journal-where.server'
import { periodOf } from '../../../core/reports/series.server'
import { type Balance, readBalances, sumOf } from '../consolidated/parts/balances.server'
import type { Reader, Stretch } from '../consolidated/parts/movements.server'
import { economicOf, figuresOf, hadOf } from '../consolidated/parts/figures.server'
import { percent, quotient } from '../consolidated/parts/sums.server'
import { cagePeriodCall, type Figures } from './cage-period.contract'

/** Whole pieces and milligrams, so that what is added up stays exact. */
interface Fish {
  count: bigint
  mass: bigint
}

/** What came from another of these cages: to all of them together it did not come. Of all cages all of it did. */
async function innerOf({ tx, company }: Reader, { start, end, cages }: Stretch): Promise<Fish | null> {
  if (!cages) return null
  const { count, mass } = await tx.one<{ count: string; mass: string }>(sql`
    select coalesce(sum(e.count_delta), 0)::text as count, coalesce(sum(e.mass_delta - e.deviation), 0)::text as mass
    from fish_entries e join operations o on o.company_id = ${company.id} and o.kind = 'transfer' and o.at = e.at
      and o.id = e.operation_id and o.at between ${start}::timestamp and ${end}::timestamp
    where e.company_id = ${company.id} and e.kind = 'transfer' and e.count_delta > 0
      and e.at between ${start}::timestamp and ${end}::timestamp
      and ${among('e.cage_id', cages)} and ${among('o.cage_id', cages)}`)
  return { count: BigInt(count), mass: BigInt(mass) }
}

/** kg/m³, from milligrams and tenths of a cubic metre */
const density = (mass: bigint, volume: number | null) =>
  volume === null ? null : quotient(mass, BigInt(volume) * 100_000n)

const NONE: Fish = { count: 0n, mass: 0n }

/** @param inner came from one of the cages that are added up */
const tell = (sums: Balance, volume: number | null, inner = NONE): Figures =>
  Object.assign(figuresOf(sums), {
    density_start: density(sums.startMass, volume),
    retreat_count_percent: percent(sums.lostCount, hadOf('Count', sums, inner.count)),
    retreat_weight_percent: percent(sums.lostMass, hadOf('Mass', sums, inner.mass)),
    feed_coefficient_economic: economicOf(sums),
    density_end: density(sums.endMass, volume),
  })

const byName = new Intl.Collator('ru')

export const cagePeriodRoute = route(cagePeriodCall, async (input, context) => {
  const period = periodOf(input, context)
  const stretch = { ...period, cages: await cagesWithin(context, input) }
  const [{ cages }, inner] = await Promise.all([
    readBalances(context, stretch, { byFeed: false }),
    innerOf(context, stretch),
  ])
  const total = sumOf(cages.map(({ balance }) => balance))
  return {
    start: showDay(dayOf(period.start)),
    end: showDay(dayOf(period.end)),
    // modules by name; those of the farm and their cages stand in their order
    rows: cages
      .toSorted(({ place: a }, { place: b }) => byName.compare(a.location_name, b.location_name))
      .map(({ place: { id, number, location_id, location_name, volume }, balance }) => ({
        cage_id: id,
        cage_number: number,
        location_id,
        location_name,
        ...tell(balance, volume),
      })),
    total: tell(total, null, inner ?? { count: total.cameCount, mass: total.cameMass }),
  }
})
