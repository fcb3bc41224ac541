/** Amounts in warehouses, now or at the end of a day. */
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

/**
 * SQL: of `a`, a row of stock_amounts. The amount at the end of a day is the current one, unless something came later:
 * then it is the last balance up to that day.
 */
export const amountOn = (company: number, day: string | null) =>
  day === null
    ? sql`a.amount`
    : sql`case when a.day <= ${day}::date then a.amount else (
        select closing from stock_days
        where company_id = ${company} and good_id = a.good_id and stock_id = a.stock_id and day <= ${day}::date
        order by day desc limit 1) end`

/**
 * SQL: amounts of one good in one row, as '1:5000000,2:750000': two thousand goods in twenty warehouses would be forty
 * thousand rows.
 */
const amountsOfGoods = (company: number, { goods, within, day }: AmountQuery) => sql<{
  good_id: number
  amounts: string
}>`
  select good_id, string_agg(stock_id || ':' || amount, ',') as amounts
  from (
    select a.good_id, a.stock_id, ${amountOn(company, day)} as amount from stock_amounts a
    where a.company_id = ${company} ${goods ? sql`and a.good_id = any(${goods}::int[])` : sql``}
      and a.stock_id = any(array(select s.id from stocks s where s.company_id = ${company} ${within}))
    offset 0) a
  where amount <> 0
  group by good_id`

/** By good and warehouse, without the empty ones, in millionths. */
export async function readAmounts(
  tx: Tx,
  company: number,
  goods: number[] | null,
  within: RawBuilder<unknown>,
  day: string | null = null,
): Promise<Amount[]> {
  const rows = await tx.rows(amountsOfGoods(company, { goods, within, day }))
  return rows.flatMap(({ good_id, amounts }) =>
    amounts.split(',').map((one) => {
      const end = one.indexOf(':')
      return { good_id, stock_id: Number(one.slice(0, end)), amount: Number(one.slice(end + 1)) }
    }),
  )
}
