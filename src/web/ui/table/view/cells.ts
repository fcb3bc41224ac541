import { parseDay, showDay } from '../../../../shared/dates'
import { listText, valueOf, type AverageUnit, type CellType, type Column } from '../../../../shared/columns'
import {
  NOTHING,
  showAmount,
  showAverage,
  showCount,
  showDateTime,
  showKg,
  showNumber,
  showPercent,
} from '../../../format'
import { i18n } from '../../../i18n'

export interface Row {
  id: number | string
}

const NUMBERS: ReadonlySet<CellType> = new Set<CellType>([
  'count',
  'kg',
  'average',
  'amount',
  'money',
  'percent',
  'number',
])
export const isNumber = (column: Column): boolean => NUMBERS.has(column.type)

const instantPattern = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/

/** Text of a value in a cell, a footer or a printed sheet. */
export function cellText(value: unknown, column: Column, average: AverageUnit = 'kg'): string {
  if (value === null || value === undefined || value === '' || (column.noZero && value === 0)) return NOTHING
  if (Array.isArray(value)) return listText(value, showAmount, column.unit && i18n.t(column.unit)) || NOTHING
  if (typeof value === 'number') return numberText(value, column, average)
  const text = String(value)
  if (column.type === 'datetime' && instantPattern.test(text)) return showDateTime(text)
  if (column.type === 'day') {
    const day = parseDay(text)
    return day ? showDay(day) : text
  }
  return text
}

/** Whole grams of a kilogram; less than a gram is not shown as zero. */
const decimalsOf = (amount: number) => (Math.abs(amount) < 0.001 ? 6 : 3)

function numberText(value: number, column: Column, average: AverageUnit): string {
  switch (column.type) {
    case 'count':
      return column.most !== undefined && value > column.most
        ? i18n.t('больше {{number}}', { number: showCount(column.most) })
        : showCount(value)
    case 'kg':
      return showKg(value)
    case 'average':
      return showAverage(value, average)
    case 'money':
      return showNumber(value, 2)
    case 'percent':
      return column.unit === '%' ? showNumber(value, 2) : showPercent(value)
    case 'amount':
      return column.decimals === undefined ? showAmount(value, decimalsOf(value)) : showNumber(value, column.decimals)
    case 'number':
      return column.decimals === undefined ? showAmount(value) : showNumber(value, column.decimals)
    default:
      return String(value)
  }
}

const collator = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' })

/** '-datetime' sorts by that column, descending. Empty values come last in both directions. */
export function sortRows<R extends Row>(rows: readonly R[], sort: string | undefined): R[] {
  if (!sort) return [...rows]
  const down = sort.startsWith('-')
  const key = down ? sort.slice(1) : sort
  const none = (value: unknown) => value === null || value === undefined || value === ''
  return [...rows].sort((one, other) => {
    const [a, b] = [valueOf(one, key), valueOf(other, key)]
    if (none(a) || none(b)) return Number(none(a)) - Number(none(b))
    return (down ? -1 : 1) * compare(a, b)
  })
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [one, other] = [String(a), String(b)]
  // days in the format of people sort by date
  const [day, otherDay] = one.includes('.') && other.includes('.') ? [parseDay(one), parseDay(other)] : [null, null]
  return day && otherDay ? day.localeCompare(otherDay) : collator.compare(one, other)
}

/** Totals of a table with all its rows. Averages cannot be summed: the caller provides them. */
export function sumFooter(rows: readonly Row[], columns: readonly Column[]): Record<string, number> {
  const summed = columns.filter((column) => column.footer && column.type !== 'average')
  return Object.fromEntries(
    summed.map(({ key }) => [
      key,
      Math.round(rows.reduce((sum, row) => sum + (Number(valueOf(row, key)) || 0), 0) * 1e6) / 1e6,
    ]),
  )
}

/** The columns to show: those the user chose, in that order, else all that are not optional. */
export function visibleColumns(columns: readonly Column[], chosen: readonly string[] | undefined): Column[] {
  const known = (chosen ?? []).flatMap((key) => columns.find((column) => column.key === key) ?? [])
  if (known.length === 0) return columns.filter((column) => !column.optional)
  return [...columns.filter((column) => column.always && !known.includes(column)), ...known]
}
