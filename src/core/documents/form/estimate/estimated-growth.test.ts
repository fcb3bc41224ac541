/** Growth that a device shows without a network is what the server books: the same milligrams. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GrowingPond, openGrowingPond, seasonOf } from '../../../../testing/farm/growing-pond'
import type { OutboxRecord } from '../../../../web/offline/outbox/records'
import { feedingBatch } from '../../batch/batch.contract'
import { growingCall } from '../../recent/growing.contract'
import { growingBy } from '../../recent/growing.web'
import { estimate } from './estimate.web'

let pond: GrowingPond
beforeAll(async () => {
  pond = await openGrowingPond()
  await pond.measure(40, 6.4)
})
afterAll(() => pond.farm.close())

async function foretold(cageId: number, records: { kind: string; typed: object; values: object }[]) {
  const growing = growingBy(await pond.farm.call(growingCall, {}), 'nearest')
  const options = { weightAllowed: false, today: pond.farm.today(), growing }
  const [cage] = estimate([await pond.cageNow(cageId)], records as unknown as OutboxRecord[], options)
  return { weight: cage!.weight, avg_weight: cage!.avg_weight, groups: cage!.groups.map(({ weight }) => weight) }
}
async function booked(cageId: number) {
  const { weight, avg_weight, groups } = await pond.cageNow(cageId)
  return { weight, avg_weight, groups: groups.map((group) => group.weight) }
}
const feeding = (cage: number, good: number, day: number, volume: number) => {
  const typed = { ...pond.on(day, '00:01'), cage_id: cage, feed_type_id: good, stock_id: pond.store, volume }
  const texts = Object.fromEntries(Object.entries(typed).map(([key, value]) => [key, String(value)]))
  return { kind: 'feeding', typed: texts, values: texts }
}

test('feedings of several days that wait: each by the norms and the water of its day, one upon the other', async () => {
  const { id } = await pond.cage()
  const feed = await pond.feed([1, 1.07, 1.21])
  await pond.stock(id, 30, 9997, 0.199999)
  await pond.measure(1, 11)
  const waiting = [feeding(id, feed, 1, 33.333333), feeding(id, feed, 0, 17.1)]
  const seen = await foretold(id, waiting)
  expect(seen.weight).toBeGreaterThan(2030)
  await pond.fed(id, feed, 1, 33.333333, '00:01')
  await pond.fed(id, feed, 0, 17.1, '00:01')
  expect(await booked(id)).toEqual(seen)
})

test('a feed without norms of its own grows by the assigned one, in a window for many cages as well', async () => {
  const { id } = await pond.cage()
  const [given, assigned] = [await pond.feed(), await pond.feed([1, 1.3, 1.3])]
  await pond.stock(id, 30, 3333, 0.3)
  await pond.farm.sql(
    `insert into feed_calcs (company_id, name, good_id, starts_on, strategy, cage_ids)
      values ($1, 'Расчёт', $2, '2020-01-01', 'PreviousStrategy', array[$3::int])`,
    [pond.farm.session.user.company.id, assigned, id],
  )
  const row = { feed_type_id: String(given), stock_id: String(pond.store), volume: '7,7' }
  const values = { date: pond.farm.today(), time: '00:00', batch: { [id]: row } }
  const seen = await foretold(id, [{ kind: 'feedings', typed: {}, values }])
  expect(seen.weight).toBeGreaterThan(999.9 + 5)
  await pond.farm.call(feedingBatch.create, values as never)
  expect(await booked(id)).toEqual(seen)
})

test('nothing grows where growth is off, the feed has no norms, or the day is before what is known', async () => {
  const { id } = await pond.cage()
  const [bare, feed] = [await pond.feed(), await pond.feed([1, 1, 1])]
  await pond.stock(id, 30, 1000, 0.3)
  expect((await foretold(id, [feeding(id, bare, 0, 5)])).weight).toBe(300)
  expect((await foretold(id, [feeding(id, feed, 3, 5)])).weight).toBe(300)
  expect((await foretold(id, [feeding(id, feed, 0, 5)])).weight).toBe(305)
  await pond.grow(false)
  expect(await pond.farm.call(growingCall, {})).toEqual({ norms: [], places: [] })
  expect((await foretold(id, [feeding(id, feed, 0, 5)])).weight).toBe(300)
  await pond.grow(true)
})

test('the terms are of the modules open to whoever asks, without the rates of the norms', async () => {
  const feeder = await pond.farm.user({ permissions: ['create feedings'] })
  const bound = await pond.farm.user({ permissions: ['create feedings'], locations: [(await pond.farm.module()).id] })
  const cages = async (as: { cookie: string }) =>
    (await pond.farm.call(growingCall, {}, { as })).places.flatMap(({ cages_id }) => cages_id)
  expect((await cages(feeder)).length).toBeGreaterThan(0)
  expect(await cages(bound)).toEqual([])
  await pond.farm.call(growingCall, {}, { as: await pond.farm.user({ permissions: ['create weights'] }), expect: 403 })
  const feed = await pond.feed()
  await pond.norms(feed, seasonOf([1, 2, 3]))
  const { norms } = await pond.farm.call(growingCall, {})
  expect(norms.find(({ feed_type_id }) => feed_type_id === feed)!.seasons).toEqual([
    {
      from: { day: 1, month: 1 },
      to: { day: 31, month: 12 },
      temperatures: [6, 12],
      coefficients: [1.1, 1],
      rows: [
        { min: 0, max: 0.2, feed_conversion_rate: 1 },
        { min: 0.2, max: 0.5, feed_conversion_rate: 2 },
        { min: 0.5, max: 5, feed_conversion_rate: 3 },
      ],
    },
  ])
})
