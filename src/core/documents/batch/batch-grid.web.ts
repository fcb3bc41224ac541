/** Common parts of the grids for many cages. */
import type { TFunction } from '../../../web/i18n'
import type { PastedText } from '../../../web/ui/grid-edit/grid-keys'
import type { CageRow } from '../../cages/cage.contract'
import type { BatchRow, BodyProps, Faults } from './batch-model.web'

interface Row {
  cage: CageRow
  typed: BatchRow
  faults: Faults
}

/** Props of a control in a row: its name, its value and whether it is invalid. `name` is translated. */
export const cellOf = ({ cage, typed, faults }: Row, field: string, name: string, t: TFunction) => ({
  label: t('{{field}}, садок {{number}}', { field: name, number: cage.number }),
  path: `batch.${cage.id}.${field}`,
  value: typed[field] ?? '',
  invalid: faults[field] !== undefined,
})

/** Pastes a block of texts into the columns of rows. Answers a function that undoes it. */
export const pasteInto =
  (
    form: BodyProps['form'],
    cages: readonly CageRow[],
    change: BodyProps['change'],
    read: (column: string, text: string, cage: CageRow, row: BatchRow) => BatchRow,
  ) =>
  (cells: readonly PastedText[]) => {
    const before = new Map<number, BatchRow>()
    for (const { index, column, text } of cells) {
      const cage = cages[index]
      // an empty cell of the block keeps the current value: of two fields that follow from each other it would clear
      // both
      if (!cage || text === '') continue
      const row = form.getValues().batch[cage.id] ?? {}
      if (!before.has(cage.id)) before.set(cage.id, row)
      change(cage.id, read(column, text, cage, row))
    }
    return () => before.forEach((row, id) => change(id, row))
  }
