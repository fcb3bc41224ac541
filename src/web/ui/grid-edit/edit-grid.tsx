/**
 * A table to type into, on a phone a card for each row: columns as data, one keyboard, one clipboard. Used wherever many
 * numbers are typed side by side.
 */
import { Fragment, memo, useRef, type Key, type ReactNode } from 'react'
import { VisuallyHidden } from '@mantine/core'
import { replaceEqualDeep } from '@tanstack/react-query'
import { CellFault } from './cells'
import { useGridKeys, type GridKeys } from './grid-keys'
import { usePhone } from '../use-phone'
import classes from './edit-grid.module.css'

/** Beside the name in the head of a card, half or a third of its width, all of it, or a line with its title. */
type CardPlace = 'head' | 'half' | 'third' | 'whole' | 'line'

export interface EditColumn<Row> {
  key: string
  /** translated; a column without a title names itself to those who do not see */
  title: string
  hidden?: boolean
  /** behind the title */
  unit?: string
  /** under the title */
  hint?: string
  number?: boolean
  width?: number | string
  cell: (row: Row) => ReactNode
  /** how many columns the cell of this row takes */
  span?: (row: Row) => number
  /** has its title above it on a card, as a number has */
  titled?: boolean
  /** where it stands on a card; nowhere without it */
  card?: CardPlace | ((row: Row) => CardPlace | undefined)
  /** what stands there on a card instead */
  cardCell?: (row: Row) => ReactNode
}

/** How a row looks, and what is said under it. */
export interface RowState {
  /** something is typed in it */
  typed?: boolean
  tone?: string | undefined
  /** translated; in the order in which they are told */
  faults?: readonly string[]
  asked?: string | undefined
}

interface EditGridProps<Row> extends GridKeys {
  /** translated: what the rows are */
  label: string
  /** rows are compared by what they hold: one that holds the same is not drawn again */
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** the same array as long as it says the same */
  columns: readonly EditColumn<Row>[]
  /** the same function as long as it says the same */
  state?: (row: Row) => RowState
  /** key of a column → what stands under it at the end; words take the empty places behind them */
  totals?: Readonly<Record<string, ReactNode>> | undefined
  /** cells without frames, line beside line, for many numbers of one sort; on a phone it stays a table */
  sheet?: boolean
  className?: string
}

const NO_STATE = (): RowState => ({})

/** Columns keep their widths; more than fit scroll sideways. */
const minWidthOf = (columns: readonly { width?: number | string }[]): number =>
  columns.reduce((sum, { width }) => sum + (typeof width === 'number' ? width : 0), 0)

export function EditGrid<Row>(props: EditGridProps<Row>) {
  const { label, rows, rowKey, columns, state = NO_STATE, totals, sheet = false, className = '' } = props
  const keys = useGridKeys(props)
  const cards = usePhone() && !sheet
  const known = useRef(rows)
  known.current = replaceEqualDeep(known.current, rows) as readonly Row[]
  const draw = (Each: typeof TableRow | typeof Card) =>
    known.current.map((row, index) => (
      <Each
        key={rowKey(row)}
        index={index}
        row={row}
        columns={columns as readonly EditColumn<unknown>[]}
        state={state as (row: unknown) => RowState}
      />
    ))
  if (cards) {
    return (
      <ul className={`${classes.cards} ${className}`} aria-label={label} {...keys}>
        {draw(Card)}
      </ul>
    )
  }
  return (
    <div className={`${classes.box} ${className}`} data-sheet={sheet || undefined} {...keys}>
      <table data-styled className={classes.table} style={{ minWidth: minWidthOf(columns) }} aria-label={label}>
        <Head columns={columns as readonly EditColumn<unknown>[]} />
        <tbody>{draw(TableRow)}</tbody>
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

/** Totals in words reach over the columns behind them that have none. */
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

interface RowProps {
  index: number
  row: unknown
  columns: Columns
  state: (row: unknown) => RowState
}

const marksOf = ({ typed, tone, faults = [] }: RowState) => ({
  'data-typed': typed || undefined,
  'data-tone': tone,
  'data-bad': faults.length > 0 || undefined,
})

/** The columns that have a cell of their own in this row, with how many they take. */
function cellsOf(columns: Columns, row: unknown) {
  let covered = 0
  return columns.flatMap((column) => {
    if (covered-- > 0) return []
    const span = column.span?.(row) ?? 1
    covered = span - 1
    return [{ column, span }]
  })
}

const TableRow = memo(function TableRow({ index, row, columns, state }: RowProps) {
  const said = state(row)
  const [first, ...others] = cellsOf(columns, row)
  return (
    <>
      <tr data-row={index} {...marksOf(said)}>
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

/** What is asked and what is wrong, each in a place of its own. */
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

const Card = memo(function Card({ index, row, columns, state }: RowProps) {
  const said = state(row)
  const placed = columns.map((column) => ({ column, place: placeOn(column, row) }))
  const head = placed.filter(({ place }) => place === 'head')
  const rest = placed.filter(({ place }) => place && place !== 'head')
  return (
    <li className={classes.card} data-row={index} {...marksOf(said)}>
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
