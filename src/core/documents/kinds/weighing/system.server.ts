/** Weighings made by the system: what fish weigh at the end of each day on which feedings made them grow. */
import { sql } from 'kysely'
import type { DerivedWithin } from '../../engine/document.server'

/** SQL: milligrams of a fish of cage `d` when day `d` is over, rounded half up. */
const AVERAGE = sql`(
  select round(sum(e.mass_after) / nullif(sum(e.count_after), 0))::bigint from fish_groups g
  cross join lateral (
    select count_after, mass_after from fish_entries
    where company_id = g.company_id and group_id = g.id and at < d.day + interval '1 day'
    order by at desc, operation_id desc limit 1) e
  where g.company_id = d.company_id and g.cage_id = d.cage_id and g.first_at < d.day + interval '1 day')`

/** One row a cage and day, under the negative id of the day's last feeding that grew fish, at its last minute. */
export function grownDays({ company, start, end, cages }: DerivedWithin) {
  const grown = sql`
    select company_id, cage_id, date_trunc('day', at) as day, max(operation_id) as last from fish_entries
    where company_id = ${company.id} and kind = 'feeding' and deviation <> 0
      and at >= date_trunc('day', ${start}::timestamp) and at < date_trunc('day', ${end}::timestamp) + interval '1 day'
      ${cages ? sql`and cage_id = any(${cages}::int[])` : sql``}
    group by company_id, cage_id, date_trunc('day', at)`
  return {
    columns: {
      id: sql`-d.last`,
      at: sql`d.day + interval '23 hours 59 minutes'`,
      cage_id: sql`d.cage_id`,
      avg_weight: AVERAGE,
      created_at: sql`(d.day + interval '23 hours 59 minutes') at time zone ${company.time_zone}`,
    },
    from: sql`(${grown}) d`,
  }
}
