/** Documents whose lines are goods in warehouses: the common fields of a line and its row, and the waybill. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import * as f from '../../../shared/fields'
import type { DocumentLine, LineRole } from '../../../shared/ledger/document'
import { MILLIONTHS, mulDiv } from '../../../shared/numbers'
import { VAT_RATES } from '../../goods/vat.contract'

/** What is stored of a typed line with a good. */
export const goodsLine = (
  role: LineRole,
  stock_id: number,
  line: Pick<DocumentLine, 'good_id' | 'amount'> & Partial<DocumentLine>,
): DocumentLine => ({ item_id: null, price: null, ...line, role, stock_id })

export const goodsLineRow = z.object({
  role: z.string(),
  good_id: z.number(),
  good: z.string(),
  measure_name: z.string(),
  stock_id: z.number(),
  stock: z.string(),
  amount: z.number(),
  /** roubles for one unit, with VAT */
  price: z.number().nullable(),
  /** roubles of the whole line */
  cost: z.number().nullable(),
  lot: z.string().nullable(),
  /** 'YYYY-MM-DD' */
  best_before: z.string().nullable(),
})
export type GoodsLineRow = z.infer<typeof goodsLineRow>

/** Row fields of every document with lines of goods. */
export const goodsRow = {
  stock_id: z.number(),
  stock: z.string(),
  lines: z.array(goodsLineRow),
  /** names of its goods */
  goods: z.string(),
}

export const waybill = {
  counterparty_id: f.optionalId(),
  waybill_number: f.optionalText(100),
  waybill_date: f.optional(f.day()),
  vat_rate: f.optional(f.oneOf(VAT_RATES)),
}

export const waybillRow = {
  counterparty_id: z.number().nullable(),
  counterparty: z.string().nullable(),
  waybill_number: z.string().nullable(),
  /** DD.MM.YYYY */
  waybill_date: z.string().nullable(),
  vat_rate: z.string().nullable(),
  /** roubles, with VAT; null when no line has a price */
  total_price: z.number().nullable(),
  /** roubles of VAT in it */
  vat: z.number().nullable(),
}

type Waybill = z.output<z.ZodObject<typeof waybill>> & { act_number?: string | null }

/** What is stored of a waybill: the sender in a column, the rest as JSON. */
export function waybillOf({ counterparty_id, waybill_number, waybill_date, vat_rate, act_number = null }: Waybill) {
  const given = Object.entries({ waybill_number, waybill_date, vat_rate, act_number }).filter(
    ([, value]) => value !== null,
  )
  return { counterparty_id, extra: given.length > 0 ? Object.fromEntries(given) : null }
}

/** Kopecks of a line, half up; null without a price. */
export const costOf = ({ amount, price }: { amount: number; price: number | null }): number | null =>
  price === null ? null : mulDiv(amount, price, MILLIONTHS)

/** Kopecks of VAT in a price that contains it, half up. */
export const vatIn = (total: number, rate: string): number => mulDiv(total, Number(rate), 100 + Number(rate))

/**
 * Kopecks of VAT in each line's price, so that they sum to the VAT of the total: each is the growth of the total's VAT
 * by its line.
 */
export function vatOfLines(costs: readonly number[], rate: string): number[] {
  let total = 0
  return costs.map((cost) => {
    const before = vatIn(total, rate)
    total += cost
    return vatIn(total, rate) - before
  })
}

export const goodsColumns: Column[] = [
  { key: 'datetime', title: 'Время', type: 'datetime' },
  { key: 'goods', title: 'Расходники', type: 'text', fill: true },
  { key: 'stock', title: 'Склад', type: 'text' },
]
export const waybillColumns: Column[] = [
  { key: 'counterparty', title: 'Контрагент', type: 'text', yields: true },
  { key: 'waybill_number', title: 'Накладная', type: 'text', optional: true },
  { key: 'waybill_date', title: 'Дата накладной', type: 'text', optional: true },
  { key: 'vat_rate', title: 'Ставка НДС', type: 'text', unit: '%', optional: true },
  { key: 'total_price', title: 'Сумма', type: 'money', footer: true },
  { key: 'vat', title: 'В том числе НДС', type: 'money', footer: true },
]
export const enteredColumns: Column[] = [
  { key: 'user', title: 'Пользователь', type: 'text', yields: true },
  { key: 'note', title: 'Примечание', type: 'text', optional: true },
  { key: 'created_datetime', title: 'Создано', type: 'datetime', yields: true },
]
