import { showCount } from '../../../../web/format'
import { useAverageHint } from '../../fields/expected-hint.web'
import { SelectionField, FishFields } from '../../fields/fish-fields.web'
import { averageOf } from '../../fields/fish-math.web'
import {
  chosenGroup,
  fishLine,
  stockOf,
  textsOf,
  type FieldsProps,
  type KindWeb,
  type Values,
} from '../../fields/form-model.web'
import { closesToo, LeftNote } from './left-note.web'
import { PeriodNote } from './period-note.web'
import { GroupSelect } from '../../fields/group-select.web'

/** Fields for fish that leave a cage, common to transfer and withdrawal. */
export function LeavingFish({ form, book, row, settings, shortage, previewEffect, block }: FieldsProps) {
  const group = chosenGroup(form.values, book.groups)
  const bookMg = averageOf(stockOf(group))
  return (
    <>
      <GroupSelect form={form} book={book} row={row} />
      <FishFields
        form={form}
        bookMg={bookMg}
        settings={settings}
        shortage={shortage}
        averageHint={useAverageHint({ book, groups: group ? [group] : [], bookMg, unit: settings.unit })}
      />
      <SelectionField
        form={form}
        previewEffect={previewEffect}
        unit={settings.unit}
        stored={row ? String(row.selection ?? '') : null}
        block={block}
      />
    </>
  )
}

/** A weight that nobody typed stays empty, so that it keeps following the book. */
export const leavingValues: KindWeb['initial'] = ({ row }) => ({
  ...textsOf(row, 'generation_id', 'age_category_id', 'count', 'selection'),
  ...textsOf(row?.weight_typed === false ? undefined : row, 'avg_weight', 'weight'),
})

/** An unanswered choice is not sent at all. */
export const leavingPayload = (values: Values) => ({ selection: values.selection || null })

function TransferFields(props: FieldsProps) {
  return (
    <>
      <LeavingFish {...props} />
      <LeftNote {...props} />
      <PeriodNote {...props} />
    </>
  )
}

export const transferForm: KindWeb = {
  cageTitle: 'Пересадка: {{number}}',
  editTitle: 'Редактирование пересадок',
  record: 'Записать пересадку',
  cageKeys: ['from_id', 'to_id'],
  numberKeys: ['from_number', 'to_number'],
  initial: leavingValues,
  Fields: TransferFields,
  payload: leavingPayload,
  also: closesToo,
  historyText: (row, t) => `${String(row.from_number)} → ${String(row.to_number)}: ${fishLine(row, t)}`,
  toastText: (row, t) => t('пересадка {{pieces}} шт', { pieces: showCount(Number(row.count)) }),
}
