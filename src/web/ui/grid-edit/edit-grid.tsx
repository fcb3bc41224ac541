/**
 * An editable table, on a phone a card for each row: columns as data, with keyboard and clipboard. Used wherever many
 * numbers are typed side by side.
 */
import { Fragment, useRef, type Key, type ReactNode, type RefObject } from 'react'
import { VisuallyHidden } from '@mantine/core'
import { replaceEqualDeep } from '@tanstack/react-query'
import { Card, TableRow } from './edit-rows'
import { useGridKeys, type GridKeys } from './grid-keys'
import { useRowWindow } from '../row-window'
import { usePhone } from '../use-phone'
import classes from './edit-grid.module.css'

/**
 * Place on a card: beside the name at the top, half or a third of the width, the full width, or a line with its title.
 */
type CardPlace = 'head' | 'half' | 'third' | 'whole' | 'line'

export interface EditColumn<Row> {
  key: string
  /** translated; without a visible title it is the name for screen readers */
  title: string
  hidden?: boolean
  /** behind the title */
  unit?: string
  /** under the title */
  hint?: string
  number?: boolean
  width?: number | string
  cell: (row: Row) => ReactNode
  /** how many columns the cell spans in this row */
  span?: (row: Row) => number
  /** on a card its title is above it */
  titled?: boolean
  /** its place on a card; without it the column is not on cards */
  card?: CardPlace | ((row: Row) => CardPlace | undefined)
  /** shown on a card instead of the cell */
  cardCell?: (row: Row) => ReactNode
}

/** The look of a row, and the messages under it. */
export interface RowState {
  /** something is typed in it */
  typed?: boolean
  tone?: string | undefined
  /** translated, in the order in which they are shown */
  faults?: readonly string[]
  asked?: string | undefined
  /** one of its cells shows an error of its own */
  wrong?: boolean
}

interface EditGridProps<Row> extends GridKeys {
  /** translated: what the rows are */
  label: string
  /** rows are compared by content: an equal one is not rendered again */
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** keep the same array while its content is the same */
  columns: readonly EditColumn<Row>[]
  /** keep the same function while its results are the same */
  state?: (row: Row) => RowState
  /** key of a column → its total in the footer; texts span the empty cells after them */
  totals?: Readonly<Record<string, ReactNode>> | undefined
  /** cells without frames, for many numbers of one kind; on a phone it stays a table */
  sheet?: boolean
  /** nothing is typed: the box takes the focus itself, so that the keys scroll it */
  looks?: boolean
  className?: string
}

const NO_STATE = (): RowState => ({})

/** Columns keep their widths; a wide table scrolls sideways. */
const minWidthOf = (columns: readonly { width?: number | string }[]): number =>
  columns.reduce((sum, { width }) => sum + (typeof width === 'number' ? width : 0), 0)

/** Estimated heights of a table row and of a card, used until they are measured. */
const [ROW, CARD] = [36, 160]

/** The row of the first error: the form scrolls to it, however far it is. */
function firstBad<Row>(rows: readonly Row[], state: (row: Row) => RowState): number[] {
  const index = rows.findIndex((row) => {
    const { faults = [], wrong } = state(row)
    return wrong || faults.length > 0
  })
  return index < 0 ? [] : [index]
}

export function EditGrid<Row>(props: EditGridProps<Row>) {
  const { label, rows, rowKey, columns, state = NO_STATE, totals, sheet = false, looks = false, className = '' } = props
  const cards = usePhone() && !sheet
  const known = useRef(rows)
  known.current = replaceEqualDeep(known.current, rows) as readonly Row[]
  const list = useRef<HTMLElement>(null)
  const { long, drawn, below, measure, draw, onFocus } = useRowWindow({
    list,
    count: rows.length,
    height: cards ? CARD : ROW,
    keyOf: (index) => rowKey(known.current[index]!),
    kept: firstBad(rows, state),
  })
  const keys = { ...useGridKeys(props, { count: rows.length, draw }), onFocus }
  const count = long ? rows.length : undefined
  const drawAll = (Each: typeof TableRow | typeof Card, gapOf: (height: number) => ReactNode) =>
    [...drawn, { index: rows.length, gap: below }].map(({ index, gap }) => {
      const row = known.current[index]
      return (
        <Fragment key={row === undefined ? 'below' : rowKey(row)}>
          {gap > 0 && gapOf(gap)}
          {row !== undefined && (
            <Each
              index={index}
              row={row}
              columns={columns as readonly EditColumn<unknown>[]}
              state={state as (row: unknown) => RowState}
              count={count}
              measure={measure}
            />
          )}
        </Fragment>
      )
    })
  if (cards) {
    return (
      <ul
        ref={list as RefObject<HTMLUListElement>}
        className={`${classes.cards} ${className}`}
        aria-label={label}
        {...keys}
      >
        {drawAll(Card, (height) => (
          <li aria-hidden="true" style={{ height }} />
        ))}
      </ul>
    )
  }
  return (
    <div
      className={`${classes.box} ${className}`}
      data-sheet={sheet || undefined}
      {...keys}
      {...(looks && { tabIndex: 0, role: 'region', 'aria-label': label })}
    >
      <table
        data-styled
        className={classes.table}
        style={{ minWidth: minWidthOf(columns) }}
        aria-label={label}
        aria-rowcount={count && count + 1}
      >
        <Head columns={columns as readonly EditColumn<unknown>[]} />
        <tbody ref={list as RefObject<HTMLTableSectionElement>}>
          {drawAll(TableRow, (height) => (
            <tr aria-hidden="true" style={{ height }} />
          ))}
        </tbody>
        {totals && <Foot columns={columns as readonly EditColumn<unknown>[]} totals={totals} />}
      </table>
    </div>
  )
}

type Columns = readonly EditColumn<unknown>[]

function Head({ columns }: { columns: Columns }) {
  return (
    <thead>
      <tr>
        {columns.map(({ key, title, hidden, unit, hint, number, width }) => (
          <th key={key} scope="col" data-number={number || undefined} style={{ width }}>
            {hidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}
            {unit && <small>, {unit}</small>}
            {hint && <small className={classes.hint}>{hint}</small>}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Texts in the footer span the columns after them that have no total. */
function footCells(columns: Columns, totals: Readonly<Record<string, ReactNode>>) {
  const cells: { column: EditColumn<unknown>; span: number }[] = []
  for (const column of columns) {
    const last = cells.at(-1)
    const empty = totals[column.key] === undefined
    if (empty && last && (!last.column.number || totals[last.column.key] === undefined)) last.span += 1
    else cells.push({ column, span: 1 })
  }
  return cells
}

function Foot({ columns, totals }: { columns: Columns; totals: Readonly<Record<string, ReactNode>> }) {
  return (
    <tfoot>
      <tr>
        {footCells(columns, totals).map(({ column: { key, number }, span }, index) =>
          index === 0 ? (
            <th key={key} scope="row" colSpan={span}>
              {totals[key]}
            </th>
          ) : (
            <td key={key} colSpan={span} data-number={number || undefined}>
              {totals[key]}
            </td>
          ),
        )}
      </tr>
    </tfoot>
  )
}
