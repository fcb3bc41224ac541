/** The answer of a report out of the rows of its one statement: labels, series with their names, exact numbers. */
import { type RawBuilder, sql } from 'kysely'
import { groupBy } from '../../shared/collections'
import type { ParsedOf } from '../../shared/contract'
import { addDays, dayOf } from '../../shared/dates'
import { MILLIONTHS, sumIn } from '../../shared/numbers'
import {
  beginOf,
  type Days,
  type Definition,
  type Detail,
  type Measure,
  MOST_PERIODS,
  SERIES_KEYS,
  type SeriesAnswer,
  type SeriesReport,
  stretchesOf,
  stretchName,
} from '../../shared/report'
import { say } from '../../shared/say'
import { fieldErrors } from '../../server/errors'
import { type Context, route, type Route } from '../../server/http/route'
import { among, cagesWithin } from '../documents/engine/journal-where.server'

type Input = ParsedOf<SeriesReport['call']>

/** What a report's statement is made with. Columns are named with their table. */
export interface ReportSql {
  company: number
  /** SQL: what stands along the axis, of a row with this instant in this cage */
  x: (at: string, cage: string) => RawBuilder<unknown>
  /** SQL: the row is of this company, in the period and in cages that were asked for and may be seen */
  where: (table: string) => RawBuilder<unknown>
}

/** One number: the first day of its stretch or the cage; the series; sums as text of whole parts, means as they are. */
export interface ReportRow {
  x: string
  series: string | null
  value: string | number | null
}

/** The last twelve months, if no period is given. */
function periodOf({ start, end }: Input, { company }: Context) {
  const last = end ?? `${dayOf(company.now)}T23:59`
  const year = beginOf('month', addDays(beginOf('month', dayOf(last)), -334))
  const first = start ?? `${year}T00:00`
  if (first > last) throw fieldErrors({ end: 'Конец периода раньше начала' })
  return { start: first, end: last }
}

const detailOf = ({ x }: Definition, { detalization }: Input): Detail | null =>
  x === 'cage' ? null : x === 'detail' ? detalization : x

/** Labels with what belongs to them, and the places of x among them. */
interface Axis {
  labels: string[]
  extra: Pick<SeriesAnswer['extra'], 'periods' | 'cages'>
  places: Map<string, number>
}

const shown = ({ start, end }: Days) => ({ start: day(start), end: day(end) })
const day = (iso: string) => stretchName('day', { start: iso, end: iso })

function axisOfPeriods(detail: Detail, period: { start: string; end: string }): Axis {
  const stretches = stretchesOf(detail, period)
  if (!stretches)
    throw fieldErrors({
      end: say('Больше {{most}} отрезков: выберите период короче или отрезки длиннее', { most: MOST_PERIODS }),
    })
  return {
    labels: stretches.map((one) => stretchName(detail, one)),
    extra: { periods: stretches.map(shown) },
    places: new Map(stretches.map(({ start }, index) => [beginOf(detail, start), index])),
  }
}

const byNumber = new Intl.Collator('ru', { numeric: true })

/** Cages of the rows, by number. */
async function axisOfCages({ tx, company }: Context, rows: readonly ReportRow[]): Promise<Axis> {
  const ids = [...new Set(rows.map(({ x }) => Number(x)))]
  const cages = await tx.rows<{ id: number; number: string }>(
    sql`select id, number from cages where company_id = ${company.id} and id = any(${ids}::int[])`,
  )
  cages.sort((one, other) => byNumber.compare(one.number, other.number) || one.id - other.id)
  return {
    labels: cages.map(({ number }) => number),
    extra: { cages: cages.map(({ id }) => id) },
    places: new Map(cages.map(({ id }, index) => [String(id), index])),
  }
}

const TABLES = { feed: 'goods', module: 'locations', category: 'age_categories' } as const

interface Named {
  key: string
  name: string
}

/** The series of the rows with their names: measures in the order of the report, others by name. */
async function seriesOf(
  definition: Definition,
  { tx, company }: Context,
  rows: readonly ReportRow[],
): Promise<Named[]> {
  if (definition.series === 'measures')
    return Object.entries(definition.measures).map(([key, { title }]) => ({ key, name: title }))
  const keys = [...new Set(rows.map(({ series }) => series ?? ''))]
  if (definition.series === 'reason')
    return tx.rows(sql`select code as key, name from withdrawal_reasons
      where company_id = ${company.id} and code = any(${keys}::text[]) order by position`)
  return tx.rows(sql`select id::text as key, name from ${sql.table(TABLES[definition.series])}
    where company_id = ${company.id} and id = any(${keys.filter(Boolean).map(Number)}::int[]) order by name, id`)
}

const WHOLE = new Set(['kg', 'amount'])

function numberOf({ type }: Measure, value: ReportRow['value']): number | null {
  if (value === null) return null
  return WHOLE.has(type) ? sumIn(MILLIONTHS, String(value)) : Number(value)
}

const measureOf = (definition: Definition, key: string): Measure =>
  definition.series === 'measures' ? definition.measures[key]! : definition.value

function datasetOf(definition: Definition, { key, name }: Named, rows: readonly ReportRow[], { labels, places }: Axis) {
  const data: (number | null)[] = Array.from(labels, () => (definition.adds === false ? null : 0))
  for (const { x, value } of rows) {
    const place = places.get(x)
    if (place !== undefined) data[place] = numberOf(measureOf(definition, key), value)
  }
  const id = key === '' ? null : /^\d+$/.test(key) ? Number(key) : key
  return { label: name, data, id, locationId: definition.series === 'module' ? Number(key) : -1 }
}

async function answerOf(definition: Definition, context: Context, axis: Axis, rows: readonly ReportRow[]) {
  const bySeries = groupBy(rows, ({ series }) => series ?? '')
  const series = rows.length > 0 ? await seriesOf(definition, context, rows) : []
  const datasets = series.map((one) => datasetOf(definition, one, bySeries.get(one.key) ?? [], axis))
  const ids = datasets.map(({ id }) => id)
  const own = definition.series === 'measures' ? null : SERIES_KEYS[definition.series]
  return { labels: axis.labels, datasets, extra: { ...axis.extra, ...(own && { [own]: ids }) } }
}

/** A report's route: its statement answers `x`, `series` and `value`. */
export const seriesRoute = (
  { definition, call }: SeriesReport,
  statement: (asked: ReportSql) => RawBuilder<unknown>,
): Route =>
  route(call, async (input, context) => {
    const period = periodOf(input, context)
    const detail = detailOf(definition, input)
    const known = detail && axisOfPeriods(detail, period)
    const cages = await cagesWithin(context, input)
    const rows = await context.tx.rows<ReportRow>(
      sql`${statement({
        company: context.company.id,
        x: (at, cage) =>
          detail ? sql`date_trunc(${sql.lit(detail)}, ${sql.ref(at)})::date::text` : sql`${sql.ref(cage)}::text`,
        where: (table) => sql`${sql.ref(`${table}.company_id`)} = ${context.company.id}
          and ${sql.ref(`${table}.at`)} between ${period.start}::timestamp and ${period.end}::timestamp
          ${cages ? sql`and ${among(`${table}.cage_id`, cages)}` : sql``}`,
      })}`,
    )
    return answerOf(definition, context, known ?? (await axisOfCages(context, rows)), rows)
  })
