/**
 * Ask before the impossible: what is far from what is known is asked about before it is saved, and never refused. The
 * one place where that is decided; thresholds are settings of the company. Mass in milligrams, counts in pieces.
 */
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
  /** % of what the cage may hold */
  | { about: 'density'; percent: number }
  /** % of the biomass in one feeding */
  | { about: 'ration'; percent: number }
  /** times what was given the day before */
  | { about: 'feed'; times: number }
  /** less is good than is taken: millionths that are, and the last good day of what is not */
  | { about: 'expired'; good: number; best_before: string }
  /** what has expired is left to a treatment that is entered already; no cage of a module closed to the user */
  | { about: 'later'; at: string; cage: string | null }

export type Thresholds = Pick<
  CompanySettings,
  'ask-loss-percent' | 'ask-average-percent' | 'ask-ration-percent' | 'ask-ration-times'
>

const percentOf = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10

/** More of a group lost at once than the threshold. */
export function lossWarnings(lost: number, group: Fish, settings: Thresholds): Warning[] {
  const limit = settings['ask-loss-percent']
  // a few dead of a few fish are no mass mortality
  if (lost <= 10 || group.count <= 0 || lost * 100 <= group.count * limit) return []
  return [{ about: 'loss', percent: percentOf(lost, group.count) }]
}

const isOff = (typed: number, from: number, to: number, percent: number) =>
  typed * 100 < from * (100 - percent) || typed * 100 > to * (100 + percent)

/** An average far outside of what is expected, `from` to `to` mg. */
export function averageWarnings(typed: number, from: number, to: number, settings: Thresholds): Warning[] {
  const percent = settings['ask-average-percent']
  if (typed <= 0 || to <= 0 || !isOff(typed, from, to, percent)) return []
  return [{ about: 'average', typed, expected: Math.round((from + to) / 2) }]
}

/** A corrected number that has little to do with the one in the book. */
export const countWarnings = (typed: number, book: number): Warning[] =>
  book > 0 && (typed > book * 2 || typed * 2 < book) ? [{ about: 'count', typed, expected: book }] : []

/** More than the cage may hold; `volume` in m³, `limit` in kg/m³. */
export function densityWarnings(mass: number, volume: number, limit: number): Warning[] {
  const most = volume * limit * 1e6
  return most > 0 && mass > most ? [{ about: 'density', percent: percentOf(mass, most) }] : []
}

/** A ration that fish do not eat, by their biomass or by what they were given the day before (null: not known). */
export function rationWarnings(feed: number, biomass: number, before: number | null, settings: Thresholds): Warning[] {
  if (biomass > 0 && feed * 100 > biomass * settings['ask-ration-percent'])
    return [{ about: 'ration', percent: percentOf(feed, biomass) }]
  if (before && feed > before * settings['ask-ration-times'])
    return [{ about: 'feed', times: Math.round((feed / before) * 10) / 10 }]
  return []
}

/** Beyond what pens hold that stand at sea, m³. */
const HUGE_CAGE = 300_000

/** A volume far beyond the largest cage of the farm, m³; null when there is none yet. */
export const isHugeVolume = (typed: number, largest: number | null): boolean =>
  typed > (largest === null ? HUGE_CAGE : largest * 10)
