/**
 * The withdrawal period after a treatment, in which fish are not to be sold. A medicine names days, degree-days (°C of
 * the days after the last treatment, summed), or both: then the later counts. Temperatures in whole millionths of °C.
 */
import { addDays, daysBetween } from '../dates'
import { MILLIONTHS } from '../numbers'

/** What a medicine names; null where it names none. */
export interface NamedPeriod {
  days: number | null
  degree_days: number | null
}

export interface Period {
  days: number
  degree_days: number
}

/** For a medicine that names no period. */
const USUAL_DEGREE_DAYS = 500

/** The most that a medicine may name; also the longest that is looked back and ahead, in days. */
export const LONGEST_DAYS = 730
export const LONGEST_DEGREE_DAYS = 5000

export const periodOf = ({ days, degree_days }: NamedPeriod): Period =>
  days === null && degree_days === null
    ? { days: 0, degree_days: USUAL_DEGREE_DAYS }
    : { days: days ?? 0, degree_days: degree_days ?? 0 }

/** The temperature of a day, 'YYYY-MM-DD'. */
export type WaterOn = (day: string) => number

/** Below zero no warmth is counted. */
const warmth = (temperature: number) => Math.max(0, temperature)

/** Millionths of degree-days of the days after `from` up to `to`, that day included. */
export function degreeDays(from: string, to: string, water: WaterOn): number {
  let sum = 0
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) sum += warmth(water(day))
  return sum
}

/** The first day on which the fish are free again; null when that is too far to tell. */
export function freeOn(treated: string, { days, degree_days }: Period, water: WaterOn): string | null {
  const wanted = degree_days * MILLIONTHS
  let [day, sum, passed] = [treated, 0, 0]
  while (passed < days || sum < wanted) {
    if (passed === LONGEST_DAYS) return null
    day = addDays(day, 1)
    sum += warmth(water(day))
    passed += 1
  }
  return day
}

export const isOpenOn = (free: string | null, day: string): boolean => free === null || free > day

/** Whole days until the fish are free; null when that is not known. */
export const daysUntil = (free: string | null, day: string): number | null =>
  free === null ? null : Math.max(0, daysBetween(day, free))
