/** The columns of the earlier period that a report is compared with, beside those of now. */
import type { Column } from '../columns'
import { type Comparison, COMPARISONS } from './compared'
import type { SeriesAnswer } from './report'
import { type Place, type ReportRow, type ReportTable, sumOf, TOTAL } from './series-table'

export type Before = NonNullable<SeriesAnswer['extra']['before']>

/** Columns of these keys are of the earlier period, and of the change since. */
export const THEN = 'then-'
export const CHANGE = 'change-'

/** The number of a place, or the sum of what it is the total of. */
function thenAt({ data }: Before, { label, series }: Place): number | null {
  const rows = series === null ? data : [data[series] ?? []]
  const values = rows.flatMap((own) => (label === null ? own : [own[label] ?? null]))
  return values.every((value) => value === null) ? null : sumOf(values)
}

/** In per cent of then; null where nothing was. */
export const changeOf = (now: unknown, then: number | null): number | null =>
  typeof now !== 'number' || !then ? null : Math.round((now / then - 1) * 1000) / 10

/** More columns than these beside each other, without a total, have no room for as many again. */
const MOST_COMPARED = 4

/** The columns that are compared: their total, if they have one. */
function comparedIn({ columns, rows, placeOf }: ReportTable): Column[] {
  const [row] = rows
  const values = row ? columns.filter(({ key }) => placeOf(row, key)) : []
  const totals = values.filter(({ key }) => key === TOTAL)
  if (totals.length > 0) return totals
  return values.length > MOST_COMPARED ? [] : values
}

export function comparedTable(
  table: ReportTable,
  before: Before | undefined,
  comparison: Comparison | null,
  t: (key: string) => string,
): ReportTable {
  if (!before || !comparison) return table
  const compared = comparedIn(table)
  const then = t(COMPARISONS[comparison])
  const titleOf = ({ key, title }: Column) =>
    key === TOTAL || compared.length === 1 ? then : `${t(title)}, ${then.toLowerCase()}`
  const more = (column: Column): Column[] => [
    { ...column, key: THEN + column.key, title: titleOf(column) },
    { key: CHANGE + column.key, title: 'Изменение', type: 'percent', unit: '%', decimals: 1 },
  ]
  const cells = (row: ReportRow) =>
    compared.flatMap(({ key }) => {
      const place = table.placeOf(row, key)
      const value = place && thenAt(before, place)
      return [
        [THEN + key, value],
        [CHANGE + key, changeOf(row[key], value)],
      ]
    })
  return {
    ...table,
    columns: table.columns.flatMap((column) => (compared.includes(column) ? [column, ...more(column)] : [column])),
    rows: table.rows.map((row): ReportRow => ({ ...row, ...Object.fromEntries(cells(row)) })),
    placeOf: (row, column) => {
      if (column.startsWith(CHANGE)) return null
      if (!column.startsWith(THEN)) return table.placeOf(row, column)
      const place = table.placeOf(row, column.slice(THEN.length))
      return place && { ...place, then: true }
    },
  }
}
