/** What the grids of a window of many cages have in common. */
import type { TFunction } from '../../../web/i18n'
import type { PastedText } from '../../../web/ui/grid-edit/grid-keys'
import type { CageRow } from '../../cages/cage.contract'
import type { BatchRow, BodyProps, Faults } from './batch-model.web'

interface Row {
  cage: CageRow
  typed: BatchRow
  faults: Faults
}

/** A control of a row: how it is called, what stands in it, whether it is wrong. `name`: translated. */
export const cellOf = ({ cage, typed, faults }: Row, field: string, name: string, t: TFunction) => ({
  label: t('{{field}}, садок {{number}}', { field: name, number: cage.number }),
  path: `batch.${cage.id}.${field}`,
  value: typed[field] ?? '',
  invalid: faults[field] !== undefined,
})

/** For pasting a block: what a text means in a column of a row, cell by cell. Answers what takes all of it back. */
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
      // an empty cell of the block leaves what stands there: of two that follow from each other it would empty both
      if (!cage || text === '') continue
      const row = form.getValues().batch[cage.id] ?? {}
      if (!before.has(cage.id)) before.set(cage.id, row)
      change(cage.id, read(column, text, cage, row))
    }
    return () => before.forEach((row, id) => change(id, row))
  }
