import * as z from 'zod'
import { warnOfCount } from '../../../../shared/ledger/warning-rules'
import * as f from '../../../../shared/fields'
import { groupOf } from '../../../../shared/ledger/document'
import { group, groupRow, moment, note, operationKind } from '../../engine/operation.contract'

export const correction = operationKind({
  kind: 'correction',
  path: 'correction',
  title: 'Коррекция',
  inSentence: 'коррекция',
  setsCount: true,
  journal: 'Журнал коррекций',
  plural: 'Коррекции',
  icon: 'adj',
  section: 'stock',
  ability: 'create corrections',
  fields: { ...moment, cage_id: f.id(), ...group, count: f.count(0), ...note },
  row: z.object({
    cage_id: z.number(),
    number: z.string(),
    location_id: z.number(),
    ...groupRow,
    count: z.number(),
    /** computed by every fold: pieces and kg that the correction added or removed */
    count_difference: z.number(),
    weight_difference: z.number(),
  }),
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    { key: 'number', title: 'Садок', type: 'cage' },
    { key: 'generation_name', title: 'Генерация', type: 'text' },
    { key: 'count', title: 'Количество', type: 'count', unit: 'шт' },
    { key: 'count_difference', title: 'Разница', type: 'count', unit: 'шт', footer: true },
    { key: 'note', title: 'Примечание', type: 'text', fill: true },
    { key: 'user', title: 'Пользователь', type: 'text', yields: true },
    { key: 'created_datetime', title: 'Создано', type: 'datetime', yields: true },
  ],
  warnings: [warnOfCount],
  document: ({ cage_id, count }) => ({ cage_id, count }),
  effect: (row) => ({ type: 'set_count', group: groupOf(row), count: row.count! }),
})
