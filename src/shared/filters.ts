/**
 * The one list of filters: what a call takes, what the address holds and what is printed. A contract chooses filters by
 * `filterFields`; pages find them in a contract by `filtersIn`.
 */
import type * as z from 'zod'
import * as f from './fields'

export interface FilterDefinition {
  /** name in the address */
  key: string
  /** name in the call */
  input: string
  title: string
  /** how many of its options may be chosen, or what is typed */
  as: 'one' | 'several' | 'text' | 'flag'
  field: () => z.ZodType
}

/** The option for rows without a generation. */
export const NO_GENERATION = 'Без генерации'
/** The option for losses of which nobody knows the cause. */
export const NO_CAUSE = 'Неизвестна'

const one = <K extends string, I extends string>(key: K, input: I, title: string) =>
  ({ key, input, title, as: 'one', field: f.optionalId }) as const
const several = <K extends string, I extends string>(key: K, input: I, title: string) =>
  ({ key, input, title, as: 'several', field: () => f.idFilter() }) as const

export const FILTERS = {
  module: { key: 'locationId', input: 'location_id', title: 'Модуль', as: 'one', field: f.moduleFilter },
  cages: several('cagesId', 'cages_id', 'Садки'),
  generation: one('generationId', 'generation_id', 'Генерация'),
  generations: {
    ...several('generationsId', 'generations_id', 'Генерация'),
    field: () => f.idFilter(NO_GENERATION),
  },
  ageCategories: several('ageCategoriesId', 'age_categories_id', 'Категории'),
  feeds: several('feedTypeIds', 'feed_types_id', 'Корм'),
  spendingCategories: several('categoriesId', 'spending_categories_id', 'Статья'),
  partners: several('partnersId', 'counterparty_ids', 'Поставщик'),
  stocks: several('stocksId', 'stocks_id', 'Склад'),
  goods: several('goodsId', 'goods_id', 'Расходник'),
  madeProducts: several('products', 'to_workshop_goods_ids', 'Продукция'),
  shippedProducts: several('goods', 'workshop_good_ids', 'Продукция'),
  items: several('itemsId', 'items_id', 'Изделие'),
  lossCauses: {
    ...several('causesId', 'loss_causes_id', 'Причина'),
    field: () => f.idFilter(NO_CAUSE),
  },
  reason: { key: 'reason', input: 'reason', title: 'Причина', as: 'one', field: () => f.codeFilter() },
  waybill: {
    key: 'waybill',
    input: 'waybill_number',
    title: 'Номер накладной',
    as: 'text',
    field: () => f.optionalText(100),
  },
  systemWeighings: {
    key: 'showSystem',
    input: 'show_system',
    title: 'Показывать системные',
    as: 'flag',
    field: () => f.flag(),
  },
} as const satisfies Record<string, FilterDefinition>

export type FilterName = keyof typeof FILTERS

type FieldsOf<N extends FilterName> = {
  [K in N as (typeof FILTERS)[K]['input']]: ReturnType<(typeof FILTERS)[K]['field']>
}

/** Input fields for these filters. */
export const filterFields = <N extends FilterName>(...names: readonly N[]): FieldsOf<N> =>
  Object.fromEntries(names.map((name) => [FILTERS[name].input, FILTERS[name].field()])) as unknown as FieldsOf<N>

/** The filters among a call's input fields, in the order of FILTERS. */
export const filtersIn = (fields: object): FilterName[] =>
  (Object.keys(FILTERS) as FilterName[]).filter((name) => FILTERS[name].input in fields)
