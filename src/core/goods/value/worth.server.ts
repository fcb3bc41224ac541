/**
 * What goods are worth at a moment. First in, first out and the yearly average look at all warehouses of the company;
 * whoever may use some of them is told what lies in those, at the unit cost of the whole, and no receipts.
 */
import { type RawBuilder, sql } from 'kysely'
import { amountsOfFew } from '../../../server/db/ledger/stock-amounts'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { addDays, dayOf } from '../../../shared/dates'
import { NO_STANDING, receivedBetween } from '../../../shared/ledger/standing'
import { averageWorth, type Fraction, kopecksOf, type Layer, whole, worthOf } from '../../../shared/ledger/valuation'
import { MILLIONTHS, sumIn } from '../../../shared/numbers'
import { type Reader, readBounds, yearsBegun } from './bounds.server'
import { eachGood } from './good-facts.server'
import { readLayers } from './receipts.server'
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
    group by good_id having sum(amount) > 0 order by good_id`)
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

/** What lies there of goods at a moment, which is known. */
const knownOn = (lying: ReadonlyMap<number, bigint>, day: string) => ({
  day,
  amountOf: (good: number) => lying.get(good)!,
})

const totals = (lying: LyingGoods) => new Map([...lying].map(([good, { total }]) => [good, total]))

/** What is left of many goods, first in, first out; of amounts that are known. */
export async function fifoTogether(reader: Reader, amounts: ReadonlyMap<number, bigint>, until: string) {
  const boundOf = await readBounds(reader, [...amounts.keys()], { days: [until], known: knownOn(amounts, until) })
  return (good: number) => boundOf(good, until).standing
}

/** The same without the receipts that it is made of. */
async function fifoSums(context: Context, lying: LyingGoods, day: string | null): Promise<Map<number, Worth>> {
  const standingOf = await fifoTogether(context, totals(lying), untilOf(day))
  return new Map(
    [...lying.keys()].map((good) => {
      const { worth, unsure } = standingOf(good)
      return [good, { worth: whole(worth), assumed: unsure > 0n }]
    }),
  )
}

async function averageWorths(context: Context, lying: LyingGoods, day: string | null) {
  const last = Number((day ?? dayOf(context.company.now)).slice(0, 4))
  const [days, until] = [await yearsBegun(context, `${last}-01-01`), untilOf(day)]
  const goods = [...lying.keys()]
  const known = knownOn(totals(lying), until)
  const boundOf = await readBounds(context, goods, { days: [...days, until], known, fifo: false })
  const ends = [
    ...days.map((begun) => ({ day: begun, year: Number(begun.slice(0, 4)) - 1 })),
    { day: until, year: last },
  ]
  const worths = await eachGood(goods, (good): [number, Worth] => {
    const bounds = ends.map(({ day: end, year }) => ({ year, bound: boundOf(good, end) }))
    const amounts = new Map(bounds.map(({ year, bound }) => [year, bound.amount]))
    const standings = bounds.map(({ year, bound }) => ({ year, standing: bound.standing }))
    return [good, averageWorth(receivedBetween([{ year: 0, standing: NO_STANDING }, ...standings]), amounts)]
  })
  return new Map(worths)
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
