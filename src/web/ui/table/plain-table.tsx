/** Rows to be read beside other things: no search, no sort, no choice of columns. */
import type { ReactNode } from 'react'
import { type Column, unitOf, valueOf } from '../../../shared/columns'
import { useTranslation } from '../../i18n'
import { cellText, isNumber } from './cells'
import classes from './plain-table.module.css'

interface Props<R> {
  columns: readonly Column[]
  rows: readonly R[]
  rowKey: (row: R, index: number) => string | number
  /** one's own look of a cell; undefined leaves the usual one */
  renderCell?: (row: R, column: Column) => ReactNode
}

export function PlainTable<R extends object>({ columns, rows, rowKey, renderCell }: Props<R>) {
  const { t } = useTranslation()
  const text = (row: R, column: Column) => {
    const shown = cellText(valueOf(row as never, column.key), column)
    return column.words ? t(shown) : shown
  }
  return (
    // a wide one scrolls sideways, by keys as well
    <div className={classes.box} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => {
              const unit = unitOf(column, 'kg')
              return (
                <th key={column.key} data-number={isNumber(column) || undefined}>
                  {t(column.title)}
                  {unit && `, ${t(unit)}`}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map((column) => (
                <td key={column.key} data-number={isNumber(column) || undefined} data-title={t(column.title)}>
                  {renderCell?.(row, column) ?? text(row, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
