/** How the biomass of fish of an average weight spreads over classes of weight: not all weigh the same. */

/** of single fish about their average, as a share of it */
const SPREAD = 0.25

const density = (z: number) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)

/** The standard normal distribution up to z, off by 7.5·10⁻⁸ at most (Abramowitz & Stegun 26.2.17). */
export function normalShare(z: number): number {
  if (z < 0) return 1 - normalShare(-z)
  const t = 1 / (1 + 0.2316419 * z)
  const sum = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - density(z) * sum
}

/** The share of the biomass of fish lighter than a weight. */
function massBelow(average: number, weight: number): number {
  if (weight <= 0 || average <= 0) return 0
  const z = (weight / average - 1) / SPREAD
  return Math.min(1, Math.max(0, normalShare(z) - SPREAD * density(z)))
}

/** The share of the biomass that lies in a class; the last one has no upper bound. */
export const massWithin = (average: number, from: number, to: number): number =>
  (to === Infinity ? 1 : massBelow(average, to)) - massBelow(average, from)

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5]
const MOST_CLASSES = 14
/** Heavier fish are so few that they share the last class. */
const HEAVIEST = 1.5

/** Bounds of classes of one width that hold fish of these averages: ascending from 0, kg. */
export function classBounds(averages: readonly number[]): number[] {
  const most = Math.max(0, ...averages) * HEAVIEST
  const step = STEPS.find((one) => most / one <= MOST_CLASSES) ?? STEPS.at(-1)!
  const many = Math.min(MOST_CLASSES, Math.max(1, Math.ceil(most / step)))
  return Array.from({ length: many }, (_, index) => Math.round(index * step * 1000) / 1000)
}
