/** How a stored change is shown: its fields, their units and names. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { CONTENT, type ContentField, type LineRole } from '../../../shared/ledger/document'
import type { LibraryName } from '../../lists/library.contract'
import { VAT_RATES } from '../../goods/vat.contract'

/** Tables that ids refer to, besides those of documents. */
export type ReferenceTarget =
  NonNullable<ContentField['names']> | LibraryName | 'user' | 'feed_calc' | 'role' | 'external_user' | 'company'

/** A field of any table, described like a column of a document. */
export interface LoggedField {
  column: Column
  /** unit of a stored whole number; plain when absent */
  unit?: ContentField['unit'] | 'tenths' | 'hundredths'
  names?: ReferenceTarget
  /** it is this part of the stored value */
  within?: string
  /** words for stored codes */
  words?: Record<string, string>
  /** a list of which only additions and removals are shown */
  set?: true
  /** its name in a row of lists, where the audit log keeps such rows */
  shown?: string
}
export type LoggedFields = Readonly<Record<string, LoggedField>>

/** What stands beside the columns of a document. */
const EXTRA: LoggedFields = {
  to_stock_id: { names: 'stock', column: { key: 'to_stock', title: 'На склад', type: 'text' } },
  origin: { column: { key: 'origin', title: 'Откуда завезена', type: 'text' } },
  condition: { column: { key: 'condition', title: 'Состояние рыбы', type: 'text' } },
  operation_name: { column: { key: 'operation_name', title: 'Операция', type: 'text' } },
  waybill_number: { column: { key: 'waybill_number', title: 'Накладная', type: 'text' } },
  act_number: { column: { key: 'act_number', title: 'Номер акта', type: 'text' } },
  waybill_date: { column: { key: 'waybill_date', title: 'Дата накладной', type: 'day' } },
  vat_rate: {
    words: Object.fromEntries(VAT_RATES.map((rate) => [rate, `${rate} %`])),
    column: { key: 'vat_rate', title: 'НДС', type: 'text' },
  },
  // of the audit line alone: the document is its person's
  proposed_by: { column: { key: 'proposed_by', title: 'Предложено помощником', type: 'text' } },
}

const AT: LoggedField = { column: { key: 'datetime', title: 'Время', type: 'datetime' } }
const contentFields = Object.entries(CONTENT).flatMap(([key, field]) =>
  field.column ? [[key, { ...field, column: field.column }] as const] : [],
)

/** The fields of a document, in the order they are shown. */
export const documentFields: LoggedFields = { at: AT, ...Object.fromEntries(contentFields), ...EXTRA }

/** What is shown of a document's line besides its amount, and of a line with an item. */
export const LINE_COLUMNS: readonly Column[] = [
  { key: 'line', title: 'Строка', type: 'amount' },
  { key: 'line_price', title: 'Цена', type: 'money' },
]

/** A good's minimum in a warehouse is shown like a line. */
export const ROLE_WORDS: Record<LineRole | 'minimum', string> = {
  in: 'Приход',
  out: 'Расход',
  made: 'Получено',
  consumed: 'Израсходовано',
  refill: 'Заправка',
  tied: 'Поставлено в садок',
  untied: 'Снято с садка',
  serviced: 'Обслужено',
  counted: 'Посчитано',
  minimum: 'Минимальный остаток',
}

const scalar = z.union([z.number(), z.string(), z.boolean()])
const value = z.union([scalar, z.array(scalar), z.null()])
export type LoggedValue = z.infer<typeof value>

/** A changed field; equal values on both sides only identify the row. */
export const fieldChange = z.object({
  /** the key of its column */
  field: z.string(),
  /** the good or the item of a line, and its role */
  subject: z.string().optional(),
  role: z.string().optional(),
  /** of an amount of goods; else the column says it */
  unit: z.string().optional(),
  before: value,
  after: value,
})
export type FieldChange = z.infer<typeof fieldChange>
