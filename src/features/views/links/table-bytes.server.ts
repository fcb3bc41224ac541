/** A table as bytes for programs, made in pieces: other calls are answered between them. */
import { setImmediate as others } from 'node:timers/promises'
import { csvOf, type CsvStyle, tableCells } from '../../../shared/sheets/csv'
import type { Sheet, SheetCell } from '../../../shared/sheets/sheet'

const PIECE = 500

const CSV: Record<'comma' | 'semicolon', CsvStyle> = {
  comma: { separator: ',', decimal: '.', iso: true, bare: true },
  semicolon: { separator: ';', decimal: ',', iso: true },
}

export interface Shape {
  format: 'csv' | 'json'
  separator: keyof typeof CSV
}

export const TYPES: Record<Shape['format'], string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** Titles as keys; a second one of the same name gets its number. */
function keysOf(header: readonly SheetCell[]): string[] {
  const counts = new Map<string, number>()
  return header.map(({ value }) => {
    const title = String(value)
    const count = (counts.get(title) ?? 0) + 1
    counts.set(title, count)
    return count === 1 ? title : `${title} (${count})`
  })
}

/** A moment as '2026-11-26T08:05', a day as '2026-11-26'. */
const jsonValue = ({ value, format }: SheetCell) =>
  value instanceof Date ? value.toISOString().slice(0, format?.includes('hh') ? 16 : 10) : (value ?? null)

const jsonRows = (cells: readonly (readonly SheetCell[])[], keys: readonly string[]): string =>
  cells
    .map((row) => JSON.stringify(Object.fromEntries(keys.map((key, n) => [key, jsonValue(row[n] ?? {})]))))
    .join(',\n')

function* pieces(sheet: Sheet): Generator<Sheet> {
  for (let from = 0; from < sheet.rows.length; from += PIECE)
    yield { ...sheet, rows: sheet.rows.slice(from, from + PIECE) }
}

export async function tableBytes(sheet: Sheet, { format, separator }: Shape): Promise<Buffer> {
  const style = CSV[separator]
  const empty = { ...sheet, rows: [] }
  const keys = keysOf(tableCells(empty)[0]!)
  const made: string[] = [format === 'csv' ? csvOf(empty, style) : '[']
  for (const piece of pieces(sheet)) {
    if (format === 'csv') made.push(csvOf(piece, { ...style, bare: true, headless: true }))
    else made.push(made.length > 1 ? ',\n' : '', jsonRows(tableCells(piece).slice(1), keys))
    await others()
  }
  if (format === 'json') made.push(']\n')
  return Buffer.from(made.join(''))
}
