/** Order, totals and columns of a table with all its rows: the same on the screen, in Excel and in a letter. */
import { valueOf, type Column } from '../columns'
import { parseDay } from '../dates'

export interface Row {
  id: number | string
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

const said = (t: (key: string) => string, value: unknown) => {
  if (typeof value === 'boolean') return value ? t('Да') : null
  return typeof value === 'string' && value ? t(value) : value
}

/** Rows with their words («кг», «Корм», «Да») in the reader's language. */
export function saidRows<R extends object>(rows: readonly R[], columns: readonly Column[], t: (key: string) => string) {
  const keys = columns.filter(({ words, type }) => words || type === 'flag').map(({ key }) => key)
  if (keys.length === 0) return rows
  return rows.map((row) => ({ ...row, ...Object.fromEntries(keys.map((key) => [key, said(t, valueOf(row, key))])) }))
}
