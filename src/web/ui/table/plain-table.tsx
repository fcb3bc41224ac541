/** A read-only table inside other content: without search, sort or choice of columns. On a phone each row is a card. */
import type { ReactNode } from 'react'
import { type Column, unitOf, valueOf } from '../../../shared/columns'
import { NBSP, NOTHING } from '../../format'
import { useTranslation, type TFunction } from '../../i18n'
import { usePhone } from '../use-phone'
import { cellText, isNumber } from './view/cells'
import classes from './plain-table.module.css'

interface Props<R> {
  columns: readonly Column[]
  rows: readonly R[]
  rowKey: (row: R, index: number) => string | number
  /** custom content of a cell; undefined for the default */
  renderCell?: (row: R, column: Column) => ReactNode
  /** part of a printed sheet: a table on every screen */
  paper?: boolean
}

export function PlainTable<R extends object>(props: Props<R>) {
  const phone = usePhone()
  return phone && !props.paper ? <RowCards {...props} /> : <Table {...props} />
}

function textOf(row: object, column: Column, t: TFunction): string {
  const shown = cellText(valueOf(row, column.key), column)
  return column.words ? t(shown) : shown
}

/** «Цена, ₽» */
function titleOf(column: Column, t: TFunction): string {
  const unit = unitOf(column, 'kg')
  return unit ? `${t(column.title)}, ${t(unit)}` : t(column.title)
}

function Table<R extends object>({ columns, rows, rowKey, renderCell }: Props<R>) {
  const { t } = useTranslation()
  return (
    // a wide table scrolls sideways, by keyboard as well
    <div className={classes.box} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} data-number={isNumber(column) || undefined}>
                {titleOf(column, t)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map((column) => (
                <td key={column.key} data-number={isNumber(column) || undefined}>
                  {renderCell?.(row, column) ?? textOf(row, column, t)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** «9» means nothing alone: «Садок 9». */
const isBare = (row: object, { key }: Column) => /^\d+$/.test(String(valueOf(row, key)))

/** What a row is about on the left, its amount on the right; other values below, without empty ones. */
function RowCards<R extends object>({ columns, rows, rowKey, renderCell }: Props<R>) {
  const { t } = useTranslation()
  const [first, ...others] = columns
  const headline = others.find((column) => column.headline) ?? others.find(({ type }) => type === 'amount')
  const rest = others.filter((column) => column !== headline && column.key !== headline?.headline)
  const unit = headline && unitOf(headline, 'kg')
  const amountOf = (row: R, column: Column) => {
    const [own, text] = [renderCell?.(row, column), textOf(row, column, t)]
    const measure = unit ?? (own === undefined && column.headline ? String(valueOf(row, column.headline)) : undefined)
    return (
      <>
        {own ?? text}
        {measure && text !== NOTHING && `${NBSP}${t(measure)}`}
      </>
    )
  }
  return (
    <ul className={classes.cards}>
      {rows.map((row, index) => (
        <li key={rowKey(row, index)}>
          <p className={classes.head}>
            <b>
              {first && isBare(row, first) && `${t(first.title)} `}
              {first && (renderCell?.(row, first) ?? textOf(row, first, t))}
            </b>
            {headline && <span>{amountOf(row, headline)}</span>}
          </p>
          <dl>
            {rest.map((column) => {
              const text = textOf(row, column, t)
              if (text === NOTHING) return null
              return (
                <div key={column.key}>
                  <dt>{titleOf(column, t)}</dt>
                  <dd>{renderCell?.(row, column) ?? text}</dd>
                </div>
              )
            })}
          </dl>
        </li>
      ))}
    </ul>
  )
}
