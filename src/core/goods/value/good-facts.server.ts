/** What the worth of goods in a year is made of, in all warehouses: how they stood between stretches, and losses. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Reader, readBounds, yearsBegun, NO_BOUND } from './bounds.server'
import { readReceipts } from './receipts.server'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { can } from '../../../shared/abilities'
import { groupBy } from '../../../shared/collections'
import { priced } from '../../../shared/ledger/valuation'
import { type GoodFacts, type Loss, lossOf } from './good-year.server'

/** Whether the costs of goods are for this person: they are made of what lies in all warehouses. */
export const seesCosts = ({ user }: Pick<Context, 'user'>): boolean => can(user, 'read stocks') && scope(user).allStocks

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

/** Of goods that were lost their receipts: first in, first out, a loss costs what was the oldest at that moment. */
async function readLost(reader: Reader, goods: number[], since: string, until: string) {
  const rows = groupBy(await readLosses(reader, goods, since, until), ({ good_id }) => good_id)
  const receipts = await readReceipts(reader.tx, reader.company.id, { goods: [...rows.keys()], until })
  return new Map(
    [...rows].map(([good, own]): [number, Loss[]] => {
      const known = priced(receipts.get(good) ?? [])
      return [
        good,
        own.map(({ amount, before, ...row }) =>
          lossOf(known, { ...row, amount: BigInt(amount), before: BigInt(before) }),
        ),
      ]
    }),
  )
}

/**
 * Facts of goods in one year for each list of bounds: days at whose beginning a stretch begins or ends, ascending, and
 * all months of the year or whole years. `average` reads what the average of the year needs besides.
 */
export async function readFacts(context: Reader, goods: number[], years: readonly string[][], average: boolean) {
  const bounds = years.flat()
  const [first, last] = [bounds[0]!, bounds.at(-1)!]
  const begun = average ? await yearsBegun(context, last) : []
  const [boundOf, losses] = await Promise.all([
    readBounds(context, goods, { days: [...begun, ...bounds], came: begun.filter((day) => !bounds.includes(day)) }),
    readLost(context, goods, first, last),
  ])
  return new Map(
    goods.map((good): [number, GoodFacts[]] => {
      const at = (days: readonly string[]) => days.map((day) => boundOf(good, day))
      return [
        good,
        years.map((days) => ({
          bounds: at(days),
          losses: losses.get(good) ?? [],
          years: [NO_BOUND, ...at(begun.filter((day) => day < days[0]!))],
        })),
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
