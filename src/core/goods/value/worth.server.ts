/**
 * What goods are worth at a moment. First in, first out and the yearly average look at all warehouses of the company;
 * whoever may use some of them is told what lies in those, at the unit cost of the whole, and no receipts.
 */
import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { amountsOfFew } from '../../../server/db/ledger/stock-amounts'
import { readMonthEnds } from '../../../server/db/ledger/stock-months'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { groupBy } from '../../../shared/collections'
import { addDays, dayOf } from '../../../shared/dates'
import {
  averageWorth,
  type Fraction,
  kopecksOf,
  type Layer,
  type Received,
  whole,
  worthOf,
} from '../../../shared/ledger/valuation'
import { MILLIONTHS, sumIn } from '../../../shared/numbers'
import { readLayers, readReceived, readSureWorths } from './receipts.server'
import { NO_PRICE } from './value.contract'

/** Millionths of a good in all warehouses, and in those that the user may use. */
export interface Lying {
  total: bigint
  own: bigint
}

export interface Worth {
  worth: Fraction
  /** not all of it came with a price */
  assumed: boolean
  /** what it is made of, first in, first out */
  layers?: Layer[]
}

/** The first instant that does not count: a day counts to its end. */
export const untilOf = (date: string | null): string => (date === null ? 'infinity' : addDays(date, 1))

/** Goods of which something lies somewhere; `among` limits the goods `g`, to a few unless amounts of many are given. */
export async function readLying(
  { tx, company, user }: Context,
  among: RawBuilder<unknown>,
  day: string | null,
  amounts = amountsOfFew,
): Promise<Map<number, Lying>> {
  const open = scope(user).stocks('a.stock_id')
  const rows = await tx.rows<{ good_id: number; total: string; own: string }>(sql`
    select good_id, sum(amount)::text as total, coalesce(sum(amount) filter (where open), 0)::text as own
    from (
      select a.good_id, true ${open} as open, a.amount
      from goods g join (${amounts(company.id, day)}) a on a.good_id = g.id
      where g.company_id = ${company.id} and ${among}) a
    group by good_id having sum(amount) > 0`)
  return new Map(rows.map(({ good_id, total, own }) => [good_id, { total: BigInt(total), own: BigInt(own) }]))
}

type LyingGoods = ReadonlyMap<number, Lying>

async function fifoWorths({ tx, company }: Context, lying: LyingGoods, day: string | null) {
  const goods = [...lying.keys()]
  const until = untilOf(day)
  const looks = goods.map((good) => ({ good, until, amount: lying.get(good)!.total }))
  const layers = await readLayers(tx, company.id, looks)
  return new Map(
    layers.map((own, index): [number, Worth] => [
      goods[index]!,
      { worth: whole(worthOf(own)), assumed: own.some(({ assumed }) => assumed), layers: own },
    ]),
  )
}

/** The same without the receipts that it is made of. */
async function fifoSums(context: Context, lying: LyingGoods, day: string | null): Promise<Map<number, Worth>> {
  const totals = new Map([...lying].map(([good, { total }]) => [good, total]))
  const sure = await readSureWorths(context.tx, context.company.id, totals, untilOf(day))
  const others = new Map([...lying].filter(([good]) => !sure.has(good)))
  const worths = await fifoWorths(context, others, day)
  for (const [good, worth] of sure) worths.set(good, { worth: whole(worth), assumed: false })
  return worths
}

/** What lay there at the end of years, of each good from the first in which any of it came. */
export async function readYearEnds(
  { tx, company }: Pick<Context, 'tx'> & { company: { id: number } },
  received: ReadonlyMap<number, Received[]>,
  last: number,
) {
  const asked = [...received].flatMap(([good, [first]]) =>
    Array.from({ length: last - first!.year }, (_, index) => ({ good, year: first!.year + index })),
  )
  const after = (year: number) => `${year + 1}-01-01`
  const kept = await readMonthEnds(tx, company.id, [...new Set(asked.map(({ year }) => after(year)))])
  const others = asked.filter(({ year }) => !kept.has(after(year)))
  const rows =
    others.length === 0
      ? []
      : await tx.rows<{ good: number; year: number; amount: string }>(sql`
    select y.good, y.year, sum(d.closing)::text as amount
    from unnest(${others.map(({ good }) => good)}::int[], ${others.map(({ year }) => year)}::int[],
      ${others.map(({ year }) => `${year}-12-31`)}::date[]) as y (good, year, day)
    join stock_amounts a on a.company_id = ${company.id} and a.good_id = y.good
    cross join lateral (
      select closing from stock_days where company_id = ${company.id} and good_id = a.good_id and stock_id = a.stock_id
        and day <= y.day order by day desc limit 1) d
    group by y.good, y.year`)
  const ends = asked.flatMap(({ good, year }) => {
    const lying = kept.get(after(year))
    return lying ? [{ good, year, amount: lying.get(good) ?? 0n }] : []
  })
  return groupBy([...ends, ...rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))], ({ good }) => good)
}

/** The longest that other requests wait while years of receipts are added up, ms. */
const TURN = 10

async function averageWorths(context: Context, lying: LyingGoods, day: string | null) {
  const goods = [...lying.keys()]
  const received = await readReceived(context.tx, context.company.id, { goods, until: untilOf(day) })
  const last = Number((day ?? dayOf(context.company.now)).slice(0, 4))
  const ends = await readYearEnds(context, received, last)
  const worths = new Map<number, Worth>()
  let since = performance.now()
  for (const good of goods) {
    const amounts = new Map((ends.get(good) ?? []).map(({ year, amount }) => [year, amount]))
    amounts.set(last, lying.get(good)!.total)
    worths.set(good, averageWorth(received.get(good) ?? [], amounts))
    if (performance.now() - since < TURN) continue
    await setImmediate()
    since = performance.now()
  }
  return worths
}

export const readWorths = (context: Context, method: 'fifo' | 'avg', lying: LyingGoods, day: string | null) =>
  (method === 'fifo' ? fifoWorths : averageWorths)(context, lying, day)

/** Of many goods, without layers. */
export const readSums = (context: Context, method: 'fifo' | 'avg', lying: LyingGoods, day: string | null) =>
  (method === 'fifo' ? fifoSums : averageWorths)(context, lying, day)

/** Kopecks as an answer tells them. */
export const roubles = (kopecks: bigint): number => sumIn(100, String(kopecks))
export const units = (millionths: bigint): number => sumIn(MILLIONTHS, String(millionths))

/** A row, and its value in kopecks. */
export function valued(good: number, { total, own }: Lying, { worth, assumed }: Worth) {
  const kopecks = kopecksOf(worth, own, total)
  return {
    kopecks,
    row: {
      good_id: good,
      amount: units(own),
      value: roubles(kopecks),
      unit_cost: roubles(kopecksOf(worth, BigInt(MILLIONTHS), total)),
      warning: assumed && own > 0n ? NO_PRICE : null,
    },
  }
}
