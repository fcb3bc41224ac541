/** The days of a month in a calendar. A month is 'YYYY-MM'. */
import { addDays } from '../../../shared/dates'

export const monthOf = (day: string): string => day.slice(0, 7)

export function shiftMonth(month: string, by: number): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + by)
  return date.toISOString().slice(0, 7)
}

/** Whole weeks from Monday on; days of neighbouring months fill the first and the last one. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const end = `${shiftMonth(month, 1)}-01`
  const weeks: string[][] = []
  for (let monday = addDays(first, -weekday); monday < end; monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)))
  }
  return weeks
}

const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The day a key goes to; null for other keys. Never after the last one. */
export function dayByKey(key: string, day: string, latest: string): string | null {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  const sameIn = (by: number) => {
    const month = shiftMonth(monthOf(day), by)
    const last = addDays(`${shiftMonth(month, 1)}-01`, -1)
    const same = `${month}-${day.slice(8)}`
    return same > last ? last : same
  }
  const to =
    key in KEYS
      ? addDays(day, KEYS[key]!)
      : key === 'Home'
        ? addDays(day, -weekday)
        : key === 'End'
          ? addDays(day, 6 - weekday)
          : key === 'PageUp'
            ? sameIn(-1)
            : key === 'PageDown'
              ? sameIn(1)
              : null
  return to !== null && to > latest ? latest : to
}
