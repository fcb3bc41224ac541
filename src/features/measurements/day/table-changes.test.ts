import { describe, expect, test } from 'vitest'
import type { MeasureParameter } from '../../../core/lists/libraries/measure-parameter.contract'
import type { MeasurementRow } from '../../../core/cages/measurement.contract'
import { changesOf, columnsOf, storedCells } from './table-changes.web'

const parameter = { id: 3, name: 'Температура', depth: [1, 2.5] } as MeasureParameter
const columns = columnsOf([parameter])
const row = (id: number, more: Partial<MeasurementRow> = {}) =>
  ({ id, measure_parameter_id: 3, depth: 1, value: 8, cage_id: 7, external_input: false, ...more }) as MeasurementRow

describe('a cell holds', () => {
  test('the latest reading of its cage, parameter and depth', () => {
    const cells = storedCells([row(9), row(8), row(7, { depth: 2.5 })], columns)
    expect([...cells].map(([key, { id }]) => [key, id])).toEqual([
      ['7.3', 9],
      ['7.3:2.5', 7],
    ])
  })
  test('one by hand before a later one of a sensor', () => {
    expect(storedCells([row(9, { external_input: true }), row(8)], columns).get('7.3')?.id).toBe(8)
  })
  test('nothing of readings without a cage, or at a depth that is no more', () => {
    expect(storedCells([row(9, { cage_id: null }), row(8, { depth: 4 })], columns).size).toBe(0)
  })
})

describe('what was typed', () => {
  const cells = storedCells([row(9), row(7, { depth: 2.5 })], columns)
  test('is created where nothing stands, updated where something stands, deleted when emptied', () => {
    expect(changesOf({ '8.3:2.5': ' 6,4 ', '7.3': '8,5', '7.3:2.5': ' ', '9.3': '' }, cells, columns)).toEqual({
      created: [{ cage_id: 8, measure_parameter_id: 3, depth: 2.5, value: '6,4' }],
      updated: [{ id: 9, value: '8,5' }],
      deleted: [7],
    })
  })
  test('of a parameter that is gone is left out', () => {
    expect(changesOf({ '8.44': '6' }, cells, columns).created).toEqual([])
  })
})
