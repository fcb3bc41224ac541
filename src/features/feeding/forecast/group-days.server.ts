/** The days of groups: what was known of them on those that are over, and how they grow on those that come. */
import { addDays, showDay } from '../../../shared/dates'
import { bandOf, USUAL_GROWTH, type WeightEstimate, weightOf } from '../../../shared/feeding/weight-filter'
import { type AheadDay, goAhead, untaught } from '../../../shared/feeding/weight-ahead'
import type { GroupEstimate } from '../../../shared/feeding/weight-history'
import { type CageAhead, plannedFor } from '../../../core/feeding/forecast/ahead.server'
import type { Known } from '../../../core/feeding/forecast/estimates.server'
import type { Water } from '../../../core/feeding/forecast/water.server'
import type { ForecastDay } from './forecast.contract'

export interface Period {
  at: string
  start: string
  end: string
  /** days between those that are told of */
  step: number
}

/** Whole milligrams, all of them; `feed` is null where nothing tells it. */
export interface Weights {
  average: number
  low: number
  high: number
  mass: number
  feed: number | null
}

export interface GroupDay extends Weights, Pick<ForecastDay, 'date' | 'count' | 'weighings' | 'clock'> {
  /** millionths of °C */
  temperature: number
  /** millionths */
  factor: number
  fedBefore: number | null
  withoutFactor: Weights
}

/** Grams as whole milligrams. */
const mg = (grams: number) => Math.round(grams * 1000)

interface Told {
  level: number
  count: number
  widening: number
  /** grams of all fish; null where nothing tells it */
  feed: number | null
}

function weightsOf(estimate: WeightEstimate, { level, count, widening, feed }: Told): Weights {
  const { weight, low, high } = bandOf(estimate, level, { widening })
  return {
    average: mg(weight),
    low: mg(low),
    high: mg(high),
    mass: mg(weight * count),
    feed: feed === null ? null : mg(feed),
  }
}

/** With four decimals. */
const factorOf = ({ growth }: WeightEstimate) => Math.round((growth / USUAL_GROWTH) * 10_000) * 100

interface ComingDay {
  /** DD.MM.YYYY */
  date: string
  told: boolean
}

export interface Farm {
  period: Period
  level: number
  known: Known
  /** by cage */
  groups: ReadonlyMap<number, readonly { id: number; cage: number }[]>
  count: (group: number, day: string) => number
  fed: (cage: number, day: string) => number
  water: Water
  ahead: Map<number, CageAhead>
  coming: readonly ComingDay[]
  /** nobody asks what the fish would do without the factor */
  alone: boolean
}

interface GroupNow {
  group: number
  cage: number
  known: GroupEstimate
  count: number
  /** of the biomass of its cage, as estimated */
  share: number
}

/** The groups of a cage that had fish at the end of a day. */
function groupsOn(cage: number, day: string, { known, groups: all, count }: Farm): GroupNow[] {
  const groups = (all.get(cage) ?? []).flatMap(({ id }) => {
    const then = known.seen.get(id)?.get(day)
    const fish = then ? count(id, day) : 0
    return then && fish > 0 ? [{ group: id, cage, known: then, count: fish }] : []
  })
  const massOf = (one: (typeof groups)[number]) => weightOf(one.known.estimate) * one.count
  const total = groups.reduce((sum, one) => sum + massOf(one), 0)
  return groups.map((one) => ({ ...one, share: total > 0 ? massOf(one) / total : 0 }))
}

function pastDay({ cage, known, count, share }: GroupNow, day: string, farm: Farm): GroupDay {
  const { estimate, widening, weighings } = known
  const feed = (farm.fed(cage, day) / 1000) * share
  const shown = weightsOf(estimate, { level: farm.level, count, widening, feed })
  return {
    date: showDay(day),
    ...shown,
    count,
    temperature: farm.water.on(cage, day),
    factor: factorOf(estimate),
    weighings,
    clock: null,
    fedBefore: null,
    withoutFactor: shown,
  }
}

function comingDays(now: GroupNow, { period, known: all, ahead, coming, level, alone }: Farm): GroupDay[] {
  const { group, cage, count } = now
  // as the first of them begins, with the growth of the day before
  const { estimate: begun, widening, weighings } = all.seen.get(group)!.get(addDays(period.at, 1))!
  const [own, factor] = [ahead.get(cage)!, factorOf(begun)]
  const { terms } = own
  const planned = plannedFor(own, now)
  const told = ({ estimate, feed }: AheadDay) =>
    weightsOf(estimate, { level, count, widening, feed: feed === null ? null : feed * count })
  const plain: Weights[] = []
  if (!alone) goAhead(untaught(begun), terms, planned, (day, index) => coming[index]!.told && plain.push(told(day)))
  const days: GroupDay[] = []
  let fed: number | null = null
  goAhead(begun, terms, planned, (today, index) => {
    const [{ date, told: isTold }, before] = [coming[index]!, fed]
    if (today.feed !== null) fed = (fed ?? 0) + today.feed
    if (!isTold) return
    const { average, low, high, mass, feed } = told(today)
    const withoutFactor = alone ? { average, low, high, mass, feed } : plain[days.length]!
    days.push({
      date,
      average,
      low,
      high,
      mass,
      feed,
      count,
      temperature: terms[index]!.temperature,
      factor,
      weighings,
      clock: today.clock,
      fedBefore: before === null ? null : mg(before * count),
      withoutFactor,
    })
  })
  return days
}

/** The days of each group of a cage. */
export function daysOfGroups(cage: number, past: readonly string[], farm: Farm): Map<number, GroupDay[]> {
  const found = new Map<number, GroupDay[]>()
  const add = (group: number, days: readonly GroupDay[]) => {
    const own = found.get(group)
    if (own) own.push(...days)
    else found.set(group, [...days])
  }
  for (const day of past) for (const now of groupsOn(cage, day, farm)) add(now.group, [pastDay(now, day, farm)])
  for (const now of groupsOn(cage, farm.period.at, farm)) add(now.group, comingDays(now, farm))
  return found
}
