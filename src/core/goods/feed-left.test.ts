/** «Корма на N дней»: what the module's warehouses hold over the mean daily feed of the last seven full days. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPond, type Pond } from '../../testing/farm/pond'
import { cageCalls } from '../cages/cage.contract'
import { kinds } from '../documents/kinds/kinds.contract'

let pond: Pond
beforeAll(async () => void (pond = await openPond()))
afterAll(() => pond.farm.close())

test('the feed of a module lasts so many days; other warehouses, other goods and today are not counted', async () => {
  const { farm, on } = pond
  const cage = await pond.cage()
  const location_id = cage.location_id
  await pond.stock(cage.id, 20)
  const feedOf = async (as?: { cookie: string }) =>
    (await farm.call(cageCalls.locations, {}, { as })).find(({ id }) => id === location_id)!.feed
  expect(await feedOf()).toBeNull()

  const [barge, shore, feed] = await Promise.all([
    farm.stock('Баржа', { location_id }),
    farm.stock('Берег'),
    farm.good({ type: 'feed' }),
  ])
  const medicine = await farm.good({ type: 'medicine' })
  const add = (stock: number, good: number, count: number) => farm.adding({ good, stock, count, ...on(15) })
  await Promise.all([add(barge.id, feed.id, 1000), add(shore.id, feed.id, 5000), add(barge.id, medicine.id, 70)])
  expect(await feedOf()).toEqual({ weight: 1000, days: null })

  const give = (day: number, volume: number, time: string) =>
    farm.call(kinds.feeding.create, {
      ...on(day, time),
      cage_id: cage.id,
      feed_type_id: feed.id,
      stock_id: barge.id,
      volume,
    })
  await give(8, 300, '23:59')
  expect(await feedOf()).toEqual({ weight: 700, days: null })
  await give(7, 30, '00:00')
  await give(1, 40, '23:59')
  // 630 kg left, 10 kg a day
  expect(await feedOf()).toEqual({ weight: 630, days: 63 })
  await give(0, 130, '00:00')
  expect(await feedOf()).toEqual({ weight: 500, days: 50 })

  // the past shows none, and someone of another warehouse sees nothing of this one
  const { locations } = await farm.call(cageCalls.onDate, { date: farm.daysAgo(1) })
  expect(locations.find(({ id }) => id === location_id)!.feed).toBeNull()
  const stranger = await farm.user({ stocks: [shore.id] })
  expect(await feedOf(stranger)).toBeNull()
})
