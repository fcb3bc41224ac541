import { useLayoutEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { evenDecimals, unitOf, valueOf, type Column } from '../../../shared/columns'
import type { Sheet } from '../../../shared/sheets/sheet'
import { useTranslation } from '../../i18n'
import { cellText, isNumber } from './view/cells'
import classes from './print-sheet.module.css'

/** With more columns the page is landscape. */
const UPRIGHT_MOST = 7

interface PrintSheetProps {
  sheet: Omit<Sheet, 'translate'>
  note: string
  /** has blanks to write into, so rows are as high as handwriting */
  written?: boolean
  /** the browser prints already */
  printing: boolean
  figure?: () => ReactNode
  /** behind the table */
  below?: ReactNode
  onDone: () => void
}

/** Prints all rows of the result: title, filters, a bordered table. Prints once it is rendered, and disappears. */
export function PrintSheet({ sheet, note, printing, figure, below, written, onDone }: PrintSheetProps) {
  useLayoutEffect(() => {
    window.addEventListener('afterprint', onDone, { once: true })
    if (!printing) window.print()
    return () => window.removeEventListener('afterprint', onDone)
  }, [])
  return createPortal(
    <div
      className={classes.sheet}
      data-wide={sheet.columns.length > UPRIGHT_MOST || undefined}
      data-written={written || undefined}
    >
      <h1>{sheet.title}</h1>
      <p>
        {sheet.subtitle && <span>{sheet.subtitle}. </span>}
        {note}
      </p>
      {figure?.()}
      <SheetTable sheet={sheet} />
      {below}
    </div>,
    document.body,
  )
}

/** A sheet wider than the paper is divided into several tables. */
export function SheetTable({ sheet }: Pick<PrintSheetProps, 'sheet'>) {
  const { t } = useTranslation()
  const { rows, footer, average } = sheet
  const columns = evenDecimals(sheet.columns, footer ? [...rows, footer] : rows)
  const heading = (column: Column) => {
    const unit = unitOf(column, average)
    return unit ? `${t(column.title)}, ${t(unit)}` : t(column.title)
  }
  return (
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} data-number={isNumber(column) || undefined}>
              {heading(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map((column) => (
              <td
                key={column.key}
                data-number={isNumber(column) || undefined}
                data-moment={column.type === 'datetime' || undefined}
              >
                {cellText(valueOf(row, column.key), column, average)}
              </td>
            ))}
          </tr>
        ))}
        {footer && columns.some((column) => footer[column.key] !== undefined) && (
          <tr className={classes.totals}>
            {columns.map((column, index) => (
              <td key={column.key} data-number={isNumber(column) || undefined}>
                {footer[column.key] !== undefined
                  ? cellText(footer[column.key], column, average)
                  : index === 0 && t('Итого')}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  )
}
