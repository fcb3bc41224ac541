/** The table of a season, to look at or to type into. */
import { useCallback, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type SyntheticEvent } from 'react'
import { Button } from '@mantine/core'
import type { Fault, NormGrid } from '../../../shared/feeding/norm-grid'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { EditGrid } from '../../../web/ui/grid-edit/edit-grid'
import { cellOfKey, columnKey, useNormColumns } from './norm-columns.web'
import { pasteBlock, placeAt, setCell } from './norm-edit.web'
import { type Line, shownLines } from './norm-lines.web'
import { type MenuPlace, NormMenu } from './norm-menu.web'
import classes from './norms.module.css'

interface NormTableProps {
  grid: NormGrid
  stored: NormGrid | undefined
  faults: readonly Fault[]
  heat: boolean
  /** the line whose curve is shown; null without a curve */
  chosen: number | null
  onChoose: (line: number) => void
  /** null to look at */
  edit: {
    change: (grid: NormGrid, tag?: string) => void
    undo: () => void
    redo: () => void
    save: () => void
  } | null
}

const stateOf = ({ cells }: Line) => ({ wrong: cells.some((cell) => cell?.error !== undefined) })
const rowKey = ({ index }: Line) => index

/** The cell of an element: its line and its number from the left. */
function cellAt(target: EventTarget): { line: number; cell: number; box: DOMRect } | null {
  const cell = (target as Element).closest<HTMLElement>('[data-column]')
  const row = cell?.closest<HTMLElement>('[data-row]')
  if (!cell || !row) return null
  const number = cell.dataset.column === 'name' ? 0 : cellOfKey(cell.dataset.column!)
  return { line: Number(row.dataset.row), cell: number, box: cell.getBoundingClientRect() }
}

/** Opened over a cell by the right button or the menu key; the browser's own where nothing is typed. */
function useCellMenu(editing: boolean) {
  const [menu, openMenu] = useState<MenuPlace | null>(null)
  const onContextMenu = (event: MouseEvent) => {
    const found = editing && cellAt(event.target)
    if (!found) return
    event.preventDefault()
    const byKey = event.clientX === 0 && event.clientY === 0
    const [left, top] = byKey ? [found.box.left, found.box.bottom] : [event.clientX, event.clientY]
    openMenu({ line: found.line, cell: found.cell, left, top })
  }
  const box = useRef<HTMLDivElement>(null)
  const close = () => {
    const { line, cell } = menu!
    openMenu(null)
    // after the table has been drawn anew: a row that was added is where the cell was
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-row="${line}"] [data-column="${columnKey(cell)}"] input`)?.focus(),
    )
  }
  return { box, menu, openMenu, close, onContextMenu }
}

export function NormTable({ grid, stored, faults, heat, chosen, onChoose, edit }: NormTableProps) {
  const { t, speak } = useTranslation()
  const { box, menu, openMenu, close, onContextMenu } = useCellMenu(edit !== null)
  const at = useRef({ line: 1, cell: 0 })
  const now = useRef({ grid, edit })
  now.current = { grid, edit }
  const onText = useCallback((id: string, text: string) => {
    const { grid: current, edit: editing } = now.current
    const [line, cell] = id.split('.').map(Number)
    const place = placeAt(current, line!, cell!)
    if (place) editing?.change(setCell(current, place, text), id)
  }, [])
  const lines = shownLines(grid, { faults, stored: edit ? stored : undefined, heat, even: !edit, speak })
  const joined = grid.temperatures.join('|')
  const temperatures = useMemo(() => joined.split('|'), [joined])
  const columns = useNormColumns({ temperatures, editing: edit !== null, chosen, onText, onChoose })
  const onFocus = ({ target }: SyntheticEvent) => {
    const found = cellAt(target)
    if (!found) return
    at.current = found
    const isWeights = found.line >= 1 && found.line <= grid.rows.length
    if (chosen !== null && edit && isWeights && chosen !== found.line) onChoose(found.line)
  }
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (!edit || !(event.ctrlKey || event.metaKey) || !['KeyZ', 'KeyY'].includes(event.code)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.code === 'KeyY' || event.shiftKey) edit.redo()
    else edit.undo()
  }
  return (
    <div ref={box} onFocus={onFocus} onKeyDownCapture={onKeyDownCapture} onContextMenu={onContextMenu}>
      <EditGrid
        sheet
        looks={edit === null}
        label={t('Нормы кормления, % от биомассы в сутки')}
        rows={edit ? lines : lines.slice(1)}
        rowKey={rowKey}
        state={stateOf}
        columns={columns}
        className={classes.grid}
        onSave={edit?.save}
        onPaste={(_, { block, index, column }) => {
          edit?.change(pasteBlock(grid, block, index, cellOfKey(column)))
          return () => edit?.undo()
        }}
      />
      {edit && (
        <div className={classes.below}>
          <Button
            variant="default"
            size="xs"
            fz="sm"
            aria-haspopup="menu"
            leftSection={<Icon name="cols" size={16} />}
            onClick={({ currentTarget }) => {
              const { left, bottom } = currentTarget.getBoundingClientRect()
              openMenu({ ...at.current, left, top: bottom })
            }}
          >
            {t('Строки и столбцы')}
          </Button>
          <p className={classes.hint}>
            {t(
              'Стрелки и Enter ведут по клеткам, F2 — в текст. Блок из Excel вставляется целиком, Ctrl+Z возвращает прежнее. Правая кнопка — строки и столбцы.',
            )}
          </p>
        </div>
      )}
      <NormMenu place={menu} grid={grid} onChange={(next) => edit?.change(next)} onClose={close} />
    </div>
  )
}
