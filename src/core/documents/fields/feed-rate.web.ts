/** How much is fed, and what share of the biomass that is: each follows the other. Texts as typed, biomass in kg. */
import { mulDiv } from '../../../shared/numbers'
import { rateOfVolume, volumeOfRate } from '../../../shared/fish/ration'
import { kgText, mgOf, readMg } from './fish-math.web'

/** A rate is shown with three decimals; the amount stays the exact one. */
export const rateText = (rate: number) => kgText(mulDiv(rate, 1, 1000) * 1000)

/** An amount was typed: the rate follows. */
export function withVolume(volume: string, biomassKg: number): Record<string, string> {
  const typed = readMg(volume)
  const rate = typed === null ? null : rateOfVolume(mgOf(biomassKg), typed)
  return { volume, rate: rate === null || rate === 0 ? '' : rateText(rate) }
}

/** A rate was typed: the amount follows exactly. */
export function withRate(rate: string, biomassKg: number): Record<string, string> {
  const typed = readMg(rate)
  const volume = typed === null ? 0 : volumeOfRate(mgOf(biomassKg), typed)
  return { rate, volume: volume > 0 ? kgText(volume) : '' }
}
