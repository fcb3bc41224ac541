import {
  memo,
  useCallback,
  useEffect,
  useRef,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useTranslation } from '../../../web/i18n'
import { moveByKey, parseBlock } from './cell-block.web'
import classes from './value-grid.module.css'

export interface GridRow {
  id: number
  /** for the eye */
  label: ReactNode
  /** for the ear: «Садок 5» */
  name: string
}
export interface GridColumn {
  key: string
  title: string
  /** under the title: depth and unit */
  hint: string
}

/** Columns keep their widths whatever is typed; more than fit scroll sideways. */
const LABEL_WIDTH = 96
const COLUMN_WIDTH = 120

const cellKey = (row: GridRow, column: GridColumn): string => `${row.id}.${column.key}`

interface ValueGridProps {
  label: string
  rows: readonly GridRow[]
  columns: readonly GridColumn[]
  /** what is stored, as text */
  stored: ReadonlyMap<string, string>
  /** what was typed and is not stored yet */
  typed: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
  /** several cells at once: a block was pasted */
  onType: (cells: Record<string, string>) => void
  onSave: () => void
  readOnly: boolean
}

/**
 * Numbers to type into, as in a spreadsheet: arrows and Enter move, a block from Excel is pasted whole, Esc takes a
 * cell back, Ctrl+Enter saves.
 */
export function ValueGrid({ label, rows, columns, stored, typed, errors, onType, onSave, readOnly }: ValueGridProps) {
  const { t } = useTranslation()
  const { box, ...events } = useGridEvents({ rows, columns, stored, onType, onSave })
  useEffect(() => {
    // the first refused cell says in full what is wrong
    if (Object.keys(errors).length > 0) box.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus()
  }, [errors, box])
  return (
    <div className={classes.box}>
      <table
        ref={box}
        data-styled
        className={classes.table}
        style={{ minWidth: LABEL_WIDTH + columns.length * COLUMN_WIDTH }}
        aria-label={label}
      >
        <thead>
          <tr>
            <th scope="col">{t('Садок')}</th>
            {columns.map(({ key, title, hint }) => (
              <th key={key} scope="col">
                {title}
                <small>{hint}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={row.id}>
              <th scope="row">{row.label}</th>
              {columns.map((column, columnIndex) => {
                const key = cellKey(row, column)
                return (
                  <ValueCell
                    key={key}
                    id={key}
                    row={rowIndex}
                    column={columnIndex}
                    label={`${row.name}, ${column.title}, ${column.hint}`}
                    text={typed[key] ?? stored.get(key) ?? ''}
                    changed={key in typed}
                    error={errors[key]}
                    readOnly={readOnly}
                    {...events}
                  />
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type GridState = Pick<ValueGridProps, 'rows' | 'columns' | 'stored' | 'onType' | 'onSave'>

/** What keys and the clipboard do. The handlers stay the same ones, so that a cell is drawn only when it changes. */
function useGridEvents(given: GridState) {
  const box = useRef<HTMLTableElement>(null)
  const state = useRef(given)
  state.current = given
  const placeOf = ({ dataset }: HTMLElement) => [Number(dataset.row), Number(dataset.column)] as const
  const onKeyDown = useCallback((event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const [row, column] = placeOf(input)
    const { rows, columns, stored, onType, onSave } = state.current
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return onSave()
    }
    if (event.key === 'Escape') {
      const key = cellKey(rows[row]!, columns[column]!)
      return onType({ [key]: stored.get(key) ?? '' })
    }
    const [from, to] = [input.selectionStart ?? 0, input.selectionEnd ?? 0]
    const all = to - from === input.value.length
    const step = moveByKey(event, { start: all || to === 0, end: all || from === input.value.length })
    if (!step) return
    event.preventDefault()
    const next = `[data-row="${row + step.rows}"][data-column="${column + step.columns}"]`
    box.current?.querySelector<HTMLInputElement>(next)?.focus()
  }, [])
  const onPaste = useCallback((event: ClipboardEvent<HTMLInputElement>) => {
    const block = parseBlock(event.clipboardData.getData('text/plain'))
    const { rows, columns, onType } = state.current
    if ((block.length === 1 && block[0]!.length === 1) || event.currentTarget.readOnly) return
    event.preventDefault()
    const [row, column] = placeOf(event.currentTarget)
    const cells = block.flatMap((line, down) =>
      line.flatMap((text, right): [string, string][] => {
        const [toRow, toColumn] = [rows[row + down], columns[column + right]]
        return toRow && toColumn ? [[cellKey(toRow, toColumn), text]] : []
      }),
    )
    onType(Object.fromEntries(cells))
  }, [])
  const onText = useCallback((key: string, text: string) => state.current.onType({ [key]: text }), [])
  return { box, onKeyDown, onPaste, onText }
}

interface ValueCellProps {
  id: string
  row: number
  column: number
  label: string
  text: string
  changed: boolean
  error: string | undefined
  readOnly: boolean
  onText: (key: string, text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void
}

const selectAll = (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()

/** Memorised: typing in one of a thousand cells draws that one. */
const ValueCell = memo(function ValueCell({ id, row, column, error, onText, ...cell }: ValueCellProps) {
  const { t } = useTranslation()
  const errorId = `error-${id}`
  return (
    <td data-changed={cell.changed || undefined} data-error={error ? true : undefined}>
      <input
        data-row={row}
        data-column={column}
        value={cell.text}
        aria-label={cell.label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        readOnly={cell.readOnly}
        onFocus={selectAll}
        onChange={(event) => onText(id, event.currentTarget.value)}
        onKeyDown={cell.onKeyDown}
        onPaste={cell.onPaste}
      />
      {error && (
        <span id={errorId} className={classes.error} role="alert" title={t(error)}>
          {t(error)}
        </span>
      )}
    </td>
  )
})
