import { sql } from 'kysely'
import { addDays, dayOf } from '../../../../shared/dates'
import { route } from '../../../../server/http/route'
import { kindServer } from '../../engine/document.server'
import { spending as contract, spendingNamesCall } from './spending.contract'

/** SQL: the sum of operations `o` in roubles, as exact as JSON. */
export const SPENT = sql<number>`(sum(o.payment) * 0.01)::float8`

/** The condition of `spendingFilter`. */
function filter({ generations_id, spending_categories_id }: Record<string, unknown>) {
  const wanted = [
    generations_id
      ? sql`(o.generation_id = any(${generations_id}::int[]) or o.generation_id is null
        and 0 = any(${generations_id}::int[]))`
      : null,
    spending_categories_id ? sql`o.spending_category_id = any(${spending_categories_id}::int[])` : null,
  ].filter((condition) => condition !== null)
  return wanted.length > 0 ? sql`${sql.join(wanted, sql` and `)}` : null
}

export const spending = kindServer({
  contract,
  footer: 'document',
  reads: ['fish', 'spending'],
  filter,
  totals: (where, { tx }) => tx.one(sql`select ${SPENT} as amount from operations o where ${where}`),
  row: (row) => ({
    name: row.name!,
    amount: row.payment! / 100,
    spending_category_id: row.spending_category_id!,
    spending_category_name: row.spending_category!,
    generation_id: row.generation_id,
    generation_name: row.generation_name,
    for_location_id: row.for_location_id,
    for_cage_id: row.for_cage_id,
    paid_for: [row.for_location, row.for_cage].filter(Boolean).join(', ') || null,
  }),
})

const OFFERED = 300
const TWO_YEARS = 730

export const spendingNamesRoute = route(spendingNamesCall, (_, { tx, company }) =>
  tx.rows<{ name: string; spending_category_id: number }>(sql`
    select name, spending_category_id from operations
    where company_id = ${company.id} and kind = ${contract.kind}
      and at >= ${addDays(dayOf(company.now), -TWO_YEARS)}::timestamp
    group by name, spending_category_id order by count(*) desc, max(at) desc limit ${OFFERED}`),
)
