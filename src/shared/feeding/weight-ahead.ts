/**
 * How a group of fish grows from what is known of it: day after day by the norms or by the warmth of the water, with
 * the growth that its weighings showed. Weights in grams.
 */
import { once } from '../collections'
import type { Matching } from '../settings'
import { columnFor, type Norm, type NormRow, rowOf, type Season, seasonOn } from './norm'
import { gainOf, rationOf } from './ration'
import { copyOf, grow, USUAL_GROWTH, type WeightEstimate, weightOf } from './weight-filter'

/** What norms say of a day at a temperature, to fish of any weight. */
export interface DayNorm {
  rows: readonly NormRow[]
  /** place among the rates of a row */
  column: number
  /** what the conversion rate is multiplied by, millionths */
  coefficient: number
}

/** What a coming day has for a cage. */
export interface AheadTerms {
  /** of the assigned feed; null where none is, or has none for that day */
  norm: DayNorm | null
  /** millionths of °C */
  temperature: number
  /** the calculation's, millionths */
  coefficient: number
}

/** By what the fish grow on a day: the norms, the warmth of the water, or not at all. */
export type Clock = 'norms' | 'warmth' | 'fasting'

export interface AheadDay {
  /** as the day begins */
  estimate: WeightEstimate
  /** of the feed of one fish, grams; null where no norm tells it */
  feed: number | null
  clock: Clock
}

const MG_PER_GRAM = 1000

function dayNorm(season: Season | null, temperature: number, matching: Matching): DayNorm | null {
  const column = season && columnFor(season.temperatures, temperature, matching)
  return column === null ? null : { rows: season!.rows, column, coefficient: season!.coefficients[column]! }
}

/** By seasons, day 'YYYY-MM-DD' and millionths of °C: cages of a farm share most of them, so each is looked up once. */
export function openNorms(matching: Matching) {
  const normsOf = once((seasons: readonly Season[]) =>
    once((day: string) => {
      const season = seasonOn(seasons, day)
      return once((temperature: number) => dayNorm(season, temperature, matching))
    }),
  )
  return (seasons: readonly Season[] | null, day: string, temperature: number) =>
    seasons && normsOf(seasons)(day)(temperature)
}

/** The norm of a fish of that weight. */
function normIn({ rows, column, coefficient }: DayNorm, weight: number): Norm | null {
  const row = rowOf(rows, weight * MG_PER_GRAM)
  return row && { fcr: row.fcr, rate: row.rates[column]!, coefficient }
}

/** How far a gain brings fish of a weight, as thousands of degree-days of usual growth. */
const tableDays = (weight: number, gain: number): number =>
  (Math.cbrt(weight + gain) - Math.cbrt(weight)) / USUAL_GROWTH

/** °C · days by the thousand that a day of water of so many millionths of a °C adds. */
const warmthOf = (temperature: number): number => Math.max(0, temperature) / 1_000_000 / 1000

/**
 * A day by its terms: what a fish is fed, and how far that brings it. `planned` are grams for each fish that a plan has
 * for that day, 0 for fasting; null without a plan.
 */
export function dayAhead(
  { norm: ofDay, temperature, coefficient }: AheadTerms,
  weight: number,
  planned: number | null,
) {
  if (planned === 0) return { clock: 'fasting' as const, far: 0, feed: 0 }
  const norm = ofDay && normIn(ofDay, weight)
  if (!norm) return { clock: 'warmth' as const, far: warmthOf(temperature), feed: planned }
  const feed = planned ?? rationOf(weight, norm.rate, coefficient)
  return { clock: 'norms' as const, far: tableDays(weight, gainOf(feed, norm)), feed }
}

/**
 * Tells what is known as each coming day begins, from the first one on, and what a fish is fed on it. The estimate is
 * one and the same, and grows: farms ask for tens of thousands of days.
 */
export function goAhead(
  known: WeightEstimate,
  days: readonly AheadTerms[],
  planned: readonly (number | null)[],
  tell: (day: AheadDay, index: number) => void,
): void {
  const day: AheadDay = { estimate: copyOf(known), feed: null, clock: 'warmth' }
  const { estimate } = day
  for (let index = 0; index < days.length; index++) {
    const { clock, far, feed } = dayAhead(days[index]!, weightOf(estimate), planned[index] ?? null)
    day.clock = clock
    day.feed = feed
    tell(day, index)
    if (far > 0) grow(estimate, far)
  }
}

/** The same fish without what their weighings taught of their growth: as the norms say, or as is usual. */
export function untaught(known: WeightEstimate): WeightEstimate {
  const own = copyOf(known)
  own.growth = USUAL_GROWTH
  return own
}
