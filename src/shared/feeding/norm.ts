/**
 * Feeding norms: how much a fish of a weight eats at a temperature, and how much feed a kilogram of growth takes.
 * Weights in whole milligrams; rates (% of biomass a day), conversion rates and coefficients in whole millionths;
 * temperatures of columns in whole °C, those of water in whole millionths of a °C.
 */
import { MILLIONTHS } from '../numbers'
import type { Matching } from '../settings'

/** A day of any year. */
export interface MonthDay {
  day: number
  month: number
}

export interface NormRow {
  /** the average weights that it is for: min ≤ average < max */
  min: number
  max: number
  /** feed conversion rate by weight */
  fcr: number
  /** a rate for each temperature */
  rates: number[]
}

/** The norms of a part of the year, both days included; it may go over New Year. */
export interface Season {
  from: MonthDay
  to: MonthDay
  /** ascending */
  temperatures: number[]
  /** what the conversion rate is multiplied by, for each temperature */
  coefficients: number[]
  /** ascending by weight */
  rows: NormRow[]
}

const orderOf = ({ day, month }: MonthDay) => month * 100 + day

/** The season that holds a day, 'YYYY-MM-DD'; the first, should two overlap. */
export function seasonOn(seasons: readonly Season[], day: string): Season | null {
  const place = orderOf({ month: Number(day.slice(5, 7)), day: Number(day.slice(8, 10)) })
  const holds = ({ from, to }: Season) => {
    const [first, last] = [orderOf(from), orderOf(to)]
    return first <= last ? first <= place && place <= last : place >= first || place <= last
  }
  return seasons.find(holds) ?? null
}

/**
 * The column for a temperature: `nearest` (a tie goes down) takes the outermost beyond the table; `round_up` has none
 * beyond the last, `round_down` none before the first. Null then.
 */
export function columnFor(temperatures: readonly number[], temperature: number, matching: Matching): number | null {
  const above = temperatures.findIndex((column) => column * MILLIONTHS >= temperature)
  if (matching === 'round_up') return above < 0 ? null : above
  const last = temperatures.length - 1
  const below = above < 0 ? last : temperatures[above]! * MILLIONTHS === temperature ? above : above - 1
  if (matching === 'round_down') return below < 0 ? null : below
  if (above < 0 || below < 0) return last < 0 ? null : Math.max(0, below)
  const [down, up] = [temperature - temperatures[below]! * MILLIONTHS, temperatures[above]! * MILLIONTHS - temperature]
  return up < down ? above : below
}

type Bounds = Pick<NormRow, 'min' | 'max'>

/** The row for an average weight in mg, whole or not; the last also takes its own upper bound. Null outside of all. */
export function rowOf<Row extends Bounds>(rows: readonly Row[], average: number): Row | null {
  // a loop: a forecast comes here a hundred thousand times
  for (const row of rows) if (row.min <= average && average < row.max) return row
  const last = rows.at(-1)
  return last && average === last.max ? last : null
}

/** The row for fish of an average weight, mass / count. Exact for whole milligrams, also where both are large. */
export function rowFor<Row extends Bounds>(rows: readonly Row[], mass: number, count: number): Row | null {
  if (count <= 0) return null
  const rest = mass % count
  // bounds are whole: where above a whole number an average lies changes nothing
  return rowOf(rows, (mass - rest) / count + (rest === 0 ? 0 : 0.5))
}

/** A norm for fish of one weight at one temperature, in millionths. */
export interface Norm {
  rate: number
  fcr: number
  coefficient: number
}

/** What a norm is looked up for. */
export interface NormQuestion {
  /** 'YYYY-MM-DD' */
  day: string
  mass: number
  count: number
  temperature: number
  matching: Matching
}

export function normFor(seasons: readonly Season[], question: NormQuestion): Norm | null {
  const season = seasonOn(seasons, question.day)
  const row = season && rowFor(season.rows, question.mass, question.count)
  const column = season && columnFor(season.temperatures, question.temperature, question.matching)
  if (!row || column === null) return null
  return { rate: row.rates[column]!, fcr: row.fcr, coefficient: season.coefficients[column]! }
}

/** The conversion rates of one column: what a feeding grows fish by. */
export interface FcrTable {
  rows: Pick<NormRow, 'min' | 'max' | 'fcr'>[]
  coefficient: number
}

/** The table of a feeding on a day, whose temperature has the column of so many °C. Null when the season has none. */
export function fcrTable(seasons: readonly Season[], day: string, temperature: number | null): FcrTable | null {
  const season = seasonOn(seasons, day)
  const column = season && temperature !== null ? season.temperatures.indexOf(temperature) : -1
  return season && column >= 0 ? { rows: season.rows, coefficient: season.coefficients[column]! } : null
}
