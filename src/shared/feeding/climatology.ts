/** The usual temperature of a lake on a day of the year. */
import { daysBetween } from '../dates'
import { MILLIONTHS } from '../numbers'

/**
 * Lake Ladoga, °C at the 15th of each month. Only August (15.7) and February and March (about 0) rest on a published
 * figure, of the Karelian Research Centre; the others are a smooth guess. Each company may set its own.
 */
export const LADOGA = [0.7, 0.2, 0.2, 1.0, 4.0, 9.5, 15.0, 15.7, 12.0, 7.8, 4.2, 2.0] as const

const middleOf = (year: number, month: number): string => {
  const moved = new Date(Date.UTC(year, month, 15))
  return moved.toISOString().slice(0, 10)
}

/**
 * Linear between the middles of months, over New Year too; a day 'YYYY-MM-DD', the answer in whole millionths of °C.
 */
export function climateOn(day: string, months: readonly number[] = LADOGA): number {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1]
  const first = Number(day.slice(8, 10)) < 15 ? month - 1 : month
  const [before, after] = [middleOf(year, first), middleOf(year, first + 1)]
  const share = daysBetween(before, day) / daysBetween(before, after)
  const valueOf = (index: number) => months[(index + 12) % 12]!
  return Math.round((valueOf(first) * (1 - share) + valueOf(first + 1) * share) * MILLIONTHS)
}
