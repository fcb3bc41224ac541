import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { libraries } from '../library.contract'
import { measureParameterCalls } from './measure-parameter.contract'
import { measurementCalls } from '../../cages/measurement.contract'

const { measure_parameter: library, location: locationLibrary } = libraries

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

async function water() {
  const module = await farm.module()
  const [temperature, oxygen] = await Promise.all([
    farm.parameter({ location: module.id, name: 'Вода', depth: [0.5, 2] }),
    farm.parameter({ location: module.id, name: 'Кислород', type: 'oxygen' }),
  ])
  return { module, temperature, oxygen }
}

describe('a parameter', () => {
  it('of a temperature is known by its symbol, however the degree is written', async () => {
    const { id } = await farm.module()
    for (const symbol of ['oC', '°C', '° С']) {
      const made = await farm.call(library.create, {
        name: `Вода ${symbol}`,
        symbol,
        depth: '0,5\u00a0м, 2\u00a0м',
        location_id: id,
      })
      expect(made).toMatchObject({ symbol: 'oC', beautifulSymbol: '°C', measure_type: 'temperature', depth: [0.5, 2] })
    }
    const other = await farm.call(library.create, { name: 'Мутность', symbol: 'NTU', depth: 1, location_id: id })
    expect(other).toMatchObject({ measure_type: 'other', beautifulSymbol: 'NTU' })
    const bare = { name: 'Без обозначения', measure_type: 'other', depth: 1, location_id: id } as const
    expect((await farm.call(library.create, bare, { expect: 422 })).errors).toHaveProperty('symbol')
  })

  it('is one of several modules when name and unit are the same', async () => {
    const as = await farm.company()
    const [north, south] = [await farm.module('Север', { as }), await farm.module('Юг', { as })]
    const one = await farm.parameter({ location: north.id, name: 'Вода', depth: [2], as })
    const two = await farm.parameter({ location: south.id, name: 'вода', depth: [0.5], as })
    await farm.parameter({ location: south.id, name: 'Кислород', type: 'oxygen', as })
    const groups = await farm.call(measureParameterCalls.grouped, {}, { as })
    expect(groups.map(({ name, merged_ids, depth }) => ({ name, merged_ids, depth }))).toEqual([
      { name: 'Вода', merged_ids: [one.id, two.id], depth: [0.5, 2] },
      { name: 'Кислород', merged_ids: [expect.any(Number)], depth: [2] },
    ])
    expect(groups[0]).toMatchObject({ id: one.id, location_ids: [north.id, south.id], beautifulSymbol: '°C' })
  })

  it('keeps the module and the depths that its readings have', async () => {
    const place = await water()
    const { id: measure_parameter_id } = place.temperature
    const when = { date: farm.daysAgo(1), time: '08:00' }
    await farm.call(measurementCalls.create, { ...when, measure_parameter_id, value: 8, depth: 2 })
    const other = await farm.module()
    const { id } = place.temperature
    const fields = { name: 'Вода', measure_type: 'temperature', depth: [0.5, 2], location_id: place.module.id } as const
    const moved = await farm.call(library.update, { id, ...fields, location_id: other.id }, { expect: 422 })
    expect(moved.errors).toHaveProperty('location_id')
    const flat = await farm.call(library.update, { id, ...fields, depth: [0.5] }, { expect: 422 })
    expect(flat.errors).toEqual({ depth: ['На глубине 2 м есть замеры'] })
    await farm.call(library.update, { id, ...fields, depth: [2, 5] })
    expect((await farm.call(library.remove, { id }, { expect: 409 })).message).toContain('есть замеры')
    await farm.call(library.remove, { id: place.oxygen.id })
    expect((await farm.call(locationLibrary.remove, { id: place.module.id }, { expect: 409 })).message).toBeTruthy()
  })
})
