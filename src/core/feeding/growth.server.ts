/** What a feeding is recorded with: by it alone the ledger grows fish. */
import { type GrowthColumn, growthColumn, NO_COLUMN } from '../../shared/feeding/growth-column'
import type { TemperatureSource } from '../../shared/feeding/strategies'
import { MILLIONTHS } from '../../shared/numbers'
import type { CompanySettings } from '../../shared/settings'
import type { Tx } from '../../server/db/client'
import { type Assigned, assignedOn, type Place } from './assigned.server'
import { latestNorms } from './norms.server'
import { type Temperature, temperaturesOn } from './temperature.server'

/** Columns of a feeding. Without a norm for the feed, or without a temperature, it grows nothing. */
export interface GrowthTerms extends GrowthColumn {
  /** millionths of °C */
  temperature: number | null
  temperature_source: TemperatureSource | null
  /** the calculation's on that day, millionths */
  ration_coefficient: number | null
  /** known from a book, mg */
  gain: number | null
}

export const NO_GROWTH: GrowthTerms = {
  ...NO_COLUMN,
  temperature: null,
  temperature_source: null,
  ration_coefficient: null,
  gain: null,
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

/** What the temperature of a place is asked by, on a day with the calculation that is in force. */
export const askOf = ({ cage, day }: Place, assigned: Assigned | null) => ({
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
    ...(known && growthColumn({ day, goods: [good, calc?.good], water: known.value, matching }, norms)),
    temperature: known?.value ?? null,
    temperature_source: known?.source ?? null,
    ration_coefficient: calc?.coefficient ?? MILLIONTHS,
  })
  return fed.map((place, index) => termsOf(place, assigned[index]!, water[index]!))
}
