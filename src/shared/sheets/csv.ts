/** A table as a CSV file: header and rows, without title and totals, so that a program reads it as it is. */
import { headerLine, sheetData, type Sheet, type SheetCell } from './sheet'

/** How the person's spreadsheet writes numbers, and so what it takes for the end of a column. */
export interface CsvStyle {
  decimal: ',' | '.'
  separator: ';' | ','
}

export const csvStyle = (language: string): CsvStyle =>
  language === 'ru' ? { decimal: ',', separator: ';' } : { decimal: '.', separator: ',' }

/** A text that a spreadsheet would take for a formula stays a text. */
const FORMULA = /^[=+\-@\t\r]/

const two = (value: number) => String(value).padStart(2, '0')

function plain({ value, format }: SheetCell, { decimal }: CsvStyle): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value).replace('.', decimal)
  if (typeof value === 'string') return FORMULA.test(value) ? `'${value}` : value
  const day = `${two(value.getUTCDate())}.${two(value.getUTCMonth() + 1)}.${value.getUTCFullYear()}`
  return format?.includes('hh') ? `${day} ${two(value.getUTCHours())}:${two(value.getUTCMinutes())}` : day
}

const quoted = (text: string, { separator }: CsvStyle) =>
  text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** RFC 4180, with the mark by which a spreadsheet knows that it is UTF-8. */
export function csvOf(sheet: Sheet, style: CsvStyle): string {
  const rows = sheetData({ ...sheet, footer: undefined }).slice(headerLine(sheet) - 1)
  const lines = rows.map((cells) => cells.map((cell) => quoted(plain(cell, style), style)).join(style.separator))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}
