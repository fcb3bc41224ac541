import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { unitOf, valueOf } from '../../../shared/columns'
import type { Sheet } from '../../../shared/sheet'
import { cellText, isNumber } from './cells'
import classes from './print-sheet.module.css'

/** Every row of the result on paper: title, filters, a bordered table. Prints as soon as it stands, then goes. */
export function PrintSheet({
  sheet,
  note,
  onDone,
}: {
  sheet: Omit<Sheet, 'translate'>
  note: string
  onDone: () => void
}) {
  const { t } = useTranslation()
  const { columns, rows, footer, average } = sheet
  useEffect(() => {
    window.addEventListener('afterprint', onDone, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', onDone)
  }, [])
  const heading = (index: number) => {
    const column = columns[index]!
    const unit = unitOf(column, average)
    return unit ? `${t(column.title)}, ${t(unit)}` : t(column.title)
  }
  return createPortal(
    <div className={classes.sheet}>
      <h1>{sheet.title}</h1>
      <p>
        {sheet.subtitle && <span>{sheet.subtitle}. </span>}
        {note}
      </p>
      <table>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column.key} data-number={isNumber(column) || undefined}>
                {heading(index)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.key} data-number={isNumber(column) || undefined}>
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
    </div>,
    document.body,
  )
}
