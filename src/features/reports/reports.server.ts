/** Each report's one statement. */
import { sql } from 'kysely'
import { type ReportSql, seriesRoute } from '../../core/reports/series.server'
import type { Route } from '../../server/http/route'
import { fedByCategories, fedByGenerations } from './fed-groups.server'
import { rateVsFactRoute } from './rate-vs-fact.server'
import * as reports from './reports.contract'
import { weightRoutes } from './weights/weights.server'

const fedBy =
  (series: 'o.good_id' | 'c.location_id', value = sql`sum(o.volume)::text`) =>
  ({ x, where }: ReportSql) => sql`
    select ${x('o.at', 'o.cage_id')} as x, ${sql.ref(series)}::text as series, ${value} as value
    from operations o join cages c on c.company_id = o.company_id and c.id = o.cage_id
    where o.kind = 'feeding' and ${where('o')} group by 1, 2`

/** Losses in pieces and in mass: what the ledger took, each a row of its own. */
const lost = ({ x, where }: ReportSql) => sql`
  select l.x, m.series, m.value from (
    select ${x('e.at', 'e.cage_id')} as x, -sum(e.count_delta) as count, sum(e.deviation - e.mass_delta) as weight
    from fish_entries e where e.kind = 'retreat' and ${where('e')} group by 1) l
  cross join lateral (values ('count', l.count::text), ('weight', l.weight::text)) m (series, value)`

/** Mass that was caught, by reason. */
const caught = ({ x, where, company }: ReportSql) => sql`
  select ${x('e.at', 'e.cage_id')} as x, o.reason as series, sum(e.deviation - e.mass_delta)::text as value
  from fish_entries e join operations o on o.company_id = ${company} and o.id = e.operation_id
  where e.kind = 'withdrawal' and ${where('e')} group by 1, 2`

export const reportRoutes: Route[] = [
  seriesRoute(reports.feedings, fedBy('o.good_id')),
  seriesRoute(reports.feedingsByMonths, fedBy('o.good_id')),
  seriesRoute(reports.feedingsByModules, fedBy('c.location_id')),
  seriesRoute(reports.feedingsByCategories, fedByCategories),
  seriesRoute(reports.feedingsByGenerations, fedByGenerations),
  rateVsFactRoute,
  seriesRoute(reports.appetite, fedBy('c.location_id', sql`avg(o.appetite)::float8`)),
  seriesRoute(reports.retreats, lost),
  seriesRoute(reports.retreatsByPeriod, lost),
  seriesRoute(reports.withdrawals, caught),
  seriesRoute(reports.withdrawalsByMonths, caught),
  ...weightRoutes,
]
