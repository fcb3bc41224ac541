/** A table as a CSV file: header and rows, without title and totals, so that a program reads it as it is. */
import { headerLine, sheetData, type Sheet, type SheetCell } from './sheet'

/** How the person's spreadsheet writes numbers, and so what it takes for the end of a column. */
export interface CsvStyle {
  decimal: ',' | '.'
  separator: ';' | ','
}

export const csvStyle = (language: string): CsvStyle =>
  language === 'ru' ? { decimal: ',', separator: ';' } : { decimal: '.', separator: ',' }

const FORMULA = /^[=+\-@\t\r]/
/** A text that a spreadsheet would take for a formula stays a text. */
export const csvText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const two = (value: number) => String(value).padStart(2, '0')

function plain({ value, format }: SheetCell, { decimal }: CsvStyle): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value).replace('.', decimal)
  if (typeof value === 'string') return csvText(value)
  const day = `${two(value.getUTCDate())}.${two(value.getUTCMonth() + 1)}.${value.getUTCFullYear()}`
  return format?.includes('hh') ? `${day} ${two(value.getUTCHours())}:${two(value.getUTCMinutes())}` : day
}

const quoted = (text: string, { separator }: CsvStyle) =>
  text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** A line as RFC 4180 has it, with its end. */
export const csvLine = (cells: readonly string[], style: CsvStyle): string =>
  `${cells.map((cell) => quoted(cell, style)).join(style.separator)}\r\n`

/** By it a spreadsheet knows that a file is UTF-8. */
export const UTF8_MARK = '\uFEFF'

export function csvOf(sheet: Sheet, style: CsvStyle): string {
  const rows = sheetData({ ...sheet, footer: undefined }).slice(headerLine(sheet) - 1)
  const lines = rows.map((cells) =>
    csvLine(
      cells.map((cell) => plain(cell, style)),
      style,
    ),
  )
  return `${UTF8_MARK}${lines.join('')}`
}
