/** What became of the fish of each cage in a period: B₁ = B₀ + what moved + growth, to the milligram. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint } from '../../../shared/contract'
import { reportPeriod } from '../../../shared/report/report'
import { filterFields } from '../../../shared/filters'

const number = z.number()
/** pieces and kilograms of a movement */
const both = <N extends string>(name: N) =>
  ({ [`${name}_count`]: number, [`${name}_weight`]: number }) as Record<`${N}_count` | `${N}_weight`, z.ZodNumber>

/** Where a denominator is nothing there is no ratio. */
const ratio = number.nullable()

const figures = z.object({
  ...both('left_start'),
  avg_weight_start: number,
  ...both('stocking'),
  ...both('income'),
  ...both('outcome'),
  ...both('withdrawal'),
  ...both('retreat'),
  /** of all fish that were there or came */
  retreat_count_percent: ratio,
  retreat_weight_percent: ratio,
  /** signed */
  ...both('correction'),
  /** signed: what was unexplained when a cage was emptied */
  ...both('close_out'),
  /** kg: weighings, growth by feed, differences between typed and book mass */
  growth: number,
  /** kg */
  feedings: number,
  /** feed / growth */
  feed_coefficient: ratio,
  /** feed / (left at the end − at the start + withdrawn + moved out − stocked − moved in) */
  feed_coefficient_economic: ratio,
  ...both('left_end'),
  avg_weight_end: number,
  /** kg/m³; null in the totals */
  density_start: ratio,
  density_end: ratio,
})
export type Figures = z.infer<typeof figures>

const cagePeriodRow = figures.extend({
  cage_id: number,
  cage_number: z.string(),
  location_id: number,
  location_name: z.string(),
})
export type CagePeriodRow = z.infer<typeof cagePeriodRow>

export const cagePeriodCall = endpoint({
  method: 'GET',
  path: '/cage-period-report',
  reads: ['fish', 'goods', 'places'],
  ability: 'access reports',
  area: 'reports',
  summary: 'Движение рыбы по садкам за период',
  input: z.object({ ...reportPeriod, ...filterFields('cages', 'module') }),
  answer: z.object({
    /** DD.MM.YYYY */
    start: z.string(),
    end: z.string(),
    rows: z.array(cagePeriodRow),
    /** of all rows */
    total: figures,
  }),
  example: { start: '01.01.2026', end: '30.06.2026' },
})

export const MOVEMENT_TITLE = 'Движение рыбы по садкам'

const count = (key: string, title: string): Column => ({
  key,
  title,
  type: 'count',
  unit: 'шт',
  footer: true,
  noZero: true,
})
const kg = (key: string, title: string): Column => ({ key, title, type: 'kg', unit: 'кг', footer: true, noZero: true })

export const cagePeriodColumns: readonly Column[] = [
  { key: 'cage_number', title: 'Садок', type: 'cage', always: true },
  { key: 'location_name', title: 'Модуль', type: 'text', optional: true },
  count('left_start_count', 'Было'),
  kg('left_start_weight', 'Биомасса в начале'),
  { key: 'avg_weight_start', title: 'Навеска в начале', type: 'average', footer: true },
  { key: 'density_start', title: 'Плотность в начале', type: 'number', unit: 'кг/м³', decimals: 2, optional: true },
  count('stocking_count', 'Зарыблено'),
  kg('stocking_weight', 'Зарыблено'),
  count('income_count', 'Пересажено сюда'),
  kg('income_weight', 'Пересажено сюда'),
  count('outcome_count', 'Пересажено отсюда'),
  kg('outcome_weight', 'Пересажено отсюда'),
  count('withdrawal_count', 'Поднято'),
  kg('withdrawal_weight', 'Поднято'),
  count('retreat_count', 'Отход'),
  kg('retreat_weight', 'Отход'),
  { key: 'retreat_count_percent', title: 'Отход от числа', type: 'percent', unit: '%', footer: true },
  {
    key: 'retreat_weight_percent',
    title: 'Отход от биомассы',
    type: 'percent',
    unit: '%',
    footer: true,
    optional: true,
  },
  count('correction_count', 'Коррекция'),
  kg('correction_weight', 'Коррекция'),
  count('close_out_count', 'Сверка при облове'),
  kg('close_out_weight', 'Сверка при облове'),
  kg('growth', 'Прирост'),
  kg('feedings', 'Корм'),
  { key: 'feed_coefficient', title: 'Кормовой коэффициент', type: 'number', decimals: 2, footer: true },
  {
    key: 'feed_coefficient_economic',
    title: 'Экономический коэффициент',
    type: 'number',
    decimals: 2,
    footer: true,
    optional: true,
  },
  count('left_end_count', 'Стало'),
  kg('left_end_weight', 'Биомасса в конце'),
  { key: 'avg_weight_end', title: 'Навеска в конце', type: 'average', footer: true },
  { key: 'density_end', title: 'Плотность в конце', type: 'number', unit: 'кг/м³', decimals: 2 },
]

/** The journal, by its path, whose rows add up to a column; 'farm' for the farm when the period begins or ends. */
export const SOURCES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries({
      stocking: 'stocking',
      income: 'transfer',
      outcome: 'transfer',
      withdrawal: 'withdrawal',
      retreat: 'retreat',
      correction: 'correction',
      close_out: 'close-out',
    }).flatMap(([name, path]) => [
      [`${name}_count`, path],
      [`${name}_weight`, path],
    ]),
  ),
  feedings: 'feeding',
}
