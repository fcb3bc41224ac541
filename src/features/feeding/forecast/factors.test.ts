/** A farm whose fish grow 1.15 times as fast as its norms say. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { normCalls } from '../../../core/feeding/norms.contract'
import { addDays, parseDay } from '../../../shared/dates'
import { type GrowingPond, openGrowingPond } from '../../../testing/farm/growing-pond'
import { forecastCalls } from './forecast.contract'

const TRUE_FACTOR = 1.15
const FISH = 10_000
const FIRST = 185

let pond: GrowingPond
let cage: number
let feed: number
/** kg */
let weight = 0.1
beforeAll(async () => {
  pond = await openGrowingPond()
  await pond.measure(200, 12)
  cage = pond.cageId
  feed = await pond.feed([1.2, 1.2, 1.2])
  await pond.farm.sql(
    `insert into feed_calcs (company_id, name, good_id, starts_on, strategy, cage_ids)
    values ($1, 'Прогноз', $2, $3, 'PreviousStrategy', $4)`,
    [pond.farm.session.user.company.id, feed, addDays(parseDay(pond.farm.today())!, -200), [cage]],
  )
  await pond.stock(cage, FIRST, FISH, weight, '09:00')
  for (let day = FIRST; day > 0; day--) {
    if ((FIRST - day) % 30 === 0)
      await pond.farm.call(kinds.weighing.create, {
        ...pond.on(day),
        cage_id: cage,
        count: 100,
        weight: Number((weight * 100).toFixed(6)),
      })
    if (day % 3 > 0) continue
    const fed = Math.round(weight * FISH * 0.03 * 100) / 100
    await pond.fed(cage, feed, day, fed)
    weight += ((fed / 1.2) * TRUE_FACTOR) / FISH
  }
}, 120_000)
afterAll(() => pond.farm.close())

const factors = () => pond.farm.call(forecastCalls.factors, {})

test('weighings find how much faster fish grow than the norms say', async () => {
  const [found, ...others] = await factors()
  expect(others).toEqual([])
  expect(found).toMatchObject({ feed_type_id: feed, water: 'mild', spans: 6, offered: true })
  expect(Math.abs(found!.factor / TRUE_FACTOR - 1)).toBeLessThan(0.03)
  expect(found!.low).toBeGreaterThan(1)
  expect(found!.changes).toEqual([
    { season: '01.01–31.12', temperature: 12, before: 1, after: Math.round(1000 / found!.factor) / 1000 },
  ])
})

test('the filter finds it too, and the forecast with it is above the one without', async () => {
  const { cages } = await pond.farm.call(forecastCalls.forecast, { cage_ids: [cage] })
  const last = cages[0]!.groups[0]!.days.at(-1)!
  expect(Math.abs(last.factor / TRUE_FACTOR - 1)).toBeLessThan(0.03)
  expect(last).toMatchObject({ clock: 'norms', weighings: 7 })
  expect(last.avg_weight).toBeGreaterThan(last.without_factor.avg_weight)
  expect(last.feed).toBeGreaterThan(last.without_factor.feed!)
})

test('a weight is reached between two days, of which the expected is one between them', async () => {
  const ask = (kg: number) => pond.farm.call(forecastCalls.target, { cage_ids: [cage], weight: kg.toFixed(6) } as never)
  const [told] = (await ask(weight * 1.3)).cages
  const days = [told!.earliest, told!.expected, told!.latest].map((day) => parseDay(day!)!)
  expect(days).toEqual([...days].sort())
  expect(new Set(days).size).toBe(3)
  expect((await ask(0.05)).cages[0]).toMatchObject({ earliest: pond.farm.today(), latest: pond.farm.today() })
  expect((await ask(100)).cages[0]).toMatchObject({ earliest: null, expected: null, latest: null })
})

test('a plan says what is fed, and a planned 0 that nothing is', async () => {
  const day = (ahead: number) => addDays(parseDay(pond.farm.today())!, ahead)
  const plan = (ahead: number, kg: number) =>
    pond.farm.sql(
      `insert into feeding_plan_rows (company_id, day, cage_id, good_id, avg_weight, count, weight, rate)
      values ($1, $2, $3, $4, 100000, 10000, 1000000000, $5)`,
      [pond.farm.session.user.company.id, day(ahead), cage, feed, kg * 1_000_000],
    )
  await plan(1, 0)
  await plan(2, 33)
  const { cages } = await pond.farm.call(forecastCalls.forecast, { cage_ids: [cage], end: pond.farm.daysAgo(-4) })
  const [, fasting, planned, after] = cages[0]!.groups[0]!.days
  expect(fasting).toMatchObject({ clock: 'fasting', feed: 0 })
  expect(planned!.avg_weight).toBe(fasting!.avg_weight)
  expect(planned!.feed).toBe(33)
  expect(after!.avg_weight).toBeGreaterThan(planned!.avg_weight)
  // not known as of an earlier day
  const before = await pond.farm.call(forecastCalls.forecast, {
    cage_ids: [cage],
    at: pond.farm.daysAgo(2),
    end: pond.farm.daysAgo(-2),
  })
  expect(before.cages[0]!.groups[0]!.days.map(({ clock }) => clock)).not.toContain('fasting')
})

test('told week by week, the days are those of the daily forecast, with the feed of all days before', async () => {
  const { cages: daily } = await pond.farm.call(forecastCalls.forecast, {
    cage_ids: [cage],
    start: pond.farm.daysAgo(8),
  })
  const weekly = await pond.farm.call(forecastCalls.forecast, {
    cage_ids: [cage],
    start: pond.farm.daysAgo(8),
    step: '7',
  } as never)
  const all = daily[0]!.groups[0]!.days
  const told = weekly.cages[0]!.groups[0]!.days
  const shown = [-7, 0, 7, 14, 21, 28, 35, 42, 49, 56, 60].map((day) => pond.farm.daysAgo(-day))
  expect(told).toEqual(all.filter(({ date }) => shown.includes(date)))
  expect(told).toHaveLength(shown.length)
  const coming = all.filter(({ clock }) => clock !== null)
  const before = coming.slice(0, -1).reduce((sum, { feed }) => sum + feed!, 0)
  expect(coming.at(-1)!.fed_before).toBeCloseTo(before, 4)
  expect(told.slice(0, 3).map(({ fed_before }) => fed_before === null)).toEqual([true, true, false])
})

test('taking the offer makes new norms with the corrected coefficient, once, and learning begins anew', async () => {
  const [{ factor, version, species_id, water, changes }] = (await factors()) as [
    Awaited<ReturnType<typeof factors>>[0],
  ]
  const offer = { feed_type_id: feed, species_id, water, factor, version }
  await pond.farm.call(forecastCalls.takeFactor, { ...offer, factor: factor + 0.01 } as never, { expect: 409 })
  await pond.farm.call(forecastCalls.takeFactor, { ...offer, version: version + 1 } as never, { expect: 409 })
  const taken = await pond.farm.call(forecastCalls.takeFactor, offer as never)
  expect(taken.version).toBeGreaterThan(version)
  const [norms] = await pond.farm.call(normCalls.ofFeed, { feedTypeId: feed })
  expect(norms!.temperature_fcr).toEqual({ 6: 1.1, 12: changes[0]!.after })
  const [line] = await pond.farm.sql(`select entity, entity_id from audit_log order by id desc limit 1`)
  expect(line).toEqual({ entity: 'feed_norms', entity_id: feed })
  await pond.farm.call(forecastCalls.takeFactor, offer as never, { expect: 409 })
  expect(await factors()).toEqual([])
})
