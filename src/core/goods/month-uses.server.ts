/** What was used up of goods in months that are over, day by day: a job keeps it beside the amounts at their end. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../server/db/client'
import { keepMonths } from '../../server/db/kept-months'
import { NO_USE } from './good-usage.server'

/** SQL: the four columns of a month, `of` rows of days `(n)` a number each, joined by commas from the first day on. */
const columnsOf = (company: number, month: string) => sql`
  with spent as materialized (
    select e.good_id, extract(day from e.at)::int as day, -sum(e.amount)::bigint as amount from stock_entries e
    where e.company_id = ${company} and e.amount < 0 and e.at >= ${month}::timestamp
      and e.at < ${month}::timestamp + interval '1 month'
      and e.operation_id not in (select id from operations where company_id = ${company}
        and kind = any(${NO_USE}::text[]) and at >= ${month}::timestamp
        and at < ${month}::timestamp + interval '1 month')
    group by 1, 2),
  days as (
    select extract(day from day)::int as day from generate_series(
      ${month}::timestamp, ${month}::timestamp + interval '1 month' - interval '1 day', interval '1 day') as day),
  goods_used as (
    select g.good_id, sum(s.amount)::bigint as amount,
      string_agg(coalesce(s.amount, 0)::text, ',' order by d.day) as by_day
    from (select distinct good_id from spent) g cross join days d
    left join spent s on s.good_id = g.good_id and s.day = d.day group by 1),
  units as (
    select g.kind, g.measure, s.day, sum(s.amount)::bigint as amount from spent s
    join goods g on g.company_id = ${company} and g.id = s.good_id group by 1, 2, 3),
  units_used as (
    select k.kind || ':' || k.measure || ':' || string_agg(coalesce(u.amount, 0)::text, ',' order by d.day) as text
    from (select distinct kind, measure from units) k cross join days d
    left join units u on u.kind = k.kind and u.measure = k.measure and u.day = d.day group by k.kind, k.measure)
  select coalesce(array_agg(good_id order by good_id), '{}') as used_goods,
    coalesce(array_agg(amount order by good_id), '{}') as used,
    coalesce(array_agg(by_day order by good_id), '{}') as used_days,
    (select coalesce(array_agg(text order by text), '{}') from units_used) as used_units
  from goods_used`

/** After the amounts, month by month. */
export const keepUses = (database: Database, company: number): Promise<void> =>
  keepMonths(database, company, {
    next: (tx) =>
      tx.maybe<{ month: string }>(sql`
        select month from stock_months where company_id = ${company} and used_goods is null order by month limit 1`),
    keep: (tx, month) =>
      tx.run(sql`
        update stock_months m set used_goods = c.used_goods, used = c.used, used_days = c.used_days,
          used_units = c.used_units
        from (${columnsOf(company, month)}) c where m.company_id = ${company} and m.month = ${month}::date`),
  })

/** A sentence for each month whose uses are not those of its entries. */
export async function checkUses(tx: Tx, company: number): Promise<string[]> {
  const wrong: string[] = []
  const kept = await tx.rows<{ month: string }>(
    sql`select month from stock_months where company_id = ${company} and used_goods is not null order by month`,
  )
  for (const { month } of kept) {
    const { same } = await tx.one<{ same: boolean }>(sql`
      select (m.used_goods, m.used, m.used_days, m.used_units) is not distinct from
        (c.used_goods, c.used, c.used_days, c.used_units) as same
      from stock_months m cross join (${columnsOf(company, month)}) c
      where m.company_id = ${company} and m.month = ${month}::date`)
    if (!same) wrong.push(`goods of ${month.slice(0, 7)}: what is kept as used up is not that of the entries`)
  }
  return wrong
}
