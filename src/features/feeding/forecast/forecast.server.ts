/** The forecast: what is known of groups on days that are over, and how they grow on those that come. */
import { setImmediate } from 'node:timers/promises'
import { groupBy } from '../../../shared/collections'
import type { ParsedOf } from '../../../shared/contract'
import { addDays, dayOf, daysBetween, showDay } from '../../../shared/dates'
import type { Trial } from '../../../shared/feeding/weight-errors'
import { say } from '../../../shared/say'
import { fieldErrors } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import type { Written } from '../../../server/http/written'
import { daysFrom } from '../../../core/feeding/day-terms.server'
import { aheadTerms } from '../../../core/feeding/forecast/ahead.server'
import { foldKnown, readHistories } from '../../../core/feeding/forecast/estimates.server'
import { readWater } from '../../../core/feeding/forecast/water.server'
import {
  type forecastCalls,
  type ForecastAnswer,
  MAX_CAGE_DAYS,
  MAX_CAGE_STEPS,
  MOST_DAYS,
  type Skill,
} from './forecast.contract'
import { daysOfGroups, type Farm, type Period } from './group-days.server'
import { readCages, readCounts, readFeed, readNames, readWeighings } from './reading.server'
import { writeForecast } from './writing.server'

type Input = ParsedOf<typeof forecastCalls.forecast>

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
  const histories = await readHistories(context, { cages, at, days: [...looked, until] })
  const groups = histories.groups.map(({ id }) => id)
  const [count, fed, water, ahead, known] = await Promise.all([
    readCounts(context, groups, looked),
    readFeed(context, past.length > 0 ? cages : [], first, at),
    readWater(tx, company.id, past.length > 0 ? cages : [], { from: first, until, settings: company.settings }),
    aheadTerms(context, cages, at, coming),
    // when these have left: they are answered meanwhile
    setImmediate().then(() => foldKnown(histories)),
  ])
  const byCage = groupBy(known.groups, ({ cage }) => cage)
  const days = coming.map((day) => ({ date: showDay(day), told: day >= start && isTold(period, day) }))
  const farm: Farm = { period, level, known, groups: byCage, count, fed, water, ahead, coming: days, alone }
  return { past, farm }
}

export async function forecast(input: Input, context: Context): Promise<Written<ForecastAnswer>> {
  const period = { ...periodOf(input, context), step: input.step }
  const { at, start, end, step } = period
  const level = input.level ?? 0.9
  const from = start < at ? start : at
  const chosen = await readCages(context, input, from)
  const cages = chosen.map(({ cage_id }) => cage_id)
  checkSize(cages.length, daysBetween(from, end < at ? at : end) + 1, step)
  const [{ past, farm }, names, weighings] = await Promise.all([
    readFarm(context, cages, period, { level }),
    readNames(context, cages, from),
    readWeighings(context, cages, from, at),
  ])
  const open = new Set(cages)
  const trials = farm.known.trials.filter(({ cage }) => open.has(cage))
  const byCage = groupBy(trials, ({ cage }) => cage)
  const head = { at: showDay(at), level, skill: skillOf(trials) }
  return writeForecast(head, chosen, {
    names,
    weighings: groupBy(weighings, ({ group }) => group),
    skillOf: (cage) => skillOf(byCage.get(cage) ?? []),
    days: past.length + farm.coming.filter(({ told }) => told).length,
    daysOf: (cage) => daysOfGroups(cage, past, farm),
  })
}
