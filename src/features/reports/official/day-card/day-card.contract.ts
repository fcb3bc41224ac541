/** «Карточка движения за день», columns as in form СП-52: a cage day by day, and all cages over the period. */
import * as z from 'zod'
import type { Column } from '../../../../shared/columns'
import { endpoint } from '../../../../shared/contract'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'
import { reportPeriod } from '../../../../shared/report/report'

/** Pieces and kilograms. start + came − went − lost + corrected + gain = end, to the milligram. */
const figures = {
  start_count: z.number(),
  start_weight: z.number(),
  /** stocked and moved in */
  came_count: z.number(),
  came_weight: z.number(),
  /** moved out and withdrawn */
  went_count: z.number(),
  went_weight: z.number(),
  lost_count: z.number(),
  lost_weight: z.number(),
  /** signed */
  corrected_count: z.number(),
  corrected_weight: z.number(),
  gain: z.number(),
  /** g a fish and day: gain over head-days, the fish there as each day ended; null without fish */
  daily_gain: z.number().nullable(),
  /** % of the fish that were there or came and were not lost; null without fish */
  kept_percent: z.number().nullable(),
  end_count: z.number(),
  end_weight: z.number(),
}
const sums = z.object(figures)
export type CardFigures = z.infer<typeof sums>

const cage = z.object({
  id: z.number(),
  cage_number: z.string(),
  location_id: z.number(),
  location_name: z.string(),
  ...figures,
})
export type CageCard = z.infer<typeof cage>

const day = z.object({
  /** 'YYYY-MM-DD' */
  id: z.string(),
  day: z.string(),
  ...figures,
})

const common = {
  method: 'GET',
  reads: ['fish', 'places'],
  ability: 'access reports',
  area: 'reports',
} as const

const period = { start: z.string(), end: z.string() }

export const dayCardCalls = {
  cages: endpoint({
    ...common,
    path: '/reports/official/cards',
    name: 'getCageCards',
    summary: 'Карточки движения садков за период, как СП-52',
    input: z.object({ ...reportPeriod, ...filterFields('module') }),
    answer: z.object({ ...period, rows: z.array(cage), total: sums, limited: z.boolean() }),
    example: { start: '01.06.2026', end: '30.06.2026' },
  }),
  days: endpoint({
    ...common,
    path: '/reports/official/cards/days',
    name: 'getDayCards',
    summary: 'Карточка движения одного садка по дням, как СП-52',
    details: 'Не больше 366 дней. Дни, которые ещё не наступили, пропущены.',
    input: z.object({ ...reportPeriod, cage_id: f.id() }),
    answer: z.object({
      ...period,
      cage_number: z.string(),
      location_name: z.string(),
      rows: z.array(day),
      total: sums,
    }),
    example: { start: '01.06.2026', end: '30.06.2026', cage_id: 7 },
  }),
}

const pieces = { type: 'count', unit: 'шт', footer: true, noZero: true } as const
const kg = { type: 'kg', unit: 'кг', footer: true, noZero: true } as const
const pair = (name: string, title: string, more: Partial<Column> = {}): Column[] => [
  { key: `${name}_count`, title, ...pieces, ...more },
  { key: `${name}_weight`, title, ...kg, ...more },
]

const FIGURES: readonly Column[] = [
  ...pair('start', 'На начало'),
  ...pair('came', 'Поступило'),
  ...pair('went', 'Выбыло'),
  ...pair('lost', 'Отход'),
  ...pair('corrected', 'Коррекция', { yields: true }),
  { key: 'gain', title: 'Прирост', ...kg },
  { key: 'daily_gain', title: 'Среднесуточный прирост', type: 'number', unit: 'г', decimals: 2, footer: true },
  { key: 'kept_percent', title: 'Сохранность', type: 'percent', unit: '%', footer: true },
  ...pair('end', 'На конец'),
]

export const cageColumns: readonly Column[] = [
  { key: 'cage_number', title: 'Садок', type: 'cage', always: true },
  { key: 'location_name', title: 'Модуль', type: 'text' },
  ...FIGURES,
]
export const dayColumns: readonly Column[] = [{ key: 'day', title: 'День', type: 'day', always: true }, ...FIGURES]
