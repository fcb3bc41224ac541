/** The earlier period that a report is compared with: as long as its own, with as many stretches. */
import { addDays, dayOf, daysBetween } from '../dates'
import type { Detail } from './report'

/** Translated names of what a report may be compared with. */
export const COMPARISONS = { previous: 'Периодом раньше', year: 'Годом раньше' } as const
export type Comparison = keyof typeof COMPARISONS

interface Period {
  /** farm instants, both included */
  start: string
  end: string
}

const daysOfMonth = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** So many months before; the last day of a month stays one. */
function monthsBefore(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const place = year * 12 + month - 1 - months
  const [then, at] = [Math.floor(place / 12), place % 12]
  const most = daysOfMonth(then, at)
  const last = date === daysOfMonth(year, month - 1)
  return `${then}-${String(at + 1).padStart(2, '0')}-${String(last ? most : Math.min(date, most)).padStart(2, '0')}`
}

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
const isWhole = (first: string, last: string) => first.endsWith('-01') && addDays(last, 1).endsWith('-01')

/** How many days before: weeks keep their weekdays, so that as many of them are counted. */
function daysBefore(detail: Detail | null, first: string, last: string, comparison: Comparison): number {
  const days = daysBetween(first, last) + 1
  if (comparison === 'year') return detail === 'week' ? 364 : daysBetween(monthsBefore(first, 12), first)
  return detail === 'week' ? Math.ceil(days / 7) * 7 : days
}

/** `detail` is the length of the stretches along the axis, null where cages stand there. */
export function earlierThan({ start, end }: Period, detail: Detail | null, comparison: Comparison): Period {
  const [first, last] = [dayOf(start), dayOf(end)]
  const moved = (day: (from: string) => string) => ({
    start: day(first) + start.slice(10),
    end: day(last) + end.slice(10),
  })
  if (detail === 'month' || (detail === null && isWhole(first, last))) {
    const months = comparison === 'year' ? 12 : monthOf(last) - monthOf(first) + 1
    return moved((day) => monthsBefore(day, months))
  }
  const days = daysBefore(detail, first, last, comparison)
  return moved((day) => addDays(day, -days))
}
