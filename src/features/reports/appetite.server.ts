/** How fish took their feed, the mean of each day and module. */
import { sql } from 'kysely'
import { factRows, type Told } from '../../core/reports/facts/fact-rows.server'
import { countedRoute, type ReportRow, type ReportSql } from '../../core/reports/series.server'
import type { Context } from '../../server/http/route'
import { dayOf } from '../../shared/dates'
import { stretchesOf } from '../../shared/report/report'
import { appetite } from './reports.contract'

/** By day of the month; noted of none of its feedings a day has a row without a number. */
const noted = ({ company }: ReportSql): Told => ({
  fact: 'appetite',
  by: ['cage_id', 'group_id'],
  select: sql`f.group_id as day, c.location_id as series,
    (sum(f.mass) / nullif(sum(f.count), 0))::float8 as value`,
  rest: sql`join cages c on c.company_id = ${company} and c.id = f.cage_id group by 1, 2, 3`,
})

/** Whole months are kept, so it is asked by months; no day lies in two of their parts. */
async function appetites(asked: ReportSql, context: Context): Promise<ReportRow[]> {
  const { start, end } = asked.period
  const months = stretchesOf('month', { start: dayOf(start), end: dayOf(end) })!
  const spans = months.map((month, index) => ({
    first: index === 0 ? start : `${month.start}T00:00`,
    last: index === months.length - 1 ? end : `${month.end}T23:59`,
    x: index + 1,
  }))
  const rows = await factRows<{ x: number; day: number; series: number; value: number | null }>(
    context,
    { ...asked, spans, of: () => sql`s.x` },
    noted(asked),
  )
  return rows.map(({ x, day, series, value }) => {
    const date = `${months[x - 1]!.start.slice(0, 7)}-${String(day).padStart(2, '0')}`
    return { x: asked.placeOf(date), series, value }
  })
}

export const appetiteRoute = countedRoute(appetite, appetites)
