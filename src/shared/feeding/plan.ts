/**
 * What a feeding plan computes, on the server as in the browser: the ration of a cage and what it makes the fish grow.
 * Masses in milligrams, temperatures, rates and coefficients in whole millionths.
 */
import { MILLIONTHS } from '../numbers'
import type { Phrase } from '../say'
import type { Matching } from '../settings'
import { columnFor, type MonthDay, rowFor, type Season, seasonOn } from './norm'
import { gainOf, rationOf, type Stock } from './ration'
import { type Allowed, allowedBy, type OxygenReading, type WaterSettings } from './water-limits'

/** What the ration of a day depends on besides the fish and the norms. */
export interface Situation {
  /** 'YYYY-MM-DD' */
  day: string
  temperature: number
  /** of the calculation */
  coefficient: number
  oxygen: OxygenReading | null
}

/** The rules of the company. */
export interface PlanRules {
  matching: Matching
  water: WaterSettings
}

/** Where a ration comes from. */
export interface Reason {
  from: MonthDay
  to: MonthDay
  /** the row's bounds of the average weight */
  min: number
  max: number
  /** the column, whole °C */
  column: number
  /** % of the biomass a day */
  rate: number
  /** feed conversion rate by weight, and what the temperature multiplies it by */
  fcr: number
  temperatureFcr: number
  coefficient: number
  /** of the ration that the water allows */
  share: number
  /** why the water takes something away */
  reasons: Phrase[]
}

/** What norms say of a day in some water, whatever fish there are. */
export interface DayNorm {
  season: Season
  /** the place of the column */
  place: number
  allowed: Allowed
}

/** Null where the norms say nothing of such water. */
export function dayNorm(
  seasons: readonly Season[],
  { day, temperature, oxygen }: Omit<Situation, 'coefficient'>,
  { matching, water }: PlanRules,
): DayNorm | null {
  const season = seasonOn(seasons, day)
  const place = season && columnFor(season.temperatures, temperature, matching)
  return season && place !== null ? { season, place, allowed: allowedBy({ oxygen, temperature }, water) } : null
}

/** Null where they say nothing of such fish. */
function reasonIn({ season, place, allowed }: DayNorm, { mass, count }: Stock, coefficient: number) {
  const row = rowFor(season.rows, mass, count)
  if (!row) return null
  const reason: Reason = {
    from: season.from,
    to: season.to,
    min: row.min,
    max: row.max,
    column: season.temperatures[place]!,
    rate: row.rates[place]!,
    fcr: row.fcr,
    temperatureFcr: season.coefficients[place]!,
    coefficient,
    share: allowed.share,
    reasons: allowed.reasons,
  }
  return reason
}

/** Null where the norms say nothing of such fish in such water. */
export function reasonFor(seasons: readonly Season[], stock: Stock, situation: Situation, rules: PlanRules) {
  const norm = dayNorm(seasons, situation, rules)
  return norm && reasonIn(norm, stock, situation.coefficient)
}

const growthOf = (fed: number, { fcr, temperatureFcr }: Reason) => gainOf(fed, { fcr, coefficient: temperatureFcr })

const rationBy = (mass: number, rate: number, coefficient: number, share: number) =>
  (rationOf(mass, rate, coefficient) * share) / MILLIONTHS

/** The ration alone, for very many; 0 where the norms say nothing of such fish. */
export function rationIn({ season, place, allowed }: DayNorm, { mass, count }: Stock, coefficient: number): number {
  const row = rowFor(season.rows, mass, count)
  return row ? rationBy(mass, row.rates[place]!, coefficient, allowed.share) : 0
}

/** The ration, what the fed kilograms make grow, and what the ration would. Not rounded. */
export function recalculate(mass: number, fed: number, reason: Reason) {
  const ration = rationBy(mass, reason.rate, reason.coefficient, reason.share)
  return { ration, growth: growthOf(fed, reason), growthOfRation: growthOf(ration, reason) }
}

interface PlannedDay {
  count: number
  weight: number
  growth: number | null
}

/** The fish on the morning after a planned day: of several feeds of a cage each adds its growth. */
export function stockAfter(rows: readonly PlannedDay[]): Stock {
  const [first] = rows
  const grown = rows.reduce((sum, { growth }) => sum + (growth ?? 0), 0)
  return first ? { count: first.count, mass: first.weight + grown } : { count: 0, mass: 0 }
}

const HUNDREDTH = 10_000

/** Whether two masses differ where people see it: in kilograms with two decimals. */
export const differ = (a: number, b: number): boolean => Math.round(a / HUNDREDTH) !== Math.round(b / HUNDREDTH)
