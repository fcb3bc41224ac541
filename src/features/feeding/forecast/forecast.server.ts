/** The forecast: what is known of groups on days that are over, and how they grow on those that come. */
import { groupBy } from '../../../shared/collections'
import type { ParsedOf } from '../../../shared/contract'
import { addDays, dayOf, daysBetween, showDay } from '../../../shared/dates'
import { bandOf, USUAL_GROWTH, type WeightEstimate } from '../../../shared/feeding/weight-filter'
import { type AheadDay, aheadOf, untaught } from '../../../shared/feeding/weight-ahead'
import type { GroupEstimate, Trial } from '../../../shared/feeding/weight-history'
import { MG_PER_KG, toKg, toUnits } from '../../../shared/numbers'
import { say } from '../../../shared/say'
import { fieldErrors } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { writeRows, type Written } from '../../../server/http/written'
import { daysFrom } from '../../../core/feeding/day-terms.server'
import { aheadTerms, type CageAhead, plannedFor } from '../../../core/feeding/forecast/ahead.server'
import { type Known, knownOf } from '../../../core/feeding/forecast/estimates.server'
import { readWater, type Water } from '../../../core/feeding/forecast/water.server'
import {
  type forecastCalls,
  type ForecastAnswer,
  type ForecastCage,
  type ForecastDay,
  MAX_CAGE_DAYS,
  MAX_CAGE_STEPS,
  MOST_DAYS,
  type Skill,
} from './forecast.contract'
import {
  type ChosenCage,
  type NamedGroup,
  readCages,
  readCounts,
  readFeed,
  readNames,
  readWeighings,
} from './reading.server'

type Input = ParsedOf<typeof forecastCalls.forecast>

interface Period {
  at: string
  start: string
  end: string
  /** days between those that are told of */
  step: number
}

/** Whether a day is told of: every so many, and the last. */
const isTold = ({ at, end, step }: Period, day: string) =>
  step === 1 || day === end || daysBetween(at, day) % step === 0

/** Throws 422 for days that nobody can tell of. */
export function periodOf({ at, start, end }: Pick<Input, 'at' | 'start' | 'end'>, { company }: Context) {
  const today = dayOf(company.now)
  const as_of = at ?? today
  if (as_of > today) throw fieldErrors({ at: 'День не может быть в будущем' })
  const first = start ?? as_of
  const last = end ?? addDays(first > as_of ? first : as_of, 60)
  if (last < first) throw fieldErrors({ end: 'Конец периода раньше начала' })
  if (daysBetween(first, as_of) >= MOST_DAYS)
    throw fieldErrors({ start: say('Не больше {{days}} дней назад', { days: MOST_DAYS }) })
  if (daysBetween(as_of, last) > MOST_DAYS)
    throw fieldErrors({ end: say('Не дальше {{days}} дней вперёд', { days: MOST_DAYS }) })
  return { at: as_of, start: first, end: last }
}

/** Throws 422 when that is more than one answer holds. */
export function checkSize(cages: number, days: number, step = 1): void {
  const most = Math.floor(Math.min((MAX_CAGE_DAYS * step) / days, MAX_CAGE_STEPS / days))
  if (cages > most)
    throw fieldErrors({ cage_ids: say('Выберите не больше {{cages}} садков или меньше дней', { cages: most }) })
}

/** Whole milligrams, told in kilograms. */
const kg = (grams: number) => Math.round(grams * 1000) / MG_PER_KG

interface Told {
  level: number
  count: number
  widening: number
  /** grams of all fish; null where nothing tells it */
  feed: number | null
}

function weightsOf(estimate: WeightEstimate, { level, count, widening, feed }: Told) {
  const { weight, low, high } = bandOf(estimate, level, { widening })
  return {
    avg_weight: kg(weight),
    low: kg(low),
    high: kg(high),
    weight: kg(weight * count),
    feed: feed === null ? null : kg(feed),
  }
}

const averageOf = ({ root }: WeightEstimate) => Math.max(0, root) ** 3
const factorOf = ({ growth }: WeightEstimate) => Math.round((growth / USUAL_GROWTH) * 10_000) / 10_000

/** How the last real weighings came out. */
const SKILL_OF = 12
function skillOf(trials: readonly Trial[]): Skill {
  const last = trials.slice(-SKILL_OF)
  const error = last.reduce((sum, one) => sum + Math.abs(one.error), 0) / last.length
  return {
    weighings: last.length,
    error: last.length > 0 ? Math.round(error * 1000) / 10 : null,
    within: last.filter(({ held }) => held).length,
  }
}

interface ComingDay {
  /** DD.MM.YYYY */
  date: string
  told: boolean
}

interface Farm {
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
  const massOf = (one: (typeof groups)[number]) => averageOf(one.known.estimate) * one.count
  const total = groups.reduce((sum, one) => sum + massOf(one), 0)
  return groups.map((one) => ({ ...one, share: total > 0 ? massOf(one) / total : 0 }))
}

function pastDay({ cage, known, count, share }: GroupNow, day: string, farm: Farm): ForecastDay {
  const { estimate, widening, weighings } = known
  const feed = (farm.fed(cage, day) / 1000) * share
  const shown = weightsOf(estimate, { level: farm.level, count, widening, feed })
  return {
    date: showDay(day),
    ...shown,
    count,
    temperature: toUnits(farm.water.on(cage, day)),
    factor: factorOf(estimate),
    weighings,
    clock: null,
    fed_before: null,
    without_factor: shown,
  }
}

function comingDays(now: GroupNow, { period, known: all, ahead, coming, level, alone }: Farm): ForecastDay[] {
  const { group, cage, count } = now
  // as the first of them begins, with the growth of the day before
  const { estimate: begun, widening, weighings } = all.seen.get(group)!.get(addDays(period.at, 1))!
  const [own, factor] = [ahead.get(cage)!, factorOf(begun)]
  const planned = plannedFor(own, now)
  const taught = aheadOf(begun, own.terms, planned)
  const plain = alone ? null : aheadOf(untaught(begun), own.terms, planned)
  const told = ({ estimate, feed }: AheadDay) =>
    weightsOf(estimate, { level, count, widening, feed: feed === null ? null : feed * count })
  const days: ForecastDay[] = []
  let fed: number | null = null
  coming.forEach(({ date, told: isTold }, index) => {
    const [today, before] = [taught[index]!, fed]
    if (today.feed !== null) fed = (fed ?? 0) + today.feed
    if (!isTold) return
    const shown = told(today)
    days.push({
      date,
      ...shown,
      count,
      temperature: toUnits(own.terms[index]!.temperature),
      factor,
      weighings,
      clock: today.clock,
      fed_before: before === null ? null : kg(before * count),
      without_factor: plain ? told(plain[index]!) : shown,
    })
  })
  return days
}

/** The days of each group of a cage. */
export function daysOfGroups(cage: number, past: readonly string[], farm: Farm): Map<number, ForecastDay[]> {
  const found = new Map<number, ForecastDay[]>()
  const add = (group: number, days: readonly ForecastDay[]) => {
    const own = found.get(group)
    if (own) own.push(...days)
    else found.set(group, [...days])
  }
  for (const day of past) for (const now of groupsOn(cage, day, farm)) add(now.group, [pastDay(now, day, farm)])
  for (const now of groupsOn(cage, farm.period.at, farm)) add(now.group, comingDays(now, farm))
  return found
}

/** Everything that the days of these cages are made of. */
export async function readFarm(
  context: Context,
  cages: readonly number[],
  period: Period,
  { level, alone = false }: { level: number; alone?: boolean },
) {
  const { tx, company } = context
  const { at, start, end } = period
  const past = start <= at ? daysFrom(start, end < at ? end : at).filter((day) => isTold(period, day)) : []
  const coming = end > at ? daysFrom(addDays(at, 1), end) : []
  const looked = past.at(-1) === at ? past : [...past, at]
  const [first, until] = [looked[0]!, addDays(at, 1)]
  const [known, fed, water, ahead] = await Promise.all([
    knownOf(context, { cages, at, days: [...looked, until] }),
    readFeed(context, past.length > 0 ? cages : [], first, at),
    readWater(tx, company.id, past.length > 0 ? cages : [], { from: first, until, settings: company.settings }),
    aheadTerms(context, cages, at, coming),
  ])
  const groups = known.groups.map(({ id }) => id)
  const count = await readCounts(context, groups, looked)
  const byCage = groupBy(known.groups, ({ cage }) => cage)
  const days = coming.map((day) => ({ date: showDay(day), told: day >= start && isTold(period, day) }))
  const farm: Farm = { period, level, known, groups: byCage, count, fed, water, ahead, coming: days, alone }
  return { past, farm }
}

function* withFish(chosen: readonly ChosenCage[], tell: (cage: ChosenCage) => ForecastCage) {
  for (const cage of chosen) {
    const one = tell(cage)
    if (one.groups.length > 0) yield one
  }
}

/** What is told of groups, in the order of their names. */
const inOrder = (days: ReadonlyMap<number, ForecastDay[]>, places: ReadonlyMap<number, number>) =>
  [...days]
    .flatMap(([group, own]) => {
      const place = places.get(group)
      return place !== undefined && own.length > 0 ? [{ place, own }] : []
    })
    .sort((a, b) => a.place - b.place)

export async function forecast(input: Input, context: Context): Promise<Written<ForecastAnswer>> {
  const period = { ...periodOf(input, context), step: input.step }
  const { at, start, end, step } = period
  const level = input.level ?? 0.9
  const from = start < at ? start : at
  const chosen = await readCages(context, input, from)
  const cages = chosen.map(({ cage_id }) => cage_id)
  checkSize(cages.length, daysBetween(from, end < at ? at : end) + 1, step)
  const { past, farm } = await readFarm(context, cages, period, { level })
  const [names, weighings] = await Promise.all([
    readNames(
      context,
      farm.known.groups.map(({ id }) => id),
    ),
    readWeighings(context, cages, from, at),
  ])
  const open = new Set(cages)
  const trials = farm.known.trials.filter(({ cage }) => open.has(cage))
  const shown = groupBy(weighings, ({ group }) => group)
  const byCage = groupBy(trials, ({ cage }) => cage)
  const groupOf = (name: NamedGroup, days: ForecastDay[]) => ({
    ...name,
    weighings: (shown.get(name.group_id) ?? []).map((one) => ({
      datetime: one.at,
      avg_weight: toKg(one.average),
      count: one.sample,
    })),
    days,
  })
  const places = new Map(names.map(({ group_id }, place) => [group_id, place]))
  const cageOf = (cage: ChosenCage) => {
    const days = inOrder(daysOfGroups(cage.cage_id, past, farm), places)
    const groups = days.map(({ place, own }) => groupOf(names[place]!, own))
    return { ...cage, skill: skillOf(byCage.get(cage.cage_id) ?? []), groups }
  }
  const head = { at: showDay(at), level, skill: skillOf(trials) }
  return writeRows<ForecastAnswer, 'cages'>(head, 'cages', withFish(chosen, cageOf))
}
