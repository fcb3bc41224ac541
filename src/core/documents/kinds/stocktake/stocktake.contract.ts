/** The amounts counted in a warehouse. They hold from that moment on, even if something is entered before it later. */
import * as z from 'zod'
import { endpoint } from '../../../../shared/contract'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'
import { ofLines } from '../../../../shared/ledger/document'
import { MILLIONTHS, mulDiv } from '../../../../shared/numbers'
import { enteredColumns, goodsLine } from '../../engine/goods-lines.contract'
import { linesOf, moment, note, operationKind } from '../../engine/operation.contract'

/** More lines than other documents: a sheet lists everything in a warehouse. */
const MAX_LINES = 1000

const line = { good_id: f.id(), amount: f.amountFromZero() }

const countedLine = z.object({
  good_id: z.number(),
  good: z.string(),
  kind: z.string(),
  measure_name: z.string(),
  /** what was counted */
  amount: z.number(),
  /** the book amount by the current documents */
  book: z.number(),
  /** more (+) or less (−) was there */
  difference: z.number(),
  /**
   * roubles of the difference, with its sign; null when there is none, or its cost is unknown or hidden from the user
   */
  difference_cost: z.number().nullable(),
})
export type CountedLine = z.infer<typeof countedLine>

const KOPECK_OF_MILLIONTHS = (MILLIONTHS * MILLIONTHS) / 100

/** Kopecks of millionths of a good, from its unit cost in roubles. */
export const differenceCost = (difference: number, unit_cost: number): number =>
  Math.sign(difference) * mulDiv(Math.abs(difference), Math.round(unit_cost * MILLIONTHS), KOPECK_OF_MILLIONTHS)

/** Field of the second of two lines about one good → why it is refused. */
function repeated(lines: { good_id: number }[]): Record<string, string> {
  const place = lines.findIndex(({ good_id }, index) => lines.findIndex((one) => one.good_id === good_id) < index)
  return place < 0 ? {} : { [`lines.${place}.good_id`]: 'Уже есть в другой строке' }
}

export const stocktake = operationKind({
  kind: 'stocktake',
  same: ['lines'],
  path: 'stocktakes',
  title: 'Инвентаризация',
  inSentence: 'инвентаризация',
  journal: 'Журнал инвентаризаций',
  plural: 'Инвентаризации',
  icon: 'list',
  section: null,
  area: 'warehouse',
  ability: 'write stocks',
  reading: 'read stocks',
  movement: {
    type: 'stocktake',
    title: 'Инвентаризация',
    elsewhere: 'Отмените в журнале инвентаризаций',
  },
  goodKind: { counted: 'any' },
  fields: { ...moment, stock_id: f.id(), lines: linesOf(line, MAX_LINES), ...note },
  row: z.object({
    stock_id: z.number(),
    stock: z.string(),
    lines: z.array(countedLine),
    /** how many goods were counted, and how many of them differ */
    lines_count: z.number(),
    differing: z.number(),
    /** «Соль +1,5 кг, Корм −20 кг» */
    differences: z.string(),
    /** roubles of shortages and of surpluses; null when no cost is known */
    shortage: z.number().nullable(),
    surplus: z.number().nullable(),
  }),
  filter: filterFields('stocks', 'goods'),
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    { key: 'stock', title: 'Склад', type: 'text' },
    { key: 'lines_count', title: 'Позиций', type: 'count' },
    { key: 'differing', title: 'Расхождений', type: 'count' },
    { key: 'differences', title: 'Излишки и недостачи', type: 'text', fill: true },
    { key: 'shortage', title: 'Недостача', type: 'money', footer: true, unsorted: true },
    { key: 'surplus', title: 'Излишек', type: 'money', footer: true, unsorted: true },
    ...enteredColumns,
  ],
  check: ({ lines }) => repeated(lines),
  document: ({ stock_id, lines }) => ({
    stock_id,
    lines: lines.map((line) => goodsLine('counted', stock_id, line)),
  }),
  goods: ofLines,
})

/** The sheet for counting: everything that is or ever was in a warehouse, with book amounts at an instant. */
export const sheetCall = endpoint({
  method: 'GET',
  path: '/stock-sheet',
  reads: ['goods', 'lists'],
  ability: 'write stocks',
  area: 'warehouse',
  summary: 'Лист инвентаризации: что лежит на складе по учёту на момент времени',
  input: z.object({ stock_id: f.id(), ...moment, except_id: f.optionalId() }),
  answer: z.array(
    z.object({
      good_id: z.number(),
      good: z.string(),
      kind: f.oneOf(['good', 'workshop_good']),
      type_translation: z.string(),
      measure_name: z.string(),
      code: z.string().nullable(),
      book: z.number(),
      /**
       * roubles a unit by receipts up to the end of that day, 6 decimals; null while there is none in stock, and for
       * users who may not see values
       */
      unit_cost: z.number().nullable(),
    }),
  ),
})
export type SheetRow = z.infer<(typeof sheetCall)['answer']>[number]
