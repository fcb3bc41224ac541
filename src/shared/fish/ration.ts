/**
 * Feed as a share of biomass. Biomass in whole milligrams, feed in whole millionths of a kilogram, the rate in whole
 * millionths of a percent a day.
 */
import { MAX_QUANTITY, mulDiv } from '../numbers'

const HUNDRED_PERCENT = 100_000_000

/** biomass · rate / 100, rounded half up to a milligram. */
export const volumeOfRate = (biomass: number, rate: number): number => mulDiv(biomass, rate, HUNDRED_PERCENT)

/**
 * The feeding rate that an amount of feed corresponds to, rounded half up; null when there is no biomass or the rate is
 * out of range.
 */
export function rateOfVolume(biomass: number, volume: number): number | null {
  if (biomass <= 0) return null
  const rate = mulDiv(volume, HUNDRED_PERCENT, biomass)
  return rate <= MAX_QUANTITY ? rate : null
}
