/**
 * What fish are expected to weigh by the filter of their average, for one or more groups of a cage, and what not
 * knowing it better costs. Of one fish in whole milligrams; counts in pieces.
 */
import { bandOf, UNKNOWN_SAMPLE, variationOf } from './weight-filter'

/** A group with what the filter knows of its average, as `bandOf` takes it. */
export interface ExpectedFish {
  generation_id: number
  age_category_id: number
  count: number
  /** W^⅓ in grams^⅓, its variance, and by how much bands are widened */
  root: number
  variance: number
  widening: number
}

/** `low` to `high`: where a weighing is to be expected. */
export interface ExpectedBand {
  weight: number
  low: number
  high: number
}

/** With which probability a weighing lies within the band that is shown. */
const SHOWN_LEVEL = 0.9

/**
 * Between what a weighing of these fish will lie with that probability, 0 < level < 1; of several groups their mixture,
 * none of them better known than the others. A catch is no better a sample than one whose size nobody noted, a small
 * one is worse. Null without fish.
 */
export function expectedBand(
  fish: readonly ExpectedFish[],
  level = SHOWN_LEVEL,
  sample: number | null = null,
): ExpectedBand | null {
  const count = fish.reduce((sum, group) => sum + group.count, 0)
  if (count === 0) return null
  const variation = Math.max(UNKNOWN_SAMPLE, variationOf(sample))
  const bands = fish.map(({ count: own, root, variance, widening }) => ({
    own,
    ...bandOf({ ...NOTHING_ELSE, root, rootVariance: variance }, level, { variation, widening }),
  }))
  const mixed = (of: 'weight' | 'low' | 'high') =>
    Math.round((bands.reduce((sum, band) => sum + band[of] * band.own, 0) / count) * 1000)
  return { weight: mixed('weight'), low: mixed('low'), high: mixed('high') }
}

/** What a band does not depend on. */
const NOTHING_ELSE = { growth: 0, covariance: 0, growthVariance: 0, squares: 0, count: 0 }

const halfOf = ({ low, high }: ExpectedBand) => (high - low) / 2

/** ± so many percent of the average. */
export const percentOf = (band: ExpectedBand): number => (band.weight > 0 ? (halfOf(band) / band.weight) * 100 : 0)

export interface Uncertain {
  count: number
  band: ExpectedBand
  /** feed for a kilogram of growth, millionths; null without norms */
  fcr: number | null
  /** of a kilogram of feed, kopecks; null while unknown */
  price: number | null
}

/** What half the band is: biomass in milligrams, and the feed it took in kopecks when that can be told. */
export function costOf({ count, band, fcr, price }: Uncertain): { mass: number; money: number | null } {
  const mass = Math.round(halfOf(band) * count)
  return { mass, money: fcr === null || price === null ? null : Math.round((mass / 1e6) * (fcr / 1e6) * price) }
}

/** What costs most first: by money where it is known of all, else by biomass. */
export function costliestFirst<T extends Uncertain>(rows: readonly T[]): T[] {
  const priced = rows.every(({ fcr, price }) => fcr !== null && price !== null)
  const worth = (row: T) => (priced ? costOf(row).money! : costOf(row).mass)
  return [...rows].sort((one, other) => worth(other) - worth(one))
}
