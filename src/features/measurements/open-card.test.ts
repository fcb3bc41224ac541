import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { measurementCalls } from '../../core/cages/measurement.contract'

const { create, byLocation } = measurementCalls

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const at = (time: string) => ({ date: farm.daysAgo(1), time })

it('the card of an instant is opened without storing anything, and filled by the same call', async () => {
  const module = await farm.module()
  const { id: measure_parameter_id } = await farm.parameter({ location: module.id })
  await farm.call(create, { ...at('08:00'), measure_parameter_id, value: 8.4 })
  const card = { ...at('09:00'), location_id: module.id }
  const { id, measurement, count } = await farm.call(create, card)
  expect(id).toBe(null)
  expect(measurement).toEqual({ ...card, datetime: expect.stringMatching(/T09:00$/) })
  expect(count).toBe(1)
  const day = { locationId: module.id, start: farm.daysAgo(1), end: farm.daysAgo(1) }
  expect(await farm.call(byLocation, day)).toHaveLength(1)
  expect((await farm.call(create, { ...card, measure_parameter_id, value: 9 })).count).toBe(2)
})

it('half a reading, a card of nowhere, of the future or of a shut module is none', async () => {
  const [{ id: location_id }, shut] = [await farm.module(), await farm.module()]
  const { id: measure_parameter_id } = await farm.parameter({ location: location_id })
  const errorsOf = async (input: object) =>
    (await farm.call(create, { ...at('08:00'), ...input }, { expect: 422 })).errors
  expect(await errorsOf({})).toHaveProperty('location_id')
  expect(await errorsOf({ location_id, value: 8 })).toHaveProperty('measure_parameter_id')
  expect(await errorsOf({ measure_parameter_id })).toHaveProperty('value')
  expect(await errorsOf({ location_id, date: '01.01.2099' })).toHaveProperty('date')
  await farm.call(create, { ...at('08:00'), location_id: 999_999 }, { expect: 404 })
  const as = await farm.user({ permissions: ['create measurements'], locations: [location_id] })
  await farm.call(create, { ...at('08:00'), location_id: shut.id }, { as, expect: 403 })
})
