/**
 * A document: what a person entered, one row of `operations`. Which columns it has beside its kind and its moment is
 * said here once; the columns that effects are made from, references, the history of edits and what is empty in a new
 * one follow from it. Weights in milligrams, volume, rate and amounts in millionths of the unit, price and payment in
 * kopecks.
 */
import type { Column } from '../columns'
import type { GroupRef } from './fold'

/** The columns that an effect is made from: it reads nothing else. */
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
}

export interface Document extends LedgerRow {
  moves_fish: boolean
  reason: string | null
  good_id: number | null
  stock_id: number | null
  volume: number | null
  rate: number | null
  appetite: number | null
  price: number | null
  payment: number | null
  counterparty_id: number | null
  employee_id: number | null
  /** what was paid for */
  name: string | null
  spending_category_id: number | null
  workshop_weight: number | null
  batch_id: number | null
  note: string | null
  extra: Record<string, unknown> | null
  user_id: number | null
  /** the administrator who sent it for whoever recorded it */
  sent_by: number | null
  /** the name of whoever recorded it, where their account was deleted since */
  recorded_by: string | null
  /** rows of operation_lines, in their order; null for kinds that have none */
  lines: DocumentLine[] | null
}

/** What happens to the good or item of a line; a net is tied to a cage, what is serviced stays where it is. */
export type LineRole = 'in' | 'out' | 'made' | 'consumed' | 'refill' | 'tied' | 'untied' | 'serviced' | 'counted'

/** What comes into the warehouse of its line; the others go out of it. */
export const ENTERS: ReadonlySet<LineRole> = new Set(['in', 'made'])

/** One good or one item of a document, in a warehouse. */
export interface DocumentLine {
  role: LineRole
  good_id: number | null
  item_id: number | null
  /** the one that a tied net leaves or that an untied one returns to */
  stock_id: number | null
  /** of a net that is tied or untied; null too once the cage is deleted */
  cage_id?: number | null
  amount: number
  /** for one unit, with VAT */
  price: number | null
  /** of what is received: the maker's lot, and the last day it is good, 'YYYY-MM-DD' */
  lot?: string | null
  best_before?: string | null
}

/** What no kind sets: what it is, when, and whose. */
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

export interface ContentField {
  /** what a stored whole number is counted in; plain unless said */
  unit?: 'mg' | 'millionths' | 'kopecks'
  names?: NamedReference
  /** words for stored codes */
  words?: Record<string, string>
  /** effects are made from it */
  ledger?: true
  /** how the history of edits tells it; it is not told without one */
  column?: Column
}

const SELECTION = { graded: 'отсортированная', representative: 'обычная, как вся группа' }

/** In the order in which changes of them are told. */
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
  volume: { unit: 'millionths', column: { key: 'volume', title: 'Количество', type: 'amount' } },
  rate: { unit: 'millionths', column: { key: 'rate', title: 'Норма', type: 'amount', unit: '%' } },
  appetite: { column: { key: 'appetite', title: 'Аппетит', type: 'number' } },
  reason: { names: 'reason', column: { key: 'reason', title: 'Причина', type: 'text' } },
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
  price: { unit: 'kopecks', column: { key: 'price', title: 'Цена за кг', type: 'money' } },
  payment: { unit: 'kopecks', column: { key: 'payment', title: 'Оплачено', type: 'money' } },
  batch_id: { names: 'batch' },
  note: { column: { key: 'note', title: 'Примечание', type: 'text' } },
  extra: {},
}

/** The columns of a document, beside its kind, its moment and who entered it. */
export const contentKeys = Object.keys(CONTENT) as (keyof typeof CONTENT)[]

/** A new document that nothing has been typed into. */
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
  /** 0 where it was counted: the ledger says what that changes */
  amount: number
  /** what lies there from then on */
  counted?: number
}

/** The document's volume leaves its warehouse. */
export const takenFrom = ({ good_id, stock_id, volume }: Document): GoodsLine[] =>
  good_id === null || stock_id === null || volume === null ? [] : [{ good: good_id, stock: stock_id, amount: -volume }]

const amountOf = ({ role, amount }: DocumentLine): Pick<GoodsLine, 'amount' | 'counted'> =>
  role === 'counted' ? { amount: 0, counted: amount } : { amount: ENTERS.has(role) ? amount : -amount }

/** What its lines put into warehouses and take out of them, or count there. */
export const ofLines = ({ lines }: Document): GoodsLine[] =>
  (lines ?? []).flatMap((line) =>
    line.good_id === null || line.stock_id === null
      ? []
      : [{ good: line.good_id, stock: line.stock_id, ...amountOf(line) }],
  )

/**
 * Columns in which two documents are the same thing done; `lines`: a good of a warehouse stands in both, `way`: a good
 * goes from the same warehouse to the same.
 */
export type Sameness = readonly ('cage_id' | 'to_cage_id' | 'good_id' | 'count' | 'lines' | 'way')[]
