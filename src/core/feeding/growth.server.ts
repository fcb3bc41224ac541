/** What a feeding is recorded with: by it alone the ledger grows fish. */
import { columnFor, seasonOn } from '../../shared/feeding/norm'
import type { TemperatureSource } from '../../shared/feeding/strategies'
import { MILLIONTHS } from '../../shared/numbers'
import type { CompanySettings, Matching } from '../../shared/settings'
import type { Tx } from '../../server/db/client'
import { type Assigned, assignedOn, type Place } from './assigned.server'
import { latestNorms, type NormVersion } from './norms.server'
import { type Temperature, temperaturesOn } from './temperature.server'

/** Columns of a feeding. Without a norm for the feed, or without a temperature, it grows nothing. */
export interface GrowthTerms {
  norm_version_id: number | null
  /** the norm's column, °C */
  norm_temperature: number | null
  /** millionths of °C */
  temperature: number | null
  temperature_source: TemperatureSource | null
  /** the calculation's on that day, millionths */
  ration_coefficient: number | null
}

export const NO_GROWTH: GrowthTerms = {
  norm_version_id: null,
  norm_temperature: null,
  temperature: null,
  temperature_source: null,
  ration_coefficient: null,
}

/** A cage that is fed with a good on a day. */
export interface FedPlace extends Place {
  good: number
}

export interface GrowingFarm {
  settings: Pick<CompanySettings, 'auto-growth' | 'feeding-rates' | 'lake-temperatures'>
  /** 'YYYY-MM-DD' */
  today: string
}

/** The version of norms and its column for a day, of the first of these feeds that has one. */
function normsOf(
  goods: readonly (number | undefined)[],
  { norms, day, water, matching }: { norms: Map<number, NormVersion>; day: string; water: number; matching: Matching },
) {
  for (const good of goods) {
    const version = good === undefined ? undefined : norms.get(good)
    const season = version && seasonOn(version.seasons, day)
    const column = season && columnFor(season.temperatures, water, matching)
    if (typeof column === 'number')
      return { norm_version_id: version!.version, norm_temperature: season!.temperatures[column]! }
  }
  return { norm_version_id: null, norm_temperature: null }
}

const askOf = ({ cage, day }: Place, assigned: Assigned | null) => ({
  cage,
  day,
  parameter: assigned?.parameter ?? null,
  strategy: assigned?.strategy ?? ('PreviousStrategy' as const),
  fixed: assigned?.fixed ?? null,
})

/**
 * The terms of feedings by today's norms, calculations and readings, in their order: the norms of the feed that is
 * given, else of the assigned one. Three statements, however many feedings.
 */
export async function growthTerms(tx: Tx, company: number, fed: readonly FedPlace[], farm: GrowingFarm) {
  const assigned = await assignedOn(tx, company, fed)
  const asks = fed.map((place, index) => askOf(place, assigned[index]!))
  const goods = [...new Set([...fed, ...assigned].flatMap((one) => one?.good ?? []))]
  const [norms, water] = await Promise.all([
    latestNorms(tx, company, goods),
    temperaturesOn(tx, company, asks, farm.settings, farm.today),
  ])
  const matching = farm.settings['feeding-rates']['temperature-matching']
  const termsOf = ({ good, day }: FedPlace, calc: Assigned | null, known: Temperature | null): GrowthTerms => ({
    ...NO_GROWTH,
    ...(known && normsOf([good, calc?.good], { norms, day, water: known.value, matching })),
    temperature: known?.value ?? null,
    temperature_source: known?.source ?? null,
    ration_coefficient: calc?.coefficient ?? MILLIONTHS,
  })
  return fed.map((place, index) => termsOf(place, assigned[index]!, water[index]!))
}
