/** How many rows the days of a farm's own past have. */
import { sql } from 'kysely'
import { kinds, rulesOf } from '../../../core/documents/kinds/kinds.contract'
import { factRows } from '../../../core/reports/facts/fact-rows.server'
import type { Context } from '../../../server/http/route'
import { groupBy } from '../../../shared/collections'
import { GIVEN, within } from './own-rows.server'

/** SQL: kinds whose lines of goods are rows of their own, written out: a plan for any list takes them for most. */
const WITH_LINES = sql.join(
  [...rulesOf.values()].filter(({ kind, goods }) => goods && !GIVEN.includes(kind)).map(({ kind }) => sql.lit(kind)),
)

const EVER = { first: '1900-01-01T00:00', last: '9999-12-31T23:59', x: 1 }

/** Days and what they have, added up. */
interface Counted {
  day: string
  rows: number
}

/** Documents of cages, out of months that are kept too. */
const countDocuments = (context: Context) =>
  factRows<Counted>(
    context,
    {
      company: context.company.id,
      spans: [EVER],
      of: () => sql`s.x`,
      within: () => sql``,
    },
    {
      fact: 'documented',
      by: ['key'],
      select: sql`split_part(f.key, '|', 1) as day, sum(f.mass)::int as rows`,
      rest: sql`group by 1, 2`,
    },
  )

/** What hangs on no cage; lines of documents are looked up in an index that holds all that is asked of them. */
const countRest = ({ tx, company: { id: company } }: Context) =>
  tx.rows<Counted>(sql`
    select day::text, sum(rows)::int as rows from (
      select o.at::date as day, count(*) as rows from operations o
      where ${within({ company })} and o.kind = ${kinds.spending.kind} group by 1
      union all
      select o.at::date, count(*) from operations o
      cross join lateral (
        select good_id, amount from stock_entries
        where company_id = ${company} and at = o.at and operation_id = o.id offset 0) e
      join goods g on g.company_id = ${company} and g.id = e.good_id and g.kind = 'good'
      where ${within({ company })} and o.kind in (${WITH_LINES})
        and (o.kind <> ${kinds.move.kind} or e.amount < 0)
      group by 1
      union all
      select o.at::date, count(*) from measurements o where ${within({ company })} group by 1) counted
    group by 1`)

/**
 * How many rows each day has, by plain counts: for dividing a past of millions nothing is looked up. A weighing that
 * changed nothing is counted though its row is left out.
 */
export async function countDays(context: Context): Promise<Counted[]> {
  const found = await Promise.all([countDocuments(context), countRest(context)])
  const days = groupBy(found.flat(), ({ day }) => day)
  return [...days]
    .map(([day, own]) => ({ day, rows: own.reduce((sum, { rows }) => sum + rows, 0) }))
    .sort((one, other) => (one.day < other.day ? -1 : 1))
}
