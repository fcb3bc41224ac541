/**
 * How a group of fish grows from what is known of it: day after day by the norms or by the warmth of the water, with
 * the growth that its weighings showed. Weights in grams.
 */
import type { Matching } from '../settings'
import type { FoundNorm } from './forecast-days'
import { rowFor, type Season, seasonOn, columnFor } from './norm'
import { gainOf, rationOf } from './ration'
import { advance, USUAL_GROWTH, type WeightEstimate } from './weight-filter'

/** What a coming day has for a cage. */
export interface AheadTerms {
  /** 'YYYY-MM-DD' */
  day: string
  /** of the assigned feed; null where none is */
  seasons: readonly Season[] | null
  /** millionths of °C */
  temperature: number
  /** the calculation's, millionths */
  coefficient: number
  /** grams for each fish that a plan has for that day, 0 for fasting; null without a plan */
  planned: number | null
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

/** The norm of a fish of that weight, with the weights that its row is for. */
export function normOn(
  { day, seasons, temperature }: Pick<AheadTerms, 'day' | 'seasons' | 'temperature'>,
  weight: number,
  matching: Matching,
): FoundNorm | null {
  const season = seasons && seasonOn(seasons, day)
  const row = season && rowFor(season.rows, weight * MG_PER_GRAM, 1)
  const column = season && columnFor(season.temperatures, temperature, matching)
  if (!row || column === null) return null
  const { min, max, fcr } = row
  return { min, max, fcr, rate: row.rates[column]!, coefficient: season.coefficients[column]! }
}

/** How far a gain brings fish of a weight, as thousands of degree-days of usual growth. */
export const tableDays = (weight: number, gain: number): number =>
  (Math.cbrt(weight + gain) - Math.cbrt(weight)) / USUAL_GROWTH

/** °C · days by the thousand that a day of water of so many millionths of a °C adds. */
export const warmthOf = (temperature: number): number => Math.max(0, temperature) / 1_000_000 / 1000

/** A day by its terms: what a fish is fed, and how far that brings it. */
function step(terms: AheadTerms, weight: number, matching: Matching) {
  if (terms.planned === 0) return { clock: 'fasting' as const, far: 0, feed: 0 }
  const norm = normOn(terms, weight, matching)
  if (!norm) return { clock: 'warmth' as const, far: warmthOf(terms.temperature), feed: terms.planned }
  const feed = terms.planned ?? rationOf(weight, norm.rate, terms.coefficient)
  return { clock: 'norms' as const, far: tableDays(weight, gainOf(feed, norm)), feed }
}

/** What is known as each coming day begins, from the first one on, and what a fish is fed on it. */
export function aheadOf(known: WeightEstimate, days: readonly AheadTerms[], matching: Matching): AheadDay[] {
  let estimate = known
  return days.map((terms) => {
    const { clock, far, feed } = step(terms, Math.max(0, estimate.root) ** 3, matching)
    const day = { estimate, feed, clock }
    if (far > 0) estimate = advance(estimate, far)
    return day
  })
}

/** The same fish without what their weighings taught of their growth: as the norms say, or as is usual. */
export const untaught = (known: WeightEstimate): WeightEstimate => ({ ...known, growth: USUAL_GROWTH })
