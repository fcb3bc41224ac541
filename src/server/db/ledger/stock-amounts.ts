/** Amounts in warehouses, now or at the end of a day. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../client'

export interface Amount {
  good_id: number
  stock_id: number
  amount: number
}

/**
 * SQL: of `a`, a row of stock_amounts. The amount at the end of a day is the current one, unless something came later:
 * then it is the last balance up to that day.
 */
const amountOn = (company: number, day: string | null) =>
  day === null
    ? sql`a.amount`
    : sql`case when a.day <= ${day}::date then a.amount else (
        select closing from stock_days
        where company_id = ${company} and good_id = a.good_id and stock_id = a.stock_id and day <= ${day}::date
        order by day desc limit 1) end`

/** SQL: rows `(good_id, stock_id, amount)` of pairs at the end of a day, one by one. */
export const amountsOfFew = (company: number, day: string | null) => sql`
  select a.good_id, a.stock_id, ${amountOn(company, day)} as amount from stock_amounts a
  where a.company_id = ${company}`

/**
 * SQL: the same of all or of many. In a month that is kept, the amounts at the end of the one before it and what closed
 * since; other days are counted one by one.
 */
export const amountsOn = (company: number, day: string | null) =>
  day === null
    ? amountsOfFew(company, day)
    : sql`
        with kept as materialized (
          select (month + interval '1 month')::date as since, goods, stocks, amounts from stock_months
          where company_id = ${company} and month + interval '1 month' <= ${day}::date + interval '1 day' and exists (
            select from stock_months where company_id = ${company} and month = date_trunc('month', ${day}::timestamp))
          order by month desc limit 1),
        closed as materialized (
          select distinct on (good_id, stock_id) good_id, stock_id, closing as amount from stock_days
          where company_id = ${company} and day >= (select since from kept) and day <= ${day}::date
          order by good_id, stock_id, day desc)
        select * from closed
        union all
        select p.* from kept k cross join lateral unnest(k.goods, k.stocks, k.amounts) as p (good_id, stock_id, amount)
        where not exists (select from closed c where c.good_id = p.good_id and c.stock_id = p.stock_id)
        union all
        select * from (${amountsOfFew(company, day)}) a where not exists (select from kept)`

/** Good → warehouse → what is said of it. */
export type ByStock<T = number> = Map<number, Map<number, T>>

/** What is said of a good in each warehouse, in one row: '1:5000000,2:750000'. */
interface Packed {
  good_id: number
  packed: string
}

/**
 * Reads rows `(good_id, stock_id, amount)` a text a good: two thousand goods in twenty warehouses would be forty
 * thousand.
 */
export async function readPacked(tx: Tx, amounts: RawBuilder<unknown>): Promise<Map<number, string>> {
  const rows = await tx.rows<Packed>(sql`
    select good_id, string_agg(stock_id || ':' || amount, ',') as packed from (${amounts}) a group by good_id`)
  return new Map(rows.map(({ good_id, packed }) => [good_id, packed]))
}

/** What such a text says, warehouse by warehouse. */
export function eachPacked(text: string | undefined, take: (stock: string, amount: string) => void): void {
  for (const one of text?.split(',') ?? []) {
    const end = one.indexOf(':')
    take(one.slice(0, end), one.slice(end + 1))
  }
}

/** The same as a map. Of very many goods each is unpacked as its turn comes. */
export function unpacked<T>(text: string | undefined, of: (text: string) => T): Map<number, T> {
  const own = new Map<number, T>()
  eachPacked(text, (stock, amount) => own.set(Number(stock), of(amount)))
  return own
}

/** Of fewer goods each is looked up; of more all are read, which takes half as long as to look two thousand up. */
export const MANY_GOODS = 100

const isMany = (goods: number[] | null) => goods === null || goods.length > MANY_GOODS

interface AmountsQuery {
  company: number
  /** null is all of them; of very many others are read with them */
  goods: number[] | null
  /** SQL: what limits the warehouses `s` */
  within: RawBuilder<unknown>
  day?: string | null
}

/** SQL: rows `(good_id, stock_id, amount)` without the empty ones, in millionths. */
const amountsWithin = ({ company, goods, within, day = null }: AmountsQuery) => sql`
  select * from (
    select a.* from (${(isMany(goods) ? amountsOn : amountsOfFew)(company, day)}) a
    where a.stock_id = any(array(select s.id from stocks s where s.company_id = ${company} ${within}))
      ${isMany(goods) ? sql`` : sql`and a.good_id = any(${goods}::int[])`}
    offset 0) a
  where amount <> 0`

export const readPackedAmounts = (tx: Tx, asked: AmountsQuery) => readPacked(tx, amountsWithin(asked))

/** Without the empty ones, in millionths; `goods` null is all of them, `within` limits the warehouses `s`. */
export async function readAmountsByStock(
  tx: Tx,
  company: number,
  goods: number[] | null,
  within: RawBuilder<unknown>,
  day: string | null = null,
): Promise<ByStock> {
  const packed = await readPackedAmounts(tx, { company, goods, within, day })
  const asked = goods && new Set(goods)
  const own = [...packed].filter(([good]) => asked?.has(good) ?? true)
  return new Map(own.map(([good, text]) => [good, unpacked(text, Number)]))
}

/** The same a row each. */
export async function readAmounts(...asked: Parameters<typeof readAmountsByStock>): Promise<Amount[]> {
  const goods = await readAmountsByStock(...asked)
  return [...goods].flatMap(([good_id, own]) => [...own].map(([stock_id, amount]) => ({ good_id, stock_id, amount })))
}
