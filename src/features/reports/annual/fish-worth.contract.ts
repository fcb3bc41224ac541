/** Roubles of living fish in a year beside kilograms, by category or generation. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'

export const WORTH_TITLE = 'Живая рыба в рублях'
export const WORTH_BY = { category: 'По категориям', generation: 'По генерациям' } as const
export type WorthBy = keyof typeof WORTH_BY

/**
 * In kilograms: opening + stocked + moved + growth − caught − usual − abnormal + corrected = closing. In roubles:
 * opening + stocking + feed + medicine + expenses + moved − sold − taken − abnormal − lost = closing.
 */
const figures = z.object({
  opening_weight: z.number(),
  stocked_weight: z.number(),
  /** from other categories and cages, less what went there */
  moved_weight: z.number(),
  growth_weight: z.number(),
  caught_weight: z.number(),
  usual_weight: z.number(),
  abnormal_weight: z.number(),
  /** corrections and what was missing at close-outs */
  corrected_weight: z.number(),
  closing_weight: z.number(),
  opening: z.number(),
  /** paid for fish that were stocked */
  stocking: z.number(),
  feed: z.number(),
  medicine: z.number(),
  expenses: z.number(),
  moved: z.number(),
  sold: z.number(),
  taken: z.number(),
  abnormal: z.number(),
  /** with the last fish of a group */
  lost: z.number(),
  closing: z.number(),
  /** roubles for a kilogram at the end */
  per_kg: z.number().nullable(),
  /** kg within the closing cost that came without a price */
  unpriced_feed: z.number(),
  unpriced_fish: z.number(),
})
export type WorthFigures = z.infer<typeof figures>

const row = figures.extend({ id: z.number(), name: z.string() })
export type WorthRow = z.infer<typeof row>

export const fishWorthCall = endpoint({
  method: 'GET',
  path: '/annual-report/fish',
  name: 'getAnnualFish',
  ability: 'access reports',
  area: 'reports',
  reads: ['fish', 'goods', 'spending', 'places', 'lists'],
  slow: true,
  summary: 'Годовой отчёт: живая рыба в рублях и килограммах',
  details:
    'Себестоимость — как в отчёте о ней, с теми же правами: без них `open` равно false. Обычный отход рублей не уносит, чрезвычайный стоит отдельно.',
  input: z.object({
    year: f.integer(1990, 2100),
    by: f.oneOf(['category', 'generation']).optional().default('category'),
  }),
  answer: z.object({
    /** false: the costs are not for whoever asks */
    open: z.boolean(),
    /** not all modules are open to whoever asks */
    limited: z.boolean(),
    rows: z.array(row),
    total: figures,
  }),
  example: { year: 2025, by: 'category' },
})

const weight = (key: keyof WorthFigures, title: string): Column => ({
  key,
  title,
  type: 'kg',
  unit: 'кг',
  footer: true,
  noZero: true,
})
const money = (key: keyof WorthFigures, title: string): Column => ({
  key,
  title,
  type: 'money',
  unit: '₽',
  footer: true,
  noZero: true,
})

export const worthColumns: Column[] = [
  { key: 'name', title: 'Рыба', type: 'text', always: true },
  weight('opening_weight', 'На начало'),
  money('opening', 'На начало'),
  weight('stocked_weight', 'Зарыблено'),
  money('stocking', 'Зарыблено'),
  weight('growth_weight', 'Прирост'),
  money('feed', 'Корм'),
  money('medicine', 'Препараты'),
  money('expenses', 'Затраты'),
  weight('moved_weight', 'Пересажено'),
  money('moved', 'Пересажено'),
  weight('caught_weight', 'Поднято'),
  money('sold', 'Продано'),
  money('taken', 'Поднято иначе'),
  weight('usual_weight', 'Обычный отход'),
  weight('abnormal_weight', 'Чрезвычайный отход'),
  money('abnormal', 'Чрезвычайный отход'),
  weight('corrected_weight', 'Коррекция'),
  money('lost', 'Ушло с последней рыбой'),
  weight('closing_weight', 'На конец'),
  money('closing', 'На конец'),
  { key: 'per_kg', title: 'За килограмм', type: 'money', unit: '₽' },
  { key: 'unpriced_feed', title: 'Корм без цены', type: 'kg', unit: 'кг', footer: true, noZero: true },
  { key: 'unpriced_fish', title: 'Рыба без цены', type: 'kg', unit: 'кг', footer: true, noZero: true },
]
