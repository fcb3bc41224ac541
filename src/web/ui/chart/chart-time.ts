/**
 * What a chart over time computes: farm instants as numbers on an axis, the words under it, gaps, the point next to the
 * pointer.
 */
import type { ChartLine, ChartPoint } from './chart-line'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Farm time is never converted: its digits are read as if they were UTC, and written the same way. */
export const msOf = (at: string): number => Date.parse(`${at}Z`)
export const atOf = (ms: number): string => new Date(ms).toISOString().slice(0, 16)

/** Every moment at which some line has a point, in order. */
export const momentsOf = (lines: readonly ChartLine[]): number[] =>
  [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => msOf(at))))].sort((one, other) => one - other)

/** Index of the moment nearest to `ms`; -1 without any. */
export function nearestIndex(moments: readonly number[], ms: number): number {
  let [low, high] = [0, moments.length - 1]
  if (high < 0) return -1
  while (low < high) {
    const middle = (low + high) >> 1
    if (moments[middle]! < ms) low = middle + 1
    else high = middle
  }
  return low > 0 && ms - moments[low - 1]! <= moments[low]! - ms ? low - 1 : low
}

/** What a line says at a moment: its nearest point, when it is of about that time. */
export function pointNear(points: readonly ChartPoint[], ms: number, reach = DAY): ChartPoint | null {
  const index = nearestIndex(
    points.map(({ at }) => msOf(at)),
    ms,
  )
  const point = points[index]
  return point && Math.abs(msOf(point.at) - ms) <= reach ? point : null
}

/**
 * What a line says at a moment: the point of that day where a point is a day, else the nearest reading of about that
 * time.
 */
export const saidAt = ({ points, daily }: Pick<ChartLine, 'points' | 'daily'>, ms: number): ChartPoint | null =>
  daily ? (points.find(({ at }) => at.slice(0, 10) === atOf(ms).slice(0, 10)) ?? null) : pointNear(points, ms)

const median = (sorted: readonly number[]) => sorted[sorted.length >> 1] ?? 0

/**
 * Data of a series, parted where nobody measured: a line through three silent months would tell of readings that were
 * not made.
 */
export function withGaps(points: readonly ChartPoint[]): [number, number | null][] {
  const moments = points.map(({ at }) => msOf(at))
  const steps = moments.slice(1).map((ms, index) => ms - moments[index]!)
  const longest = Math.max(2 * DAY, 4 * median([...steps].sort((one, other) => one - other)))
  return points.flatMap(({ value }, index): [number, number | null][] => {
    const ms = moments[index]!
    const gap = index > 0 && ms - moments[index - 1]! > longest
    return gap
      ? [
          [(ms + moments[index - 1]!) / 2, null],
          [ms, value],
        ]
      : [[ms, value]]
  })
}

const DAY_STEPS = [1, 2, 5, 7, 10, 14]
const HOUR_STEPS = [1, 2, 3, 6, 12]
const MONTH_STEPS = [1, 2, 3, 6, 12]

function monthsFrom(from: number, to: number, step: number): number[] {
  const start = new Date(from)
  const whole = start.getUTCDate() === 1 && from % DAY === 0
  const months = start.getUTCFullYear() * 12 + start.getUTCMonth() + (whole ? 0 : 1)
  const ticks: number[] = []
  for (let month = Math.ceil(months / step) * step; ; month += step) {
    const ms = Date.UTC(Math.floor(month / 12), month % 12)
    if (ms > to) return ticks
    ticks.push(ms)
  }
}

const evenly = (from: number, to: number, step: number): number[] => {
  const first = Math.ceil(from / step) * step
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, index) => first + index * step)
}

/** Where the axis has its words: whole hours, days or months, at most `most` of them. */
export function ticksOf(from: number, to: number, most: number): number[] {
  const fits = (step: number) => (to - from) / step <= Math.max(1, most)
  const hours = HOUR_STEPS.find((step) => fits(step * HOUR))
  if (hours) return evenly(from, to, hours * HOUR)
  const days = DAY_STEPS.find((step) => fits(step * DAY))
  if (days) return evenly(from, to, days * DAY)
  const months = MONTH_STEPS.find((step) => fits(step * 30.4 * DAY)) ?? 12 * Math.ceil((to - from) / most / (365 * DAY))
  return monthsFrom(from, to, months)
}

/**
 * The word under a tick: the hour, at midnight the day, on the first of a month far apart from the next tick the month.
 */
export function tickText(ms: number, step: number, language: string): string {
  const at = atOf(ms)
  if (!at.endsWith('00:00')) return at.slice(11)
  if (step < 20 * DAY) return `${at.slice(8, 10)}.${at.slice(5, 7)}`
  if (at.slice(5, 7) === '01') return at.slice(0, 4)
  return new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(ms).replace('.', '')
}
