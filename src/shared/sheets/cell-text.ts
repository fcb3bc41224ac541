/** What a cell of a sheet looks like in Excel, as text. */
import { showDay } from '../dates'
import type { SheetCell } from './sheet'

/** '#,##0.0##' → one digit after the comma, three at most. */
function digitsOf(format: string) {
  const [, after = ''] = format.split('.')
  const least = after.replaceAll('#', '').length
  return { minimumFractionDigits: least, maximumFractionDigits: after.length, useGrouping: format.includes(',') }
}

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(locale: string, format: string | undefined): Intl.NumberFormat {
  const key = `${locale} ${format ?? ''}`
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, format ? digitsOf(format) : { useGrouping: false })
  formats.set(key, known)
  return known
}

/** `locale` is that of the reader's numbers: 'ru-RU'. */
export function sheetCellText({ value, format }: SheetCell, locale: string): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return formatOf(locale, format).format(value).replace('-', '\u2212')
  const text = value.toISOString()
  return format?.includes('hh') ? `${showDay(text.slice(0, 10))} ${text.slice(11, 16)}` : showDay(text.slice(0, 10))
}
