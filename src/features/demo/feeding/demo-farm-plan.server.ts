/** The demo farm's plan: this year and the next, each month a little above the last such month on record. */
import { sql } from 'kysely'
import type { Tx } from '../../../server/db/client'

/** Hundredths of what the month was, in the order of months: nobody plans by one factor. */
const AIMS = [104, 106, 103, 108, 105, 102, 98, 104, 107, 103, 105, 106]
/** Plans are round: to 100 kg, 10 fish, 10 000 roubles. */
const ROUND = { weight: 100_000_000, pieces: 10_000_000, money: 10_000_000_000 }

/** SQL: what the months on record were, in millionths. */
const factsOf = (company: number) => sql`
  select month, 'biomass' as measure, ${ROUND.weight}::bigint as round, (
    select sum(s.mass_after) from fish_groups g cross join lateral (
      select mass_after from fish_entries e where e.company_id = ${company} and e.group_id = g.id and e.at < ends
      order by e.at desc, e.operation_id desc limit 1) s
    where g.company_id = ${company}) as value
  from months
  union all
  select m.month, f.measure, f.round, f.value from months m cross join lateral (
    select 'growth' as measure, ${ROUND.weight}::bigint as round, sum(e.deviation) as value
    from fish_entries e where e.company_id = ${company} and e.at >= m.month and e.at < m.ends
    union all
    select case e.kind when 'retreat' then 'lost_count' else 'caught_weight' end,
      case e.kind when 'retreat' then ${ROUND.pieces}::bigint else ${ROUND.weight}::bigint end,
      case e.kind when 'retreat' then -sum(e.count_delta) * 1000000 else sum(e.deviation - e.mass_delta) end
    from fish_entries e
    where e.company_id = ${company} and e.kind in ('retreat', 'withdrawal') and e.at >= m.month and e.at < m.ends
    group by e.kind
    union all
    select case o.kind when 'feeding' then 'fed' else 'spending' end,
      case o.kind when 'feeding' then ${ROUND.weight}::bigint else ${ROUND.money}::bigint end,
      case o.kind when 'feeding' then sum(o.volume) else sum(o.payment) * 10000 end
    from operations o
    where o.company_id = ${company} and o.at >= m.month and o.at < m.ends and o.kind in ('feeding', 'spending')
    group by o.kind
    union all
    select 'revenue', ${ROUND.money}::bigint,
      sum(round((e.deviation - e.mass_delta)::numeric * o.price / 100000000)) * 1000000
    from fish_entries e join operations o on o.company_id = ${company} and o.id = e.operation_id and o.reason = 'sale'
    where e.company_id = ${company} and e.kind = 'withdrawal' and e.at >= m.month and e.at < m.ends) f`

export async function planFarm(tx: Tx, company: number, today: string): Promise<void> {
  const year = Number(today.slice(0, 4))
  const month = `${today.slice(0, 7)}-01`
  await tx.run(sql`
    with months as (
      select m::date as month, m + interval '1 month' as ends, (${AIMS}::int[])[extract(month from m)::int] as aim
      from generate_series(${month}::timestamp - interval '13 months', ${month}::timestamp - interval '1 month',
        interval '1 month') m
    ), facts as (
      ${factsOf(company)}
    ), larger as (
      -- how much the farm has grown in a year: the months that are still to come had fewer fish then
      select (max(value) filter (where month = ${month}::date - interval '1 month'))::numeric
        / nullif(max(value) filter (where month = ${month}::date - interval '13 months'), 0) as by
      from facts where measure = 'biomass'
    ), whole as (
      select m.month, m.aim, k.measure, k.round, case k.measure
        -- bills of a year are on record, the first month of them in part
        when 'spending' then avg(f.value) filter (where m.month > ${month}::date - interval '12 months')
          over (partition by k.measure)
        else coalesce(f.value, 0) * case when extract(year from m.month) < ${year}::int then least(larger.by, 2)
          else 1 end end as value
      from months m cross join (select distinct measure, round from facts) k cross join larger
      left join facts f on f.month = m.month and f.measure = k.measure
      where m.month >= ${month}::date - interval '12 months'
    )
    insert into farm_plan (company_id, month, measure, value)
    select ${company}, make_date(planned, extract(month from month)::int, 1), measure,
      round(value * aim / 100 * (1 + 0.05 * (planned - ${year}::int)) / round) * round
    from whole cross join unnest(array[${year}::int, ${year + 1}::int]) as planned where value is not null`)
}
