/** The forecast over published series, entered as a farm enters its own: how far it is off when it knows the past. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { measurementCalls } from '../../../core/cages/measurement.contract'
import { daysBetween, parseDay } from '../../../shared/dates'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { forecastCalls } from './forecast.contract'

interface Weighing {
  day: number
  weight: number
  temperature: number
}

function seriesOf(name: string): Map<string, Weighing[]> {
  const text = readFileSync(new URL(`../../../testing/data/${name}.csv`, import.meta.url), 'utf8')
  const [head, ...lines] = text.trim().split('\n')
  const names = head!.split(',')
  const series = new Map<string, Weighing[]>()
  for (const line of lines) {
    const row = Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell]))
    if (Number(row.weight_g) < 5) continue
    const own = series.get(row.series!) ?? []
    own.push({ day: Math.round(Number(row.day)), weight: Number(row.weight_g), temperature: Number(row.temp_c) })
    series.set(row.series!, own)
  }
  return series
}

/** Where trout beyond the fry ate as much as they liked, from that day of the series on. */
const FED: Record<string, number> = {
  sumpter1991_fed: 0,
  weatherley_gill1981_B_control: 0,
  weatherley_gill1981_C_3pct_dry_ration: 112,
  weatherley_gill1981_D_starved3wk_then_fed: 21,
  weatherley_gill1981_E_starved13wk_then_fed: 91,
  control_tank_gw150A: 0,
  control_tank_gw150B: 0,
  control_tank_gw150C: 0,
}

interface Entered {
  cage: number
  weighings: Weighing[]
  /** days ago of a day of the series */
  ago: (day: number) => number
}

let farm: Farm
let trout: Entered[]
let strangers: Entered[]

/** A module with its water and one cage: stocked with the first weight, weighed with all others. */
async function enter(weighings: Weighing[], generation: number, category: number): Promise<Entered> {
  const module = await farm.module()
  const [cage, parameter] = [await farm.cage({ location: module.id }), await farm.parameter({ location: module.id })]
  const last = weighings.at(-1)!.day
  const ago = (day: number) => last - day + 1
  const on = (day: number, time = '10:00') => ({ date: farm.daysAgo(ago(day)), time })
  const [first, ...later] = weighings
  for (const { day, temperature } of weighings)
    await farm.call(measurementCalls.create, {
      ...on(day, '09:00'),
      measure_parameter_id: parameter.id,
      value: temperature,
    })
  await farm.call(kinds.stocking.create, {
    ...on(first!.day),
    to_id: cage.id,
    generation_id: generation,
    age_category_id: category,
    count: 1000,
    avg_weight: Number((first!.weight / 1000).toFixed(6)),
  })
  for (const { day, weight } of later)
    await farm.call(kinds.weighing.create, {
      ...on(day),
      cage_id: cage.id,
      avg_weight: Number((weight / 1000).toFixed(6)),
    })
  return { cage: cage.id, weighings, ago }
}

beforeAll(async () => {
  farm = await openFarm()
  const category = await farm.category()
  const generationOf = async () => (await farm.generation({ species: (await farm.species()).id })).id
  const all = seriesOf('growth-series-trout')
  const own = await generationOf()
  trout = []
  for (const [name, from] of Object.entries(FED))
    trout.push(
      await enter(
        all.get(name)!.filter(({ day }) => day >= from),
        own,
        category.id,
      ),
    )
  strangers = []
  for (const weighings of seriesOf('growth-series-other').values())
    strangers.push(await enter(weighings, await generationOf(), category.id))
}, 120_000)
afterAll(() => farm.close())

interface Forecast {
  days: number
  error: number
  held: boolean
}

/** As of each weighing, of each later one of the next hundred days. */
async function forecasts({ cage, weighings, ago }: Entered): Promise<Forecast[]> {
  const found: Forecast[] = []
  for (const [index, now] of weighings.entries()) {
    const later = weighings.slice(index + 1).filter(({ day }) => day - now.day <= 100)
    if (later.length === 0) continue
    const at = farm.daysAgo(ago(now.day))
    const end = farm.daysAgo(ago(later.at(-1)!.day))
    const { cages } = await farm.call(forecastCalls.forecast, { cage_ids: [cage], at, end })
    const days = cages[0]!.groups[0]!.days
    for (const { day, weight } of later) {
      const told = days.find(({ date }) => date === farm.daysAgo(ago(day)))!
      const held = told.low <= weight / 1000 && weight / 1000 <= told.high
      found.push({ days: day - now.day, error: (told.avg_weight * 1000) / weight - 1, held })
    }
  }
  return found
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const held = (found: readonly Forecast[]) => mean(found.map((one) => Number(one.held)))
async function allOf(entered: readonly Entered[]) {
  const found: Forecast[] = []
  for (const one of entered) found.push(...(await forecasts(one)))
  return found
}

describe('over published series', () => {
  test('trout are foretold as near as simple methods can, and the band says how near that is', async () => {
    const found = await allOf(trout)
    for (const { from, to, error, bias } of [
      { from: 1, to: 35, error: 0.085, bias: 0.04 },
      { from: 36, to: 70, error: 0.14, bias: 0.05 },
      { from: 71, to: 100, error: 0.2, bias: 0.08 },
    ]) {
      const errors = found.filter(({ days }) => days >= from && days <= to).map((one) => one.error)
      expect(mean(errors.map(Math.abs))).toBeLessThan(error)
      expect(Math.abs(mean(errors))).toBeLessThan(bias)
    }
    expect(held(found)).toBeGreaterThan(0.85)
    expect(held(found)).toBeLessThan(0.98)
  })

  test('the band of other species, which the filter was not made on, holds most of theirs', async () => {
    const found = await allOf(strangers)
    expect(held(found)).toBeGreaterThan(0.7)
  })
})

test('says what its own forecasts of the last weighings were worth', async () => {
  const { skill, cages } = await farm.call(forecastCalls.forecast, { cage_ids: trout.map(({ cage }) => cage) })
  expect(skill.weighings).toBe(12)
  expect(skill.error).toBeGreaterThan(1)
  expect(skill.error).toBeLessThan(15)
  expect(skill.within).toBeGreaterThanOrEqual(9)
  expect(cages.every((cage) => cage.skill.weighings <= 12)).toBe(true)
})

test('tells of days that are over what was known then, and goes on from there', async () => {
  const [{ cage, ago, weighings }] = trout as [Entered]
  const last = weighings.at(-1)!.day
  const at = farm.daysAgo(ago(last - 5))
  const { cages } = await farm.call(forecastCalls.forecast, {
    cage_ids: [cage],
    at,
    start: farm.daysAgo(ago(last - 9)),
    end: farm.daysAgo(ago(last)),
  })
  const { days } = cages[0]!.groups[0]!
  expect(days).toHaveLength(10)
  expect(days.map(({ clock }) => clock)).toEqual([...Array<null>(5).fill(null), ...Array<string>(5).fill('warmth')])
  for (const [index, day] of days.entries()) {
    expect(day.avg_weight).toBeGreaterThan(days[index - 1]?.avg_weight ?? 0)
    expect(day.low).toBeLessThan(day.avg_weight)
    expect(day.weight).toBeCloseTo(day.avg_weight * 1000, 2)
  }
  expect(daysBetween(parseDay(days[0]!.date)!, parseDay(days.at(-1)!.date)!)).toBe(9)
})

test('refuses days that nobody can tell of, and levels that are none', async () => {
  const ask = (input: object) => farm.call(forecastCalls.forecast, input as never, { expect: 422 })
  expect((await ask({ at: farm.daysAgo(-1) })).errors).toHaveProperty('at')
  expect((await ask({ start: farm.daysAgo(0), end: farm.daysAgo(1) })).errors).toHaveProperty('end')
  expect((await ask({ end: farm.daysAgo(-401) })).errors).toHaveProperty('end')
  expect((await ask({ start: farm.daysAgo(400) })).errors).toHaveProperty('start')
  for (const level of [0.5, 0.999, 1, 'x', -1]) expect((await ask({ level })).errors).toHaveProperty('level')
})

test('a person of one module sees nothing of others', async () => {
  const module = await farm.module()
  const person = await farm.user({ permissions: ['view feed calcs'], locations: [module.id] })
  const cage_ids = [trout[0]!.cage]
  expect((await farm.call(forecastCalls.forecast, { cage_ids }, { as: person })).cages).toEqual([])
})
