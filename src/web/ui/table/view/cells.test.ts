import { describe, expect, it } from 'vitest'
import type { Column } from '../../../../shared/columns'
import { cellText, sortRows, sumFooter, visibleColumns } from './cells'

const column = (type: Column['type'], more: Partial<Column> = {}): Column => ({ key: 'x', title: 'X', type, ...more })

describe('cellText', () => {
  it.each([
    [null, column('kg'), '—'],
    ['', column('text'), '—'],
    [[], column('list'), '—'],
    [['5 м', '10 м'], column('list'), '5 м, 10 м'],
    [[0.5, 3], column('list'), '0,5; 3'],
    [[0.5, 3], column('list', { unit: 'м' }), '0,5\u00a0м, 3\u00a0м'],
    [0, column('count'), '0'],
    [11456, column('count'), '11\u00a0456'],
    [10_000, column('count', { most: 10_000 }), '10\u00a0000'],
    [10_001, column('count', { most: 10_000 }), 'больше 10\u00a0000'],
    [-3.25, column('kg'), '\u22123,3'],
    ['2026-11-20T08:30', column('datetime'), '20.11.2026 08:30'],
    ['2026-11-20', column('day'), '20.11.2026'],
    ['20.11.2026', column('day'), '20.11.2026'],
    [0.11, column('percent', { unit: '%' }), '0,11'],
    [12.25, column('amount'), '12,25'],
    [1200, column('amount'), '1\u00a0200'],
    [1.23456, column('amount'), '1,235'],
    [0.00025, column('amount'), '0,00025'],
    [1591437.5, column('money'), '1\u00a0591\u00a0437,50'],
    [0, column('money'), '0,00'],
  ])('%j is %s', (value, as, text) => expect(cellText(value, as)).toBe(text))

  it('shows an average in the chosen unit', () => {
    expect(cellText(1.845, column('average'), 'g')).toBe('1\u00a0845')
  })
})

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
