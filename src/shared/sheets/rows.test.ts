import { describe, expect, it } from 'vitest'
import type { Column } from '../columns'
import { sortRows, sumFooter, visibleColumns } from './rows'

const column = (type: Column['type'], more: Partial<Column> = {}): Column => ({ key: 'x', title: 'X', type, ...more })

describe('sortRows', () => {
  const ids = (rows: { id: number }[]) => rows.map((row) => row.id)
  it('sorts cage numbers as people count, with nothing last', () => {
    const rows = ['10', '2', null, '1'].map((number, id) => ({ id, number }))
    expect(ids(sortRows(rows, 'number'))).toEqual([3, 1, 0, 2])
    expect(ids(sortRows(rows, '-number'))).toEqual([0, 1, 3, 2])
  })
  it('sorts written days by the calendar', () => {
    const rows = ['05.02.2026', '10.01.2026', '01.03.2025'].map((date, id) => ({ id, date }))
    expect(ids(sortRows(rows, 'date'))).toEqual([2, 1, 0])
  })
})

it('sums the footer exactly and leaves averages to the caller', () => {
  const columns = [
    column('kg', { key: 'weight', footer: true }),
    column('average', { key: 'avg', footer: true }),
    column('text', { key: 'note' }),
  ]
  const rows = [
    { id: 1, weight: 0.1, avg: 1 },
    { id: 2, weight: 0.2, avg: 3 },
  ]
  expect(sumFooter(rows, columns)).toEqual({ weight: 0.3 })
})

it('shows the chosen columns in their order, else all that are not optional', () => {
  const columns = [
    column('text', { key: 'a' }),
    column('text', { key: 'b', optional: true }),
    column('text', { key: 'c' }),
  ]
  expect(visibleColumns(columns, undefined).map(({ key }) => key)).toEqual(['a', 'c'])
  expect(visibleColumns(columns, ['c', 'gone', 'b']).map(({ key }) => key)).toEqual(['c', 'b'])
  expect(visibleColumns(columns, ['gone']).map(({ key }) => key)).toEqual(['a', 'c'])
})
