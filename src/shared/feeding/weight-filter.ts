/**
 * The average weight of a group between its weighings, and how far it may be off: a Kalman filter of two states,
 * x = W^⅓ and the thermal growth coefficient g (TGC), after dx = g·dD, where D are degree-days by the thousand and g
 * walks at random (an integrated Wiener process). Weights in grams; the estimate stays outside the ledger.
 *
 * Where a norm table foretells the growth, D runs by the table instead of the thermometer: a step of D is the growth of
 * W^⅓ that the table gives, divided by the usual coefficient, so that g / USUAL_GROWTH is how fish do beside the table.
 *
 * Source of x and g: Iwama & Tautz 1981 (TGC with the cube root); of the filter: Kalman 1960. The noises were chosen on
 * published series of trout (src/testing/data).
 */

/** grams^⅓ per 1000 degree-days, of rainbow trout */
export const USUAL_GROWTH = 1.7
/** how far a group's coefficient lies from it, as a standard deviation */
const GROWTH_SPREAD = 0.5
/** a random walk of g: its standard deviation over 1000 degree-days is ten times this */
const WALK = 0.05
/** The coefficient of variation of an average whose sample nobody noted. */
export const UNKNOWN_SAMPLE = 0.05
/** of single fish about their average */
const FISH_SPREAD = 0.25
/** a sample may be as large as it likes: fish are not caught at random */
const LEAST_VARIATION = 0.03
/** how many errors as expected the band begins with, before any was seen */
const TRUST = 3

export interface WeightEstimate {
  /** W^⅓, grams^⅓ */
  root: number
  /** grams^⅓ per 1000 degree-days */
  growth: number
  /** the covariance of both: of root, of the two, of growth */
  rootVariance: number
  covariance: number
  growthVariance: number
  /** errors of forecasts so far, each squared in its own standard deviations, and how many */
  squares: number
  count: number
}

/** Field by field: copies that are spread have a shape of their own, and all that is done to both is slower then. */
export const copyOf = (estimate: WeightEstimate): WeightEstimate => ({
  root: estimate.root,
  growth: estimate.growth,
  rootVariance: estimate.rootVariance,
  covariance: estimate.covariance,
  growthVariance: estimate.growthVariance,
  squares: estimate.squares,
  count: estimate.count,
})

export interface Band {
  /** grams, all three */
  weight: number
  low: number
  high: number
}

/** Of an average taken from so many fish. */
export const variationOf = (sample: number | null): number =>
  sample === null ? UNKNOWN_SAMPLE : Math.max(LEAST_VARIATION, FISH_SPREAD / Math.sqrt(sample))

/** A product: a power takes many times as long. */
const cube = (x: number) => x * x * x

/** grams */
export const weightOf = ({ root }: Pick<WeightEstimate, 'root'>): number => cube(Math.max(0, root))

const errorOf = (root: number, variation: number) => ((variation * root) / 3) ** 2

/** What is known before anything was learnt: the growth to expect, and how far forecasts of such fish were off. */
export interface Prior {
  growth: number
  spread: number
  squares: number
  count: number
}

export const NO_PRIOR: Prior = { growth: USUAL_GROWTH, spread: GROWTH_SPREAD, squares: 0, count: 0 }

/** A group whose first known average this is. */
export function firstEstimate(weight: number, variation: number, prior: Prior = NO_PRIOR): WeightEstimate {
  const root = Math.cbrt(weight)
  return {
    root,
    growth: prior.growth,
    rootVariance: errorOf(root, variation),
    covariance: 0,
    growthVariance: prior.spread ** 2,
    squares: prior.squares,
    count: prior.count,
  }
}

/** Other fish in the same place, after a graded transfer or a harvest: the weight begins anew, the growth is kept. */
export function restart(estimate: WeightEstimate, weight: number, variation: number): void {
  const root = Math.cbrt(weight)
  estimate.root = root
  estimate.rootVariance = errorOf(root, variation)
  estimate.covariance = 0
}

/** Moves an estimate by so many thousands of degree-days on which the fish were fed. */
export function grow(estimate: WeightEstimate, degreeDays: number): void {
  const { root, growth, rootVariance, covariance, growthVariance } = estimate
  const noise = WALK ** 2 * 100
  const squared = degreeDays ** 2
  estimate.root = root + growth * degreeDays
  estimate.rootVariance =
    rootVariance + 2 * degreeDays * covariance + squared * growthVariance + (noise * cube(degreeDays)) / 3
  estimate.covariance = covariance + degreeDays * growthVariance + (noise * squared) / 2
  estimate.growthVariance = growthVariance + noise * degreeDays
}

/** Corrects an estimate by a weighing of that moment. */
export function correct(estimate: WeightEstimate, weight: number, variation: number): void {
  const { root, rootVariance, covariance } = estimate
  const measured = Math.cbrt(weight)
  const error = measured - root
  const variance = rootVariance + errorOf(measured, variation)
  const gain = rootVariance / variance
  const growthGain = covariance / variance
  estimate.root = root + gain * error
  estimate.growth += growthGain * error
  estimate.rootVariance = rootVariance * (1 - gain)
  estimate.covariance = covariance * (1 - gain)
  estimate.growthVariance -= growthGain * covariance
  estimate.squares += error ** 2 / variance
  estimate.count++
}

/** By how much bands are widened: forecasts that missed by more than they expected know less than they think. */
export const wideningOf = ({ squares, count }: Pick<WeightEstimate, 'squares' | 'count'>): number =>
  Math.sqrt(Math.max(1, (TRUST + squares) / (TRUST + count)))

/** Bands of one level are asked for by the thousand. */
let latest = { level: NaN, quantile: NaN }
function quantileOf(level: number): number {
  if (latest.level !== level) latest = { level, quantile: quantile((1 + level) / 2) }
  return latest.quantile
}

/**
 * The average, and between what the next weighing will lie with that probability (0 < level < 1). `variation` is that
 * weighing's own; 0 gives the band of the fish themselves.
 */
export function bandOf(
  estimate: WeightEstimate,
  level: number,
  { variation = UNKNOWN_SAMPLE, widening = wideningOf(estimate) } = {},
): Band {
  const root = Math.max(0, estimate.root)
  const half = quantileOf(level) * widening * Math.sqrt(estimate.rootVariance + errorOf(root, variation))
  return { weight: cube(root), low: cube(Math.max(0, root - half)), high: cube(root + half) }
}

const TAIL_FROM = 0.02425
const A = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
]
const B = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1]
const C = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
]
const D = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1]
function polynomial(coefficients: readonly number[], at: number): number {
  let sum = 0
  for (const coefficient of coefficients) sum = sum * at + coefficient
  return sum
}

/** Of the standard normal distribution, 0 < p < 1; off by 1.2·10⁻⁹ at most (P. J. Acklam's rational approximation). */
export function quantile(p: number): number {
  if (p > 1 - TAIL_FROM) return -quantile(1 - p)
  if (p < TAIL_FROM) {
    const q = Math.sqrt(-2 * Math.log(p))
    return polynomial(C, q) / polynomial(D, q)
  }
  const q = p - 0.5
  return (polynomial(A, q * q) * q) / polynomial(B, q * q)
}
