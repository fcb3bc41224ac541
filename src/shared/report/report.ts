/**
 * A report as data: series along periods or cages. Page, table, chart, Excel, print and the call are all made from its
 * definition; the answer has the shape of every chart of the API: labels, datasets and what belongs to them.
 */
import * as z from 'zod'
import type { CacheTag } from '../cache-tags'
import type { CellType } from '../columns'
import { endpoint } from '../contract'
import { addDays, dayOf, daysBetween, parseDay, showDay } from '../dates'
import * as f from '../fields'
import { filterFields, type FilterName } from '../filters'

/** How long the periods of a report are, by name. */
export const DETAILS = { day: 'День', week: 'Неделя', month: 'Месяц' } as const
export type Detail = keyof typeof DETAILS

/** What a period or a cage is divided into. Its ids stand in `extra` under that key. */
export const SERIES_KEYS = {
  feed: 'feedTypeIds',
  module: 'locations',
  category: 'categories',
  reason: 'reasons',
  cause: 'causes',
  cage: 'cages',
} as const

const key = z.union([z.number(), z.string()]).nullable()
const keys = z.array(key).optional()
const named = z.object({ id: z.number(), name: z.string() })

/** In `extra`, of each dataset. */
const keysOfSeries = {
  feedTypeIds: keys,
  locations: keys,
  /** or of each label, of what was lost there */
  categories: z.union([z.array(z.array(named)), z.array(key)]).optional(),
  reasons: keys,
  causes: keys,
  /** or of each label, where cages stand along the axis */
  cages: keys,
} satisfies Record<(typeof SERIES_KEYS)[keyof typeof SERIES_KEYS], z.ZodType>

const dataset = z.object({
  label: z.string(),
  data: z.array(z.number().nullable()),
  /** of the feed, module or category, the code of the reason, the measure */
  id: key,
  /** the module of the dataset; -1 for all */
  locationId: z.number(),
  /** of one cage alone */
  cage_id: z.number().optional(),
  cage_number: z.string().optional(),
})

const seriesAnswer = z.object({
  labels: z.array(z.string()),
  datasets: z.array(dataset),
  extra: z.object({
    /** of each label: its first and last day, DD.MM.YYYY */
    periods: z.array(z.object({ start: z.string(), end: z.string() })).optional(),
    ...keysOfSeries,
    /** of each label: (fact − norm) / norm · 100 %; null where there is no norm */
    difference: z.array(z.number().nullable()).optional(),
    /** the numbers of an earlier period, in the order of labels and datasets */
    before: z
      .object({
        /** DD.MM.YYYY */
        start: z.string(),
        end: z.string(),
        /** of each label */
        periods: z.array(z.object({ start: z.string(), end: z.string() })).optional(),
        data: z.array(z.array(z.number().nullable())),
      })
      .optional(),
  }),
})
export type SeriesAnswer = z.infer<typeof seriesAnswer>

/** What is counted. */
export interface Measure {
  title: string
  type: CellType
  unit?: string
  decimals?: number
  /** it is no sum of records, so it opens none */
  derived?: true
}

/** One measure divided by what the series are, or several measures, each a series. */
type Division =
  | { series: keyof typeof SERIES_KEYS; value: Measure }
  | {
      series: 'measures'
      measures: Readonly<Record<string, Measure>>
      /** they have one scale: all are drawn, and `extra.difference` is a column */
      compared?: true
    }

export type Definition = Division & {
  /** under /chart/data/ */
  path: string
  title: string
  reads: readonly CacheTag[]
  /** what stands along the axis: periods of a length that is asked for, months, or cages */
  x: 'detail' | 'month' | 'day' | 'cage'
  chart: 'bars' | 'line'
  /** what the numbers of the chart are, said above it */
  axis?: string
  /** each series is a row of the table with a column for each period, as it is where months stand along the axis */
  rows?: 'series'
  /** series are divided by cages as well: the table has a row for each of these and period, the chart does without */
  each?: true
  /** its own filters; nothing is asked until those of one option are chosen */
  filters?: readonly FilterName[]
  /** the table says how much of all each series is */
  shares?: true
  /** rows on a page of its table */
  perPage?: number
  /** a mean has no total; what lies there at the end of each period adds up beside it, not from one to the next */
  adds?: false | 'series'
  empty: string
  /** the kind of journal that a cell opens, by its path; null for the farm at the end of its period */
  journal: string | null
}

/** A period that may be left out: it is the last twelve months then. */
export const reportPeriod = { start: f.optional(f.instant('start')), end: f.optional(f.instant('end')) }

const input = z.object({
  ...reportPeriod,
  detalization: z.enum(['day', 'week', 'month'], { error: 'Выберите значение' }).optional().default('month'),
  /** with what it is compared: as long a period before its own, or a year before */
  compare: f.optional(f.oneOf(['previous', 'year'] as const)),
  ...filterFields('cages', 'module'),
})

/** A report whose answer is series. A period that is left out is the last twelve months. */
export const seriesReport = <D extends Definition>(definition: D) => ({
  definition,
  call: endpoint({
    method: 'GET',
    path: `/chart/data/${definition.path}`,
    reads: definition.reads,
    ability: 'access reports',
    area: 'reports',
    summary: definition.title,
    input: input.extend(filterFields(...(definition.filters ?? []))),
    answer: seriesAnswer,
    example: { start: '01.01.2026', end: '30.06.2026' },
  }),
})
export type SeriesReport = ReturnType<typeof seriesReport>

/** A stretch of days, both ends among them, 'YYYY-MM-DD'. */
export interface Days {
  start: string
  end: string
}

/** The first day of the stretch that a day lies in; weeks begin on Monday. */
export function beginOf(detail: Detail, day: string): string {
  if (detail === 'month') return `${day.slice(0, 7)}-01`
  if (detail === 'day') return day
  return addDays(day, -daysBetween('1950-01-02', day) % 7)
}

const nextOf = (detail: Detail, first: string): string =>
  detail === 'month' ? beginOf('month', addDays(first, 31)) : addDays(first, detail === 'week' ? 7 : 1)

/**
 * The days DD.MM.YYYY that a report of a page is asked for. Its months are twelve at least, up to the end of the
 * period: one or two beside each other say nothing.
 */
export function daysAsked({ x }: Pick<Definition, 'x'>, { start, end }: Days): Days {
  if (x !== 'month') return { start, end }
  const [first, last] = [parseDay(start)!, parseDay(end)!]
  const year = beginOf('month', addDays(beginOf('month', last), -334))
  return { start: first < year ? start : showDay(year), end }
}

/** How many of them a report has at most. */
export const MOST_PERIODS = 400

/** The stretches of a period in order, the first and the last cut off by it; null when there are too many. */
export function stretchesOf(detail: Detail, { start, end }: { start: string; end: string }): Days[] | null {
  const [first, last] = [dayOf(start), dayOf(end)]
  const found: Days[] = []
  for (let begin = beginOf(detail, first); begin <= last; begin = nextOf(detail, begin)) {
    if (found.length === MOST_PERIODS) return null
    const until = addDays(nextOf(detail, begin), -1)
    found.push({ start: begin < first ? first : begin, end: until > last ? last : until })
  }
  return found
}

/** '20.11.2026', '16.11–22.11.2026', '11.2026'. */
export function stretchName(detail: Detail, { start, end }: Days): string {
  if (detail === 'day') return showDay(start)
  if (detail === 'month') return showDay(start).slice(3)
  return `${showDay(start).slice(0, 5)}–${showDay(end)}`
}
