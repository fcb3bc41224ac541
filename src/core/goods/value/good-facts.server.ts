/** What the worth of goods in a year is made of, in all warehouses: receipts, amounts between stretches, losses. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { readReceipts } from './receipts.server'
import { readYearEnds } from './worth.server'
import { readMonthEnds } from '../../../server/db/ledger/stock-months'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { can } from '../../../shared/abilities'
import { groupBy } from '../../../shared/collections'
import { priced, receivedByYear } from '../../../shared/ledger/valuation'
import type { GoodFacts, Loss } from './good-year.server'

type Reader = Pick<Context, 'tx'> & { company: { id: number } }

/** Whether the costs of goods are for this person: they are made of what lies in all warehouses. */
export const seesCosts = ({ user }: Pick<Context, 'user'>): boolean => can(user, 'read stocks') && scope(user).allStocks

/** A good's total as days begin: what lies there now, less all that came and left since. */
async function countBack({ tx, company }: Reader, goods: number[], days: readonly string[]) {
  if (days.length === 0) return () => 0n
  const [now, changes] = await Promise.all([
    tx.rows<{ good_id: number; amount: string }>(sql`
      select good_id, sum(amount)::text as amount from stock_amounts
      where company_id = ${company.id} and good_id = any(${goods}::int[]) group by 1`),
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

/** A good's total at each bound: kept where a month begins, else counted back from now. */
async function readBounds(reader: Reader, goods: number[], bounds: readonly string[]) {
  const days = [...new Set(bounds)]
  const kept = await readMonthEnds(reader.tx, reader.company.id, days)
  const counted = await countBack(
    reader,
    goods,
    days.filter((day) => !kept.has(day)),
  )
  return (good: number) =>
    bounds.map((until) => {
      const lying = kept.get(until)
      return { until, amount: lying ? (lying.get(good) ?? 0n) : counted(good, until) }
    })
}

interface LossRow {
  good_id: number
  at: string
  operation: number
  amount: number
  before: string
}

/** Write-offs and shortages, with what lay there in all warehouses just before each. */
const readLosses = ({ tx, company }: Reader, goods: number[], since: string, until: string) =>
  tx.rows<LossRow>(sql`
    with lost as materialized (
      select e.good_id, e.at, e.operation_id, e.line, e.amount from operations o
      join stock_entries e on e.company_id = ${company.id} and e.operation_id = o.id and e.amount < 0
      where o.company_id = ${company.id} and o.kind in ('good_subtracting', 'stocktake')
        and o.at >= ${since}::timestamp and o.at < ${until}::timestamp and e.good_id = any(${goods}::int[]))
    select l.good_id, l.at, l.operation_id as operation, -l.amount as amount, (
      select sum(coalesce((select closing from stock_days d where d.company_id = ${company.id}
          and d.good_id = l.good_id and d.stock_id = a.stock_id and d.day < l.at::date order by day desc limit 1), 0)
        + coalesce((select sum(e.amount) from stock_entries e where e.company_id = ${company.id}
          and e.good_id = l.good_id and e.stock_id = a.stock_id and e.at >= l.at::date
          and (e.at, e.operation_id, (e.amount < 0)::int, e.line) < (l.at, l.operation_id, 1, l.line)), 0))::text
      from stock_amounts a where a.company_id = ${company.id} and a.good_id = l.good_id) as before
    from lost l order by l.at, l.operation_id, l.line`)

const told = ({ at, operation, amount, before }: LossRow): Loss => ({
  at,
  operation,
  amount: BigInt(amount),
  before: BigInt(before),
})

/**
 * Facts of goods in one year for each list of bounds: days at whose beginning a stretch begins or ends, ascending, and
 * all months of the year or whole years. `average` reads what the average of the year needs besides.
 */
export async function readFacts(context: Reader, goods: number[], years: readonly string[][], average: boolean) {
  const bounds = years.flat()
  const [first, last] = [bounds[0]!, bounds.at(-1)!]
  const [receipts, amountsOf, losses] = await Promise.all([
    readReceipts(context.tx, context.company.id, { goods, until: last }),
    readBounds(context, goods, bounds),
    readLosses(context, goods, first, last),
  ])
  const known = new Map([...receipts].map(([good, rows]) => [good, priced(rows)]))
  const ends = average
    ? await readYearEnds(
        context,
        new Map([...known].map(([good, rows]) => [good, receivedByYear(rows)])),
        Number(first.slice(0, 4)),
      )
    : new Map<number, { year: number; amount: bigint }[]>()
  const lost = groupBy(losses, ({ good_id }) => good_id)
  return new Map(
    goods.map((good): [number, GoodFacts[]] => {
      const all = amountsOf(good)
      const yearEnds = new Map((ends.get(good) ?? []).map(({ year, amount }) => [year, amount]))
      const own = { receipts: known.get(good) ?? [], losses: (lost.get(good) ?? []).map(told) }
      let place = 0
      return [
        good,
        years.map((days) => {
          const within = all.slice(place, (place += days.length))
          const facts = { ...own, bounds: within, yearEnds: new Map(yearEnds) }
          yearEnds.set(Number(days[0]!.slice(0, 4)), within.at(-1)!.amount)
          return facts
        }),
      ]
    }),
  )
}

/** The longest that other requests wait while goods are valued, ms. */
const TURN = 10

/** Each good in turn, with pauses for other requests. */
export async function eachGood<G, R>(goods: readonly G[], of: (good: G) => R): Promise<R[]> {
  const found: R[] = []
  let since = performance.now()
  for (const good of goods) {
    found.push(of(good))
    if (performance.now() - since < TURN) continue
    await setImmediate()
    since = performance.now()
  }
  return found
}
