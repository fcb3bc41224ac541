/** How goods stand as days begin, in all warehouses: what lies there, and what that is made of. */
import { sql } from 'kysely'
import { readMonthEnds } from '../../../server/db/ledger/stock-months'
import { readStandings } from '../../../server/db/ledger/stock-standings'
import type { Context } from '../../../server/http/route'
import { MANY_GOODS } from '../../../server/db/ledger/stock-amounts'
import { groupBy } from '../../../shared/collections'
import { NO_STANDING } from '../../../shared/ledger/standing'
import type { Bound } from './good-year.server'

export type Reader = Pick<Context, 'tx'> & { company: { id: number } }

/** A good's total as days begin: what lies there now, less all that came and left since. */
async function countBack({ tx, company }: Reader, goods: number[], days: readonly string[]) {
  if (days.length === 0) return () => 0n
  // all that lies there is gone through in a tenth of the time that looking very many of them up takes
  const some = goods.length > MANY_GOODS ? sql`` : sql`and good_id = any(${goods}::int[])`
  const [now, changes] = await Promise.all([
    tx.rows<{ good_id: number; amount: string }>(sql`
      select good_id, sum(amount)::text as amount from stock_amounts
      where company_id = ${company.id} ${some} group by 1`),
    tx.rows<{ good_id: number; bucket: number; change: string }>(sql`
      select good_id, width_bucket(at, ${days}::timestamp[]) as bucket, sum(amount)::text as change from stock_entries
      where company_id = ${company.id} and good_id = any(${goods}::int[]) and at >= ${days[0]!}::timestamp
        and exists (select from stock_amounts where company_id = ${company.id} and day >= ${days[0]!}::date)
      group by 1, 2`),
  ])
  const amounts = new Map(now.map(({ good_id, amount }) => [good_id, BigInt(amount)]))
  const steps = groupBy(changes, ({ good_id }) => good_id)
  // the bucket before a bound has the number of bounds up to its beginning
  return (good: number, bound: string) =>
    (steps.get(good) ?? []).reduce(
      (sum, { bucket, change }) => (days[bucket - 1]! < bound ? sum : sum - BigInt(change)),
      amounts.get(good) ?? 0n,
    )
}

/** A good's total as days begin, ascending: kept where a month begins, else counted back from now. */
async function readTotals(reader: Reader, goods: number[], days: readonly string[]) {
  const kept = await readMonthEnds(reader.tx, reader.company.id, days)
  const counted = await countBack(
    reader,
    goods,
    days.filter((day) => !kept.has(day)),
  )
  return (good: number, day: string) => {
    const lying = kept.get(day)
    return lying ? (lying.get(good) ?? 0n) : counted(good, day)
  }
}

/** Before anything came. */
export const NO_BOUND: Bound = { until: '', amount: 0n, standing: NO_STANDING }

interface Wanted {
  days: readonly string[]
  /** amounts of one day that are known already */
  known?: { day: string; amountOf: (good: number) => bigint }
  /** the worth by the average asks only what came, of all days or of some */
  fifo?: boolean
  came?: readonly string[]
}

/** Of a good and a day. */
export async function readBounds(
  reader: Reader,
  goods: number[],
  { days: wanted, known, fifo = true, came = [] }: Wanted,
): Promise<(good: number, day: string) => Bound> {
  const days = [...new Set(wanted)].sort()
  const totalOf = await readTotals(
    reader,
    goods,
    days.filter((day) => day !== known?.day),
  )
  const amountOf = (good: number, day: string) => (day === known?.day ? known.amountOf(good) : totalOf(good, day))
  const { tx, company } = reader
  const asked = { tx, company: company.id, goods, days, amountOf: fifo ? amountOf : null, came }
  const standings = await readStandings(asked)
  return (good, until) => ({
    until,
    amount: amountOf(good, until),
    standing: standings.get(until)?.get(good) ?? NO_STANDING,
  })
}

/** The days on which years began, after the one in which the first goods came, up to a day. */
export async function yearsBegun({ tx, company }: Reader, last: string): Promise<string[]> {
  const { year } = await tx.one<{ year: number | null }>(sql`
    select extract(year from coalesce(
      (select min(month) from stock_months where company_id = ${company.id}),
      (select min(day) from stock_days where company_id = ${company.id})))::int as year`)
  const until = Number(last.slice(0, 4))
  return year === null
    ? []
    : Array.from({ length: Math.max(0, until - year) }, (_, index) => `${year + 1 + index}-01-01`)
}
