/** The table and the chart of a report out of its answer, and what a cell of them opens. */
import type { Column } from '../../shared/columns'
import { parseDay } from '../../shared/dates'
import { type Definition, type Detail, type Measure, type SeriesAnswer } from '../../shared/report'
import { type PageValues } from '../../shared/pages'
import type { ChartAxis, Series } from '../../web/ui/chart/chart-model'
import type { TFunction } from '../../web/i18n'

export interface ReportRow {
  id: number
  name: string
  [column: string]: string | number | null
}

/** A number's place in the answer. Without a series it is the total of its label, without a label of its series. */
export interface Place {
  label: number | null
  series: number | null
}

export interface ReportTable {
  columns: Column[]
  rows: ReportRow[]
  placeOf: (row: ReportRow, column: string) => Place | null
}

const TOTAL = 'total'
const keyOf = (index: number) => `n${index}`
const exact = (sum: number) => Math.round(sum * 1e6) / 1e6
const sumOf = (values: readonly (number | null)[]) => exact(values.reduce<number>((sum, one) => sum + (one ?? 0), 0))

/** Whether numbers beside each other may be added. */
const adds = (definition: Definition) => definition.adds !== false && definition.series !== 'measures'

const measureAt = (definition: Definition, { id }: { id: unknown }): Measure =>
  definition.series === 'measures' ? definition.measures[String(id)]! : definition.value

const HEADS = { cage: 'Садок', detail: 'Дата', day: 'Дата', month: 'Месяц' } as const

/** Periods and cages are rows with a column for each series. */
function byLabel(definition: Definition, { datasets, extra }: SeriesAnswer, labels: readonly string[]): ReportTable {
  const summed = adds(definition) && datasets.length > 1
  const columns: Column[] = [
    {
      key: 'name',
      title: HEADS[definition.x],
      type: definition.x === 'cage' ? 'cage' : 'text',
      always: true,
      unsorted: !extra.cages,
    },
    ...datasets.map((one, index): Column => ({
      key: keyOf(index),
      ...measureAt(definition, one),
      title: one.label,
      footer: definition.adds !== false,
      noZero: definition.adds !== false,
    })),
    ...(summed ? [{ key: TOTAL, ...measureAt(definition, datasets[0]!), title: 'Итого', footer: true }] : []),
  ]
  const rows = labels.map((name, label): ReportRow => {
    const values = datasets.map(({ data }) => data[label]!)
    return {
      id: label,
      name,
      ...Object.fromEntries(values.map((value, index) => [keyOf(index), value])),
      ...(summed && { [TOTAL]: sumOf(values) }),
    }
  })
  return {
    columns,
    // the newest period first
    rows: extra.cages ? rows : rows.toReversed(),
    placeOf: ({ id }, column) =>
      column === 'name' ? null : { label: id, series: column === TOTAL ? null : Number(column.slice(1)) },
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
  const number = { ...measure, footer: true, noZero: true }
  return {
    columns: [
      { key: 'name', title: head, type: 'text', ...(unit && { unit }), always: true },
      ...labels.map((title, index): Column => ({ ...number, key: keyOf(index), title })),
      { ...number, key: TOTAL, title: 'Итого' },
    ],
    rows: datasets.map(({ label, data }, id): ReportRow => ({
      id,
      name: label,
      ...Object.fromEntries(data.map((value, index) => [keyOf(index), value])),
      [TOTAL]: sumOf(data),
    })),
    placeOf: ({ id }, column) =>
      column === 'name' ? null : { series: id, label: column === TOTAL ? null : Number(column.slice(1)) },
  }
}

const SERIES_HEADS = { feed: 'Корм', module: 'Модуль', category: 'Категория', reason: 'Причина', measures: '' }

export const tableOf = (definition: Definition, answer: SeriesAnswer, labels: readonly string[]): ReportTable =>
  definition.x === 'month'
    ? bySeries(definition, answer, labels, SERIES_HEADS[definition.series])
    : byLabel(definition, answer, labels)

/** Bars of all series are stacked; of several measures the first is drawn, since they have no scale in common. */
export function seriesOf(
  definition: Definition,
  { datasets, extra }: SeriesAnswer,
  labels: readonly string[],
  show: (value: number, measure: Measure) => string,
  t: TFunction,
): Series[] {
  const line = definition.chart === 'line'
  const drawn = definition.series === 'measures' ? datasets.slice(0, 1) : datasets
  return drawn.map((one, index): Series => {
    const measure = measureAt(definition, one)
    const instantOf = (label: number) => `${parseDay(extra.periods![label]!.start)!}T00:00`
    return {
      key: keyOf(index),
      name: t(one.label),
      ...(measure.unit && { unit: t(measure.unit) }),
      shade: index,
      ...(!line && { stack: 'all' }),
      daily: line,
      show: (value) => show(value, measure),
      // a bar of nothing would be a line
      points: one.data.flatMap((value, label) =>
        value === null || (value === 0 && !line) ? [] : [{ at: line ? instantOf(label) : labels[label]!, value }],
      ),
    }
  })
}

export const axisOf = ({ chart }: Definition, { extra }: SeriesAnswer, labels: readonly string[]): ChartAxis =>
  chart === 'line'
    ? {
        from: `${parseDay(extra.periods![0]!.start)!}T00:00`,
        to: `${parseDay(extra.periods!.at(-1)!.end)!}T23:59`,
      }
    : { categories: labels }

/** What the page is filtered by. */
export interface Filtered {
  start: string
  end: string
  cages: number[] | null
  module: number | null
}

/**
 * The journal whose rows add up to a number, as values of its address; null for a reason, by which no journal is
 * filtered.
 */
export function journalOf(
  { journal, series }: Definition,
  { datasets, extra }: SeriesAnswer,
  place: Place,
  { start, end, cages, module }: Filtered,
): PageValues<'journal'> | null {
  if (series === 'reason' && place.series !== null) return null
  const period = place.label === null ? null : extra.periods?.[place.label]
  const cage = place.label === null ? null : extra.cages?.[place.label]
  const id = place.series === null ? null : datasets[place.series]!.id
  return {
    path: journal,
    start: period?.start ?? start,
    end: period?.end ?? end,
    cagesId: cage ? [cage] : cages,
    locationId: series === 'module' && id !== null ? Number(id) : module,
    ...(series === 'feed' && id !== null && { feedTypeIds: [Number(id)] }),
  }
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
