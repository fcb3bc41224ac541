/** The amount of feed and its share of the biomass: each is computed from the other. Texts as typed, biomass in kg. */
import { mulDiv, toMg } from '../../../shared/numbers'
import { rateOfVolume, volumeOfRate } from '../../../shared/feeding/ration'
import { kgText, readMg } from './fish-math.web'

/** A rate is shown with three decimals; only the amount is exact. */
export const rateText = (rate: number) => kgText(mulDiv(rate, 1, 1000) * 1000)

/** Computes the rate from a typed amount. */
export function withVolume(volume: string, biomassKg: number): Record<string, string> {
  const typed = readMg(volume)
  const rate = typed === null ? null : rateOfVolume(toMg(biomassKg), typed)
  return { volume, rate: rate === null || rate === 0 ? '' : rateText(rate) }
}

/** Computes the amount from a typed rate. */
export function withRate(rate: string, biomassKg: number): Record<string, string> {
  const typed = readMg(rate)
  const volume = typed === null ? 0 : volumeOfRate(toMg(biomassKg), typed)
  return { rate, volume: volume > 0 ? kgText(volume) : '' }
}
