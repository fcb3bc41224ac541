/** A table as a CSV file: header and rows, without title and totals, so that a program reads it as it is. */
import { headerLine, sheetData, type Sheet, type SheetCell } from './sheet'

/** How a spreadsheet writes numbers, and so what it takes for the end of a column. */
export interface CsvStyle {
  decimal: ',' | '.'
  separator: ';' | ','
  /** days as 2026-11-26 instead of 26.11.2026, which is read in every country */
  iso?: true
  /** without the mark by which Excel knows UTF-8, which others take for a sign of the first title */
  bare?: true
  /** rows alone: what goes on with another text */
  headless?: true
}

export const csvStyle = (language: string): CsvStyle =>
  language === 'ru' ? { decimal: ',', separator: ';' } : { decimal: '.', separator: ',' }

const FORMULA = /^[=+\-@\t\r]/
/** A text that a spreadsheet would take for a formula stays a text. */
export const csvText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** '2026-11-26', '2026-11-26 08:05'. */
const isoOf = (moment: Date, timed: boolean): string =>
  moment
    .toISOString()
    .slice(0, timed ? 16 : 10)
    .replace('T', ' ')

function plain({ value, format }: SheetCell, { decimal, iso }: CsvStyle): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value).replace('.', decimal)
  if (typeof value === 'string') return csvText(value)
  const told = isoOf(value, format?.includes('hh') ?? false)
  return iso ? told : told.replace(/^(\d+)-(\d+)-(\d+)/, '$3.$2.$1')
}

const quoted = (text: string, { separator }: CsvStyle) =>
  text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** A line as RFC 4180 has it, with its end. */
export const csvLine = (cells: readonly string[], style: CsvStyle): string =>
  `${cells.map((cell) => quoted(cell, style)).join(style.separator)}\r\n`

/** By it a spreadsheet knows that a file is UTF-8. */
export const UTF8_MARK = '\uFEFF'

/** Header and rows, as cells. */
export const tableCells = (sheet: Sheet): SheetCell[][] =>
  sheetData({ ...sheet, footer: undefined }).slice(headerLine(sheet) - 1)

export function csvOf(sheet: Sheet, style: CsvStyle): string {
  const rows = tableCells(sheet).slice(style.headless ? 1 : 0)
  const lines = rows.map((cells) =>
    csvLine(
      cells.map((cell) => plain(cell, style)),
      style,
    ),
  )
  return `${style.bare ? '' : UTF8_MARK}${lines.join('')}`
}
