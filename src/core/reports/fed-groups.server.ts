/** Feed by categories and generations, as reports divide it. */
import { sql } from 'kysely'
import { shares } from '../documents/kinds/feeding/shares.server'
import type { ReportSql } from './series.server'

export const fedByCategories = (asked: ReportSql) => sql`
  select x, age_category_id as series, cage_id as cage, sum(volume)::text as value from (${shares(asked)}) s
  group by 1, 2, 3`

export const fedByGenerations = (asked: ReportSql) => {
  const { generation_id, age_categories_id } = asked.input
  return sql`
    select x, age_category_id as series, sum(volume)::text as value from (${shares(asked)}) s
    where true ${generation_id ? sql`and generation_id = ${generation_id}` : sql``}
      ${age_categories_id ? sql`and age_category_id = any(${age_categories_id}::int[])` : sql``}
    group by 1, 2`
}
