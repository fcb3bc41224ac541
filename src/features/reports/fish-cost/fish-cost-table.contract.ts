/** The cost of fish as tables: columns for the page, Excel and print, and the journals that their figures open. */
import type { Column } from '../../../shared/columns'
import type { CostBy, CostMonthRow } from '../../../core/reports/fish-cost/fish-cost.contract'

export const TITLE = 'Себестоимость рыбы'
export const MONTHS_TITLE = 'Из чего сложилась, по месяцам'
export const GOODS_TITLE = 'Корм и препараты в ней'
export const SALES_TITLE = 'Продажи и маржа'
export const NOT_OPEN = 'Себестоимость видит тот, кому открыты затраты и остатки всех складов.'

/** In the order in which they add up. */
export const PART_TITLES = {
  stocking: 'Зарыбление',
  feed: 'Корм',
  medicine: 'Препараты',
  own: 'Свои затраты',
  shared: 'Общие затраты',
} as const
export type PartKey = keyof typeof PART_TITLES

export const SHARE_WORDS = {
  biomass: 'Общие затраты делятся по биомассе и дням.',
  pieces: 'Общие затраты делятся по штукам и дням.',
  fed: 'Общие затраты делятся по корму.',
} as const

const money = (key: string, title: string, more: Partial<Column> = {}): Column => ({
  key,
  title,
  type: 'money',
  noZero: true,
  footer: true,
  ...more,
})
const parts = Object.entries(PART_TITLES).map(([key, title]) => money(key, title))

/** The choice between the tables. */
export const TABS: Record<CostBy, string> = { cage: 'Садки', module: 'Модули', generation: 'Генерации' }

const HEADS: Record<CostBy, readonly Column[]> = {
  cage: [
    { key: 'name', title: 'Садок', type: 'cage', always: true },
    { key: 'location_name', title: 'Модуль', type: 'text', yields: true },
  ],
  module: [{ key: 'name', title: 'Модуль', type: 'text', always: true }],
  generation: [{ key: 'name', title: 'Генерация', type: 'text', always: true }],
}

export const costColumns = (by: CostBy): Column[] => [
  ...HEADS[by],
  { key: 'per_kg', title: 'За килограмм', type: 'money', footer: true },
  { key: 'cost', title: 'Себестоимость', type: 'money', footer: true },
  ...parts,
  { key: 'count', title: 'Количество', type: 'count', unit: 'шт', footer: true },
  { key: 'weight', title: 'Биомасса', type: 'kg', unit: 'кг', footer: true },
  { key: 'per_fish', title: 'За рыбу', type: 'money', footer: true, optional: true },
  { key: 'unpriced_feed', title: 'Корм без цены', type: 'kg', unit: 'кг', noZero: true, footer: true, yields: true },
  { key: 'unpriced_fish', title: 'Рыба без цены', type: 'kg', unit: 'кг', noZero: true, footer: true, yields: true },
]

export const monthColumns: Column[] = [
  { key: 'month', title: 'Месяц', type: 'text', always: true, unsorted: true },
  { key: 'per_kg', title: 'За килограмм', type: 'money' },
  { key: 'closing', title: 'На конец', type: 'money', footer: true },
  money('opening', 'На начало', { footer: true }),
  ...parts,
  money('moved', 'Пересажено'),
  money('sold', 'Продано'),
  money('taken', 'Поднято иначе'),
  money('abnormal', 'Чрезвычайный отход'),
  money('lost', 'С последней рыбой'),
  { key: 'weight', title: 'Биомасса', type: 'kg', unit: 'кг' },
  { key: 'shared_all', title: 'Общие затраты хозяйства', type: 'money', noZero: true, optional: true },
  { key: 'shared_percent', title: 'Доля в них', type: 'percent', unit: '%', optional: true },
].map((column): Column => ({ unsorted: true, ...(column as Column) }))

export const monthLines = (months: readonly CostMonthRow[]) =>
  months.map((month) => ({ ...month, id: month.start, month: month.end.slice(3) }))

/** The journal whose rows of the month a figure is made of; expenses have a page of their own. */
export const JOURNALS: Readonly<Record<string, string>> = {
  stocking: 'stocking',
  feed: 'feeding',
  medicine: 'treatment',
  moved: 'transfer',
  sold: 'withdrawal',
  taken: 'withdrawal',
  abnormal: 'retreat',
  lost: 'retreat',
}
export const SPENT: ReadonlySet<string> = new Set(['own', 'shared', 'shared_all'])

export const goodColumns: Column[] = [
  { key: 'name', title: 'Расходник', type: 'text', always: true },
  { key: 'amount', title: 'Количество', type: 'amount', headline: 'measure_name' },
  { key: 'measure_name', title: 'Ед.', type: 'text', words: true },
  { key: 'price', title: 'Цена', type: 'money' },
  { key: 'money', title: 'Сумма', type: 'money', footer: true },
]

export const saleColumns: Column[] = [
  { key: 'datetime', title: 'Время', type: 'text', always: true, unsorted: true },
  { key: 'cage_number', title: 'Садок', type: 'cage' },
  { key: 'generation_name', title: 'Генерация', type: 'text', yields: true },
  { key: 'counterparty', title: 'Контрагент', type: 'text' },
  { key: 'weight', title: 'Вес', type: 'kg', unit: 'кг', footer: true },
  { key: 'revenue', title: 'Выручка', type: 'money', footer: true },
  { key: 'cost', title: 'Себестоимость', type: 'money', footer: true },
  { key: 'margin', title: 'Маржа', type: 'money', footer: true },
  { key: 'price_per_kg', title: 'Цена за кг', type: 'money' },
  { key: 'cost_per_kg', title: 'Себестоимость за кг', type: 'money' },
  { key: 'margin_per_kg', title: 'Маржа за кг', type: 'money', footer: true },
  { key: 'margin_percent', title: 'Маржа от выручки', type: 'percent', unit: '%', footer: true },
]
