/** A row of an editable table, as a table row or a card. It is not rendered again while its content is equal. */
import { Fragment, memo, type ReactNode } from 'react'
import { CellFault } from './cells'
import type { EditColumn, RowState } from './edit-grid'
import classes from './edit-grid.module.css'

type Columns = readonly EditColumn<unknown>[]

interface RowProps {
  index: number
  row: unknown
  columns: Columns
  state: (row: unknown) => RowState
  /** number of all rows, when not all are rendered */
  count: number | undefined
  measure: ((row: Element | null) => void) | undefined
}

const marksOf = ({ typed, tone, faults = [] }: RowState) => ({
  'data-typed': typed || undefined,
  'data-tone': tone,
  'data-bad': faults.length > 0 || undefined,
})

/** The columns with a cell of their own in this row, with their spans. */
function cellsOf(columns: Columns, row: unknown) {
  let covered = 0
  return columns.flatMap((column) => {
    if (covered-- > 0) return []
    const span = column.span?.(row) ?? 1
    covered = span - 1
    return [{ column, span }]
  })
}

export const TableRow = memo(function TableRow({ index, row, columns, state, count, measure }: RowProps) {
  const said = state(row)
  const [first, ...others] = cellsOf(columns, row)
  return (
    <>
      <tr data-row={index} ref={(drawn) => measure?.(drawn)} aria-rowindex={count && index + 2} {...marksOf(said)}>
        {first && (
          <th scope="row" data-column={first.column.key}>
            {first.column.cell(row)}
          </th>
        )}
        {others.map(({ column, span }) => (
          <td
            key={column.key}
            data-column={column.key}
            data-number={column.number || undefined}
            colSpan={span > 1 ? span : undefined}
          >
            {column.cell(row)}
          </td>
        ))}
      </tr>
      <Said {...said}>
        {(text) => (
          <tr className={classes.said}>
            <td colSpan={columns.length}>{text}</td>
          </tr>
        )}
      </Said>
    </>
  )
})

/** Warnings and errors, in separate elements. */
function Said({ asked, faults = [], children }: RowState & { children: (text: ReactNode) => ReactNode }) {
  const texts = [
    asked && (
      <span className={classes.asked} role="alert">
        {asked}
      </span>
    ),
    faults.length > 0 && <CellFault>{faults.join('. ')}</CellFault>,
  ]
  return texts.map((text, place) => text && <Fragment key={place}>{children(text)}</Fragment>)
}

const placeOn = ({ card }: EditColumn<unknown>, row: unknown) => (typeof card === 'function' ? card(row) : card)

export const Card = memo(function Card({ index, row, columns, state, count, measure }: RowProps) {
  const said = state(row)
  const placed = columns.map((column) => ({ column, place: placeOn(column, row) }))
  const head = placed.filter(({ place }) => place === 'head')
  const rest = placed.filter(({ place }) => place && place !== 'head')
  return (
    <li
      className={classes.card}
      data-row={index}
      ref={(drawn) => measure?.(drawn)}
      aria-setsize={count}
      aria-posinset={count && index + 1}
      {...marksOf(said)}
    >
      <div className={classes.who}>
        {head.map(({ column }) => (
          <span key={column.key} data-column={column.key}>
            {(column.cardCell ?? column.cell)(row)}
          </span>
        ))}
      </div>
      {rest.map(({ column, place }) => (
        <div key={column.key} data-column={column.key} data-place={place}>
          {(column.number || column.titled || place === 'line') && (
            <span className={classes.title} aria-hidden="true">
              {column.title}
              {column.unit && `, ${column.unit}`}
            </span>
          )}
          {(column.cardCell ?? column.cell)(row)}
        </div>
      ))}
      <Said {...said}>{(text) => <div data-place="whole">{text}</div>}</Said>
    </li>
  )
})
