/** Calls of the workshop besides those of its documents: batches, their products, and journals with names. */
import * as z from 'zod'
import { goodsAnswer, batchTransform, goodsTransform } from '../../core/documents/kinds/transform/transform.contract'
import { shipment } from '../../core/documents/kinds/shipment/shipment.contract'
import { batchRow } from '../../core/documents/kinds/withdrawal/batch.contract'
import { endpoint } from '../../shared/contract'
import type { Column } from '../../shared/columns'
import * as f from '../../shared/fields'
import { filterFields } from '../../shared/filters'

const workshop = { area: 'workshop', ability: 'access workshop' } as const

const movedLine = z.object({
  transactionable_id: z.number(),
  count: z.number(),
  stock_id: z.number(),
  good_name: z.string(),
  stock_name: z.string(),
  measure_name: z.string(),
  /** kg */
  weight: z.number(),
  /** «Филе 40 кг» */
  summary: z.string(),
})

/** A batch with what was made of it. */
export const batchDetails = batchRow.extend({
  status: z.enum(['new', 'transformed']),
  /** the document of its transformation */
  transform: z.object({ id: z.number() }).loose().nullable(),
  /** DD.MM.YYYY HH:mm */
  transformation_time: z.string().nullable(),
  transformator_user_name: z.string().nullable(),
  consumed_goods: z.array(movedLine),
  workshop_goods: z.array(movedLine),
  output_percent_list: z.array(z.object({ name: z.string(), percent: z.number().nullable() })),
  /** kg */
  workshop_goods_total: z.number(),
  total_percent: z.number().nullable(),
})
export type BatchDetails = z.infer<typeof batchDetails>

/** A line of a shipment. */
const shippedLine = z.object({
  id: z.number(),
  line: z.number(),
  time: z.string(),
  workshop_good_id: z.number(),
  workshop_good_name: z.string(),
  type_translation: z.string(),
  stock_from_name: z.string(),
  count: z.number(),
  measure_name: z.string(),
  /** kg */
  weight: z.number(),
  /** roubles for one unit and of the line */
  price: z.number().nullable(),
  cost: z.number().nullable(),
  counterparty: z.string().nullable(),
  waybill_number: z.string().nullable(),
  user_name: z.string().nullable(),
})

const pageOf = <R extends z.ZodType>(row: R) =>
  z.object({ rows: z.array(row), total: z.number(), footer: z.record(z.string(), z.number()) })

const period = { start: f.instant('start').optional(), end: f.instant('end').optional() }
const { date, time, consumable_goods, result_workshop_goods, note } = batchTransform.create.input.shape

export const workshopCalls = {
  batches: endpoint({
    ...workshop,
    method: 'GET',
    path: '/batches',
    reads: ['fish', 'goods', 'lists', 'places'],
    summary: 'Партии цеха за период',
    details: 'Без `page` ответ — все партии, не больше 10 000, с `page` — страница таблицы.',
    input: z.object({ ...period, stocks_id: f.idFilter(), batch_id: f.optionalId(), ...f.paging }),
    answer: z.union([z.array(batchDetails), pageOf(batchDetails)]),
  }),
  /** a line for each medicine of each position */
  batchPeriods: endpoint({
    ...workshop,
    method: 'GET',
    path: '/batches/{id}/periods',
    name: 'getBatchPeriods',
    reads: ['fish', 'goods', 'water', 'places', 'lists', 'people'],
    summary: 'Каренция рыбы партии: препараты, срок которых не вышел при подъёме',
    input: z.object({ id: f.id() }),
    answer: z.array(
      z.object({
        withdrawal_id: z.number(),
        cage: z.string(),
        medicine: z.string(),
        treated_on: z.string(),
        /** the first free day as it was foreseen then; null when that was too far to tell */
        free_on: z.string().nullable(),
      }),
    ),
  }),
  removeBatch: endpoint({
    ...workshop,
    method: 'DELETE',
    path: '/batches/{id}',
    summary: 'Удалить партию: переработка отменяется, подъёмы остаются без партии',
    input: z.object({ id: f.id() }),
    answer: z.object({ ok: z.literal(true) }),
  }),
  updateTransform: endpoint({
    ...workshop,
    method: 'POST',
    path: '/update-batch-transform',
    summary: 'Изменить переработку партии',
    input: z.object({ batch_id: f.id(), date, time, consumable_goods, result_workshop_goods, note }),
    answer: batchTransform.update.answer,
  }),
  cancelTransform: endpoint({
    ...workshop,
    method: 'POST',
    path: '/cancel-batch/{id}',
    summary: 'Отменить переработку партии',
    input: z.object({ id: f.id() }),
    answer: batchTransform.remove.answer,
  }),
  goodsTransforms: endpoint({
    ...workshop,
    method: 'GET',
    path: '/goods-transforms',
    reads: ['goods', 'lists'],
    summary: 'Переработка продукции за период: по id',
    details: 'Без `page` ответ — строки по их id, не больше 10 000, с `page` — страница журнала.',
    input: z.object({
      start: f.instant('start'),
      end: f.instant('end'),
      to_workshop_goods_ids: f.idFilter(),
      ...f.paging,
    }),
    answer: z.union([pageOf(goodsTransform.row), z.record(z.string(), goodsTransform.row)]),
  }),
  removeGoodsTransform: endpoint({
    ...workshop,
    method: 'DELETE',
    path: '/goods-transforms/{id}',
    summary: 'Отменить переработку продукции',
    input: z.object({ id: f.id() }),
    answer: z.object(goodsAnswer),
  }),
  shipping: endpoint({
    ...workshop,
    method: 'GET',
    path: '/workshop-goods/shipping/journal',
    reads: ['goods', 'lists'],
    summary: 'Отгрузки продукции за период, по строкам',
    input: z.object({
      start: f.instant('start'),
      end: f.instant('end'),
      ...filterFields('partners', 'stocks', 'shippedProducts', 'waybill'),
      ...f.paging,
    }),
    answer: z.union([z.array(shippedLine), pageOf(shippedLine.extend({ document: shipment.row }))]),
  }),
}

export const batchColumns: Column[] = [
  { key: 'number', title: 'Партия', type: 'number' },
  { key: 'datetime', title: 'Дата', type: 'datetime' },
  { key: 'stock_name', title: 'Склад', type: 'text', yields: true },
  { key: 'sum_entities_count', title: 'Рыба', type: 'count', unit: 'шт', footer: true, yields: true },
  { key: 'sum_entities_weight', title: 'Вес', type: 'amount', unit: 'кг', footer: true },
  { key: 'state', title: 'Состояние', type: 'text', words: true },
  { key: 'products', title: 'Получено', type: 'text', fill: true },
  { key: 'workshop_goods_total', title: 'Вес продукции', type: 'amount', unit: 'кг', footer: true },
  { key: 'total_percent', title: 'Выход', type: 'number', unit: '%' },
  { key: 'creator_user_name', title: 'Создал', type: 'text', optional: true },
  { key: 'transformator_user_name', title: 'Переработал', type: 'text', optional: true },
]
