/** What a calendar draws of the tasks: those of its days, and of a day no more than anyone reads there. */
import { addDays, dayOf } from '../../shared/dates'
import { type CalendarView, mondayOf } from './calendar-head.web'
import type { TaskRow } from './common/tasks.contract'

/** The calendar lays out every task it is given: five hundred at once are still fluent. */
const MOST_A_DAY: Record<CalendarView, number> = { month: 12, week: 40, day: 200 }

function daysOf(view: CalendarView, day: string): [first: string, last: string] {
  if (view === 'day') return [day, day]
  const first = mondayOf(view === 'month' ? `${day.slice(0, 7)}-01` : day)
  return [first, addDays(first, view === 'month' ? 41 : 6)]
}

/** Of those that begin on a day the first in their order; how many are left out. */
export function tasksShown(
  tasks: readonly TaskRow[],
  view: CalendarView,
  day: string,
): { shown: TaskRow[]; left: number } {
  const [first, last] = daysOf(view, day)
  const within = tasks.filter(({ start, end }) => dayOf(start) <= last && dayOf(end) >= first)
  const counted = new Map<string, number>()
  const shown = within.filter(({ start }) => {
    const begun = dayOf(start) < first ? first : dayOf(start)
    const count = (counted.get(begun) ?? 0) + 1
    counted.set(begun, count)
    return count <= MOST_A_DAY[view]
  })
  return { shown, left: within.length - shown.length }
}
