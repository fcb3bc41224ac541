/** The table and the chart of a report out of its answer, and what a cell of them opens. */
import type { Column } from '../columns'
import { parseDay } from '../dates'
import { type Definition, type Detail, type Measure, type SeriesAnswer } from './report'
import { hrefOf, type PageValues } from '../pages'

export interface ReportRow {
  id: number
  name: string
  [column: string]: string | number | null
}

/** A number's place in the answer. Without a series it is the total of its label, without a label of its series. */
export interface Place {
  label: number | null
  series: number | null
  /** all cages of it */
  module?: number
  /** of the earlier period */
  then?: true
}

export interface ReportTable {
  columns: Column[]
  rows: ReportRow[]
  placeOf: (row: ReportRow, column: string) => Place | null
  /** of a column of cages */
  cageOf?: (row: ReportRow) => number | undefined
}

export const TOTAL = 'total'
const DIFFERENCE = 'difference'
const CATEGORIES = 'categories'
const SHARE = 'share'
/** columns of which no cell opens records */
const CLOSED = new Set(['name', CATEGORIES, DIFFERENCE])
export const keyOf = (index: number) => `n${index}`
const exact = (sum: number) => Math.round(sum * 1e6) / 1e6
export const sumOf = (values: readonly (number | null)[]) =>
  exact(values.reduce<number>((sum, one) => sum + (one ?? 0), 0))

/** Whether numbers beside each other may be added. */
const adds = (definition: Definition) => definition.adds !== false && definition.series !== 'measures'

/** Whether numbers of one series may be added. */
const addsUp = ({ adds: told }: Definition) => told === undefined

export const measureAt = (definition: Definition, { id }: { id: unknown }): Measure =>
  definition.series === 'measures' ? definition.measures[String(id)]! : definition.value

const HEADS = { cage: 'Садок', detail: 'Дата', day: 'Дата', month: 'Месяц' } as const

/** The names of the categories that a label is of, where it says them. */
function categoriesAt({ categories }: SeriesAnswer['extra'], label: number): string | null {
  const own = categories?.[label]
  return Array.isArray(own) ? own.map(({ name }) => name).join(', ') : null
}

/** The name of the row, a column for each series, their total, and how they differ. */
function columnsByLabel(definition: Definition, { datasets, extra }: SeriesAnswer, summed: boolean): Column[] {
  return [
    {
      key: 'name',
      title: HEADS[definition.x],
      type: definition.x === 'cage' ? 'cage' : 'text',
      always: true,
      unsorted: definition.x !== 'cage',
    },
    ...(categoriesAt(extra, 0) !== null ? [{ key: CATEGORIES, title: 'Категория', type: 'text' } as const] : []),
    ...datasets.map((one, index): Column => ({
      key: keyOf(index),
      ...measureAt(definition, one),
      title: one.label,
      footer: addsUp(definition),
      noZero: definition.adds !== false,
    })),
    ...(summed
      ? [{ key: TOTAL, ...measureAt(definition, datasets[0]!), title: 'Итого', footer: addsUp(definition) }]
      : []),
    ...(extra.difference ? [{ key: DIFFERENCE, title: 'Отклонение', type: 'percent', unit: '%' } as const] : []),
  ]
}

/** Periods and cages are rows with a column for each series. */
function byLabel(definition: Definition, answer: SeriesAnswer, labels: readonly string[]): ReportTable {
  const { datasets, extra } = answer
  const summed = adds(definition) && datasets.length > 1
  const rows = labels.map((name, label): ReportRow => {
    const values = datasets.map(({ data }) => data[label]!)
    return {
      id: label,
      name,
      ...(categoriesAt(extra, label) !== null && { [CATEGORIES]: categoriesAt(extra, label) }),
      ...Object.fromEntries(values.map((value, index) => [keyOf(index), value])),
      ...(summed && { [TOTAL]: sumOf(values) }),
      ...(extra.difference && { [DIFFERENCE]: extra.difference[label]! }),
    }
  })
  return {
    columns: columnsByLabel(definition, answer, summed),
    // the newest period first
    rows: definition.x === 'cage' ? rows : rows.toReversed(),
    placeOf: ({ id }, column) =>
      CLOSED.has(column) ? null : { label: id, series: column === TOTAL ? null : Number(column.slice(1)) },
    cageOf: ({ id }) => (definition.x === 'cage' ? Number(extra.cages?.[id]) : undefined),
  }
}

/** Each series is a row with a column for each month. */
function bySeries(
  definition: Definition,
  { datasets }: SeriesAnswer,
  labels: readonly string[],
  head: string,
): ReportTable {
  const { unit, ...measure }: Measure = datasets[0] ? measureAt(definition, datasets[0]) : { title: '', type: 'number' }
  const total = addsUp(definition)
  const number = { ...measure, footer: total, noZero: true }
  const all = sumOf(datasets.map(({ data }) => sumOf(data)))
  return {
    columns: [
      {
        key: 'name',
        title: head,
        type: definition.series === 'cage' ? 'cage' : 'text',
        ...(unit && { unit }),
        always: true,
      },
      ...(definition.shares ? [{ key: SHARE, title: 'Доля', type: 'percent', unit: '%' } as const] : []),
      ...labels.map((title, index): Column => ({ ...number, key: keyOf(index), title })),
      ...(total ? [{ ...number, key: TOTAL, title: 'Итого' }] : []),
    ],
    rows: datasets.map(({ label, data }, id): ReportRow => ({
      id,
      name: label,
      ...Object.fromEntries(data.map((value, index) => [keyOf(index), value])),
      ...(total && { [TOTAL]: sumOf(data) }),
      ...(definition.shares && { [SHARE]: all ? Math.round((sumOf(data) / all) * 10_000) / 100 : null }),
    })),
    placeOf: ({ id }, column) =>
      column === 'name' || column === SHARE
        ? null
        : { series: id, label: column === TOTAL ? null : Number(column.slice(1)) },
    cageOf: ({ id }) => (definition.series === 'cage' ? Number(datasets[id]?.id) : undefined),
  }
}

/** A row for each series, cage and period that has a number. */
function byCageAndPeriod(definition: Definition, { datasets, extra }: SeriesAnswer, more: MoreColumns): ReportTable {
  const cells = datasets.flatMap(({ data }, series) =>
    data.flatMap((value, label) =>
      value || extra.before?.data[series]?.[label] ? [{ series, label, value: value ?? 0 }] : [],
    ),
  )
  // the newest period first; series are in order
  const rows = cells
    .toSorted((one, other) => other.label - one.label)
    .map(({ series, label, value }, id): ReportRow => {
      const { label: name, cage_number = null, id: thing } = datasets[series]!
      const { start, end } = extra.periods![label]!
      return { id, name, ...more.of(thing), cage_number, start_date: start, end_date: end, value, series, label }
    })
  return {
    columns: [
      { key: 'name', title: SERIES_HEADS[definition.series], type: 'text', always: true },
      ...more.columns,
      { key: 'cage_number', title: 'Садок', type: 'cage' },
      { key: 'start_date', title: 'Начало', type: 'day' },
      { key: 'end_date', title: 'Конец', type: 'day' },
      { key: 'value', ...measureAt(definition, datasets[0] ?? { id: null }), footer: true },
    ],
    rows,
    placeOf: ({ series, label }, column) =>
      column === 'value' ? { series: Number(series), label: Number(label) } : null,
    cageOf: ({ series }) => datasets[Number(series)]?.cage_id,
  }
}

/** Columns about the thing that a series is of. */
export interface MoreColumns {
  columns: readonly Column[]
  of: (id: unknown) => Record<string, number | null>
}

const SERIES_HEADS: Record<Definition['series'], string> = {
  feed: 'Корм',
  module: 'Модуль',
  category: 'Категория',
  reason: 'Причина',
  cause: 'Причина',
  cage: 'Садок',
  measures: '',
}

export const tableOf = (
  definition: Definition,
  answer: SeriesAnswer,
  labels: readonly string[],
  more: MoreColumns,
): ReportTable =>
  definition.each
    ? byCageAndPeriod(definition, answer, more)
    : definition.x === 'month' || definition.rows === 'series'
      ? bySeries(definition, answer, labels, SERIES_HEADS[definition.series])
      : byLabel(definition, answer, labels)

/** How a journal shows the rows of one series alone; null where cages or modules do, or nothing does. */
const FILTER_OF: Record<Definition['series'], ((id: number | string) => Partial<PageValues<'journal'>>) | null> = {
  feed: (id) => ({ feedTypeIds: [Number(id)] }),
  cause: (id) => ({ causesId: [Number(id)] }),
  reason: (id) => ({ reason: String(id) }),
  module: null,
  cage: null,
  category: null,
  measures: null,
}

/** What the page is filtered by. */
export interface Filtered {
  start: string
  end: string
  cages: number[] | null
  module: number | null
  /** input of the reports' own filters */
  own: Readonly<Record<string, unknown>>
}

/** Where the rows stand that add up to a number; null for what no filter finds. */
export function addressOf(
  definition: Definition,
  { datasets, extra }: SeriesAnswer,
  place: Place,
  { start, end, cages, module }: Filtered,
): string | null {
  const { journal, x, series } = definition
  const whole = place.then ? extra.before! : { start, end }
  const periods = place.then ? extra.before!.periods : extra.periods
  const period = (place.label === null ? null : periods?.[place.label]) ?? whole
  const id = place.series === null ? null : datasets[place.series]!.id
  if (place.series !== null && (id === null || measureAt(definition, { id }).derived)) return null
  const own = place.series === null ? undefined : datasets[place.series]!.cage_id
  const cage =
    own ?? (series === 'cage' ? id : x === 'cage' && place.label !== null ? extra.cages?.[place.label] : null)
  const where = {
    cagesId: cage ? [Number(cage)] : cages,
    locationId: series === 'module' && id !== null ? Number(id) : (place.module ?? module),
  }
  if (journal === null) return hrefOf('farm', { ...where, date: period.end })
  return hrefOf('journal', {
    path: journal,
    start: period.start,
    end: period.end,
    ...where,
    ...(id !== null && FILTER_OF[series]?.(id)),
  })
}

/** Labels as people read them: months by their names, without the year when it is one. */
export function labelsOf({ labels, extra }: SeriesAnswer, detail: Detail | null, language: string): string[] {
  if (detail !== 'month') return labels
  const months = extra.periods!.map(({ start }) => parseDay(start)!.slice(0, 7))
  const years = new Set(months.map((month) => month.slice(0, 4)))
  const names = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  return months.map((month) => {
    const name = names.format(new Date(`${month}-01T00:00Z`)).replace('.', '')
    return years.size > 1 ? `${name} ${month.slice(0, 4)}` : name
  })
}
