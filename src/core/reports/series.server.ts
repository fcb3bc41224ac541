/** The answer of a report out of the rows of its one statement: labels, series with their names, exact numbers. */
import { sql } from 'kysely'
import { groupBy } from '../../shared/collections'
import type { ParsedOf } from '../../shared/contract'
import { earlierThan } from '../../shared/report/compared'
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
} from '../../shared/report/report'
import { say } from '../../shared/say'
import { fieldErrors } from '../../server/errors'
import { complete } from '../../server/http/max-rows'
import { type Context, route, type Route } from '../../server/http/route'
import { type AskedFact, factRows, type Span, type Told } from './facts/fact-rows.server'
import { type Named, OTHERS_KEY, seriesKey, seriesOf } from './series-names.server'
import { among, cagesWithin } from '../documents/engine/journal-where.server'

type Input = ParsedOf<SeriesReport['call']>

/** What a report asks, beside what its fact is asked. Columns are named with their table. */
export interface ReportSql extends AskedFact {
  /** the report's own filters */
  input: Readonly<Record<string, unknown>>
  period: { start: string; end: string }
  cages: number[] | null
  /** the number of the period along the axis that a day of the report lies in */
  placeOf: (day: string) => number
}

/** One number: of which period, from 1 on, or cage; the series; sums as text of whole parts, means as they are. */
export interface ReportRow {
  x: number
  series: string | number | null
  value: string | number | null
  /** where series are divided by cages */
  cage?: number
}

/** The last twelve months, if no period is given. */
export function periodOf(
  { start, end }: { start: string | null; end: string | null },
  { company }: Pick<Context, 'company'>,
) {
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
  places: Map<number, number>
  stretches: readonly Days[]
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
    places: new Map(stretches.map((_, index) => [index + 1, index])),
    stretches,
  }
}

const byNumber = new Intl.Collator('ru', { numeric: true })

/** Cages of the rows, by number. */
async function axisOfCages({ tx, company }: Context, rows: readonly ReportRow[]): Promise<Axis> {
  const ids = [...new Set(rows.map(({ x }) => x))]
  const cages = await tx.rows<{ id: number; number: string }>(
    sql`select id, number from cages where company_id = ${company.id} and id = any(${ids}::int[])`,
  )
  cages.sort((one, other) => byNumber.compare(one.number, other.number) || one.id - other.id)
  return {
    labels: cages.map(({ number }) => number),
    extra: { cages: cages.map(({ id }) => id) },
    places: new Map(cages.map(({ id }, index) => [id, index])),
    stretches: [],
  }
}

const WHOLE = new Set(['kg', 'amount'])

function numberOf({ type }: Measure, value: ReportRow['value']): number | null {
  if (value === null) return null
  return WHOLE.has(type) ? sumIn(MILLIONTHS, String(value)) : Number(value)
}

const measureOf = (definition: Definition, key: string): Measure =>
  definition.series === 'measures' ? definition.measures[key]! : definition.value

function datasetOf(
  definition: Definition,
  { key, name, location }: Named,
  rows: readonly ReportRow[],
  { labels, places }: Axis,
) {
  const data: (number | null)[] = Array.from(labels, () => (definition.adds === false ? null : 0))
  for (const { x, value } of rows) {
    const place = places.get(x)
    if (place !== undefined) data[place] = numberOf(measureOf(definition, key), value)
  }
  const id = key === '' || key === OTHERS_KEY ? null : /^\d+$/.test(key) ? Number(key) : key
  return { label: name, data, id, locationId: definition.series === 'module' && key ? Number(key) : (location ?? -1) }
}

/** Of each cage, its number and module. */
async function numbersOf({ tx, company }: Context, rows: readonly ReportRow[]) {
  const ids = [...new Set(rows.map(({ cage }) => cage!))]
  const cages = await tx.rows<{ id: number; number: string; location: number }>(sql`
    select id, number, location_id as location from cages where company_id = ${company.id} and id = any(${ids}::int[])`)
  return new Map(cages.map((cage) => [cage.id, cage]))
}

/** A series for each cage that is in it. */
async function dividedByCages(
  definition: Definition,
  context: Context,
  axis: Axis,
  series: readonly Named[],
  { rows, all }: { rows: readonly ReportRow[]; all: readonly ReportRow[] },
) {
  complete([...all])
  const cages = await numbersOf(context, all)
  const partOf = (row: ReportRow) => `${row.cage}|${seriesKey(row)}`
  const parts = groupBy(rows, partOf)
  const told = new Set(all.map(partOf))
  const inOrder = [...cages.values()].sort((one, other) => byNumber.compare(one.number, other.number))
  return series.flatMap((one) =>
    inOrder.flatMap(({ id: cage_id, number, location }) => {
      const part = `${cage_id}|${one.key}`
      if (!told.has(part)) return []
      const own = parts.get(part) ?? []
      return [{ ...datasetOf(definition, { ...one, location }, own, axis), cage_id, cage_number: number }]
    }),
  )
}

/** The datasets of rows: of each series, and of each cage where they are divided by cages, that is in `all`. */
const datasetsOf = async (
  definition: Definition,
  context: Context,
  axis: Axis,
  series: readonly Named[],
  { rows, all }: { rows: readonly ReportRow[]; all: readonly ReportRow[] },
) => {
  if (definition.each) return dividedByCages(definition, context, axis, series, { rows, all })
  const bySeries = groupBy(rows, seriesKey)
  return series.map((one) => datasetOf(definition, one, bySeries.get(one.key) ?? [], axis))
}

/** Of an earlier period, with its own periods along the axis. */
interface Earlier {
  rows: readonly ReportRow[]
  period: { start: string; end: string }
  axis: Axis | null
}

async function answerOf(
  definition: Definition,
  context: Context,
  known: Axis | null,
  rows: readonly ReportRow[],
  earlier: Earlier | null,
): Promise<SeriesAnswer> {
  const all = earlier ? [...rows, ...earlier.rows] : rows
  const axis = known ?? (await axisOfCages(context, all))
  const series = all.length > 0 ? await seriesOf(definition, context, all) : []
  const datasets = await datasetsOf(definition, context, axis, series, { rows, all })
  const ids = datasets.map(({ id }) => id)
  const own = definition.series === 'measures' ? null : SERIES_KEYS[definition.series]
  const answer = { labels: axis.labels, datasets, extra: { ...axis.extra, ...(own && { [own]: ids }) } }
  if (!earlier) return answer
  const then = await datasetsOf(definition, context, earlier.axis ?? axis, series, { rows: earlier.rows, all })
  const { start, end } = shown({ start: dayOf(earlier.period.start), end: dayOf(earlier.period.end) })
  const before = { start, end, periods: earlier.axis?.extra.periods, data: then.map(({ data }) => data) }
  return { ...answer, extra: { ...answer.extra, before } }
}

/** The periods of a report, cut off by the instants that were asked for. */
const spansIn = ({ start, end }: { start: string; end: string }, stretches: readonly Days[]): Span[] =>
  stretches.map((one, index) => ({
    first: `${one.start}T00:00` > start ? `${one.start}T00:00` : start,
    last: `${one.end}T23:59` < end ? `${one.end}T23:59` : end,
    x: index + 1,
  }))

/** What a report adds to its answer. */
type Added = Partial<SeriesAnswer['extra']>
export type Extra = (answer: SeriesAnswer, asked: ReportSql, context: Context) => Added | Promise<Added>

/** What a report asks of a period, and the axis of its stretches; null where cages stand along it. */
function askedOf(
  definition: Definition,
  input: Input,
  { company, period, cages }: { company: number; period: { start: string; end: string }; cages: number[] | null },
): { asked: ReportSql; axis: Axis | null } {
  const detail = detailOf(definition, input)
  const axis = detail && axisOfPeriods(detail, period)
  const within = (cage: string) => (cages ? sql`and ${among(cage, cages)}` : sql``)
  const asked: ReportSql = {
    company,
    input,
    period,
    cages,
    of: (cage) => (axis ? sql`s.x` : sql.ref(cage)),
    spans: spansIn(period, axis?.stretches ?? [{ start: dayOf(period.start), end: dayOf(period.end) }]),
    placeOf: (day) => (axis?.stretches.findIndex(({ end }) => day <= end) ?? -1) + 1,
    within,
  }
  return { asked, axis }
}

/** A report's route: `count` answers its numbers, those of an earlier period beside what was told of its own. */
export const countedRoute = (
  { definition, call }: SeriesReport,
  count: (asked: ReportSql, context: Context, told: readonly ReportRow[]) => Promise<ReportRow[]>,
  extra?: Extra,
): Route =>
  route(call, async (input, context) => {
    const company = context.company.id
    const period = periodOf(input, context)
    const cages = await cagesWithin(context, input)
    const { asked, axis } = askedOf(definition, input, { company, period, cages })
    const rows = await count(asked, context, [])
    const earlier = input.compare && earlierThan(period, detailOf(definition, input), input.compare)
    const then = earlier && askedOf(definition, input, { company, period: earlier, cages })
    const before = then && { rows: await count(then.asked, context, rows), period: earlier, axis: then.axis }
    const answer = await answerOf(definition, context, axis, rows, before)
    return extra ? { ...answer, extra: { ...answer.extra, ...(await extra(answer, asked, context)) } } : answer
  })

/** Of a period that is kept in parts there are several rows for one number. */
function addedUp(rows: readonly ReportRow[]): ReportRow[] {
  const sums = new Map<string, ReportRow>()
  for (const row of rows) {
    const key = `${row.x}|${row.cage}|${seriesKey(row)}`
    const sum = sums.get(key)
    if (sum?.value == null) sums.set(key, row)
    else if (row.value !== null) sum.value = String(BigInt(sum.value) + BigInt(row.value))
  }
  return [...sums.values()]
}

/** The numbers of a report out of a fact: `series` and `value`, and `cage` where it is divided by cages. */
export const toldRows = async (asked: ReportSql, context: Context, told: Told): Promise<ReportRow[]> =>
  addedUp(await factRows<ReportRow>(context, asked, told))

/** The same as a route. */
export const factRoute = (report: SeriesReport, told: Told | ((asked: ReportSql) => Told), extra?: Extra): Route =>
  countedRoute(
    report,
    (asked, context) => toldRows(asked, context, typeof told === 'function' ? told(asked) : told),
    extra,
  )
