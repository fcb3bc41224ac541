/** Feed by categories and generations, as reports divide it. */
import { sql } from 'kysely'
import type { Told } from './facts/fact-rows.server'
import type { ReportSql } from './series.server'

/** What was fed where nothing swam has no group. */
const groups = ({ company }: ReportSql) =>
  sql`left join fish_groups g on g.company_id = ${company} and g.id = f.group_id`

export const fedByCategories = (asked: ReportSql): Told => ({
  fact: 'eaten',
  by: ['cage_id', 'group_id'],
  select: sql`g.age_category_id as series, f.cage_id as cage, sum(f.mass)::text as value`,
  rest: sql`${groups(asked)} group by 1, 2, 3`,
})

export const fedByGenerations = (asked: ReportSql): Told => {
  const { generation_id, age_categories_id } = asked.input
  return {
    fact: 'eaten',
    by: ['group_id'],
    select: sql`g.age_category_id as series, sum(f.mass)::text as value`,
    rest: sql`${groups(asked)}
      where true ${generation_id ? sql`and g.generation_id = ${generation_id}` : sql``}
        ${age_categories_id ? sql`and g.age_category_id = any(${age_categories_id}::int[])` : sql``}
      group by 1, 2`,
  }
}
