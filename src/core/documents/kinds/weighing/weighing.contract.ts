import * as z from 'zod'
import * as f from '../../../../shared/fields'
import { groupRow, moment, note, operationKind } from '../../engine/operation.contract'

export const weighing = operationKind({
  kind: 'weighing',
  path: 'weight',
  title: 'Навеска',
  noun: 'навеска',
  journal: 'Журнал навесок',
  plural: 'Навески',
  icon: 'scale',
  section: 'daily',
  ability: 'create weights',
  // count and weight describe the sample; without a generation every group of the cage is set
  fields: {
    ...moment,
    cage_id: f.id(),
    generation_id: f.optionalId(),
    generations: f.idFilter(),
    count: f.optional(f.count()),
    weight: f.optional(f.kilograms()),
    avg_weight: f.optional(f.kilograms()),
    ...note,
  },
  row: z.object({
    cage_id: z.number(),
    cage_number: z.string(),
    location_id: z.number(),
    ...groupRow,
    generations: z.array(z.number()).nullable(),
    count: z.number().nullable(),
    weight: z.number().nullable(),
    avg_weight: z.number(),
  }),
  filter: { show_system: f.flag() },
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    { key: 'cage_number', title: 'Садок', type: 'cage' },
    { key: 'generation_name', title: 'Генерация', type: 'text' },
    { key: 'count', title: 'Кол-во', type: 'count', unit: 'шт', footer: true },
    { key: 'avg_weight', title: 'Навеска', type: 'average', footer: true },
    { key: 'weight', title: 'Вес', type: 'kg', unit: 'кг', footer: true },
    { key: 'note', title: 'Примечание', type: 'text', fill: true },
    { key: 'user', title: 'Пользователь', type: 'text' },
    { key: 'created_datetime', title: 'Создано', type: 'datetime' },
  ],
})
