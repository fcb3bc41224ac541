import { parseDay, showDay } from '../../../../shared/dates'
import { listText, type AverageUnit, type CellType, type Column } from '../../../../shared/columns'
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
