/**
 * What lay of goods at the end of months that are over, by warehouse and in all of them: a job keeps it, right or not
 * there. What lay there at another moment is that, and what came and left since.
 */
import { sql } from 'kysely'
import type { Database, Tx } from '../client'
import { hasBeenOver, keepMonths } from '../kept-months'

/** On a farm of fewer entries everything is added up as fast. */
const MANY = 20_000

const isLarge = async (tx: Tx, company: number): Promise<boolean> =>
  (await tx.maybe(sql`select from stock_entries where company_id = ${company} limit 1 offset ${MANY}`)) !== undefined

/** SQL: the columns of a month, out of those of the month before and its own entries. */
const columnsOf = (company: number, month: string) => sql`
  with before as materialized (
    select * from stock_months where company_id = ${company} and month = ${month}::date - interval '1 month'),
  lying as materialized (
    select good_id, stock_id, sum(amount)::bigint as amount from (
      select p.* from before b cross join lateral unnest(b.goods, b.stocks, b.amounts) as p (good_id, stock_id, amount)
      union all
      select good_id, stock_id, amount from stock_entries
      where company_id = ${company} and at < ${month}::date + interval '1 month'
        and at >= coalesce((select month + interval '1 month' from before), '-infinity')) a
    group by 1, 2 having sum(amount) <> 0)
  select p.*, t.* from (
    select coalesce(array_agg(good_id order by good_id, stock_id), '{}') as goods,
      coalesce(array_agg(stock_id order by good_id, stock_id), '{}') as stocks,
      coalesce(array_agg(amount order by good_id, stock_id), '{}') as amounts from lying) p
  cross join (
    select coalesce(array_agg(good_id order by good_id), '{}') as all_goods,
      coalesce(array_agg(amount order by good_id), '{}') as all_amounts
    from (select good_id, sum(amount)::bigint as amount from lying group by 1) s) t`

const nextMonth = (tx: Tx, company: number) =>
  tx.maybe<{ month: string }>(sql`
    select month::date as month from (
      select coalesce((
        select max(month) + interval '1 month' from stock_months where company_id = ${company}), (
        select date_trunc('month', min(day)) from stock_days where company_id = ${company})) as month) next
    where ${hasBeenOver}`)

export async function keepStockMonths(database: Database, company: number, { all = false } = {}): Promise<void> {
  if (!all && !(await database.transaction(company, (tx) => isLarge(tx, company), { reading: true }))) return
  await keepMonths(database, company, {
    next: (tx) => nextMonth(tx, company),
    keep: (tx, month) =>
      tx.run(sql`
        insert into stock_months (company_id, month, goods, stocks, amounts, all_goods, all_amounts)
        select ${company}::int, ${month}::date, c.* from (${columnsOf(company, month)}) c`),
  })
}

/** A sentence for each month whose amounts are not those of the month before it and of its entries. */
export async function checkStockMonths(tx: Tx, company: number): Promise<string[]> {
  const kept = await tx.rows<{ month: string; gap: boolean }>(sql`
    select month, month <> lag(month, 1, month) over (order by month) + interval '1 month'
      and row_number() over (order by month) > 1 as gap
    from stock_months where company_id = ${company} order by month`)
  const wrong: string[] = []
  for (const { month, gap } of kept) {
    const { same } = await tx.one<{ same: boolean }>(sql`
      select (m.goods, m.stocks, m.amounts, m.all_goods, m.all_amounts) is not distinct from
        (c.goods, c.stocks, c.amounts, c.all_goods, c.all_amounts) as same
      from stock_months m cross join (${columnsOf(company, month)}) c
      where m.company_id = ${company} and m.month = ${month}::date`)
    if (gap || !same)
      wrong.push(`goods at the end of ${month.slice(0, 7)}: the kept amounts are not those of the entries`)
  }
  return wrong
}

interface Packed {
  day: string
  goods: string
  amounts: string
}

/** What lay in all warehouses as these days began, by day and good: of days that follow a month that is kept. */
export async function readMonthEnds(tx: Tx, company: number, days: readonly string[]) {
  const firsts = days.filter((day) => day.endsWith('-01'))
  if (firsts.length === 0) return new Map<string, Map<number, bigint>>()
  const rows = await tx.rows<Packed>(sql`
    select d.day, array_to_string(m.all_goods, ',') as goods, array_to_string(m.all_amounts, ',') as amounts
    from unnest(${firsts}::date[]) as d (day)
    join stock_months m on m.company_id = ${company} and m.month = d.day - interval '1 month'`)
  return new Map(
    rows.map(({ day, goods, amounts }) => {
      const all = amounts.split(',')
      const lying =
        goods === '' ? [] : goods.split(',').map((good, index) => [Number(good), BigInt(all[index]!)] as const)
      return [day, new Map(lying)]
    }),
  )
}
