/** What a device keeps to record without a network: the feed of yesterday and today, the last readings of the water. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPond, type Pond } from '../../../testing/farm/pond'
import { measurementCalls } from '../../cages/measurement.contract'
import { kinds } from '../kinds/kinds.contract'
import { parseDay } from '../../../shared/dates'
import { feedingBatch } from '../batch/batch.contract'
import { recentCall } from './recent.contract'
import { plannedOn } from './planned.contract'

let pond: Pond
let farm: Pond['farm']
beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
})
afterAll(() => farm.close())

test('each cage has a line for yesterday and one for today, and a module its last readings', async () => {
  const [{ id: a }, { id: b }] = [await pond.cage(), await pond.cage()]
  for (const cage of [a, b]) await pond.stock(cage, 20, 1000, 1)
  const [feed, barn] = [await farm.good(), await farm.stock()]
  await farm.adding({ good: feed.id, stock: barn.id, count: 100, date: farm.daysAgo(15) })
  const give = (cage_id: number, day: number, time: string, volume: number, appetite: number | null) =>
    farm.call(kinds.feeding.create, {
      ...pond.on(day, time),
      cage_id,
      feed_type_id: feed.id,
      stock_id: barn.id,
      volume,
      appetite,
    })
  await give(a, 2, '23:59', 9, 1)
  await give(a, 1, '08:00', 4, 2)
  await give(a, 1, '23:59', 2.5, null)
  await give(b, 1, '00:00', 3, 5)
  await give(a, 0, '00:00', 1, 4)
  const parameter = await farm.parameter({ location: (await pond.cageNow(a)).location_id, depth: [2] })
  const read = (day: number, value: number) =>
    farm.call(measurementCalls.create, { ...pond.on(day, '00:00'), measure_parameter_id: parameter.id, value })
  await read(2, 7)
  await read(0, 8.4)

  const { feedings, water } = await farm.call(recentCall, {})
  const line = (cage_id: number, volume: number, appetite: number | null) =>
    expect.objectContaining({ cage_id, feed_type_id: feed.id, stock_id: barn.id, volume, appetite })
  expect(feedings).toEqual([line(a, 6.5, null), line(a, 1, 4), line(b, 3, 5)])
  expect(new Set(feedings.map(({ day }) => day)).size).toBe(2)
  expect(water).toMatchObject([{ measure_parameter_id: parameter.id, depth: 2, value: 8.4 }])

  const bound = await farm.user({ locations: [(await farm.module()).id] })
  expect(await farm.call(recentCall, {}, { as: bound })).toEqual({ feedings: [], water: [], planned: [] })
})

test('two feeds of a cage are told apart, the one with most first, each from its last warehouse', async () => {
  const { id } = await pond.cage()
  await pond.stock(id, 20, 1000, 1)
  const [small, large, barn, barge] = [await farm.good(), await farm.good(), await farm.stock(), await farm.stock()]
  for (const good of [small, large])
    for (const stock of [barn, barge])
      await farm.adding({ good: good.id, stock: stock.id, count: 100, date: farm.daysAgo(15) })
  const give = (time: string, feed_type_id: number, stock_id: number, volume: number) =>
    farm.call(kinds.feeding.create, { ...pond.on(1, time), cage_id: id, feed_type_id, stock_id, volume })
  await give('08:00', large.id, barn.id, 4)
  await give('09:00', large.id, barge.id, 3.5)
  await give('10:00', small.id, barn.id, 2.25)
  const { feedings } = await farm.call(recentCall, {})
  const day = feedings.find(({ cage_id }) => cage_id === id)!
  expect(day).toMatchObject({
    ...{ feed_type_id: small.id, stock_id: barn.id, volume: 9.75 },
    feeds: [
      { feed_type_id: large.id, feed_type: large.name, stock_id: barge.id, volume: 7.5 },
      { feed_type_id: small.id, feed_type: small.name, stock_id: barn.id, volume: 2.25 },
    ],
  })
  const template = await farm.call(feedingBatch.template, { date: farm.daysAgo(0), cage_ids: [id] })
  expect(template).toMatchObject([{ volume: 9.75, feeds: [{ volume: 7.5 }, { volume: 2.25 }] }])
})

test('the plan of yesterday, today and tomorrow is told to whoever feeds, of the modules open to them', async () => {
  const { id } = await pond.cage()
  const [some, most] = [await farm.good({ name: 'Мелкий' }), await farm.good({ name: 'Крупный' })]
  const company = farm.session.user.company.id
  const day = (days: number) => parseDay(farm.daysAgo(days))!
  for (const [days, good, mg] of [
    [2, some.id, 9_000_000],
    [1, some.id, 8_000_000],
    [0, some.id, 2_500_000],
    [0, most.id, 4_000_000],
    [-1, some.id, 0],
    [-1, most.id, 7_000_000],
    [-2, some.id, 1_000_000],
  ] as const)
    await farm.sql(
      `insert into feeding_plan_rows (company_id, day, cage_id, good_id, avg_weight, count, weight, rate)
        values ($1, $2, $3, $4, 200000, 10, 2000000, $5)`,
      [company, day(days), id, good, mg],
    )
  const feeder = await farm.user({ permissions: ['create feedings'] })
  const { planned } = await farm.call(recentCall, {}, { as: feeder })
  expect(planned.map((row) => [row.day, row.cage_id, row.feed_type, row.volume])).toEqual([
    [day(1), id, 'Мелкий', 8],
    [day(0), id, 'Крупный', 4],
    [day(0), id, 'Мелкий', 2.5],
    [day(-1), id, 'Крупный', 7],
  ])
  expect(plannedOn(planned, day(0)).get(id)).toMatchObject({
    volume: 6.5,
    feeds: [
      { feed_type: 'Крупный', volume: 4 },
      { feed_type: 'Мелкий', volume: 2.5 },
    ],
  })
  const bound = await farm.user({ locations: [(await farm.module()).id] })
  expect((await farm.call(recentCall, {}, { as: bound })).planned).toEqual([])
})
