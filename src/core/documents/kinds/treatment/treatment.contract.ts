import * as z from 'zod'
import * as f from '../../../../shared/fields'
import { takenFrom } from '../../../../shared/ledger/document'
import { moment, note, operationKind } from '../../engine/operation.contract'

export const treatment = operationKind({
  kind: 'treatment',
  same: ['cage_id', 'good_id'],
  path: 'treatment',
  title: 'Лечение',
  inSentence: 'лечение',
  journal: 'Журнал лечений',
  plural: 'Лечения',
  icon: 'pill',
  section: 'daily',
  ability: 'create treatments',
  fields: { ...moment, cage_id: f.id(), good_id: f.id(), stock_id: f.id(), volume: f.amount(), ...note },
  row: z.object({
    local_datetime: z.string(),
    cage_id: z.number(),
    cage: z.string(),
    location_id: z.number(),
    good_id: z.number(),
    medicine: z.string(),
    measure: z.string(),
    stock_id: z.number(),
    stock: z.string(),
    volume: z.number(),
  }),
  columns: [
    { key: 'local_datetime', title: 'Время', type: 'datetime' },
    { key: 'cage', title: 'Садок', type: 'cage' },
    { key: 'medicine', title: 'Препарат', type: 'text' },
    { key: 'volume', title: 'Количество', type: 'amount', footer: true },
    { key: 'measure', title: 'Ед.', type: 'text', words: true },
    { key: 'stock', title: 'Склад', type: 'text', optional: true },
    { key: 'note', title: 'Примечание', type: 'text', fill: true },
    { key: 'user', title: 'Пользователь', type: 'text', yields: true },
    { key: 'created_datetime', title: 'Создано', type: 'datetime', yields: true },
  ],
  needsFish: true,
  goodType: 'medicine',
  freshOnly: true,
  movement: { type: 'treatment', title: 'Лечение', elsewhere: 'Отмените в журнале лечений' },
  document: ({ cage_id, good_id, stock_id, volume }) => ({ cage_id, good_id, stock_id, volume }),
  goods: takenFrom,
})
