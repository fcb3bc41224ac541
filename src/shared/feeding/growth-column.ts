/** By which norms a feeding grows fish: one rule for the server that records it and the device that foretells it. */
import type { Matching } from '../settings'
import { columnFor, type Season, seasonOn } from './norm'

export interface VersionedNorms {
  version: number
  seasons: readonly Season[]
}

/** The version and its column, °C. */
export interface GrowthColumn {
  norm_version_id: number | null
  norm_temperature: number | null
}

export const NO_COLUMN: GrowthColumn = { norm_version_id: null, norm_temperature: null }

export interface ColumnQuestion {
  /** 'YYYY-MM-DD' */
  day: string
  /** the feed that is given and the assigned one: the first with norms for that day and water counts */
  goods: readonly (number | null | undefined)[]
  /** millionths of °C */
  water: number
  matching: Matching
}

export function growthColumn(
  { day, goods, water, matching }: ColumnQuestion,
  norms: ReadonlyMap<number, VersionedNorms>,
): GrowthColumn {
  for (const good of goods) {
    const known = typeof good === 'number' ? norms.get(good) : undefined
    const season = known && seasonOn(known.seasons, day)
    const column = season && columnFor(season.temperatures, water, matching)
    if (typeof column === 'number')
      return { norm_version_id: known!.version, norm_temperature: season!.temperatures[column]! }
  }
  return NO_COLUMN
}
