import { describe, expect, it } from 'vitest'
import type { Column } from '../columns'
import { filterRange, sheetCell, sheetData } from './sheet'

const column = (type: Column['type'], more: Partial<Column> = {}): Column => ({ key: 'x', title: 'X', type, ...more })

describe('sheetCell', () => {
  it('keeps numbers exact', () => {
    expect(sheetCell(22.7716, column('kg'), 'kg')).toMatchObject({ value: 22.7716, type: Number })
    expect(sheetCell(0.452, column('average'), 'g')).toMatchObject({ value: 452, type: Number })
  })
  it('writes farm time as a real date with the same digits', () => {
    expect(sheetCell('2026-11-20T08:30', column('datetime'), 'kg')).toMatchObject({
      value: new Date('2026-11-20T08:30:00Z'),
      type: Date,
    })
    expect(sheetCell('20.11.2026', column('day'), 'kg')).toMatchObject({
      value: new Date('2026-11-20T00:00:00Z'),
      type: Date,
    })
  })
  it('leaves what looks like a formula as text', () => {
    for (const value of ['=1+1', '+7', '-1', '@x'])
      expect(sheetCell(value, column('text'), 'kg')).toEqual({ value, type: String })
  })
  it('makes a number of a cage number that is one, so that Excel sorts 1, 2, 10', () => {
    expect(sheetCell('10', column('cage'), 'kg')).toMatchObject({ value: 10, type: Number })
    for (const value of ['007', '+7', '2а', '1.5', '12345678901'])
      expect(sheetCell(value, column('cage'), 'kg')).toEqual({ value, type: String })
  })
  it('leaves a zero that says «nothing» empty and keeps the others', () => {
    expect(sheetCell(0, { ...column('number'), noZero: true }, 'kg')).toEqual({})
    expect(sheetCell(0, column('number'), 'kg')).toMatchObject({ value: 0 })
  })
  it('shows as many decimals as the screen', () =>
    expect(sheetCell(6.42929, { ...column('number'), decimals: 1 }, 'kg')).toMatchObject({
      value: 6.42929,
      format: '#,##0.0',
    }))
  it('writes money with its kopecks', () =>
    expect(sheetCell(1_591_437.5, column('money'), 'kg')).toMatchObject({ value: 1_591_437.5, format: '#,##0.00' }))
  it('leaves nothing empty', () => expect(sheetCell(null, column('kg'), 'kg')).toEqual({}))
})

it('makes a sheet with title, filters, units in the header and totals', () => {
  const columns = [
    column('text', { key: 'name', title: 'Садок' }),
    column('kg', { key: 'weight', title: 'Вес', unit: 'кг', footer: true }),
  ]
  const rows = [{ id: 1, name: '7', weight: 2.5 }]
  const data = sheetData({
    title: 'Журнал',
    subtitle: 'Период',
    columns,
    rows,
    footer: { weight: 2.5 },
    average: 'kg',
    translate: (key) => key,
  })
  expect(data.map((row) => row.map((cell) => cell.value))).toEqual([
    ['Журнал'],
    ['Период'],
    [],
    ['Садок', 'Вес, кг'],
    ['7', 2.5],
    ['Итого', 2.5],
  ])
})

it('writes amounts of a column with the same decimals, and none where there are none', () => {
  const formatsOf = (unit: string | undefined, ...volumes: number[]) =>
    sheetData({
      title: 'Журнал',
      columns: [{ ...column('amount'), unit }],
      rows: volumes.map((x, id) => ({ id, x })),
      average: 'kg',
      translate: (key) => key,
    })
      .slice(3)
      .map(([cell]) => cell!.format)
  const formats = (...volumes: number[]) => formatsOf('кг', ...volumes)
  expect(formats(11, 12.5)).toEqual(['#,##0.0', '#,##0.0'])
  expect(formats(11, 12)).toEqual(['#,##0', '#,##0'])
  // a stray millionth does not pad all others
  expect(formats(11, 0.000001)).toEqual(['#,##0', '#,##0.0##'])
  // each row has a unit of its own
  expect(formatsOf(undefined, 11, 12.5)).toEqual(['#,##0', '#,##0.0##'])
})

it('covers the header and the rows with the filter of Excel, not the totals', () => {
  const columns = [column('text'), column('kg')]
  expect(filterRange({ columns, rows: [{}, {}] })).toBe('A3:B5')
  expect(filterRange({ columns, rows: [], subtitle: 'Модуль' })).toBe('A4:B4')
})
