import * as z from 'zod'
import { warnOfLoss } from '../../../../shared/ledger/warning-rules'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'
import { groupOf } from '../../../../shared/ledger/document'
import { massFaults } from '../../../../shared/ledger/typed-mass'
import { group, groupRow, moment, note, operationKind } from '../../engine/operation.contract'

export const retreat = operationKind({
  kind: 'retreat',
  same: ['cage_id', 'count'],
  path: 'retreat',
  title: 'Отход',
  inSentence: 'отход',
  daily: 'lost_today',
  journal: 'Журнал отходов',
  plural: 'Отходы',
  icon: 'bone',
  section: 'daily',
  ability: 'create retreats',
  // the weight is only used with the setting retreat-weight-allowed; otherwise the group's average stays
  fields: {
    ...moment,
    from_id: f.id(),
    ...group,
    count: f.count(),
    weight: f.optional(f.kilograms()),
    loss_cause_id: f.optionalId(),
    ...note,
  },
  row: z.object({
    from_id: z.number(),
    number: z.string(),
    location_id: z.number(),
    ...groupRow,
    count: z.number(),
    avg_weight: z.number(),
    weight: z.number(),
    /** share of the group just before, % */
    count_percent: z.number(),
    /** the weight was typed, not derived from the group's average */
    weight_typed: z.boolean(),
    loss_cause_id: z.number().nullable(),
    /** null when nobody knows it */
    loss_cause_name: z.string().nullable(),
  }),
  filter: filterFields('generation', 'lossCauses'),
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    { key: 'number', title: 'Садок', type: 'cage' },
    { key: 'generation_name', title: 'Генерация', type: 'text' },
    { key: 'count', title: 'Количество', type: 'count', unit: 'шт', footer: true },
    { key: 'avg_weight', title: 'Навеска', type: 'average', footer: true },
    { key: 'weight', title: 'Вес', type: 'kg', unit: 'кг', footer: true },
    { key: 'count_percent', title: 'Доля', type: 'percent', unit: '%' },
    { key: 'loss_cause_name', title: 'Причина', type: 'text' },
    { key: 'note', title: 'Примечание', type: 'text', fill: true },
    { key: 'user', title: 'Пользователь', type: 'text', yields: true },
    { key: 'created_datetime', title: 'Создано', type: 'datetime', yields: true },
  ],
  example: { from_id: 12, date: '24.11.2026', time: '08:30', count: 14, loss_cause_id: 2, note: 'под сеткой' },
  warnings: [warnOfLoss],
  needsFish: true,
  fieldNames: { cage_id: 'from_id' },
  document: ({ from_id, count, weight, loss_cause_id }, settings, before) => ({
    cage_id: from_id,
    count,
    loss_cause_id,
    // what was typed while it was allowed stays
    weight: settings['retreat-weight-allowed'] ? weight : (before?.weight ?? null),
  }),
  check: ({ count, weight }) => massFaults({ count, weight, avg_weight: null }),
  effect: (row) => ({ type: 'move', from: groupOf(row), count: row.count!, mass: row.weight }),
})
