/**
 * A document is what a person entered: one row of `operations`. All columns beside kind and moment are listed here
 * once; references, the history of edits, the columns that effects read and the empty document follow from the list.
 * Weights are in milligrams, volume, rate and amounts in millionths of the unit, price and payment in kopecks.
 */
import type { Column } from '../columns'
import type { GroupRef } from './fold'

/** The columns from which an effect is computed. */
export interface LedgerRow {
  id: number
  kind: string
  /** farm wall clock, 'YYYY-MM-DDTHH:mm' */
  at: string
  cage_id: number | null
  to_cage_id: number | null
  generation_id: number | null
  age_category_id: number | null
  generation_ids: number[] | null
  count: number | null
  weight: number | null
  avg_weight: number | null
  selection: string | null
  volume: number | null
  /** of a feeding that grows fish: the version of the norms, and the column of the water's temperature in °C */
  norm_version_id: number | null
  norm_temperature: number | null
  /** what a feeding is known to have grown its fish by, whatever the norm says */
  gain: number | null
}

export interface Document extends LedgerRow {
  moves_fish: boolean
  reason: string | null
  /** what fish died of; null when nobody knows */
  loss_cause_id: number | null
  good_id: number | null
  stock_id: number | null
  rate: number | null
  appetite: number | null
  price: number | null
  payment: number | null
  counterparty_id: number | null
  employee_id: number | null
  /** what was paid for */
  name: string | null
  spending_category_id: number | null
  /** what an expense is for */
  for_cage_id: number | null
  for_location_id: number | null
  workshop_weight: number | null
  batch_id: number | null
  /** the row of the harvest plan that it closes */
  harvest_row_id: number | null
  note: string | null
  /** of the water at a feeding, in millionths of a °C, and where it comes from */
  temperature: number | null
  temperature_source: string | null
  /** of the calculation, in millionths */
  ration_coefficient: number | null
  extra: Record<string, unknown> | null
  user_id: number | null
  /** the administrator who sent it for whoever recorded it */
  sent_by: number | null
  /** name of the author, when their account has been deleted since */
  recorded_by: string | null
  /** rows of operation_lines, in their order; null for kinds that have none */
  lines: DocumentLine[] | null
}

/** What a line does to its good or item. A net is tied to a cage; a serviced item stays where it is. */
export type LineRole = 'in' | 'out' | 'made' | 'consumed' | 'refill' | 'tied' | 'untied' | 'serviced' | 'counted'

/** Roles that add to the line's warehouse; all others take from it. */
export const ENTERS: ReadonlySet<LineRole> = new Set(['in', 'made'])

/** One good or one item of a document, in a warehouse. */
export interface DocumentLine {
  role: LineRole
  good_id: number | null
  item_id: number | null
  /** the warehouse that a tied net leaves, or that an untied one returns to */
  stock_id: number | null
  /** of a net that is tied or untied; null again once the cage is deleted */
  cage_id?: number | null
  amount: number
  /** for one unit, with VAT */
  price: number | null
  /** of a receipt: the maker's lot and the last day it is good, 'YYYY-MM-DD' */
  lot?: string | null
  best_before?: string | null
}

/** Columns that the engine sets, not a kind. */
export const HEAD = ['kind', 'at', 'moves_fish', 'user_id', 'sent_by', 'recorded_by'] as const

/** What a kind may store. */
export type Content = Omit<Document, 'id' | (typeof HEAD)[number]>

/** What an id stands for. */
export type NamedReference =
  | 'cage'
  | 'generation'
  | 'age_category'
  | 'good'
  | 'item'
  | 'stock'
  | 'reason'
  | 'counterparty'
  | 'employee'
  | 'batch'
  | 'spending_category'
  | 'loss_cause'
  | 'location'

export interface ContentField {
  /** unit of a stored whole number; a plain count when absent */
  unit?: 'mg' | 'millionths' | 'kopecks'
  names?: NamedReference
  /** words for stored codes */
  words?: Record<string, string>
  /** effects read it */
  ledger?: true
  /** how the history of edits shows it; without a column it is not shown */
  column?: Column
}

const SELECTION = { graded: 'отсортированная', representative: 'обычная, как вся группа' }

/** The order is the one in which edits are shown. */
export const CONTENT: Record<keyof Omit<Content, 'lines'>, ContentField> = {
  cage_id: { names: 'cage', ledger: true, column: { key: 'cage', title: 'Садок', type: 'text' } },
  to_cage_id: { names: 'cage', ledger: true, column: { key: 'to_cage', title: 'В садок', type: 'text' } },
  generation_id: { names: 'generation', ledger: true, column: { key: 'generation', title: 'Генерация', type: 'text' } },
  generation_ids: {
    names: 'generation',
    ledger: true,
    column: { key: 'generation', title: 'Генерация', type: 'text' },
  },
  age_category_id: {
    names: 'age_category',
    ledger: true,
    column: { key: 'age_category', title: 'Возрастная категория', type: 'text' },
  },
  good_id: { names: 'good', column: { key: 'good', title: 'Расходник', type: 'text' } },
  stock_id: { names: 'stock', column: { key: 'stock', title: 'Склад', type: 'text' } },
  count: { ledger: true, column: { key: 'count', title: 'Количество', type: 'count', unit: 'шт' } },
  weight: { unit: 'mg', ledger: true, column: { key: 'weight', title: 'Общий вес', type: 'amount', unit: 'кг' } },
  avg_weight: { unit: 'mg', ledger: true, column: { key: 'avg_weight', title: 'Навеска', type: 'average' } },
  selection: {
    words: SELECTION,
    ledger: true,
    column: { key: 'selection', title: 'Что за рыба', type: 'text', words: true },
  },
  volume: { unit: 'millionths', ledger: true, column: { key: 'volume', title: 'Количество', type: 'amount' } },
  rate: { unit: 'millionths', column: { key: 'rate', title: 'Норма', type: 'amount', unit: '%' } },
  appetite: { column: { key: 'appetite', title: 'Аппетит', type: 'number' } },
  reason: { names: 'reason', column: { key: 'reason', title: 'Причина', type: 'text' } },
  loss_cause_id: { names: 'loss_cause', column: { key: 'loss_cause', title: 'Причина отхода', type: 'text' } },
  workshop_weight: {
    unit: 'mg',
    column: { key: 'workshop_weight', title: 'Вес в цехе', type: 'amount', unit: 'кг' },
  },
  counterparty_id: { names: 'counterparty', column: { key: 'counterparty', title: 'Контрагент', type: 'text' } },
  employee_id: { names: 'employee', column: { key: 'employee', title: 'Сотрудник', type: 'text' } },
  name: { column: { key: 'name', title: 'Название', type: 'text' } },
  spending_category_id: {
    names: 'spending_category',
    column: { key: 'spending_category', title: 'Статья', type: 'text' },
  },
  for_location_id: { names: 'location', column: { key: 'for_location', title: 'Для модуля', type: 'text' } },
  for_cage_id: { names: 'cage', column: { key: 'for_cage', title: 'Для садка', type: 'text' } },
  price: { unit: 'kopecks', column: { key: 'price', title: 'Цена за кг', type: 'money' } },
  payment: { unit: 'kopecks', column: { key: 'payment', title: 'Оплачено', type: 'money' } },
  batch_id: { names: 'batch' },
  harvest_row_id: {},
  norm_version_id: { ledger: true },
  norm_temperature: { ledger: true },
  gain: { unit: 'mg', ledger: true, column: { key: 'gain', title: 'Прирост', type: 'amount', unit: 'кг' } },
  temperature: { unit: 'millionths', column: { key: 'temperature', title: 'Температура', type: 'amount', unit: '°C' } },
  temperature_source: {},
  ration_coefficient: {
    unit: 'millionths',
    column: { key: 'ration_coefficient', title: 'Коэффициент', type: 'amount' },
  },
  note: { column: { key: 'note', title: 'Примечание', type: 'text' } },
  extra: {},
}

/** All columns of a document except kind, moment and author. */
export const contentKeys = Object.keys(CONTENT) as (keyof typeof CONTENT)[]

/** A document with nothing typed yet. */
export const EMPTY = Object.fromEntries(
  [...contentKeys, 'lines', 'sent_by', 'recorded_by'].map((key) => [key, null]),
) as unknown as Content & Pick<Document, 'sent_by' | 'recorded_by'>

export const ledgerKeys = contentKeys.filter((key) => CONTENT[key].ledger)

/** The group that a document names. */
export const groupOf = (row: LedgerRow): GroupRef => ({
  cage: row.cage_id!,
  generation: row.generation_id!,
  category: row.age_category_id!,
})

/** An amount of a good that enters (+) or leaves (−) a warehouse, in whole millionths of the good's unit. */
export interface GoodsLine {
  good: number
  stock: number
  /** 0 for a stocktake line: the ledger computes the difference */
  amount: number
  /** the amount in the warehouse from then on */
  counted?: number
  /** kopecks for one unit of what enters */
  price?: number | null
}

/** The goods line of a document whose own volume leaves its warehouse. */
export const takenFrom = ({ good_id, stock_id, volume }: Document): GoodsLine[] =>
  good_id === null || stock_id === null || volume === null ? [] : [{ good: good_id, stock: stock_id, amount: -volume }]

const amountOf = ({ role, amount, price }: DocumentLine): Pick<GoodsLine, 'amount' | 'counted' | 'price'> =>
  role === 'counted' ? { amount: 0, counted: amount } : ENTERS.has(role) ? { amount, price } : { amount: -amount }

/** The goods lines of a document with lines. */
export const ofLines = ({ lines }: Document): GoodsLine[] =>
  (lines ?? []).flatMap((line) =>
    line.good_id === null || line.stock_id === null
      ? []
      : [{ good: line.good_id, stock: line.stock_id, ...amountOf(line) }],
  )

/**
 * How two documents are recognised as the same event: equal columns; with `lines`, a common good and warehouse; with
 * `way`, a good moved between the same two warehouses.
 */
export type Sameness = readonly ('cage_id' | 'to_cage_id' | 'good_id' | 'count' | 'lines' | 'way')[]
