import * as z from 'zod'
import type { Column } from '../../../../shared/columns'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'
import { ofLines } from '../../../../shared/ledger/document'
import type { GoodKind } from '../../../goods/good.contract'
import {
  enteredColumns,
  goodsColumns,
  goodsLine,
  goodsRow,
  waybill,
  waybillColumns,
  waybillOf,
  waybillRow,
} from '../../engine/goods-lines.contract'
import { linesOf, moment, note, operationKind } from '../../engine/operation.contract'

const line = {
  good_id: f.id(),
  amount: f.amount(),
  price: f.optional(f.roubles()),
  lot: f.optionalText(100),
  best_before: f.optional(f.day()),
}

type Words = Pick<
  Parameters<typeof operationKind>[0],
  'path' | 'title' | 'journal' | 'plural' | 'ability' | 'reading' | 'changing' | 'area'
>

const actColumn: Column = { key: 'act_number', title: 'Номер акта', type: 'text', optional: true }

/** Goods come into a warehouse from outside, with or without a waybill. */
const receiptOf = (goodKind: GoodKind, words: Words) =>
  operationKind({
    ...words,
    kind: `${goodKind}_adding`,
    inSentence: 'приход',
    icon: 'box',
    section: null,
    movement: { type: 'adding', title: 'Внесение' },
    goodKind,
    fields: { ...moment, stock_id: f.id(), ...waybill, act_number: f.optionalText(20), lines: linesOf(line), ...note },
    // of the act of acceptance
    row: z.object({ ...goodsRow, ...waybillRow, act_number: z.string().nullable() }),
    filter: filterFields('partners', 'stocks', 'goods', 'waybill'),
    columns: [...goodsColumns, ...waybillColumns, actColumn, ...enteredColumns],
    document: ({ stock_id, lines, ...given }) => ({
      stock_id,
      ...waybillOf(given),
      lines: lines.map((line) => goodsLine('in', stock_id, line)),
    }),
    goods: ofLines,
  })

export const receipt = receiptOf('good', {
  path: 'receipts',
  title: 'Приход',
  journal: 'Журнал приходов',
  plural: 'Приходы',
  ability: 'write stocks',
  reading: 'read stocks',
  area: 'warehouse',
})

export const workshopReceipt = receiptOf('workshop_good', {
  path: 'workshop-receipts',
  title: 'Приход продукции',
  journal: 'Журнал прихода продукции',
  plural: 'Приходы продукции',
  ability: 'access workshop',
  reading: 'access workshop',
  changing: 'access workshop',
  area: 'workshop',
})
