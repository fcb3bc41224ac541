/** «Пустой с»: the day on which the last fish left a cage, now and on a past day. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showDay } from '../../shared/dates'
import { openPond, type Pond } from '../../testing/farm/pond'
import { kinds } from '../documents/kinds/kinds.contract'

let pond: Pond
beforeAll(async () => {
  pond = await openPond()
})
afterAll(() => pond.farm.close())

const day = (iso: string | null) => iso && showDay(iso)
const ago = (days: number) => pond.farm.daysAgo(days)

test('a cage that was never stocked has no such day', async () => {
  const { id } = await pond.cage()
  expect(await pond.cageNow(id)).toMatchObject({ count: 0, groups: [], empty_since: null })
})

test('it is told between two fillings with the same fish, as it stood on each day', async () => {
  const { id } = await pond.cage()
  await pond.stock(id, 40, 500)
  await pond.lift(id, 30, 500)
  await pond.stock(id, 20, 700)
  await pond.lose(id, 10, 700)
  const on = async (days: number) => {
    const { count, empty_since } = await pond.cageOn(id, days)
    return [count, day(empty_since)]
  }
  expect(await on(41)).toEqual([0, null])
  expect(await on(35)).toEqual([500, null])
  expect(await on(30)).toEqual([0, ago(30)])
  expect(await on(21)).toEqual([0, ago(30)])
  expect(await on(15)).toEqual([700, null])
  expect(await on(5)).toEqual([0, ago(10)])
  expect(day((await pond.cageNow(id)).empty_since)).toBe(ago(10))
})

test('of several groups the one that left last counts', async () => {
  const { id } = await pond.cage()
  const category = await pond.farm.category()
  await pond.stock(id, 40, 500)
  const elder = { ...pond.group, age_category_id: category.id }
  await pond.farm.call(kinds.stocking.create, { ...pond.on(39), to_id: id, ...elder, count: 100, avg_weight: 1 })
  await pond.lift(id, 12, 500)
  expect(await pond.cageNow(id)).toMatchObject({ count: 100, empty_since: null })
  await pond.farm.call(kinds.retreat.create, { ...pond.on(8), from_id: id, ...elder, count: 100 })
  expect(day((await pond.cageNow(id)).empty_since)).toBe(ago(8))
  expect((await pond.cageNow(id)).groups).toEqual([])
})
