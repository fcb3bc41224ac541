/**
 * Values far from the expected ask a question before they are saved; they are never refused. All thresholds are
 * compared here; they are settings of the company. Mass is in milligrams, counts in pieces.
 */
import { type ExpectedFish, expectedBand } from '../feeding/expected-weight'
import type { CompanySettings } from '../settings'

export interface Fish {
  count: number
  mass: number
}

export type Warning =
  /** % of the group lost at once */
  | { about: 'loss'; percent: number }
  /** of one fish, mg */
  | { about: 'average'; typed: number; expected: number }
  | { about: 'count'; typed: number; expected: number }
  /** of one fish, mg: outside of what is expected of the fish by now */
  | { about: 'band'; typed: number; expected: number; low: number; high: number }
  /** % of what the cage may hold */
  | { about: 'density'; percent: number }
  /** % of the biomass in one feeding */
  | { about: 'ration'; percent: number }
  /** times what was given the day before */
  | { about: 'feed'; times: number }
  /** less unexpired stock than is taken: its amount in millionths, and the last good day of the expired part */
  | { about: 'expired'; good: number; best_before: string }
  /** taking this leaves expired stock for a treatment already entered; no cage when its module is closed to the user */
  | { about: 'later'; at: string; cage: string | null }
  /** the fish are under the withdrawal period of a medicine; the first free day, null when nobody knows it */
  | { about: 'withdrawal'; medicine: string; free_on: string | null }

export type Thresholds = Pick<
  CompanySettings,
  'ask-loss-percent' | 'ask-average-percent' | 'ask-band-percent' | 'ask-ration-percent' | 'ask-ration-times'
>

const percentOf = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10

/** More of a group lost at once than the threshold. */
export function lossWarnings(lost: number, group: Fish, settings: Thresholds): Warning[] {
  const limit = settings['ask-loss-percent']
  // losing a few of a few fish is no mass mortality
  if (lost <= 10 || group.count <= 0 || lost * 100 <= group.count * limit) return []
  return [{ about: 'loss', percent: percentOf(lost, group.count) }]
}

const isOff = (typed: number, from: number, to: number, percent: number) =>
  typed * 100 < from * (100 - percent) || typed * 100 > to * (100 + percent)

/** An average far outside of the expected range, `from` to `to` mg. */
export function averageWarnings(typed: number, from: number, to: number, settings: Thresholds): Warning[] {
  const percent = settings['ask-average-percent']
  if (typed <= 0 || to <= 0 || !isOff(typed, from, to, percent)) return []
  return [{ about: 'average', typed, expected: Math.round((from + to) / 2) }]
}

/** An average outside of the band that is expected of these fish, of a sample of so many when that is known. */
export function bandWarnings(
  typed: number,
  fish: readonly ExpectedFish[],
  sample: number | null,
  settings: Pick<Thresholds, 'ask-band-percent'>,
): Warning[] {
  const band = expectedBand(fish, settings['ask-band-percent'] / 100, sample)
  if (!band || typed <= 0 || (band.low <= typed && typed <= band.high)) return []
  return [{ about: 'band', typed, expected: band.weight, low: band.low, high: band.high }]
}

/** A corrected count far from the book count. */
export const countWarnings = (typed: number, book: number): Warning[] =>
  book > 0 && (typed > book * 2 || typed * 2 < book) ? [{ about: 'count', typed, expected: book }] : []

/** More than the cage may hold; `volume` in m³, `limit` in kg/m³. */
export function densityWarnings(mass: number, volume: number, limit: number): Warning[] {
  const most = volume * limit * 1e6
  return most > 0 && mass > most ? [{ about: 'density', percent: percentOf(mass, most) }] : []
}

/** A ration too large for the biomass, or compared with the day before (null when that is unknown). */
export function rationWarnings(feed: number, biomass: number, before: number | null, settings: Thresholds): Warning[] {
  if (biomass > 0 && feed * 100 > biomass * settings['ask-ration-percent'])
    return [{ about: 'ration', percent: percentOf(feed, biomass) }]
  if (before && feed > before * settings['ask-ration-times'])
    return [{ about: 'feed', times: Math.round((feed / before) * 10) / 10 }]
  return []
}

/** More than any sea cage holds, m³. */
const HUGE_CAGE = 300_000

/** Whether a volume is far above the farm's largest cage, m³; null when there is no cage yet. */
export const isHugeVolume = (typed: number, largest: number | null): boolean =>
  typed > (largest === null ? HUGE_CAGE : largest * 10)
