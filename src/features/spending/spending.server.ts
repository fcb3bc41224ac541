/** Totals by category and by generation, over the same rows as the list. */
import { sql } from 'kysely'
import { journalWhere } from '../../core/documents/engine/journal-where.server'
import { spending, SPENT } from '../../core/documents/kinds/spending/spending.server'
import { route, type Route } from '../../server/http/route'
import { spendingTotalsCall } from './spending.contract'

interface Sum {
  by: 'all' | 'category' | 'generation'
  id: number | null
  name: string | null
  amount: number | null
  count: number
  share: number | null
}

const totals = route(spendingTotalsCall, async (input, context) => {
  const { tx, company } = context
  const where = await journalWhere(spending, { ...input, cages_id: null, location_id: null, per_page: 1 }, context)
  const rows = await tx.rows<Sum>(sql`
    with sums as (
      select spending_category_id as category, generation_id as generation, grouping(spending_category_id,
        generation_id) as without,
        ${SPENT} as amount, sum(payment) as kopecks, count(*)::int as count
      from operations o where ${where}
      group by grouping sets ((), (spending_category_id), (generation_id)))
    select case s.without when 3 then 'all' when 1 then 'category' else 'generation' end as by,
      coalesce(s.category, s.generation) as id, coalesce(c.name, n.name) as name, s.amount, s.count,
      round(s.kopecks * 100 / max(s.kopecks) over (), 2)::float8 as share
    from sums s
    left join spending_categories c on c.company_id = ${company.id} and c.id = s.category
    left join generations n on n.company_id = ${company.id} and n.id = s.generation
    order by s.kopecks desc nulls last, name`)
  const partsBy = (by: Sum['by']) =>
    rows
      .filter((row) => row.by === by)
      .map(({ id, name, amount, count, share }) => ({ id, name, amount: amount!, count, share: share! }))
  const all = rows.find(({ by }) => by === 'all')
  return {
    amount: all?.amount ?? 0,
    count: all?.count ?? 0,
    by_category: partsBy('category').map(({ id, name, ...sums }) => ({
      spending_category_id: id!,
      name: name!,
      ...sums,
    })),
    by_generation: partsBy('generation').map(({ id, ...rest }) => ({ generation_id: id, ...rest })),
  }
})

export const spendingRoutes: Route[] = [totals]
