/** Parts of a year by day and month. The year is a leap one, so that 29 February has its place. */
import type { MonthDay } from './norm'

const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const YEAR = 366

export interface Range {
  from: MonthDay
  to: MonthDay
}

/** The last day of a month, 1 to 12; 31 for anything else. */
export const lastDayOf = (month: number): number => MONTH_DAYS[month - 1] ?? 31

export const isMonthDay = ({ day, month }: MonthDay): boolean =>
  Number.isInteger(month) && month >= 1 && month <= 12 && Number.isInteger(day) && day >= 1 && day <= lastDayOf(month)

const pad = (number: number) => String(number).padStart(2, '0')
/** «01.06» */
export const showMonthDay = ({ day, month }: MonthDay): string => `${pad(day)}.${pad(month)}`
/** «01.06–30.09»; one day alone is itself */
export const showRange = ({ from, to }: Range): string => {
  const [first, last] = [showMonthDay(from), showMonthDay(to)]
  return first === last ? first : `${first}–${last}`
}

/** 0 to 365 */
const placeOf = ({ day, month }: MonthDay): number =>
  MONTH_DAYS.slice(0, month - 1).reduce((sum, days) => sum + days, day - 1)

function dayAt(place: number): MonthDay {
  let [month, left] = [1, ((place % YEAR) + YEAR) % YEAR]
  while (left >= MONTH_DAYS[month - 1]!) left -= MONTH_DAYS[month++ - 1]!
  return { day: left + 1, month }
}

/** The places of a range's days, over New Year where it goes so. */
function placesOf({ from, to }: Range): number[] {
  const first = placeOf(from)
  const length = ((placeOf(to) - first + YEAR) % YEAR) + 1
  return Array.from({ length }, (_, index) => (first + index) % YEAR)
}

/** For each range the first of those before it that holds one of its days; null where there is none. */
export function overlapsOf(ranges: readonly Range[]): (number | null)[] {
  const owner = new Map<number, number>()
  return ranges.map((range, index) => {
    const places = placesOf(range)
    const met = places.find((place) => owner.has(place))
    for (const place of places) if (!owner.has(place)) owner.set(place, index)
    return met === undefined ? null : owner.get(met)!
  })
}

/** The days of the year that no range holds, as ranges; one over New Year comes last. */
export function gapsOf(ranges: readonly Range[]): Range[] {
  const held = new Set(ranges.flatMap(placesOf))
  if (held.size === 0) return [{ from: dayAt(0), to: dayAt(YEAR - 1) }]
  const isFree = (place: number) => !held.has(place % YEAR)
  const begins = Array.from({ length: YEAR }, (_, place) => place).filter(
    (place) => isFree(place) && !isFree(place + YEAR - 1),
  )
  return begins.map((first) => {
    let last = first
    while (isFree(last + 1)) last++
    return { from: dayAt(first), to: dayAt(last) }
  })
}
