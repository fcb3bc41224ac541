/** What each report is added up of. */
import { sql } from 'kysely'
import { fedByCategories, fedByGenerations } from '../../core/reports/fed-groups.server'
import { exportedRoutes } from '../../core/reports/exported.server'
import { fishCostRoutes } from '../../core/reports/fish-cost/cost-routes.server'
import { factRows, type Told } from '../../core/reports/facts/fact-rows.server'
import { countedRoute, type Extra, factRoute, type ReportSql } from '../../core/reports/series.server'
import type { Route } from '../../server/http/route'
import { groupBy } from '../../shared/collections'
import { appetiteRoute } from './appetite.server'
import { closeOutRoutes } from './close-out/close-out.server'
import { fedByFeed } from './fed-by-feed.server'
import { likeForLikeRoutes } from './like-for-like/like-for-like.server'
import { mortalityRoutes } from './mortality/mortality.server'
import { rateVsFactRoute } from './rate-vs-fact.server'
import * as reports from './reports.contract'
import { weightRoutes } from './weights/weights.server'

const byName = new Intl.Collator('ru')

const BY_KEY = { by: ['key'], select: sql`f.key as series, f.mass::text as value` } as const

const fedByModule = ({ company }: ReportSql): Told => ({
  fact: 'given',
  by: ['cage_id'],
  select: sql`c.location_id as series, sum(f.mass)::text as value`,
  rest: sql`join cages c on c.company_id = ${company} and c.id = f.cage_id group by 1, 2`,
})

/** Losses in pieces and in mass: what the ledger took, each a row of its own. */
const lost: Told = {
  fact: 'lost',
  by: [],
  select: sql`m.series, m.value`,
  rest: sql`cross join lateral (values ('count', f.count::text), ('weight', f.mass::text)) m (series, value)`,
}

/** The same by cause, 0 where nobody knows it. */
const lostCount: Told = { fact: 'lost', by: ['key'], select: sql`f.key as series, f.count::text as value` }
const lostWeight: Told = { fact: 'lost', ...BY_KEY }

/** Of each cage the categories of the fish that it lost. */
const categoriesLost: Extra = async ({ extra }, asked, context) => {
  const rows = await factRows<{ x: number; id: number; name: string }>(context, asked, {
    fact: 'lost',
    by: ['group_id'],
    select: sql`c.id, c.name`,
    rest: sql`join fish_groups g on g.company_id = ${asked.company} and g.id = f.group_id
      join age_categories c on c.company_id = ${asked.company} and c.id = g.age_category_id`,
  })
  const byCage = groupBy(rows, ({ x }) => x)
  const of = (cage: unknown) => {
    const names = new Map((byCage.get(Number(cage)) ?? []).map(({ id, name }) => [id, name]))
    return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => byName.compare(a.name, b.name) || a.id - b.id)
  }
  return { categories: extra.cages!.map(of) }
}

/** Mass that was caught, by reason. */
const caught: Told = { fact: 'caught', ...BY_KEY }

export const reportRoutes: Route[] = [
  countedRoute(reports.feedings, fedByFeed('cage')),
  countedRoute(reports.feedingsByMonths, fedByFeed('month')),
  factRoute(reports.feedingsByModules, fedByModule),
  factRoute(reports.feedingsByCategories, fedByCategories),
  factRoute(reports.feedingsByGenerations, fedByGenerations),
  rateVsFactRoute,
  appetiteRoute,
  factRoute(reports.retreats, lost, categoriesLost),
  factRoute(reports.retreatsByPeriod, lost),
  factRoute(reports.retreatsByCauses, lostCount),
  factRoute(reports.retreatsByCausesWeight, lostWeight),
  factRoute(reports.withdrawals, caught),
  factRoute(reports.withdrawalsByMonths, caught),
  ...weightRoutes,
  ...likeForLikeRoutes,
  ...closeOutRoutes,
  ...mortalityRoutes,
  ...exportedRoutes,
  ...fishCostRoutes,
]
