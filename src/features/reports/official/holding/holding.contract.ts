/** What lives in the cages on a day and what it has cost, for a bank or an insurer. */
import * as z from 'zod'
import type { Column } from '../../../../shared/columns'
import { endpoint } from '../../../../shared/contract'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'

/** Roubles that the fish have cost, and for a kilogram of them; null for whoever may not see costs. */
const costs = { cost: z.number().nullable(), per_kg: z.number().nullable() }

const row = z.object({
  /** cage, generation and category */
  id: z.string(),
  cage_id: z.number(),
  cage_number: z.string(),
  color: z.number(),
  location_id: z.number(),
  location_name: z.string(),
  species_name: z.string(),
  generation_name: z.string(),
  age_category_name: z.string(),
  count: z.number(),
  avg_weight: z.number(),
  weight: z.number(),
  ...costs,
})
export type HoldingRow = z.infer<typeof row>

export const holdingCall = endpoint({
  method: 'GET',
  path: '/reports/official/holding',
  name: 'getFishHolding',
  reads: ['fish', 'goods', 'spending', 'places', 'lists'],
  ability: 'access reports',
  area: 'reports',
  slow: true,
  summary: 'Справка о стоимости и биомассе по садкам на дату',
  details:
    'Рыба на конец дня, без date сегодня. Стоимость — себестоимость по учёту, не справедливая; её видит тот, кому открыты затраты и остатки всех складов.',
  input: z.object({ date: f.optional(f.day()), ...filterFields('module') }),
  answer: z.object({
    /** DD.MM.YYYY */
    date: z.string(),
    rows: z.array(row),
    total: z.object({ count: z.number(), avg_weight: z.number(), weight: z.number(), ...costs }),
    /** costs are told to whoever asks */
    open: z.boolean(),
    /** feed or fish within the cost came without a price */
    unpriced: z.boolean(),
    /** modules that the user may not see are left out */
    limited: z.boolean(),
  }),
  example: { date: '20.11.2026' },
})

export const holdingColumns = (open: boolean): Column[] => [
  { key: 'location_name', title: 'Модуль', type: 'text' },
  { key: 'cage_number', title: 'Садок', type: 'cage', always: true },
  { key: 'species_name', title: 'Вид', type: 'text' },
  { key: 'age_category_name', title: 'Категория', type: 'text' },
  { key: 'generation_name', title: 'Генерация', type: 'text' },
  { key: 'count', title: 'Количество', type: 'count', unit: 'шт', footer: true },
  { key: 'avg_weight', title: 'Навеска', type: 'average', footer: true },
  { key: 'weight', title: 'Биомасса', type: 'kg', unit: 'кг', footer: true },
  ...(open
    ? ([
        { key: 'cost', title: 'Себестоимость', type: 'money', footer: true },
        { key: 'per_kg', title: 'Себестоимость килограмма', type: 'money', footer: true },
      ] as const)
    : []),
]
