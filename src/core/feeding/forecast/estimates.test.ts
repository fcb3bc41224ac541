/** Estimates of the average weight, out of what people entered. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../../documents/kinds/kinds.contract'
import { addDays, parseDay } from '../../../shared/dates'
import { bandOf, firstEstimate, UNKNOWN_SAMPLE, variationOf } from '../../../shared/feeding/weight-filter'
import { companySettings } from '../../../shared/settings'
import { type Database, openDatabase } from '../../../server/db/client'
import { type GrowingPond, openGrowingPond } from '../../../testing/farm/growing-pond'
import { estimatesOn } from './estimates.server'
import { advance, corrected } from '../../../testing/feeding/estimates'

let pond: GrowingPond
let database: Database
beforeAll(async () => {
  pond = await openGrowingPond()
  database = openDatabase(pond.farm.database.webUrl, 1)
  await pond.grow(false)
  await pond.measure(100, 10)
})
afterAll(async () => {
  await database.close()
  await pond.farm.close()
})

const dayAgo = (days: number) => addDays(parseDay(pond.farm.today())!, -days)

/** Of the one group of a cage at the end of a day. */
async function estimate(cage: number, daysAgo = 0) {
  const id = pond.farm.session.user.company.id
  const company = { id, now: `${dayAgo(0)}T12:00`, settings: companySettings.parse({}) }
  const found = await database.transaction(id, (tx) =>
    estimatesOn({ tx, company }, { cages: [cage], at: dayAgo(daysAgo) }),
  )
  return [...found.values()][0]!
}

const sampled = (cage: number, day: number, count: number, weight: number) =>
  pond.farm.call(kinds.weighing.create, { ...pond.on(day), cage_id: cage, count, weight })

/** A cage of its own. */
const stocked = async (day: number, average = 0.1) => {
  const { id } = await pond.cage()
  await pond.stock(id, day, 10_000, average)
  return id
}

test('fish that nobody enters feed for grow by the warmth of the water, and a weighing corrects', async () => {
  const cage = await stocked(60)
  await sampled(cage, 30, 50, 9)
  const first = firstEstimate(100, UNKNOWN_SAMPLE)
  const weighed = corrected(advance(first, 0.3), 180, variationOf(50))
  const now = await estimate(cage)
  expect(now).toMatchObject({ weighings: 1, last: { at: `${dayAgo(30)}T10:00`, weight: 180, sample: 50 } })
  expect(now.weight).toBeCloseTo(bandOf(advance(weighed, 0.3), 0.9).weight, 6)
  expect(now.low).toBeLessThan(now.weight)
  expect(now.least).toBeLessThan(now.low)
  expect(now.high).toBeLessThan(now.most)
})

test('what is known of a day does not change with what was weighed later', async () => {
  const cage = await stocked(60)
  await pond.weigh(cage, 40, 0.13)
  const before = await estimate(cage, 20)
  await pond.weigh(cage, 10, 0.3)
  expect(await estimate(cage, 20)).toEqual(before)
  expect((await estimate(cage)).weighings).toBe(2)
})

test('on days without feed fish do not grow, once feed is entered for their cage', async () => {
  const cage = await stocked(40)
  const feed = await pond.feed()
  for (const day of [39, 38, 37]) await pond.fed(cage, feed, day, 10)
  await pond.weigh(cage, 30, 0.105)
  const then = await estimate(cage, 30)
  const now = await estimate(cage)
  expect(now.estimate).toEqual(then.estimate)
  await pond.fed(cage, feed, 5, 10)
  expect((await estimate(cage)).weight).toBeGreaterThan(then.weight)
})

test('growth of the book is the clock where it has some: fish that do as the table says have its weight', async () => {
  await pond.grow(true)
  const cage = await stocked(20, 0.1)
  const feed = await pond.feed([1, 1, 1])
  for (const day of [19, 18, 17, 16]) await pond.fed(cage, feed, day, 20)
  await pond.grow(false)
  const now = await estimate(cage, 10)
  expect(now.weight).toBeCloseTo(108, 6)
  expect(now.estimate.growth).toBe(1.7)
})

test('the norms of the assigned feed are the clock of fed days without growth in the book', async () => {
  const cage = await stocked(20, 0.1)
  const feed = await pond.feed([1, 1, 1])
  await pond.farm.sql(
    `insert into feed_calcs (company_id, name, good_id, starts_on, strategy, cage_ids)
    values ($1, 'Прогноз', $2, $3, 'PreviousStrategy', $4)`,
    [pond.farm.session.user.company.id, feed, dayAgo(30), [cage]],
  )
  await pond.fed(cage, feed, 19, 20)
  await pond.fed(cage, feed, 18, 20)
  // 10 °C is the column of 12: 1.5 % a day of a conversion rate of 1
  expect((await estimate(cage, 10)).weight).toBeCloseTo(100 * 1.015 ** 2, 6)
})

test('the same weighings tell the same to the last bit, however they were entered, edited and taken back', async () => {
  const [one, two] = [await stocked(60), await stocked(60)]
  await pond.weigh(one, 45, 0.12)
  await pond.weigh(one, 30, 0.15)
  await pond.weigh(one, 15, 0.2)
  await pond.weigh(two, 15, 0.2)
  const wrong = await pond.weigh(two, 30, 0.4)
  const first = await pond.weigh(two, 45, 0.12)
  await pond.farm.call(kinds.weighing.update, { id: wrong.id, ...pond.on(30), cage_id: two, avg_weight: 0.15 })
  await pond.farm.call(kinds.weighing.remove, { id: first.id })
  await pond.farm.call(kinds.weighing.restore, { ids: [first.id] })
  const [{ estimate: a }, { estimate: b }] = [await estimate(one), await estimate(two)]
  expect(b).toEqual(a)
})

test('within a minute that happened first which was entered first', async () => {
  const told = async (first: 'weighed' | 'came', then: string) => {
    const [into, from] = [await stocked(60), await stocked(60, 0.4)]
    const steps = {
      weighed: (time: string) => pond.weigh(into, 30, 0.2, time),
      came: (time: string) => pond.move(from, into, 30, 5000, undefined, time),
    }
    await steps[first]('10:00')
    await steps[first === 'came' ? 'weighed' : 'came'](then)
    return (await estimate(into)).estimate
  }
  const apart = [await told('weighed', '11:00'), await told('came', '11:00')]
  expect([await told('weighed', '10:00'), await told('came', '10:00')]).toEqual(apart)
  expect(apart[0]).not.toEqual(apart[1])
})

test('fish that move take their estimate with them; a sorted catch begins the weight of the rest anew', async () => {
  const from = await stocked(60)
  await pond.weigh(from, 30, 0.2)
  const { id: to } = await pond.cage()
  await pond.move(from, to, 20, 4000)
  const moved = await estimate(to, 20)
  expect(moved.weight).toBe((await estimate(from, 20)).weight)
  expect(moved.weighings).toBe(1)
  await pond.lift(to, 20, 1000, 300, '12:00')
  const rest = await estimate(to, 20)
  expect(rest.weight).toBeCloseTo((moved.weight * 4000 - 300_000) / 3000, 9)
  expect(rest.estimate.growth).toBe(moved.estimate.growth)
  expect(rest.estimate.covariance).toBeLessThan(moved.estimate.covariance)
})
