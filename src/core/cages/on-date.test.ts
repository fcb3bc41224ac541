/** Cages on a past day: the state at the minute that is asked, which is the end of the day when none is named. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPond, type Pond } from '../../testing/farm/pond'
import { cageCalls } from './cage.contract'

let pond: Pond
beforeAll(async () => {
  pond = await openPond()
})
afterAll(() => pond.farm.close())

test('what happens later on that day has not happened yet', async () => {
  const { id } = await pond.cage()
  await pond.stock(id, 10, 500, 1, '08:00')
  await pond.lose(id, 5, 20, '09:00')
  await pond.lift(id, 5, 480, undefined, '17:30')
  const at = async (time: string) => {
    const { cages } = await pond.farm.call(cageCalls.onDate, { date: `${pond.farm.daysAgo(5)}${time}` })
    const { count, weight, groups, empty_since } = cages.find((cage) => cage.id === id)!
    return [count, weight, groups.length, empty_since !== null]
  }
  expect(await at(' 08:59')).toEqual([500, 500, 1, false])
  expect(await at(' 09:00')).toEqual([480, 480, 1, false])
  expect(await at(' 17:29')).toEqual([480, 480, 1, false])
  expect(await at(' 17:30')).toEqual([0, 0, 0, true])
  expect(await at('')).toEqual([0, 0, 0, true])
})
