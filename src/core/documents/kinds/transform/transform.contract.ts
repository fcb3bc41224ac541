/** Products of the workshop: made from a batch of fish, or from goods in warehouses. */
import * as z from 'zod'
import type { Column } from '../../../../shared/columns'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'
import { type Document, type DocumentLine, ofLines } from '../../../../shared/ledger/document'
import { goodRow } from '../../../goods/good.contract'
import { goodsLine, goodsLineRow } from '../../engine/goods-lines.contract'
import { moment, note, operationKind } from '../../engine/operation.contract'
import { batchRow } from '../withdrawal/batch.contract'

const amounts = z.record(z.string(), z.record(z.string(), z.number()))
/** Changed goods by id, with their amounts in all warehouses. */
export const goodsAnswer = {
  updated_goods: z.record(z.string(), goodRow),
  updated_workshop_goods: z.record(z.string(), goodRow),
  all_goods_amounts: amounts,
  all_workshop_goods_amounts: amounts,
}

const good = { good_id: f.id(), count: f.amount(), stock_id: f.id() }
const product = { workshop_good_id: f.id(), count: f.amount(), stock_id: f.id() }
const listOf = <L extends z.ZodRawShape>(line: L) =>
  z.array(z.object(line)).max(200, 'Не больше {{maximum}} строк в одном документе').optional().default([])

type GoodInput = z.output<z.ZodObject<typeof good>>
type ProductInput = z.output<z.ZodObject<typeof product>>

const consumed = ({ good_id, count, stock_id }: GoodInput) =>
  goodsLine('consumed', stock_id, { good_id, amount: count })
const ofProduct = (role: 'consumed' | 'made', { workshop_good_id, count, stock_id }: ProductInput) =>
  goodsLine(role, stock_id, { good_id: workshop_good_id, amount: count })

const asGood = ({ good_id, amount, stock_id }: DocumentLine) => ({ good_id, count: amount, stock_id })
const asProduct = ({ good_id, amount, stock_id }: DocumentLine) => ({
  workshop_good_id: good_id,
  count: amount,
  stock_id,
})

/** 'consumable_goods.2.count' for a stored line: the lists are stored one after another. */
function fieldIn(lists: readonly (readonly [name: string, length: number])[], place: number, column: string): string {
  const names: Record<string, string> = { amount: 'count' }
  let left = place
  for (const [name, length] of lists) {
    if (left < length) {
      const own = name.includes('workshop') && column === 'good_id' ? 'workshop_good_id' : (names[column] ?? column)
      return `${name}.${left}.${own}`
    }
    left -= length
  }
  return column
}

const linesWith = (document: Document, role: DocumentLine['role']) =>
  (document.lines ?? []).filter((line) => line.role === role)

const own = {
  /** consumed and produced goods, with the weight that counts for the yield */
  lines: z.array(goodsLineRow.extend({ weight: z.number(), kind: z.string() })),
  /** kg of all that went in and came out */
  total_input: z.number(),
  total_output: z.number(),
  /** yield in % of the input: of each product by name, and of all */
  output_percent: z.string(),
  total_percent: z.number().nullable(),
}

const outputColumns: Column[] = [
  { key: 'total_input', title: 'Исходный вес', type: 'amount', unit: 'кг', footer: true },
  { key: 'to', title: 'Получено', type: 'text', fill: true },
  { key: 'total_output', title: 'Вес продукции', type: 'amount', unit: 'кг', footer: true },
  { key: 'output_percent', title: 'Выход', type: 'text' },
  { key: 'total_percent', title: 'Общий выход', type: 'number', unit: '%' },
  { key: 'user', title: 'Пользователь', type: 'text', yields: true },
]

/** A batch of fish becomes products, with consumables. Each batch is processed once. */
export const batchTransform = operationKind({
  kind: 'batch_transform',
  path: 'transform-batch',
  title: 'Переработка партии',
  inSentence: 'переработка партии',
  journal: 'Переработка партий',
  plural: 'Переработка партий',
  icon: 'knife',
  section: null,
  area: 'workshop',
  ability: 'access workshop',
  reading: 'access workshop',
  changing: 'access workshop',
  movement: {
    type: 'batch_transform',
    title: 'Переработка партии',
    elsewhere: 'Отмените переработку на странице партий',
  },
  goodKind: { consumed: 'good', made: 'workshop_good' },
  lined: true,
  fields: {
    ...moment,
    batch_id: f.id(),
    consumable_goods: listOf(good),
    result_workshop_goods: listOf(product),
    ...note,
  },
  row: z.object({
    batch_id: z.number(),
    batch_name: z.string(),
    stock_id: z.number().nullable(),
    to: z.string(),
    ...own,
  }),
  answers: {
    batch: batchRow.nullish(),
    goods: z.record(z.string(), goodRow),
    goods_amounts: amounts,
    workshop_goods: z.record(z.string(), goodRow),
    workshop_goods_amounts: amounts,
  },
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    { key: 'batch_name', title: 'Партия', type: 'text' },
    ...outputColumns,
  ],
  check: ({ result_workshop_goods }): Record<string, string> =>
    result_workshop_goods.length === 0
      ? { result_workshop_goods: 'Выберите хотя бы одну единицу конечной продукции!' }
      : {},
  document: ({ batch_id, consumable_goods, result_workshop_goods }) => ({
    batch_id,
    lines: [...consumable_goods.map(consumed), ...result_workshop_goods.map((line) => ofProduct('made', line))],
  }),
  typed: (document) => ({
    consumable_goods: linesWith(document, 'consumed').map(asGood),
    result_workshop_goods: linesWith(document, 'made').map(asProduct),
  }),
  lineField: (place, column, document) => {
    const used = linesWith(document, 'consumed').length
    return fieldIn(
      [
        ['consumable_goods', used],
        ['result_workshop_goods', Infinity],
      ],
      place,
      column,
    )
  },
  goods: ofLines,
})

/** Goods and products become products. */
export const goodsTransform = operationKind({
  kind: 'goods_transform',
  path: 'transform-goods',
  title: 'Переработка продукции',
  inSentence: 'переработка продукции',
  journal: 'Журнал переработки',
  plural: 'Журнал переработки',
  icon: 'knife',
  section: null,
  area: 'workshop',
  ability: 'access workshop',
  reading: 'access workshop',
  changing: 'access workshop',
  movement: {
    type: 'goods_transform',
    title: 'Переработка продукции',
    elsewhere: 'Отмените в журнале переработки',
  },
  goodKind: { consumed: 'any', made: 'workshop_good' },
  lined: true,
  fields: {
    ...moment,
    from_goods: listOf(good),
    from_workshop_goods: listOf(product),
    to_workshop_goods: listOf(product),
    ...note,
  },
  row: z.object({
    stock_id: z.number().nullable(),
    goods_from: z.string(),
    workshop_goods_from: z.string(),
    to: z.string(),
    ...own,
  }),
  answers: goodsAnswer,
  filter: filterFields('madeProducts'),
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    { key: 'goods_from', title: 'Расходники', type: 'text', yields: true },
    { key: 'workshop_goods_from', title: 'Продукция', type: 'text' },
    ...outputColumns,
  ],
  check: ({ from_goods, from_workshop_goods, to_workshop_goods }): Record<string, string> => ({
    ...(from_goods.length + from_workshop_goods.length === 0 && {
      from_goods: 'Укажите хотя бы один используемые расходник или продукцию!',
    }),
    ...(to_workshop_goods.length === 0 && { to_workshop_goods: 'Укажите хотя бы одну конечную продукцию!' }),
  }),
  document: ({ from_goods, from_workshop_goods, to_workshop_goods }) => ({
    // consumed products look like consumed goods, so the length of the first list is stored
    extra: { from_goods_count: from_goods.length },
    lines: [
      ...from_goods.map(consumed),
      ...from_workshop_goods.map((line) => ofProduct('consumed', line)),
      ...to_workshop_goods.map((line) => ofProduct('made', line)),
    ],
  }),
  typed: (document) => {
    const used = linesWith(document, 'consumed')
    const border = Number(document.extra?.from_goods_count ?? used.length)
    return {
      from_goods: used.slice(0, border).map(asGood),
      from_workshop_goods: used.slice(border).map(asProduct),
      to_workshop_goods: linesWith(document, 'made').map(asProduct),
    }
  },
  lineField: (place, column, document) => {
    const used = linesWith(document, 'consumed').length
    const border = Number(document.extra?.from_goods_count ?? used)
    const lists = [
      ['from_goods', border],
      ['from_workshop_goods', used - border],
      ['to_workshop_goods', Infinity],
    ] as const
    return fieldIn(lists, place, column)
  },
  goods: ofLines,
})
