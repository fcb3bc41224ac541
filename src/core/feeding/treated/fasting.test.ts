/** Since when the fish of a cage were not fed, in days and in degree-days. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseDay } from '../../../shared/dates'
import { openTreatedFarm, type TreatedFarm } from '../../../testing/farm/treated-farm'

let pond: TreatedFarm
beforeAll(async () => {
  pond = await openTreatedFarm()
})
afterAll(() => pond.farm.close())

const stocked = async (day = 90) => {
  const { id } = await pond.cage()
  await pond.stock(id, day, 1000, 0.4)
  return id
}
const ago = (days: number) => parseDay(pond.farm.daysAgo(days))
const fasting = async (cage: number) => {
  const { fed_on, degree_days_unfed } = (await pond.periods(cage))!
  return [fed_on, degree_days_unfed]
}

test('fish fast since their last feeding: the days after it count with their warmth', async () => {
  const cage = await stocked()
  await pond.feed(cage, 5)
  await pond.feed(cage, 3)
  expect(await fasting(cage)).toEqual([ago(3), 30])
  await pond.feed(cage, 0, '00:01')
  expect(await fasting(cage)).toEqual([ago(0), 0])
})

test('fish that were never fed fast since they were stocked', async () => {
  expect(await fasting(await stocked(12))).toEqual([ago(12), 120])
})

test('fish that fill an empty cage fast since they were fed where they came from', async () => {
  const [from, to] = [await stocked(), await stocked()]
  await pond.feed(from, 9)
  await pond.feed(to, 7)
  await pond.lift(to, 6, 1000)
  await pond.move(from, to, 4, 400)
  await pond.feed(from, 2)
  expect([await fasting(to), await fasting(from)]).toEqual([
    [ago(9), 90],
    [ago(2), 20],
  ])
})

test('of a cage in which some fish fast the latest feeding counts', async () => {
  const [from, to] = [await stocked(), await stocked()]
  await pond.feed(from, 3)
  await pond.feed(to, 8)
  await pond.move(from, to, 1, 100)
  expect(await fasting(to)).toEqual([ago(3), 30])
})

test('fish that came unfed into a cage that is fed are fed with it', async () => {
  const [from, over, to] = [await stocked(), (await pond.cage()).id, await stocked()]
  await pond.feed(from, 20)
  await pond.feed(to, 6)
  await pond.move(from, over, 10, 100)
  await pond.move(over, to, 9, 100)
  expect(await fasting(to)).toEqual([ago(6), 60])
})

test('an empty cage is not told', async () => {
  expect(await pond.periods((await pond.cage()).id)).toBeUndefined()
})
