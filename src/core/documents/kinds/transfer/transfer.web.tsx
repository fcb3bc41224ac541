import { showCount } from '../../../../web/format'
import { askAverage, askDensity } from '../../fields/doubts.web'
import { SelectionField, FishFields, useBookHint } from '../../fields/fish-fields.web'
import { averageOf, carriedMg, put, readCount, take, type Change } from '../../fields/fish-math.web'
import {
  chosenGroup,
  fishLine,
  fishTexts,
  stockOf,
  sumOf,
  textsOf,
  type Effect,
  type FieldsProps,
  type KindWeb,
  type Values,
} from '../../fields/form-model.web'
import { GroupSelect } from '../../fields/group-select.web'

/** Fields of fish that leave a cage: a transfer and a withdrawal share them. */
export function LeavingFish({ form, book, row, settings, shortage }: FieldsProps) {
  const stock = stockOf(chosenGroup(form.values, book.groups))
  const bookMg = averageOf(stock)
  return (
    <>
      <GroupSelect form={form} book={book} row={row} />
      <FishFields
        form={form}
        bookMg={bookMg}
        settings={settings}
        shortage={shortage}
        averageHint={useBookHint(bookMg, settings.unit)}
      />
      <SelectionField form={form} stock={stock} unit={settings.unit} stored={String(row?.selection ?? '')} />
    </>
  )
}

/** What stays in the source, and how much of it was really taken. */
export function leaving(values: Values, book: Parameters<NonNullable<KindWeb['effects']>>[1]): Effect {
  const group = chosenGroup(values, book.groups)
  const stock = stockOf(group)
  const count = readCount(values.count)
  const mass = carriedMg(fishTexts(values), stock)
  const representative = values.selection === 'representative'
  const change: Change | null = group && count && mass !== null ? take(stock, count, mass, representative) : null
  return { cage: book.cage, group, stock, change }
}

/** A weight that nobody typed stays untyped, so that it goes on following the book. */
export const leavingValues: KindWeb['initial'] = ({ row }) => ({
  ...textsOf(row, 'generation_id', 'age_category_id', 'count', 'selection'),
  ...textsOf(row?.weight_typed === false ? undefined : row, 'avg_weight', 'weight'),
})

/** An unanswered choice is not sent at all. */
export const leavingPayload = (values: Values) => ({ selection: values.selection || null })

export const transferForm: KindWeb = {
  cageTitle: 'Пересадка: {{number}}',
  editTitle: 'Редактирование пересадок',
  cageKeys: ['from_id', 'to_id'],
  numberKeys: ['from_number', 'to_number'],
  initial: leavingValues,
  Fields: LeavingFish,
  asks: [askAverage, askDensity],
  effects: (values, book, target): Effect[] => {
    const source = leaving(values, book)
    const { change } = source
    // of the whole cage: fish may come to a group that is not there yet
    const stock = sumOf(target.groups)
    // all fish take all mass with them, whatever was typed
    const moved = change && (change.after.count === 0 ? change.before.mass : carriedMg(fishTexts(values), source.stock))
    const coming =
      change && moved !== null && change.shortage === 0
        ? put(stock, change.before.count - change.after.count, moved)
        : null
    return values.to_id ? [source, { cage: target.cage, group: undefined, stock, change: coming }] : [source]
  },
  needsFish: true,
  payload: leavingPayload,
  line: (row, t) => `${String(row.from_number)} → ${String(row.to_number)}: ${fishLine(row, t)}`,
  brief: (row, t) => t('пересадка {{pieces}} шт', { pieces: showCount(Number(row.count)) }),
}
