/**
 * How a stock of fish grows when it is fed by its norm day after day. Masses in milligrams, not rounded between days;
 * rates, conversion rates, coefficients and temperatures in whole millionths.
 */
import type { Matching } from '../settings'
import { columnFor, type Norm, rowFor, type Season, seasonOn } from './norm'
import { feedDay, type Stock } from './ration'

/** What a day is fed by. */
export interface DayTerms {
  /** 'YYYY-MM-DD' */
  day: string
  /** of the feed that is assigned; null where none is */
  seasons: readonly Season[] | null
  temperature: number | null
  /** the calculation's */
  coefficient: number
}

/** A norm with the weights that its row is for, min ≤ average < max. */
export interface FoundNorm extends Norm {
  min: number
  max: number
}

export interface ForecastDay {
  /** as the day begins */
  before: Stock
  /** null when the fish get nothing, because there is none for them */
  norm: FoundNorm | null
  ration: number
  gain: number
}

function findNorm(
  { day, seasons, temperature }: DayTerms,
  { mass, count }: Stock,
  matching: Matching,
): FoundNorm | null {
  const season = seasons && temperature !== null ? seasonOn(seasons, day) : null
  const row = season && rowFor(season.rows, mass, count)
  const column = season && columnFor(season.temperatures, temperature!, matching)
  if (!row || column === null) return null
  return {
    min: row.min,
    max: row.max,
    rate: row.rates[column]!,
    fcr: row.fcr,
    coefficient: season.coefficients[column]!,
  }
}

/** A day after another: what is left of one is what the next begins with. */
export function forecastDays(stock: Stock, days: readonly DayTerms[], matching: Matching): ForecastDay[] {
  let before = stock
  return days.map((terms) => {
    const norm = findNorm(terms, before, matching)
    if (!norm) return { before, norm, ration: 0, gain: 0 }
    const { ration, gain, after } = feedDay(before, norm, terms.coefficient)
    const day = { before, norm, ration, gain }
    before = after
    return day
  })
}
