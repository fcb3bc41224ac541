import * as z from 'zod'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { fish, group, groupRow, moment, note, operationKind } from '../operation.contract'
import { selection } from '../transfer/transfer.contract'

export const withdrawal = operationKind({
  kind: 'withdrawal',
  path: 'withdrawal',
  title: 'Подъём рыбы',
  noun: 'подъём рыбы',
  journal: 'Журнал подъёмов рыбы',
  plural: 'Подъёмы рыбы',
  icon: 'lift',
  section: 'moves',
  ability: 'create withdrawals',
  fields: {
    ...moment,
    from_id: f.id(),
    ...group,
    ...fish,
    ...selection,
    reason: f.text(50).optional().default('sale'),
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
    mass_deviation: z.number(),
    selection: z.string().nullable(),
    reason: z.string(),
    reason_name: z.string(),
  }),
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    { key: 'number', title: 'Садок', type: 'cage' },
    { key: 'generation_name', title: 'Генерация', type: 'text' },
    { key: 'count', title: 'Кол-во', type: 'count', unit: 'шт', footer: true },
    { key: 'avg_weight', title: 'Навеска', type: 'average', footer: true },
    { key: 'weight', title: 'Вес', type: 'kg', unit: 'кг', footer: true },
    { key: 'reason_name', title: 'Причина', type: 'text', words: true },
    { key: 'note', title: 'Примечание', type: 'text' },
    { key: 'user', title: 'Пользователь', type: 'text' },
    { key: 'created_datetime', title: 'Создано', type: 'datetime', optional: true },
  ],
})

/** Reasons by the kind of operation they are for. */
export const reasonsCall = endpoint({
  method: 'GET',
  path: '/transfers-reasons',
  ability: 'signed-in',
  area: 'operations',
  summary: 'Причины подъёма рыбы по видам',
  input: z.object({}),
  answer: z.object({ withdrawal: z.array(z.object({ id: z.string(), name: z.string() })) }),
})
