/** What lies in warehouses, now or at the end of a day: the last closing balance of each good and warehouse. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../client'

export interface Amount {
  good_id: number
  stock_id: number
  amount: number
}

interface AmountQuery {
  /** null is all goods */
  goods: number[] | null
  /** limits the warehouses `s` */
  within: RawBuilder<unknown>
  /** 'YYYY-MM-DD'; null is now */
  day: string | null
}

/** goods from which on it is worth while to look at the last days of all of them first */
const MANY = 10
const DAYS = 10
/** no farm's clock is so many days before that of the server */
const AHEAD = 2

/** Each good and warehouse is looked up by itself. */
const oneByOne = (company: number, { goods, within, day }: AmountQuery) => sql<Amount>`
  select g.id as good_id, s.id as stock_id, d.closing as amount
  from goods g cross join stocks s cross join lateral (
    select closing from stock_days
    where company_id = ${company} and good_id = g.id and stock_id = s.id ${day ? sql`and day <= ${day}::date` : sql``}
    order by day desc limit 1) d
  where g.company_id = ${company} and s.company_id = ${company} and d.closing <> 0
    ${goods ? sql`and g.id = any(${goods}::int[])` : sql``}
    ${within}`

/**
 * The rows of the last days lie side by side, and tell of all goods that move; only those to which nothing happened in
 * these days are looked up one by one, in what was before. A range of unknown ends is what a generic plan takes for few
 * rows, and reads by their day.
 */
function together(company: number, { goods, within, day }: AmountQuery) {
  const ofGoods = sql`select g.id from goods g where g.company_id = ${company} ${goods ? sql`and g.id = any(${goods}::int[])` : sql``}`
  const ofStocks = sql`select s.id from stocks s where s.company_id = ${company} ${within}`
  const last = day ? sql`${day}::date` : sql`current_date + ${AHEAD}::int`
  return sql<Amount>`
    with recent as materialized (
      select distinct on (good_id, stock_id) good_id, stock_id, closing from stock_days
      where company_id = ${company} and day > ${last} - ${DAYS}::int and day <= ${last}
      order by good_id, stock_id, day desc)
    select good_id, stock_id, closing as amount from recent
    where closing <> 0 and good_id in (${ofGoods}) and stock_id in (${ofStocks})
    union all
    select g.id, s.id, d.closing from (${ofGoods}) g cross join (${ofStocks}) s cross join lateral (
      select closing from stock_days
      where company_id = ${company} and good_id = g.id and stock_id = s.id and day <= ${last} - ${DAYS}::int
      order by day desc limit 1) d
    where d.closing <> 0 and (g.id, s.id) not in (select good_id, stock_id from recent)`
}

/** By good and warehouse, without the empty ones, in millionths. */
export const readAmounts = (
  tx: Tx,
  company: number,
  goods: number[] | null,
  within: RawBuilder<unknown>,
  day: string | null = null,
): Promise<Amount[]> => {
  const asked = { goods, within, day }
  return tx.rows(goods && goods.length < MANY ? oneByOne(company, asked) : together(company, asked))
}
