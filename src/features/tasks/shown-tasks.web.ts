/** What a calendar draws of the tasks: those of its days, and of a day no more than anyone reads there. */
import { addDays, dayOf, daysBetween } from '../../shared/dates'
import { type CalendarView, mondayOf } from './calendar-head.web'
import type { TaskRow } from './common/tasks.contract'

/** The calendar lays out every task it is given, and compares it with all before it in its week: more are slow. */
const MOST_DRAWN = 260
const MOST_A_DAY: Record<CalendarView, number> = { month: 12, week: 40, day: 200 }
/** Where all days are full. */
const MOST_OF_FULL: Record<'week' | 'day', number> = { week: 20, day: 100 }
/** A full day of a month shows three, and one more stands behind «ещё». */
const OF_A_DAY = 4
/** Rows for what lasts several days; beneath there is always one for the day itself. */
const LONG_ROWS = 2

type Days = readonly [first: string, last: string]

function daysOf(view: CalendarView, day: string): Days {
  if (view === 'day') return [day, day]
  const first = mondayOf(view === 'month' ? `${day.slice(0, 7)}-01` : day)
  return [first, addDays(first, view === 'month' ? 41 : 6)]
}

/** Of those that begin on a day the first in their order. */
function firstOf(tasks: readonly TaskRow[], [from]: Days, most: number): TaskRow[] {
  const counted = new Map<string, number>()
  return tasks.filter(({ start }) => {
    const begun = dayOf(start) < from ? from : dayOf(start)
    const count = (counted.get(begun) ?? 0) + 1
    counted.set(begun, count)
    return count <= most
  })
}

/** Places of the days of a task among those of the view. */
function placesOf({ start, end }: TaskRow, [first, last]: Days): number[] {
  const [from, to] = [dayOf(start) < first ? first : dayOf(start), dayOf(end) > last ? last : dayOf(end)]
  const place = daysBetween(first, from)
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => place + index)
}

const isLong = ({ start, end }: TaskRow) => dayOf(start) < dayOf(end)

/**
 * Of a full month: what lasts several days in the upper rows, as the calendar will lay it, and of each day its first. A
 * day that has more is given enough that «ещё» stands there.
 */
function ofMonth(long: readonly TaskRow[], short: readonly TaskRow[], days: Days): TaskRow[] {
  const [given, top] = [new Map<number, number>(), new Map<number, number>()]
  const give = (places: readonly number[]) => {
    for (const place of places) given.set(place, (given.get(place) ?? 0) + 1)
    return true
  }
  const isWanted = (places: readonly number[]) => places.some((place) => (given.get(place) ?? 0) < OF_A_DAY)
  /** The calendar puts it beneath all that it meets in a week. */
  const rowsOf = (places: readonly number[]) => {
    const rows = new Map<number, number>()
    for (const place of places) {
      const week = Math.floor(place / 7)
      rows.set(week, Math.max(rows.get(week) ?? 0, (top.get(place) ?? -1) + 1))
    }
    return rows
  }
  const upper = long.filter((task) => {
    const places = placesOf(task, days)
    const rows = rowsOf(places)
    if (Math.max(...rows.values()) >= LONG_ROWS) return false
    for (const place of places) top.set(place, rows.get(Math.floor(place / 7))!)
    return give(places)
  })
  const wanted = (task: TaskRow) => {
    const places = placesOf(task, days)
    return isWanted(places) && give(places)
  }
  const taken = new Set(upper)
  return [...upper, ...short.filter(wanted), ...long.filter((task) => !taken.has(task) && wanted(task))]
}

function shownOf(within: readonly TaskRow[], view: CalendarView, days: Days): readonly TaskRow[] {
  const all = firstOf(within, days, MOST_A_DAY[view])
  if (view !== 'month') return all.length > MOST_DRAWN ? firstOf(all, days, MOST_OF_FULL[view]) : all
  const [long, short] = [within.filter(isLong), within.filter((task) => !isLong(task))]
  return all.length < within.length || all.length > MOST_DRAWN ? ofMonth(long, short, days) : [...long, ...short]
}

interface Shown {
  shown: readonly TaskRow[]
  /** how many are left out */
  left: number
  /** day → how many of them it has */
  leftOf: ReadonlyMap<string, number>
}

/** What is drawn, less of each day where all days are full. */
export function tasksShown(tasks: readonly TaskRow[], view: CalendarView, day: string): Shown {
  const days = daysOf(view, day)
  const [first, last] = days
  const within = tasks.filter(({ start, end }) => dayOf(start) <= last && dayOf(end) >= first)
  const shown = shownOf(within, view, days)
  const given = new Set(shown)
  const leftOf = new Map<string, number>()
  for (const task of within)
    if (!given.has(task))
      for (const place of placesOf(task, days)) {
        const one = addDays(first, place)
        leftOf.set(one, (leftOf.get(one) ?? 0) + 1)
      }
  return { shown, left: within.length - shown.length, leftOf }
}
