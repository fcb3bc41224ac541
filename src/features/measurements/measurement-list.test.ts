import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { send } from '../../testing/session'
import { measurementCalls, type MeasurementRow } from '../../core/cages/measurement.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const list = async (locationId: number, rest: object) => {
  const period = { start: farm.daysAgo(1), end: farm.today() }
  const asked = { locationId, ...period, page: 1, per_page: 100, ...rest }
  return (await farm.call(measurementCalls.byLocation, asked)) as { rows: MeasurementRow[]; total: number }
}

test('the list leaves out what sensors sent when it is asked to', async () => {
  const module = await farm.module()
  const parameter = await farm.parameter({ location: module.id })
  const token = await farm.outsider()
  const by = { date: farm.daysAgo(1), measure_parameter_id: parameter.id }
  await farm.call(measurementCalls.create, { ...by, time: '08:00', value: 8 })
  await send(farm.app, {
    method: 'POST',
    path: `//external/input/${parameter.id}`,
    body: { value: 9, datetime: `${farm.daysAgo(1)} 09:00` },
    headers: { authorization: `Bearer ${token}` },
  })
  expect((await list(module.id, {})).rows.map(({ value }) => value)).toEqual([9, 8])
  expect(await list(module.id, { by_hand: true })).toMatchObject({ total: 1, rows: [{ value: 8 }] })
})

test('cages are in the order of their numbers, upwards and downwards', async () => {
  const module = await farm.module()
  const parameter = await farm.parameter({ location: module.id })
  for (const number of ['10', '9', '2']) {
    const cage = await farm.cage({ location: module.id, number })
    const by = { date: farm.daysAgo(1), time: '08:00', measure_parameter_id: parameter.id }
    await farm.call(measurementCalls.create, { ...by, value: 8, cage_id: cage.id })
  }
  const numbers = async (sort: string) => (await list(module.id, { sort })).rows.map((row) => row.cage_number)
  expect(await numbers('cage_number')).toEqual(['2', '9', '10'])
  expect(await numbers('-cage_number')).toEqual(['10', '9', '2'])
})
