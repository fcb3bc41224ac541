import * as z from 'zod'
import { warnOfDensity, warnOfMeasured, warnOfPeriod } from '../../../../shared/ledger/warning-rules'
import * as f from '../../../../shared/fields'
import { groupOf } from '../../../../shared/ledger/document'
import { massFaults, typedMass } from '../../../../shared/ledger/typed-mass'
import { fish, group, groupRow, moment, note, operationKind } from '../../engine/operation.contract'

/** With the record of fish that leave: nothing of them is left, whatever the book says, and that is recorded too. */
export const closing = { close_out: f.flag() }
/** The further record that the answer names. */
export const closed = { also: z.object({ kind: z.string(), id: z.number() }).nullish() }

/** `representative`: the catch was a fair sample, so the whole group is first set to the measured average. */
export const selection = { selection: f.oneOf(['graded', 'representative']).nullish() }

export const transfer = operationKind({
  kind: 'transfer',
  same: ['cage_id', 'to_cage_id', 'count'],
  path: 'transfer',
  title: 'Пересадка',
  inSentence: 'пересадка',
  journal: 'Журнал пересадок',
  plural: 'Пересадки',
  icon: 'move',
  section: 'moves',
  ability: 'create transfers',
  fields: { ...moment, from_id: f.id(), to_id: f.id(), ...group, ...fish, ...selection, ...closing, ...note },
  row: z.object({
    from_id: z.number(),
    from_number: z.string(),
    from_location_id: z.number(),
    to_id: z.number(),
    to_number: z.string(),
    to_location_id: z.number(),
    ...groupRow,
    count: z.number(),
    avg_weight: z.number(),
    weight: z.number(),
    /** false: neither weight nor average was typed, so the weight follows the source */
    weight_typed: z.boolean(),
    mass_deviation: z.number(),
    selection: z.string().nullable(),
  }),
  answers: closed,
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    { key: 'from_number', title: 'Из садка', type: 'cage' },
    { key: 'to_number', title: 'В садок', type: 'cage' },
    { key: 'generation_name', title: 'Генерация', type: 'text' },
    { key: 'count', title: 'Количество', type: 'count', unit: 'шт', footer: true },
    { key: 'avg_weight', title: 'Навеска', type: 'average', footer: true },
    { key: 'weight', title: 'Вес', type: 'kg', unit: 'кг', footer: true },
    { key: 'note', title: 'Примечание', type: 'text', fill: true },
    { key: 'user', title: 'Пользователь', type: 'text', yields: true },
    { key: 'created_datetime', title: 'Создано', type: 'datetime', yields: true },
  ],
  warnings: [warnOfMeasured, warnOfDensity],
  remarks: [warnOfPeriod],
  needsFish: true,
  fieldNames: { cage_id: 'from_id', to_cage_id: 'to_id' },
  document: (input) => ({
    cage_id: input.from_id,
    to_cage_id: input.to_id,
    count: input.count,
    weight: typedMass(input),
    selection: input.selection ?? null,
  }),
  check: (input): Record<string, string> =>
    input.from_id === input.to_id
      ? { to_id: 'Выберите другой садок: пересадка в тот же садок невозможна' }
      : massFaults(input),
  effect: (row) => ({
    type: 'move',
    from: groupOf(row),
    to: { ...groupOf(row), cage: row.to_cage_id! },
    count: row.count!,
    mass: row.weight,
    selection: row.selection,
  }),
})
