/**
 * Keyboard and clipboard of an editable table. A cell is an element with `data-column`, inside one with `data-row`, the
 * row's index; its control may be an input or a select.
 */
import { useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { moveByKey, parseBlock } from './block'

export interface PastedText {
  /** index of the row; beyond the last row it does not exist yet */
  index: number
  column: string
  text: string
}

/** Everything that was pasted, including what is beyond the table, and the cell it was pasted into. */
export interface PastedBlock {
  block: string[][]
  index: number
  column: string
}

export interface GridKeys {
  /** given: Enter moves from cell to cell, and calls this after the last. Otherwise it moves down the column. */
  onEnd?: (() => void) | undefined
  /** called by Ctrl+Enter; without it the form is submitted */
  onSave?: (() => void) | undefined
  /** Esc in a cell */
  onEscape?: ((index: number, column: string) => void) | undefined
  /** Ctrl+D: the cell takes what stands in the one above it */
  onFill?: ((index: number, column: string) => void) | undefined
  /** Sets several cells at once, and gets the place of the block; answers a function that undoes it, for Ctrl+Z. */
  onPaste?: ((cells: readonly PastedText[], pasted: PastedBlock) => () => void) | undefined
}

type Control = HTMLInputElement | HTMLSelectElement

const isList = (control: Control) => control instanceof HTMLSelectElement || control.ariaHasPopup === 'listbox'

const controlIn = (cell: Element | null): Control | null =>
  cell?.querySelector<Control>('input:not([type=hidden]):enabled, select:enabled') ?? null

/** The cell of a control, and its row. */
function placeOf(control: Element) {
  const cell = control.closest<HTMLElement>('[data-column]')
  const row = cell?.closest<HTMLElement>('[data-row]')
  return cell && row ? { row, index: Number(row.dataset.row), column: cell.dataset.column! } : null
}

const cellsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('[data-column]')].filter(controlIn)

/** The rows of a table, rendered or not. */
export interface GridRows {
  count: number
  /** renders a row that is out of sight */
  draw: (index: number) => void
}

function rowAt(box: Element, rows: GridRows, index: number): Element | null {
  if (index < 0 || index >= rows.count) return null
  const find = () => box.querySelector(`[data-row="${index}"]`)
  if (!find()) rows.draw(index)
  return find()
}

/** The next cell up or down the column that has a control. */
function verticalFrom(box: Element, rows: GridRows, control: Control, step: number): Control | null {
  const place = placeOf(control)!
  let row: Element | null
  for (let index = place.index + step; (row = rowAt(box, rows, index)); index += step) {
    const next = controlIn(row.querySelector(`[data-column="${CSS.escape(place.column)}"]`))
    if (next) return next
  }
  return null
}

function sidewaysFrom(control: Control, step: number): Control | null {
  const cells = cellsOf(placeOf(control)!.row)
  const at = cells.findIndex((cell) => cell.contains(control))
  return controlIn(cells[at + step] ?? null)
}

/** The next cell in reading order; null after the last. */
function nextOf(box: Element, rows: GridRows, control: Control): Control | null {
  const { index } = placeOf(control)!
  const beside = sidewaysFrom(control, 1)
  if (beside) return beside
  let row: Element | null
  for (let below = index + 1; (row = rowAt(box, rows, below)); below++) {
    const first = cellsOf(row)[0]
    if (first) return controlIn(first)
  }
  return null
}

function edgesOf(control: Control) {
  if (!(control instanceof HTMLInputElement) || isList(control)) return { start: false, end: false }
  const [from, to] = [control.selectionStart ?? 0, control.selectionEnd ?? 0]
  const all = to - from === control.value.length
  return { start: all || to === 0, end: all || from === control.value.length }
}

/** F2: the caret goes behind the text, so that arrows move in it. */
function enterText(event: KeyboardEvent<HTMLElement>, control: Control): void {
  if (!(control instanceof HTMLInputElement)) return
  event.preventDefault()
  control.setSelectionRange(control.value.length, control.value.length)
}

function focus(control: Control | null): void {
  control?.focus()
  control?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Enter when it moves from cell to cell; an empty select keeps the focus. */
function walkOn(event: KeyboardEvent<HTMLElement>, rows: GridRows, control: Control, onEnd: () => void): void {
  // an open list uses the key for its own choice
  const chose = event.defaultPrevented
  event.preventDefault()
  if (!chose && isList(control) && control.value === '') return
  const next = nextOf(event.currentTarget, rows, control)
  if (next) requestAnimationFrame(() => focus(next))
  else onEnd()
}

function walk(event: KeyboardEvent<HTMLElement>, rows: GridRows, control: Control): void {
  // a list uses the arrows for its own options
  if (event.altKey || event.defaultPrevented || (isList(control) && event.key !== 'Enter')) return
  const step = moveByKey(event, edgesOf(control))
  if (!step) return
  event.preventDefault()
  focus(step.rows ? verticalFrom(event.currentTarget, rows, control, step.rows) : sidewaysFrom(control, step.columns))
}

/** The cells that a block covers, from the one it is pasted into to the right and down. */
function covered(control: Control, block: readonly string[][]): PastedText[] {
  const place = placeOf(control)!
  const columns = cellsOf(place.row).map((cell) => cell.dataset.column!)
  const first = columns.indexOf(place.column)
  return block.flatMap((line, down) =>
    line.flatMap((text, right) => {
      const column = columns[first + right]
      return column === undefined ? [] : [{ index: place.index + down, column, text }]
    }),
  )
}

function fillDown(event: KeyboardEvent, control: Control, onFill: (index: number, column: string) => void): void {
  event.preventDefault()
  const { index, column } = placeOf(control)!
  if (index > 0) onFill(index, column)
}

/** Handlers for the element around the rows. */
export function useGridKeys({ onEnd, onSave, onEscape, onFill, onPaste }: GridKeys, rows: GridRows) {
  /** undoes the paste, until something is typed */
  const undo = useRef<(() => void) | null>(null)
  const controlOf = (event: { target: EventTarget }): Control | null => {
    const control = event.target as Control
    return control.matches('input, select') && placeOf(control) ? control : null
  }
  return {
    // tells the form that Enter moves on here
    'data-walk': '',
    onInput: () => (undo.current = null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const control = controlOf(event)
      if (!control) return
      const withCtrl = event.ctrlKey || event.metaKey
      if (event.key === 'Enter' && withCtrl) {
        event.preventDefault()
        if (onSave) onSave()
        else control.form?.requestSubmit()
      } else if (withCtrl && event.code === 'KeyZ' && undo.current) {
        event.preventDefault()
        undo.current()
        undo.current = null
      } else if (withCtrl && event.code === 'KeyD' && onFill) fillDown(event, control, onFill)
      else if (event.key === 'Escape') {
        const place = placeOf(control)!
        onEscape?.(place.index, place.column)
      } else if (event.key === 'F2') enterText(event, control)
      else if (event.key === 'Enter' && !event.shiftKey && onEnd) walkOn(event, rows, control, onEnd)
      else if (!withCtrl) walk(event, rows, control)
    },
    onPaste: (event: ClipboardEvent<HTMLElement>) => {
      const control = controlOf(event)
      const block = parseBlock(event.clipboardData.getData('text/plain'))
      const single = block.length === 1 && block[0]!.length === 1
      if (!control || !onPaste || single || (control as HTMLInputElement).readOnly) return
      event.preventDefault()
      const { index, column } = placeOf(control)!
      undo.current = onPaste(covered(control, block), { block, index, column })
    },
  }
}
