/** What a calendar draws of the tasks: those of its days, and of a day no more than anyone reads there. */
import { addDays, dayOf } from '../../shared/dates'
import { type CalendarView, mondayOf } from './calendar-head.web'
import type { TaskRow } from './common/tasks.contract'

/**
 * The calendar lays out every task it is given, at every step of a drag, and compares it with all before it in its
 * week: more of them are no longer fluent.
 */
const MOST_DRAWN = 260
const MOST_A_DAY: Record<CalendarView, number> = { month: 12, week: 40, day: 200 }
/** Where all days are full; a month shows three of a day and one behind «ещё». */
const MOST_OF_FULL: Record<CalendarView, number> = { month: 4, week: 20, day: 100 }

function daysOf(view: CalendarView, day: string): [first: string, last: string] {
  if (view === 'day') return [day, day]
  const first = mondayOf(view === 'month' ? `${day.slice(0, 7)}-01` : day)
  return [first, addDays(first, view === 'month' ? 41 : 6)]
}

/** Of those that begin on a day the first in their order. */
function firstOf(tasks: readonly TaskRow[], from: string, most: number): TaskRow[] {
  const counted = new Map<string, number>()
  return tasks.filter(({ start }) => {
    const begun = dayOf(start) < from ? from : dayOf(start)
    const count = (counted.get(begun) ?? 0) + 1
    counted.set(begun, count)
    return count <= most
  })
}

/** What is drawn, less of each day where all days are full; how many are left out. */
export function tasksShown(
  tasks: readonly TaskRow[],
  view: CalendarView,
  day: string,
): { shown: TaskRow[]; left: number } {
  const [first, last] = daysOf(view, day)
  const within = tasks.filter(({ start, end }) => dayOf(start) <= last && dayOf(end) >= first)
  const all = firstOf(within, first, MOST_A_DAY[view])
  const shown = all.length > MOST_DRAWN ? firstOf(all, first, MOST_OF_FULL[view]) : all
  return { shown, left: within.length - shown.length }
}
