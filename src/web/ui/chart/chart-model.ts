/**
 * The data of a chart, and its values at a moment. A moment is a place on the axis: milliseconds on a time axis, an
 * index on an axis of categories.
 */
export interface ChartPoint {
  /** farm instant, 'YYYY-MM-DDTHH:mm', or the category */
  at: string
  value: number
}

export interface Series {
  key: string
  /** translated */
  name: string
  unit?: string
  /** the scale it is read by */
  side?: 'left' | 'right'
  /** 0, 1, 2 … among the lines of its axis, or among the bars: dark to light */
  shade: number
  /** drawn as a bar; bars with the same name are stacked. Without it a line */
  stack?: string
  /** a point stands for its whole day */
  daily?: boolean
  /** a value holds until the next one: a balance, not a reading */
  step?: boolean
  /** the upper edge of a band: it is filled down to these values, one for each point */
  floor?: readonly ChartPoint[]
  /** points that no line joins; a thin line is less than the others */
  look?: 'points' | 'thin'
  /** formats a value; up to six decimals by default */
  show?: (value: number) => string
  /** by time */
  points: readonly ChartPoint[]
}

/** A period in farm time, which stays while lines come and go, or category names in order, translated. */
export type ChartAxis =
  | {
      from: string
      to: string
      /** a moment with a line of its own, translated: «сегодня» */
      mark?: { at: string; name: string }
    }
  | { categories: readonly string[] }

const LINE_INKS = { left: ['--chart-1', '--chart-3', '--chart-5'], right: ['--chart-2', '--chart-4', '--chart-6'] }
const BAR_INKS = ['--bar-1', '--bar-2', '--bar-3', '--bar-4', '--bar-5', '--bar-6']

/** Shapes of points, so that colour is not the only difference. */
const MARKS = ['circle', 'rect', 'triangle'] as const
export const markOf = ({ shade }: Series) => MARKS[shade % MARKS.length]!

/** Names of CSS variables, not colours, so that the chart follows the theme and print. */
export function inkOf({ side = 'left', shade, stack }: Series): string {
  const inks = stack === undefined ? LINE_INKS[side] : BAR_INKS
  return `var(${inks[shade % inks.length]})`
}
/** Of every three lines of one axis: twelve can be told apart. */
const DASHES = [undefined, [2, 3], [10, 4], [10, 3, 2, 3]]
export const dashOf = ({ side, shade }: Series): number[] | undefined =>
  side === 'right' ? [6, 4] : DASHES[Math.floor(shade / LINE_INKS.left.length) % DASHES.length]

const DAY = 24 * 60 * 60_000

/** Farm time is never converted: its digits are treated as UTC in both directions. */
export const msOf = (at: string): number => Date.parse(`${at}Z`)
export const atOf = (ms: number): string => new Date(ms).toISOString().slice(0, 16)

/** The place of a point on the axis. */
export const placeOf = (axis: ChartAxis, at: string): number =>
  'categories' in axis ? axis.categories.indexOf(at) : msOf(at)

/** All moments at which some series has a point, in order. */
export const momentsOf = (series: readonly Series[], axis: ChartAxis): number[] =>
  [...new Set(series.flatMap(({ points }) => points.map(({ at }) => placeOf(axis, at))))].sort(
    (one, other) => one - other,
  )

/** Index of the moment nearest to `place`; -1 when there are none. */
export function nearestIndex(moments: readonly number[], place: number): number {
  let [low, high] = [0, moments.length - 1]
  if (high < 0) return -1
  while (low < high) {
    const middle = (low + high) >> 1
    if (moments[middle]! < place) low = middle + 1
    else high = middle
  }
  return low > 0 && place - moments[low - 1]! <= moments[low]! - place ? low - 1 : low
}

/**
 * The value of a series at a moment: that of its category; of a step line the last one before; of a daily series the
 * one of that day; else the reading nearest in time, if it is near enough.
 */
export function saidAt(
  { points, daily, step }: Pick<Series, 'points' | 'daily' | 'step'>,
  moment: number,
  axis: ChartAxis,
): ChartPoint | null {
  if ('categories' in axis) return points.find(({ at }) => at === axis.categories[moment]) ?? null
  if (step) return points.findLast(({ at }) => msOf(at) <= moment) ?? null
  if (daily) return points.find(({ at }) => at.slice(0, 10) === atOf(moment).slice(0, 10)) ?? null
  const moments = points.map(({ at }) => msOf(at))
  const index = nearestIndex(moments, moment)
  return index >= 0 && Math.abs(moments[index]! - moment) <= DAY ? points[index]! : null
}

const median = (sorted: readonly number[]) => sorted[sorted.length >> 1] ?? 0

/**
 * Splits a time line where nothing was measured for long: a line across three months would suggest readings that nobody
 * made.
 */
export function withGaps(points: readonly ChartPoint[]): [number, number | null][] {
  const moments = points.map(({ at }) => msOf(at))
  const steps = moments.slice(1).map((ms, index) => ms - moments[index]!)
  const longest = Math.max(2 * DAY, 4 * median([...steps].sort((one, other) => one - other)))
  return points.flatMap(({ value }, index): [number, number | null][] => {
    const ms = moments[index]!
    const before = moments[index - 1]
    if (before === undefined || ms - before <= longest) return [[ms, value]]
    return [
      [(ms + before) / 2, null],
      [ms, value],
    ]
  })
}

/** The label of a tick: the hour; at midnight the day; on the first of a month the month, in January the year. */
export function tickText(ms: number, language: string): string {
  const at = atOf(ms)
  if (!at.endsWith('00:00')) return at.slice(11)
  if (at.slice(8, 10) !== '01') return `${at.slice(8, 10)}.${at.slice(5, 7)}`
  if (at.slice(5, 7) === '01') return at.slice(0, 4)
  return new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(ms).replace('.', '')
}
