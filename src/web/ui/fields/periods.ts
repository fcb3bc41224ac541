import { addDays, daysBetween } from '../../../shared/dates'

/** Days 'YYYY-MM-DD', both included. */
export interface Period {
  start: string
  end: string
}

export const PRESETS = ['Сегодня', 'Вчера', '7 дней', '30 дней', 'Месяц', 'Год'] as const
export type Preset = (typeof PRESETS)[number]

const monthStart = (day: string) => `${day.slice(0, 7)}-01`
const monthEnd = (day: string) => addDays(monthStart(addDays(monthStart(day), 31)), -1)
const yearStart = (day: string) => `${day.slice(0, 4)}-01-01`
const yearEnd = (day: string) => `${day.slice(0, 4)}-12-31`
const earlier = (one: string, other: string) => (one < other ? one : other)

/** Month and year are calendar ones, up to today. */
export function presetPeriod(preset: Preset, today: string): Period {
  const periods: Record<Preset, Period> = {
    Сегодня: { start: today, end: today },
    Вчера: { start: addDays(today, -1), end: addDays(today, -1) },
    '7 дней': { start: addDays(today, -6), end: today },
    '30 дней': { start: addDays(today, -29), end: today },
    Месяц: { start: monthStart(today), end: today },
    Год: { start: yearStart(today), end: today },
  }
  return periods[preset]
}

export const presetOf = (period: Period, today: string): Preset | undefined =>
  PRESETS.find((preset) => {
    const { start, end } = presetPeriod(preset, today)
    return start === period.start && end === period.end
  })

/**
 * A whole calendar month or year, or a number of days. The current month or year counts as whole when it ends today.
 */
function unitOf({ start, end }: Period, today: string): 'month' | 'year' | number {
  const reaches = (last: string) => end === last || (end === today && today < last)
  if (start !== end && start === yearStart(start) && reaches(yearEnd(start)))
    return monthEnd(start) < end ? 'year' : 'month'
  if (start !== end && start === monthStart(start) && reaches(monthEnd(start))) return 'month'
  return daysBetween(start, end) + 1
}

/** The period before or after, up to today; null when there is none. */
export function shiftPeriod(period: Period, direction: -1 | 1, today: string): Period | null {
  if (direction > 0 && period.end >= today) return null
  const unit = unitOf(period, today)
  if (typeof unit === 'number') {
    const end = earlier(addDays(period.end, unit * direction), today)
    return { start: addDays(end, 1 - unit), end }
  }
  const [first, last] = unit === 'month' ? [monthStart, monthEnd] : [yearStart, yearEnd]
  const inside = direction > 0 ? addDays(last(period.start), 1) : addDays(period.start, -1)
  return { start: first(inside), end: earlier(last(inside), today) }
}
