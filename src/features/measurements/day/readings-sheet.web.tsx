/** Cages by parameters and depths, to type into. */
import { useEffect, useMemo, useRef } from 'react'
import { NBSP } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { CagePill } from '../../../web/ui/cage-pill'
import { SheetCell } from '../../../web/ui/grid-edit/cells'
import { EditGrid, type EditColumn } from '../../../web/ui/grid-edit/edit-grid'
import type { PastedText } from '../../../web/ui/grid-edit/grid-keys'
import type { CageRow } from '../../../core/cages/cage.contract'
import { columnKey } from '../../../core/cages/measurement.contract'
import { depthText } from '../readings/measurement-words.web'
import type { ReadingColumn } from './table-changes.web'
import type { Drafts } from '../../../web/offline/use-drafts'

interface SheetProps {
  cages: readonly CageRow[]
  columns: readonly ReadingColumn[]
  /** what is stored, as text */
  stored: ReadonlyMap<string, string>
  drafts: Drafts
  errors: Drafts
  onType: (cells: Record<string, string>) => void
  onSave: () => void
  readOnly: boolean
}

/** A cage and the values of its cells, by the key of the column. */
interface SheetRow {
  id: number
  number: string
  color: number
  cells: Record<string, { text: string; changed: boolean; error: string | undefined }>
}

const NAME_WIDTH = 96
const COLUMN_WIDTH = 120

const stateOf = ({ cells }: SheetRow) => ({ wrong: Object.values(cells).some(({ error }) => error !== undefined) })

export function ReadingsSheet({ cages, columns, stored, drafts, errors, onType, onSave, readOnly }: SheetProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // the first refused cell says in full what is wrong
    if (Object.keys(errors).length > 0) box.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus()
  }, [errors])
  const keys = columns.map(({ parameter, depth }) => columnKey(parameter, depth))
  const rows = cages.map(({ id, number, color }): SheetRow => {
    const cells = keys.map((column) => {
      const cell = `${id}.${column}`
      const text = drafts[cell] ?? stored.get(cell) ?? ''
      return [column, { text, changed: cell in drafts, error: errors[cell] }]
    })
    return { id, number, color, cells: Object.fromEntries(cells) as SheetRow['cells'] }
  })
  const paste = (texts: readonly PastedText[]) => {
    const cells = texts.flatMap(({ index, column, text }) => {
      const row = rows[index]
      return row ? [{ key: `${row.id}.${column}`, text, before: row.cells[column]!.text }] : []
    })
    onType(Object.fromEntries(cells.map(({ key, text }) => [key, text])))
    return () => onType(Object.fromEntries(cells.map(({ key, before }) => [key, before])))
  }
  return (
    <div ref={box}>
      <EditGrid
        sheet
        label={t('Замеры по садкам')}
        rows={rows}
        rowKey={({ id }) => id}
        state={stateOf}
        columns={useSheetColumns(columns, onType, readOnly)}
        onSave={onSave}
        onEscape={(index, column) => {
          const cell = `${cages[index]!.id}.${column}`
          onType({ [cell]: stored.get(cell) ?? '' })
        }}
        onPaste={paste}
      />
    </div>
  )
}

function useSheetColumns(
  columns: readonly ReadingColumn[],
  onType: SheetProps['onType'],
  readOnly: boolean,
): EditColumn<SheetRow>[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const onText = (cell: string, text: string) => onType({ [cell]: text })
    const cage: EditColumn<SheetRow> = {
      key: 'cage',
      title: t('Садок'),
      width: NAME_WIDTH,
      cell: ({ number, color }) => <CagePill number={number} color={color} />,
    }
    const readings = columns.map(({ parameter, depth }): EditColumn<SheetRow> => {
      const key = columnKey(parameter, depth)
      const hint = [depthText(t, depth), t(parameter.beautifulSymbol)].filter(Boolean).join(`,${NBSP}`)
      return {
        key,
        title: parameter.name,
        hint,
        width: COLUMN_WIDTH,
        cell: ({ id, number, cells }) => (
          <SheetCell
            id={`${id}.${key}`}
            label={`${t('Садок {{number}}', { number })}, ${parameter.name}, ${hint}`}
            {...cells[key]!}
            readOnly={readOnly}
            onText={onText}
          />
        ),
      }
    })
    return [cage, ...readings]
  }, [columns, onType, readOnly, t])
}
