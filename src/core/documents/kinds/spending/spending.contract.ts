import * as z from 'zod'
import { endpoint } from '../../../../shared/contract'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'
import { note, operationKind } from '../../engine/operation.contract'

/** Generation 0 is what was spent for none. */
export const spendingFilter = filterFields('generations', 'spendingCategories')

/** Expenses of a day besides those in the warehouses. It moves neither fish nor goods. */
export const spending = operationKind({
  kind: 'spending',
  path: 'spending',
  title: 'Затраты',
  inSentence: 'затраты',
  journal: 'Затраты',
  plural: 'Затраты',
  icon: 'coin',
  section: null,
  area: 'spending',
  ability: 'write spending',
  changing: 'write spending',
  reading: 'access spending',
  changes: 'spending',
  fields: {
    date: f.day(),
    name: f.text(200),
    amount: f.roubles().refine((kopecks) => kopecks > 0, 'Введите сумму больше нуля'),
    spending_category_id: f.id(),
    generation_id: f.optionalId(),
    /** what it is for: one of the two, or neither */
    for_location_id: f.optionalId(),
    for_cage_id: f.optionalId(),
    ...note,
  },
  row: z.object({
    name: z.string(),
    /** roubles */
    amount: z.number(),
    spending_category_id: z.number(),
    spending_category_name: z.string(),
    generation_id: z.number().nullable(),
    generation_name: z.string().nullable(),
    for_location_id: z.number().nullable(),
    for_cage_id: z.number().nullable(),
    /** the module, and the cage in it; null for the whole farm */
    paid_for: z.string().nullable(),
  }),
  filter: spendingFilter,
  columns: [
    { key: 'date', title: 'Дата', type: 'day' },
    { key: 'name', title: 'Название', type: 'text', fill: true },
    { key: 'spending_category_name', title: 'Статья', type: 'text' },
    { key: 'generation_name', title: 'Генерация', type: 'text' },
    { key: 'paid_for', title: 'Для чего', type: 'text' },
    { key: 'amount', title: 'Сумма', type: 'money', footer: true },
    { key: 'note', title: 'Примечание', type: 'text' },
    { key: 'user', title: 'Пользователь', type: 'text', yields: true },
    { key: 'created_datetime', title: 'Создано', type: 'datetime', yields: true },
  ],
  check: ({ for_location_id, for_cage_id }): Record<string, string> =>
    for_location_id !== null && for_cage_id !== null ? { for_cage_id: 'Выберите модуль или садок, не оба сразу' } : {},
  document: ({ name, amount, spending_category_id, generation_id, for_location_id, for_cage_id }) => ({
    name,
    payment: amount,
    spending_category_id,
    generation_id,
    for_location_id,
    for_cage_id,
  }),
  typed: ({ payment }) => ({ amount: payment }),
})

/** Frequent names of expenses by category, which the form suggests. */
export const spendingNamesCall = endpoint({
  method: 'GET',
  path: '/spending/names',
  reads: ['spending'],
  ability: 'access spending',
  area: 'spending',
  summary: 'Названия затрат за последние два года, по статьям: частые сначала',
  input: z.object({}),
  answer: z.array(z.object({ name: z.string(), spending_category_id: z.number() })),
})
