/** Feed by feed: of very many the largest of the period, all others together. */
import { sql } from 'kysely'
import { factRows, OTHERS, type Told } from '../../core/reports/facts/fact-rows.server'
import { type ReportRow, type ReportSql, toldRows } from '../../core/reports/series.server'
import type { Context } from '../../server/http/route'

/** More columns than these nobody reads, and two thousand feeds of five hundred cages are a million numbers. */
const MOST_FEEDS = 40

/** Of all cages there are far fewer rows by feed alone. */
const factOf = ({ cages }: ReportSql) => (cages ? 'feed' : 'feeds')

const manyFeeds = async ({ tx, company }: Context) =>
  (await tx.maybe(sql`
    select from goods where company_id = ${company.id} and kind = 'good' and type = 'feed'
    offset ${MOST_FEEDS} limit 1`)) !== undefined

/** The feeds of which most was given in the period; those told apart in the period that it is compared with as well. */
async function largest(asked: ReportSql, context: Context, told: readonly ReportRow[]): Promise<number[]> {
  const totals: Told = { fact: factOf(asked), by: ['group_id'], select: sql`f.group_id as feed, f.mass::text as mass` }
  const whole = { ...asked, spans: [{ first: asked.period.start, last: asked.period.end, x: 1 }], of: () => sql`s.x` }
  const rows = await factRows<{ feed: number | null; mass: string }>(context, whole, totals)
  const sums = new Map<number, number>()
  for (const { feed, mass } of rows) if (feed) sums.set(feed, (sums.get(feed) ?? 0) + Number(mass))
  const own = [...sums].sort(([a, most], [b, more]) => more - most || a - b).slice(0, MOST_FEEDS)
  const before = told.flatMap(({ series }) => (typeof series === 'number' && series !== OTHERS ? [series] : []))
  return [...new Set([...own.map(([feed]) => feed), ...before])]
}

export const fedByFeed =
  (by: 'cage' | 'month') =>
  async (asked: ReportSql, context: Context, told: readonly ReportRow[]): Promise<ReportRow[]> =>
    toldRows(asked, context, {
      fact: by === 'cage' ? 'feed' : factOf(asked),
      by: ['group_id'],
      select: sql`nullif(f.group_id, 0) as series, f.mass::text as value`,
      ...((await manyFeeds(context)) && { apart: await largest(asked, context, told) }),
    })
