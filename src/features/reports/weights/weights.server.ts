/** Each report of weights in one statement; both look only at groups that had fish then. */
import { sql } from 'kysely'
import { type ReportSql, seriesRoute } from '../../../core/reports/series.server'
import type { Route } from '../../../server/http/route'
import { cagePeriodRoute } from './cage-period.server'
import { weights, weightsTotal } from './weights.contract'

/** SQL: the fish of group `g` at the end of an instant. */
const fishAt = (company: number, at: string) => sql`(
  select count_after as count, mass_after as mass from fish_entries
  where company_id = ${company} and group_id = g.id and at <= ${sql.ref(at)}
  order by at desc, operation_id desc limit 1)`

/** The last weighing of each cage in a period, out of one range of an index, then its fish when that was over. */
const averages = ({ company, stretches, within }: ReportSql) => sql`
  select w.x, w.cage_id as series, (round(sum(e.mass) / sum(e.count)) / 1000000)::float8 as value
  from (
    select s.x, o.* from ${stretches} cross join lateral (
      select cage_id, max(at) as at from operations
      where company_id = ${company} and kind = 'weighing' and at between s.first and s.last ${within('cage_id')}
      group by 1) o) w
  join fish_groups g on g.company_id = ${company} and g.cage_id = w.cage_id and g.first_at <= w.at
    and (g.closed_at is null or g.closed_at > w.at)
  cross join lateral ${fishAt(company, 'w.at')} e
  where e.count > 0 group by 1, 2`

/** Group by group, so that the steps of one lie beside each other: `offset 0` keeps the order of the loops. */
const biomass = ({ company, stretches, within }: ReportSql) => sql`
  select s.x, c.location_id as series, sum(e.mass)::text as value
  from fish_groups g
  join cages c on c.company_id = ${company} and c.id = g.cage_id
  cross join lateral (
    select s.x, s.last from ${stretches}
    where g.first_at <= s.last and (g.closed_at is null or g.closed_at > s.last) offset 0) s
  cross join lateral ${fishAt(company, 's.last')} e
  where g.company_id = ${company} ${within('g.cage_id')} and e.mass > 0 group by 1, 2`

export const weightRoutes: Route[] = [
  seriesRoute(weights, averages),
  seriesRoute(weightsTotal, biomass),
  cagePeriodRoute,
]
