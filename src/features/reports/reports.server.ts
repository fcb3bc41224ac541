/** Each report's one statement. */
import { type RawBuilder, sql } from 'kysely'
import { fedByCategories, fedByGenerations } from '../../core/reports/fed-groups.server'
import { exportedRoutes } from '../../core/reports/exported.server'
import { fishCostRoutes } from '../../core/reports/fish-cost/cost-routes.server'
import { type Extra, type ReportSql, seriesRoute } from '../../core/reports/series.server'
import type { Route } from '../../server/http/route'
import { groupBy } from '../../shared/collections'
import { closeOutRoutes } from './close-out/close-out.server'
import { likeForLikeRoutes } from './like-for-like/like-for-like.server'
import { mortalityRoutes } from './mortality/mortality.server'
import { rateVsFactRoute } from './rate-vs-fact.server'
import * as reports from './reports.contract'
import { weightRoutes } from './weights/weights.server'

/**
 * Stretch by stretch, each one range of an index that holds all of it: nothing is sorted, and no table beside it is
 * looked at for each feeding.
 */
const fedByFeed = ({ company, stretches, of, within }: ReportSql) => sql`
  select f.x, f.series, f.value::text from ${stretches} cross join lateral (
    select ${of('o.cage_id')} as x, o.good_id as series, sum(o.volume) as value from operations o
    where o.company_id = ${company} and o.kind = 'feeding' and o.at between s.first and s.last ${within('o.cage_id')}
    group by 1, 2) f`

const fedByModule = ({ company, stretches, of, within }: ReportSql) => sql`
  select f.x, c.location_id as series, sum(f.fed)::text as value from ${stretches} cross join lateral (
    select ${of('o.cage_id')} as x, o.cage_id, sum(o.volume) as fed from operations o
    where o.company_id = ${company} and o.kind = 'feeding' and o.at between s.first and s.last ${within('o.cage_id')}
    group by 1, 2) f
  join cages c on c.company_id = ${company} and c.id = f.cage_id group by 1, 2`

const appetites = ({ company, x, where }: ReportSql) => sql`
  select ${x('o.at', 'o.cage_id')} as x, c.location_id as series, avg(o.appetite)::float8 as value
  from operations o join cages c on c.company_id = ${company} and c.id = o.cage_id
  where o.kind = 'feeding' and ${where('o')} group by 1, 2`

/** Losses in pieces and in mass: what the ledger took, each a row of its own. */
const lost = ({ company, stretches, of, within }: ReportSql) => sql`
  select l.x, m.series, m.value from ${stretches} cross join lateral (
    select ${of('e.cage_id')} as x, -sum(e.count_delta) as count, sum(e.deviation - e.mass_delta) as weight
    from fish_entries e
    where e.company_id = ${company} and e.kind = 'retreat' and e.at between s.first and s.last ${within('e.cage_id')}
    group by 1) l
  cross join lateral (values ('count', l.count::text), ('weight', l.weight::text)) m (series, value)`

/** The same by cause, 0 where nobody knows it; joined stretch by stretch as what was caught is. */
const lostOf =
  (value: RawBuilder<unknown>) =>
  ({ company, stretches, of, within }: ReportSql) => sql`
  select l.x, l.series, l.value::text from ${stretches} cross join lateral (
    select ${of('e.cage_id')} as x, coalesce(o.loss_cause_id, 0) as series, ${value} as value
    from fish_entries e join operations o on o.at = e.at and o.id = e.operation_id
    where e.company_id = ${company} and e.kind = 'retreat' and e.at between s.first and s.last
      and o.company_id = ${company} and o.kind = 'retreat' and o.at between s.first and s.last
      ${within('e.cage_id')}
    group by 1, 2) l`

/** Of each cage the categories of the fish that it lost. */
const categoriesLost: Extra = async ({ extra }, { company, period, within }, { tx }) => {
  const rows = await tx.rows<{ cage: number; id: number; name: string }>(sql`
    select l.cage, c.id, c.name from (
      select distinct e.cage_id as cage, g.age_category_id as id
      from fish_entries e join fish_groups g on g.company_id = ${company} and g.id = e.group_id
      where e.company_id = ${company} and e.kind = 'retreat'
        and e.at between ${period.start}::timestamp and ${period.end}::timestamp ${within('e.cage_id')}) l
    join age_categories c on c.company_id = ${company} and c.id = l.id
    order by c.name, c.id`)
  const byCage = groupBy(rows, ({ cage }) => cage)
  const of = (cage: unknown) => (byCage.get(Number(cage)) ?? []).map(({ id, name }) => ({ id, name }))
  return { categories: extra.cages!.map(of) }
}

/**
 * Mass that was caught, by reason. Entries and operations of a stretch stand in the order of their instants in two
 * indexes: joined stretch by stretch neither is sorted nor kept.
 */
const caught = ({ company, stretches, of, within }: ReportSql) => sql`
  select l.x, l.series, l.value::text from ${stretches} cross join lateral (
    select ${of('e.cage_id')} as x, o.reason as series, sum(e.deviation - e.mass_delta) as value
    from fish_entries e join operations o on o.at = e.at and o.id = e.operation_id
    where e.company_id = ${company} and e.kind = 'withdrawal' and e.at between s.first and s.last
      and o.company_id = ${company} and o.kind = 'withdrawal' and o.at between s.first and s.last
      ${within('e.cage_id')}
    group by 1, 2) l`

export const reportRoutes: Route[] = [
  seriesRoute(reports.feedings, fedByFeed),
  seriesRoute(reports.feedingsByMonths, fedByFeed),
  seriesRoute(reports.feedingsByModules, fedByModule),
  seriesRoute(reports.feedingsByCategories, fedByCategories),
  seriesRoute(reports.feedingsByGenerations, fedByGenerations),
  rateVsFactRoute,
  seriesRoute(reports.appetite, appetites),
  seriesRoute(reports.retreats, lost, categoriesLost),
  seriesRoute(reports.retreatsByPeriod, lost),
  seriesRoute(reports.retreatsByCauses, lostOf(sql`-sum(e.count_delta)`)),
  seriesRoute(reports.retreatsByCausesWeight, lostOf(sql`sum(e.deviation - e.mass_delta)`)),
  seriesRoute(reports.withdrawals, caught),
  seriesRoute(reports.withdrawalsByMonths, caught),
  ...weightRoutes,
  ...likeForLikeRoutes,
  ...closeOutRoutes,
  ...mortalityRoutes,
  ...exportedRoutes,
  ...fishCostRoutes,
]
