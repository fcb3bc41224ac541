import { expect, test } from 'vitest'
import type { Column } from '../../../shared/columns'
import type { Sheet } from '../../../shared/sheets/sheet'
import { type Shape, tableBytes } from './table-bytes.server'

const columns: Column[] = [
  { key: 'name', title: 'Садок', type: 'text' },
  { key: 'mass', title: 'Вес', type: 'kg' },
  { key: 'other', title: 'Вес', type: 'kg' },
  { key: 'at', title: 'Время', type: 'datetime' },
  { key: 'day', title: 'День', type: 'day' },
]
const sheet = (rows: object[]): Sheet => ({ title: 'Т', columns, rows, average: 'kg', translate: String })
const text = async (rows: object[], shape: Partial<Shape> = {}) =>
  (await tableBytes(sheet(rows), { format: 'csv', separator: 'comma', ...shape })).toString()

const row = { name: '@7, "бис"', mass: 1.5, other: null, at: '2026-02-03T08:05', day: '03.02.2026' }

test('CSV for every country, and for a Russian Excel', async () => {
  expect(await text([row])).toBe('Садок,Вес,Вес,Время,День\r\n"\'@7, ""бис""",1.5,,2026-02-03 08:05,2026-02-03\r\n')
  expect(await text([row], { separator: 'semicolon' })).toBe(
    '\uFEFFСадок;Вес;Вес;Время;День\r\n"\'@7, ""бис""";1,5;;2026-02-03 08:05;2026-02-03\r\n',
  )
})

test('JSON has texts as they are, and a second column of one title under its own name', async () => {
  expect(JSON.parse(await text([row], { format: 'json' }))).toEqual([
    { Садок: '@7, "бис"', Вес: 1.5, 'Вес (2)': null, Время: '2026-02-03T08:05', День: '2026-02-03' },
  ])
  expect(await text([], { format: 'json' })).toBe('[]\n')
})

test('many rows come in pieces that join', async () => {
  const rows = Array.from({ length: 1203 }, (_, n) => ({ ...row, mass: n }))
  expect((await text(rows)).split('\r\n')).toHaveLength(1205)
  const read = JSON.parse(await text(rows, { format: 'json' })) as Record<string, unknown>[]
  expect(read.map((one) => one['Вес'])).toEqual(rows.map(({ mass }) => mass))
})
