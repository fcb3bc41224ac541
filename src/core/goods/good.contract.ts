/**
 * Goods and their amounts in warehouses: consumables (feed, medicine, …) and products of the workshop. Amounts are in
 * the good's own unit.
 */
import * as z from 'zod'
import type { Column } from '../../shared/columns'
import * as f from '../../shared/fields'
import { MILLIONTHS, parseDecimal } from '../../shared/numbers'
import { type MessageParts, say, word } from '../../shared/say'
import { LONGEST_DAYS, LONGEST_DEGREE_DAYS } from '../../shared/fish/withdrawal-period'
import { type FormField, rowFlags } from '../lists/kit/library-kit.contract'

export type GoodKind = 'good' | 'workshop_good'

/** Abilities to read amounts of goods, their movements and values. */
export const READING_GOODS = { good: 'read stocks', workshop_good: 'access workshop' } as const

const GOOD_TYPES = {
  feed: 'Корм',
  medicine: 'Препарат',
  gasoline: 'ГСМ',
  fish: 'Рыба',
  workshop: 'Для цеха',
} as const
export const WORKSHOP_TYPES = {
  chilled: 'Охлаждённая рыба',
  frozen: 'Мороженая рыба',
  fillet: 'Филе',
  smoked: 'Копчёная рыба',
  salted: 'Солёная рыба',
  caviar: 'Икра',
  waste: 'Отходы разделки',
  product: 'Прочая продукция',
} as const
export const TYPES_OF: Record<GoodKind, Record<string, string>> = { good: GOOD_TYPES, workshop_good: WORKSHOP_TYPES }
/** Title of a measure, and the label of amounts in forms. */
export const MEASURES = {
  kg: { name: 'кг', volume: 'Вес' },
  liter: { name: 'л', volume: 'Объем' },
  piece: { name: 'шт', volume: 'Количество' },
} as const

/** «Корм 6 мм 100,5 кг»; `unit` is a name of `MEASURES`. */
export const goodAmount = (good: string, amount: number, unit: string): MessageParts =>
  say('{{good}} {{amount}} {{unit}}', { good, amount, unit: word(unit) })

/** of either kind; `typeFits` says whose */
export const goodType = f.oneOf([
  'feed',
  'medicine',
  'gasoline',
  'fish',
  'workshop',
  'chilled',
  'frozen',
  'fillet',
  'smoked',
  'salted',
  'caviar',
  'waste',
  'product',
])
/** Of a list; without one, goods of all types. */
export const goodTypeFilter = () =>
  z.preprocess((value) => (f.notGiven.has(value) ? undefined : value), goodType.optional())
export const typeFits = (kind: GoodKind, type: string): boolean => type in TYPES_OF[kind]
export const measure = f.oneOf(['kg', 'liter', 'piece'])

const LARGEST_PELLET = 100 * MILLIONTHS
/** Millimetres → millionths. */
export const pelletSize = () =>
  f.field(
    (value) => {
      const size = parseDecimal(value, 6)
      return size !== null && size > 0 && size <= LARGEST_PELLET ? size : undefined
    },
    'Введите размер в миллиметрах, не больше 100',
    { type: ['number', 'string'], description: 'mm, up to 100' },
  )

const choice = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))

/** How long fish may not be sold after a treatment. */
export const withdrawalFields = {
  withdrawal_days: f.optional(f.integer(0, LONGEST_DAYS)),
  withdrawal_degree_days: f.optional(f.integer(0, LONGEST_DEGREE_DAYS)),
}
const WITHDRAWAL_FIELDS: FormField[] = [
  { key: 'withdrawal_days', title: 'Каренция, дней', input: 'decimal', hint: 'Только для препарата' },
  { key: 'withdrawal_degree_days', title: 'Каренция, градусо-дней', input: 'decimal', hint: 'Только для препарата' },
]

/** The fields of a good as columns of a spreadsheet. */
export const goodSheet = (kind: GoodKind): FormField[] => [
  { key: 'name', title: 'Название', input: 'text', required: true },
  { key: 'type', title: 'Вид', input: 'select', options: choice(TYPES_OF[kind]), required: true },
  {
    key: 'measure',
    title: 'Единица измерения',
    input: 'select',
    options: Object.entries(MEASURES).map(([value, { name }]) => ({ value, label: name })),
    required: true,
  },
  { key: 'weight', title: 'Вес штуки', input: 'decimal', unit: 'кг', hint: 'Только для штук' },
  { key: 'feed_brand_id', title: 'Марка корма', input: 'select', relation: 'feed_brand', hint: 'Только для корма' },
  { key: 'pellet_size', title: 'Размер гранулы', input: 'decimal', unit: 'мм', hint: 'Только для корма' },
  { key: 'supplier_id', title: 'Поставщик', input: 'select', relation: 'counterparty', hint: 'Только для корма' },
  { key: 'min_amount', title: 'Минимальный остаток', input: 'decimal', hint: 'На всех складах вместе' },
  ...(kind === 'good' ? WITHDRAWAL_FIELDS : []),
  { key: 'code', title: 'Код', input: 'text' },
]

/** Consumption is averaged over so many full days before today. */
export const USAGE_DAYS = 28

export const goodRow = z.object({
  id: z.number(),
  kind: f.oneOf(['good', 'workshop_good']),
  name: z.string(),
  type: goodType,
  type_translation: z.string(),
  measure,
  measure_name: z.string(),
  /** kg a piece, only for pieces */
  weight: z.number().nullable(),
  code: z.string().nullable(),
  feed_brand_id: z.number().nullable(),
  feed_brand: z.string().nullable(),
  /** the withdrawal period of a medicine as it names it: days, degree-days */
  withdrawal_days: z.number().nullable(),
  withdrawal_degree_days: z.number().nullable(),
  /** mm, of a feed */
  pellet_size: z.number().nullable(),
  /** the counterparty who usually delivers it */
  supplier_id: z.number().nullable(),
  supplier: z.string().nullable(),
  /** warehouse id → amount now or on the requested day, without zeros */
  stocks_count: z.record(z.string(), z.number()),
  /** the names of these warehouses; of a product of the workshop also one by one */
  stock_names: z.string(),
  stocks_ids: z.array(z.number()).optional(),
  stocks: z.array(z.object({ id: z.number(), name: z.string() })).optional(),
  /** the total of all warehouses, under each name that a caller may know it by */
  total: z.number(),
  sum: z.number(),
  current_stock_count: z.number(),
  /** the minimum of all warehouses together, and whether there is less, including warehouses closed to the user */
  min_amount: z.number().nullable(),
  below_min: z.boolean(),
  /** whole days that the total lasts at the consumption of the last 28 full days; null without consumption */
  days_left: z.number().nullable(),
  /** the same for each warehouse with consumption: id → days */
  stocks_days: z.record(z.string(), z.number()),
  /** the consumption in those 28 days by warehouse: id → amount */
  stocks_used: z.record(z.string(), z.number()),
  /** minimums of single warehouses: id → amount, and those with less */
  stocks_min: z.record(z.string(), z.number()),
  stocks_below: z.array(z.number()),
  ...rowFlags,
})
z.globalRegistry.add(goodRow, { id: 'Good' })
export type GoodRow = z.infer<typeof goodRow>

/** A movement of a good or an item: it entered, left or changed its warehouse. */
export const movementRow = z.object({
  id: z.number(),
  /** the kind of the document: 'good_adding', 'refill', … */
  kind: z.string(),
  /** 'adding', 'feeding', … */
  type: z.string(),
  type_translation: z.string(),
  date: z.string(),
  datetime: z.string(),
  creation_date: z.string(),
  created_datetime: z.string(),
  /** the source warehouse; null for what came from outside */
  from: z.string().nullable(),
  /** the target: a warehouse, the cage that was fed, the item that was filled; null for what was consumed */
  to: z.string().nullable(),
  to_id: z.number().nullable(),
  /** the warehouse it is about */
  stock_id: z.number().nullable(),
  stock: z.string().nullable(),
  /** positive for what enters, negative for what leaves; for a move the moved amount */
  count: z.number(),
  /** for a requested warehouse: by how much the movement changed the amount there, and the amount after it */
  stock_change: z.number().nullable(),
  stock_balance: z.number().nullable(),
  /** its unit; an item is one piece */
  measure_name: z.string(),
  /** what an item was filled with; in a good's own movements the good itself */
  good: z.string().nullable(),
  counterparty_id: z.number().nullable(),
  counterparty: z.string().nullable(),
  waybill_number: z.string().nullable(),
  waybill_date: z.string().nullable(),
  /** roubles for one unit, and of the whole line */
  waybill_price_per_unit: z.number().nullable(),
  waybill_price: z.number().nullable(),
  user_id: z.number().nullable(),
  user: z.string().nullable(),
  note: z.string().nullable(),
  /** it may be changed from here */
  editable: z.boolean(),
  cancelable: z.boolean(),
  cancel_hint: z.string().nullable(),
})
export type MovementRow = z.infer<typeof movementRow>

export const goodColumns: Column[] = [
  { key: 'name', title: 'Расходник', type: 'text' },
  { key: 'type_translation', title: 'Вид', type: 'text', words: true },
  { key: 'weight', title: 'Вес штуки', type: 'number', unit: 'кг' },
  { key: 'stock_names', title: 'Склады', type: 'text', fill: true },
  { key: 'total', title: 'Остаток', type: 'amount', headline: 'measure_name' },
  { key: 'measure_name', title: 'Ед.', type: 'text', words: true },
  { key: 'days_left', title: 'Хватит на', type: 'count', unit: 'дн' },
  { key: 'min_amount', title: 'Минимальный остаток', type: 'amount', optional: true },
  { key: 'withdrawal_days', title: 'Каренция', type: 'count', unit: 'дн', optional: true },
  { key: 'withdrawal_degree_days', title: 'Каренция, градусо-дней', type: 'count', optional: true },
  { key: 'pellet_size', title: 'Размер гранулы', type: 'number', unit: 'мм', optional: true },
  { key: 'supplier', title: 'Поставщик', type: 'text', optional: true },
  { key: 'code', title: 'Код', type: 'text' },
]
