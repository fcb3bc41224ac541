/** What fish weigh, by weighings, and what is in the water. */
import { sql } from 'kysely'
import type { Told } from '../../../core/reports/facts/fact-rows.server'
import { factRoute, type ReportSql } from '../../../core/reports/series.server'
import type { Route } from '../../../server/http/route'
import { cagePeriodRoute } from './cage-period.server'
import { weights, weightsTotal } from './weights.contract'

/** Of a cage after its last weighing in a period. */
const averages: Told = {
  fact: 'weighed',
  by: ['cage_id'],
  select: sql`f.cage_id as series, (round(f.mass::numeric / f.count) / 1000000)::float8 as value`,
}

/** When each period ends. */
const biomass = ({ company }: ReportSql): Told => ({
  fact: 'left',
  by: ['cage_id'],
  select: sql`c.location_id as series, sum(f.mass)::text as value`,
  rest: sql`join cages c on c.company_id = ${company} and c.id = f.cage_id group by 1, 2`,
})

export const weightRoutes: Route[] = [factRoute(weights, averages), factRoute(weightsTotal, biomass), cagePeriodRoute]
