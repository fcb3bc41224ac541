/** A table as cells of an Excel sheet, for the browser's export and for files made by the server. */
import { listText, evenDecimals, unitOf, valueOf, type AverageUnit, type Column } from '../columns'
import { parseDay } from '../dates'

/** One cell of a sheet, in the form write-excel-file takes. */
export interface SheetCell {
  value?: string | number | Date
  type?: StringConstructor | NumberConstructor | DateConstructor
  format?: string
  fontWeight?: 'bold'
  align?: 'left' | 'right'
  wrap?: boolean
}

const FORMATS: Partial<Record<Column['type'], string>> = {
  count: '#,##0',
  kg: '#,##0.0##',
  average: '0.0#####',
  money: '#,##0.00',
  percent: '0.00',
  // a whole number in this format would end in a bare comma, see below
  amount: '#,##0.0##',
}

/** A number with so many digits after the comma: '#,##0.0'. */
const decimalFormat = (decimals: number) => `#,##0${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`

/** Farm time is a wall clock: the cell shows the same digits in every zone. */
function moment(value: string, type: Column['type']): SheetCell | null {
  const day = parseDay(value.slice(0, 10))
  const time = /^.{10}[T ](\d{2}):(\d{2})/.exec(value)
  if (!day || (type === 'datetime') !== (time !== null)) return null
  const utc = Date.parse(`${day}T00:00:00Z`) + (time ? (Number(time[1]) * 60 + Number(time[2])) * 60_000 : 0)
  return { value: new Date(utc), type: Date, format: time ? 'dd.mm.yyyy hh:mm' : 'dd.mm.yyyy' }
}

/** Numbers and dates are real cells; every other value is a text cell, so that '=1+1' stays these four characters. */
export function sheetCell(value: unknown, column: Column, average: AverageUnit): SheetCell {
  if (value === null || value === undefined || value === '' || (column.noZero && value === 0)) return {}
  if (typeof value === 'number') {
    const grams = column.type === 'average' && average === 'g'
    const decimals = column.decimals ?? (column.type === 'amount' && Number.isInteger(value) ? 0 : undefined)
    const given = decimals === undefined ? FORMATS[column.type] : decimalFormat(decimals)
    const format = grams ? '#,##0.0##' : given
    return { value: grams ? Math.round(value * 1e6) / 1e3 : value, type: Number, ...(format && { format }) }
  }
  // cages sort 1, 2, 10; «007» and «2а» stay as they are written
  if (column.type === 'cage' && /^(0|[1-9]\d{0,8})$/.test(String(value)))
    return { value: Number(value), type: Number, format: '0', align: 'left' }
  const dated =
    typeof value === 'string' && (column.type === 'datetime' || column.type === 'day')
      ? moment(value, column.type)
      : null
  const text = Array.isArray(value)
    ? listText(value, (one) => String(one).replace('.', ','), column.unit)
    : String(value)
  return dated ?? { value: text, type: String }
}

export interface Sheet {
  title: string
  /** under the title: the filters */
  subtitle?: string
  columns: readonly Column[]
  rows: readonly (object & { id?: number | string })[]
  footer?: Record<string, number>
  average: AverageUnit
  translate: (key: string) => string
}

const text = (value: string, bold = false): SheetCell => ({
  value,
  type: String,
  ...(bold && { fontWeight: 'bold' as const }),
})

/** The line of the header, from 1: after the title, the filters and an empty line. */
export const headerLine = ({ subtitle }: Pick<Sheet, 'subtitle'>): number => (subtitle ? 4 : 3)

/** 1 → 'A', 27 → 'AA': how Excel names its columns. */
export const columnLetters = (place: number): string =>
  place > 26
    ? columnLetters(Math.floor((place - 1) / 26)) + columnLetters(((place - 1) % 26) + 1)
    : String.fromCharCode(64 + place)

/** The header and the rows without the totals, for Excel's own filter: 'A4:K120'. */
export function filterRange(sheet: Pick<Sheet, 'subtitle' | 'columns' | 'rows'>): string {
  const line = headerLine(sheet)
  return `A${line}:${columnLetters(sheet.columns.length)}${line + sheet.rows.length}`
}

/** A sheet in parts, for whoever makes its rows in turns or shows the first: above them, a row, below them. */
export function sheetParts({ title, subtitle, rows, footer, average, translate, ...sheet }: Sheet) {
  const columns = evenDecimals(sheet.columns, footer ? [...rows, footer] : rows).map((column) =>
    column.type === 'list' && column.unit ? { ...column, unit: translate(column.unit) } : column,
  )
  const header = columns.map((column) => {
    const unit = unitOf(column, average)
    return {
      ...text(unit ? `${translate(column.title)}, ${translate(unit)}` : translate(column.title), true),
      wrap: true,
    }
  })
  const totals = columns.map((column, index): SheetCell => {
    const total = footer?.[column.key]
    if (total !== undefined) return { ...sheetCell(total, column, average), fontWeight: 'bold' }
    return index === 0 ? text(translate('Итого'), true) : {}
  })
  const hasTotals = footer && columns.some((column) => footer[column.key] !== undefined)
  const above: SheetCell[][] = [[text(title, true)], ...(subtitle ? [[text(subtitle)]] : []), [], header]
  return {
    above,
    cellsOf: (row: object) => columns.map((column) => sheetCell(valueOf(row, column.key), column, average)),
    below: hasTotals ? [totals] : [],
  }
}

/** Title, filters, header, rows, totals. */
export function sheetData(sheet: Sheet): SheetCell[][] {
  const { above, cellsOf, below } = sheetParts(sheet)
  return [...above, ...sheet.rows.map(cellsOf), ...below]
}

/** Names a file, its first line and the printed page: «Садки, Северный, 31.10.2026 23:59». */
export const exportTitle = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(', ')

/** The filters in words, under the title: «Склад: Баржа. Вид: Корм». Filters that let everything pass are left out. */
export const filterNote = (...filters: [title: string, chosen: string | false | null | undefined][]): string =>
  filters.flatMap(([title, chosen]) => (chosen ? [`${title}: ${chosen}`] : [])).join('. ')
