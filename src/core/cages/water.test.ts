import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { cageCalls } from './cage.contract'
import { measurementCalls } from './measurement.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

it('the main page shows the last water of each module, now and on a past day, but none that is long ago', async () => {
  const module = await farm.module()
  const cage = await farm.cage({ location: module.id })
  const temperature = await farm.parameter({ location: module.id, depth: [0.5, 3] })
  const oxygen = await farm.parameter({ location: module.id, type: 'oxygen', depth: [3] })
  const measure = (days: number, time: string, value: number, rest: object = {}) =>
    farm.call(measurementCalls.create, {
      date: farm.daysAgo(days),
      time,
      measure_parameter_id: temperature.id,
      value,
      ...rest,
    })
  const now = async () => (await farm.call(cageCalls.locations, {})).find(({ id }) => id === module.id)!.water
  const on = async (days: number) =>
    (await farm.call(cageCalls.onDate, { date: farm.daysAgo(days) })).locations.find(({ id }) => id === module.id)!
      .water

  await measure(30, '08:00', 9, { depth: 3 })
  expect(await now()).toBeNull()
  expect(await on(28)).toMatchObject({ temperature: 9, oxygen: null, depth: 3 })

  await measure(1, '08:00', 5, { depth: 0.5 })
  await measure(1, '08:00', 4.2, { depth: 3 })
  await measure(1, '08:00', 4.9, { depth: 3, cage_id: cage.id })
  await measure(1, '07:00', 11.8, { measure_parameter_id: oxygen.id })
  expect(await now()).toMatchObject({ temperature: 4.2, oxygen: 11.8, depth: 3 })
  expect((await now())!.datetime).toMatch(/T08:00$/)
  expect(await on(2)).toBeNull()
})
