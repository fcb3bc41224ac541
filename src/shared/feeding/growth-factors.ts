/**
 * How fish grew beside what the norms let them grow, between two weighings of a group, put together for a feed, a
 * species and a class of water: a proposal to correct the norms, never done by itself.
 */
import { quantile, variationOf } from './weight-filter'

/** Growth bends with temperature, so that each class is learnt apart: below 8 °C, up to 14 °C, above. */
export const WATER_CLASSES = ['cold', 'mild', 'warm'] as const
export type WaterClass = (typeof WATER_CLASSES)[number]

const BOUNDS = { mild: 8, warm: 14 }
/** °C */
export const classOf = (temperature: number): WaterClass =>
  temperature < BOUNDS.mild ? 'cold' : temperature <= BOUNDS.warm ? 'mild' : 'warm'

/** Two weighings of a group with nothing but feed between them. Weights in grams. */
export interface WeighedSpan {
  from: { weight: number; sample: number | null }
  to: { weight: number; sample: number | null }
  /** what the norms let a fish gain, above 0 */
  booked: number
}

export interface GrowthFactor {
  /** observed / booked gain */
  factor: number
  /** between these it lies with a probability of 90 % */
  low: number
  high: number
  /** how many spans are behind it */
  spans: number
  /** the norms should be corrected: 1 lies outside, and enough is behind it */
  offered: boolean
}

const LEVEL = 0.9
const LEAST_SPANS = 3
/** Beyond these it is no growth that norms should follow, but something else that is wrong. */
const SANE = { least: 0.5, most: 2 }

/** Weighted by how exact each span is; where they scatter more than weighings do, the band is as wide. */
export function factorOf(spans: readonly WeighedSpan[]): GrowthFactor {
  const single = spans.map(({ from, to, booked }) => {
    const error = (one: WeighedSpan['from']) => (one.weight * variationOf(one.sample)) ** 2
    return { factor: (to.weight - from.weight) / booked, exact: booked ** 2 / (error(from) + error(to)) }
  })
  const exact = single.reduce((sum, one) => sum + one.exact, 0)
  const factor = single.reduce((sum, one) => sum + one.factor * one.exact, 0) / exact
  const scatter = single.reduce((sum, one) => sum + one.exact * (one.factor - factor) ** 2, 0)
  const widening = Math.sqrt(Math.max(1, scatter / Math.max(1, spans.length - 1)))
  const half = (quantile((1 + LEVEL) / 2) * widening) / Math.sqrt(exact)
  const far = factor - half > 1 || factor + half < 1
  return {
    factor,
    low: factor - half,
    high: factor + half,
    spans: spans.length,
    offered: far && spans.length >= LEAST_SPANS && factor >= SANE.least && factor <= SANE.most,
  }
}

/** Coefficients are told to so many millionths. */
const STEP = 1000

/** What a conversion rate is multiplied by when fish do so much better: they need less feed. Millionths. */
export const correctedCoefficient = (coefficient: number, factor: number): number =>
  Math.round(coefficient / factor / STEP) * STEP
