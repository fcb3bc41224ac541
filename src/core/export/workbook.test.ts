/** Rows of a part that a sheet cannot hold go on in the next one: tried with a sheet of a few rows. */
import { buffer } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readWorkbook } from '../../../e2e/xlsx'
import type { ExportRow } from './export-row.server'
import { EXPORT_FIELDS } from './export-fields.contract'
import { FIELD_TITLES } from './export-table.contract'
import { writeBook } from './workbook.server'

const head = {
  company: 'Ферма',
  start: '2026-01-01T00:00',
  end: '2026-12-31T23:59',
  created: '2026-12-31T12:00',
  time_zone: 'Europe/Moscow',
  language: 'ru',
} as const

/** Chunks of two rows, as a cursor would give them. */
async function* feedings(count: number): AsyncGenerator<ExportRow[]> {
  const rows = Array.from({ length: count }, (_, index): ExportRow => ({ id: index + 1 }))
  for (let from = 0; from < count; from += 2) yield await Promise.resolve(rows.slice(from, from + 2))
}

/** The names of the sheets, and how many rows each has below its header. */
async function sheetsOf(count: number) {
  const out = new PassThrough()
  const rows = (key: string) => feedings(key === 'feedings' ? count : 0)
  const [bytes] = await Promise.all([buffer(out), writeBook({ head, keys: ['feedings', 'retreats'], rows, out }, 3)])
  return [...readWorkbook(bytes)].map(([name, lines]) => [name, lines.length - 1])
}

test('a part goes on in sheets with its name and their number', async () => {
  expect(await sheetsOf(7)).toEqual([
    ['Кормления', 3],
    ['Кормления 2', 3],
    ['Кормления 3', 1],
    ['Отход', 0],
  ])
})

test('a part that fills a sheet to its last row needs no other', async () => {
  expect(await sheetsOf(6)).toEqual([
    ['Кормления', 3],
    ['Кормления 2', 3],
    ['Отход', 0],
  ])
  expect(await sheetsOf(3)).toEqual([
    ['Кормления', 3],
    ['Отход', 0],
  ])
})

test('every field of the export has a title', () => {
  const keys = Object.values(EXPORT_FIELDS).flatMap((fields) => fields.map(({ key }) => key))
  expect(keys.filter((key) => !(key in FIELD_TITLES))).toEqual([])
})
