/** The usual temperature of a lake on a day of the year. */
import { daysBetween } from '../dates'
import { MILLIONTHS } from '../numbers'

const middleOf = (year: number, month: number): string => {
  const moved = new Date(Date.UTC(year, month, 15))
  return moved.toISOString().slice(0, 10)
}

/**
 * Linear between the middles of months, over New Year too. Takes a day 'YYYY-MM-DD' and °C of each month at its 15th;
 * answers whole millionths of °C.
 */
export function climateOn(day: string, months: readonly number[]): number {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1]
  const first = Number(day.slice(8, 10)) < 15 ? month - 1 : month
  const [before, after] = [middleOf(year, first), middleOf(year, first + 1)]
  const share = daysBetween(before, day) / daysBetween(before, after)
  const valueOf = (index: number) => months[(index + 12) % 12]!
  return Math.round((valueOf(first) * (1 - share) + valueOf(first + 1) * share) * MILLIONTHS)
}

/** The same for many asks: each day is looked up once. */
export function lakeOf(months: readonly number[]): (day: string) => number {
  const days = new Map<string, number>()
  return (day) => {
    const known = days.get(day) ?? climateOn(day, months)
    days.set(day, known)
    return known
  }
}
