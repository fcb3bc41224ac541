/** The lots of a good: what lies where, since when, and until which day it is good. Amounts in the good's unit. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'

/** So many days before its last good day a lot is said to expire soon. */
export const SOON_DAYS = 30

export const LOT_STATES = { good: 'годен', soon: 'скоро истекает', expired: 'истёк', undated: 'без срока' } as const
export type LotState = keyof typeof LOT_STATES

/** Where a lot came from, and what the document says of it. */
export const lotShape = {
  /** the document that opened it, and its line there */
  operation_id: z.number(),
  line: z.number(),
  /** when it came, not when it was moved to where it lies; 'YYYY-MM-DDTHH:mm' */
  since: z.string(),
  /** «приход», «переработка партии» */
  source: z.string(),
  batch_id: z.number().nullable(),
  /** the maker's lot */
  lot: z.string().nullable(),
  /** the last good day, 'YYYY-MM-DD' */
  best_before: z.string().nullable(),
  state: z.enum(Object.keys(LOT_STATES) as [LotState]),
  /** to its last good day, below 0 once it has expired */
  days_left: z.number().nullable(),
}

export const lotRow = z.object({
  ...lotShape,
  stock_id: z.number(),
  stock: z.string(),
  amount: z.number(),
  /** roubles for one unit, with VAT; null too for who may not read the movements of the good */
  price: z.number().nullable(),
})
export type LotRow = z.infer<typeof lotRow>

export const expiringRow = lotRow.extend({
  id: z.string(),
  good_id: z.number(),
  kind: z.string(),
  good: z.string(),
  type_translation: z.string(),
  measure_name: z.string(),
  state_name: z.string(),
})
export type ExpiringRow = z.infer<typeof expiringRow>

const common = { method: 'GET', reads: ['goods', 'lists'], area: 'warehouse' } as const

export const lotCalls = {
  ofGood: endpoint({
    ...common,
    path: '/goods/{id}/lots',
    ability: 'signed-in',
    summary: 'Партии товара или продукции по складам, в порядке, в котором их берут',
    /**
     * `date` is a moment or the end of a day, now unless given; `except` a document that is left out, as it is edited
     */
    input: z.object({
      id: f.id(),
      stock_id: f.optionalId(),
      date: f.instant('end').optional(),
      except: f.optionalId(),
    }),
    answer: z.array(lotRow),
  }),
  expiring: endpoint({
    ...common,
    path: '/best-before',
    ability: 'read stocks',
    summary: 'Что лежит на складах и истекает в ближайшие дни или уже истекло',
    /** `days` from today; without it everything that has a last good day */
    input: z.object({ days: f.optional(f.integer(0, 3650)), stocks_id: f.idFilter() }),
    answer: z.array(expiringRow),
  }),
}

export const expiringColumns: Column[] = [
  { key: 'good', title: 'Название', type: 'text', fill: true },
  { key: 'best_before', title: 'Годен до', type: 'day' },
  { key: 'days_left', title: 'Осталось', type: 'number' },
  { key: 'state_name', title: 'Состояние', type: 'text', words: true, yields: true },
  { key: 'lot', title: 'Партия', type: 'text' },
  { key: 'stock', title: 'Склад', type: 'text' },
  { key: 'amount', title: 'Остаток', type: 'amount', headline: 'measure_name' },
  { key: 'measure_name', title: 'Ед.', type: 'text', words: true },
  { key: 'type_translation', title: 'Вид', type: 'text', words: true, yields: true },
  { key: 'since', title: 'Поступила', type: 'datetime', optional: true },
  { key: 'price', title: 'Цена', type: 'money', optional: true },
]
