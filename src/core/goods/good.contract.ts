/** Goods (feed, medicine, …) and how much of each lies in each warehouse. Amounts in the good's own unit. */
import * as z from 'zod'
import { endpoint, ok } from '../../shared/contract'
import { saidShape } from '../../shared/say'
import type { Column } from '../../shared/columns'
import * as f from '../../shared/fields'
import { archiveCalls, rowFlags } from '../lists/library-kit.contract'

export const GOOD_TYPES = {
  feed: 'Корм',
  medicine: 'Препарат',
  gasoline: 'ГСМ',
  fish: 'Рыба',
  workshop: 'Для цеха',
} as const
/** Name of a measure and the label its volume takes in a form. */
export const MEASURES = {
  kg: { name: 'кг', volume: 'Вес' },
  liter: { name: 'л', volume: 'Объем' },
  piece: { name: 'шт', volume: 'Количество' },
} as const
const goodType = f.oneOf(['feed', 'medicine', 'gasoline', 'fish', 'workshop'])
const measure = f.oneOf(['kg', 'liter', 'piece'])

export const goodRow = z.object({
  id: z.number(),
  name: z.string(),
  type: goodType,
  type_translation: z.string(),
  measure,
  measure_name: z.string(),
  /** kg a piece, only for pieces */
  weight: z.number().nullable(),
  code: z.string().nullable(),
  /** warehouse id → amount now, without the empty ones */
  stocks_count: z.record(z.string(), z.number()),
  stock_names: z.string(),
  total: z.number(),
  ...rowFlags,
})
export type GoodRow = z.infer<typeof goodRow>

const fields = {
  name: f.text(200),
  type: goodType,
  measure,
  weight: f.optional(f.kilograms()),
  code: f.optionalText(50),
}
const area = 'warehouse'
/** good id → warehouse id → amount */
const amounts = z.record(z.string(), z.record(z.string(), z.number()))
const idName = z.array(z.object({ id: z.string(), name: z.string() }))

export const goodCalls = {
  /** a map by id, as the specification gives it */
  list: endpoint({
    method: 'GET',
    path: '/crud/good',
    reads: ['goods', 'lists'],
    ability: 'signed-in',
    area,
    summary: 'Расходники с остатками',
    input: z.object({ type: goodType.optional() }),
    answer: z.record(z.string(), goodRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/goods',
    ability: 'write stocks',
    area,
    summary: 'Создать расходник',
    input: z.object(fields),
    answer: goodRow,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/goods/{id}',
    ability: 'write stocks',
    area,
    summary: 'Изменить расходник',
    input: z.object({ id: f.id(), ...fields }),
    answer: goodRow,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/crud/good/{id}',
    ability: 'write stocks',
    area,
    summary: 'Удалить расходник',
    input: z.object({ id: f.id() }),
    answer: ok,
  }),
  archiving: archiveCalls({ model: 'good', title: 'Расходники', ability: 'write stocks', area }, goodRow),
  /** the adding of an amount into a warehouse; move and subtract come with the full warehouse */
  add: endpoint({
    method: 'POST',
    path: '/transact-good/{id}',
    ability: 'write stocks',
    area,
    summary: 'Внести расходник на склад',
    input: z.object({
      id: f.id(),
      stock: f.id(),
      count: f.amount(),
      date: f.day(),
      time: f.time(),
      price: f.optional(f.roubles()),
      waybill_number: f.optionalText(100),
      note: f.optionalText(2000),
    }),
    answer: z.object({ id: z.number(), good: goodRow }),
  }),
  transactions: endpoint({
    method: 'GET',
    path: '/transactions-data-for-good/{id}',
    reads: ['goods', 'lists'],
    ability: 'read stocks',
    area,
    summary: 'Движение расходника',
    input: z.object({ id: f.id(), start: f.instant('start').optional(), end: f.instant('end').optional() }),
    answer: z.array(
      z.object({
        id: z.number(),
        type: z.string(),
        type_translation: z.string(),
        date: z.string(),
        datetime: z.string(),
        stock_id: z.number(),
        stock: z.string(),
        count: z.number(),
        user_id: z.number().nullable(),
        user: z.string().nullable(),
        note: z.string().nullable(),
        cancelable: z.boolean(),
        cancel_hint: z.string().nullable(),
        said: saidShape.optional(),
      }),
    ),
  }),
  removeTransaction: endpoint({
    method: 'DELETE',
    path: '/transactions/{id}',
    ability: 'signed-in',
    area,
    summary: 'Удалить внесение',
    input: z.object({ id: f.id() }),
    answer: z.object({ good: goodRow }),
  }),
  types: endpoint({
    method: 'GET',
    path: '/good-types',
    reads: [],
    ability: 'signed-in',
    area,
    summary: 'Виды расходников',
    input: z.object({}),
    answer: idName,
  }),
  measures: endpoint({
    method: 'GET',
    path: '/good-measures',
    reads: [],
    ability: 'signed-in',
    area,
    summary: 'Единицы измерения',
    input: z.object({}),
    answer: idName,
  }),
  allAmounts: endpoint({
    method: 'GET',
    path: '/all-goods-amounts',
    reads: ['goods'],
    ability: 'signed-in',
    area,
    summary: 'Остатки расходников',
    input: z.object({}),
    answer: amounts,
  }),
  feedAmounts: endpoint({
    method: 'GET',
    path: '/all-feeds-amounts',
    reads: ['goods'],
    ability: 'signed-in',
    area,
    summary: 'Остатки кормов',
    input: z.object({}),
    answer: amounts,
  }),
  allStocks: endpoint({
    method: 'GET',
    path: '/all-stocks',
    reads: ['lists'],
    ability: 'signed-in',
    area,
    summary: 'Склады, открытые пользователю',
    input: z.object({}),
    answer: z.array(z.object({ id: z.number(), name: z.string(), archived: z.boolean() })),
  }),
}

export const goodColumns: Column[] = [
  { key: 'name', title: 'Расходник', type: 'text' },
  { key: 'type_translation', title: 'Вид', type: 'text', words: true },
  { key: 'weight', title: 'Вес штуки', type: 'number', unit: 'кг', optional: true },
  { key: 'stock_names', title: 'Склады', type: 'text', fill: true },
  { key: 'total', title: 'Остаток', type: 'amount' },
  { key: 'measure_name', title: 'Ед.', type: 'text', words: true },
  { key: 'code', title: 'Код', type: 'text' },
]
