/** The lots of a good: where they are, since when, and their last good day. Amounts in the good's unit. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'

/** A lot is said to expire soon within so many days of its last good day. */
export const SOON_DAYS = 30

export const LOT_STATES = { good: 'годен', soon: 'скоро истекает', expired: 'истёк', undated: 'без срока' } as const
export type LotState = keyof typeof LOT_STATES

/** The origin of a lot, and its fields from the document. */
export const lotShape = {
  /** the document that opened it, and its line there */
  operation_id: z.number(),
  line: z.number(),
  /** when it was received, not when it was moved here; 'YYYY-MM-DDTHH:mm' */
  since: z.string(),
  /** «приход», «переработка партии» */
  source: z.string(),
  batch_id: z.number().nullable(),
  /** the maker's lot */
  lot: z.string().nullable(),
  /** the last good day, 'YYYY-MM-DD' */
  best_before: z.string().nullable(),
  state: z.enum(Object.keys(LOT_STATES) as [LotState]),
  /** to its last good day, negative once it has expired */
  days_left: z.number().nullable(),
}

export const lotRow = z.object({
  ...lotShape,
  stock_id: z.number(),
  stock: z.string(),
  amount: z.number(),
  /** roubles a unit, with VAT; also null for users who may not read movements of the good */
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
     * `date` is a moment, or a day meaning its end; now by default. `except` leaves out a document that is being edited
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
    /** `days` from today; without it everything with a last good day */
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
