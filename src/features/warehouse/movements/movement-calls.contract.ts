/** The specification's calls about movements of goods and items. */
import * as z from 'zod'
import { endpoint, nothing } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { goodRow, movementRow } from '../../../core/goods/good.contract'
import { itemRow } from '../../../core/goods/item.contract'
import { itemOperation } from '../../../core/documents/kinds/item-operation/item-operation.contract'

const area = 'warehouse'
const named = z.array(z.object({ id: z.string(), name: z.string() }))
const when = { date: f.day(), time: f.time(), note: f.optionalText(2000) }
/** The item of the path once more, as the specification sends it. */
const ofItem = { id: f.id(), item_id: f.optionalId() }

export const movementCalls = {
  list: endpoint({
    method: 'GET',
    path: '/transactions-data-for-{type}/{id}',
    name: 'getTransactions',
    reads: ['goods', 'lists', 'places'],
    // the required ability depends on whose movements they are
    ability: 'signed-in',
    area,
    summary: 'Движение расходника, продукции цеха или изделия',
    input: z.object({
      type: f.oneOf(['good', 'workshop_good', 'item']),
      id: f.id(),
      start: f.instant('start').optional(),
      end: f.instant('end').optional(),
      /** what came to or went from one of them */
      stocks_id: f.idFilter(),
      /** a code word of `/operation-types` */
      operation_type: f.optionalText(40),
      ...f.paging,
    }),
    answer: z.union([
      z.array(movementRow),
      z.object({ rows: z.array(movementRow), total: z.number(), footer: z.record(z.string(), z.number()) }),
    ]),
  }),
  moveItem: endpoint({
    method: 'POST',
    path: '/transact-existing-item/{id}',
    ability: 'write stocks',
    area,
    summary: 'Переместить изделие на другой склад',
    input: z.object({ ...ofItem, stock: f.id(), ...when }),
    answer: z.object({ id: z.number(), item: itemRow }),
  }),
  refillItem: endpoint({
    method: 'POST',
    path: '/refill-item/{id}',
    ability: 'write stocks',
    area,
    summary: 'Заправить изделие',
    input: z.object({ ...ofItem, good_id: f.id(), stock_from: f.id(), count: f.amount(), ...when }),
    answer: z.object({ id: z.number(), item: itemRow, good: goodRow }),
  }),
  operations: endpoint({
    method: 'GET',
    path: '/custom-item-operations/{id}',
    reads: ['fish', 'goods', 'lists'],
    ability: 'read stocks',
    area,
    summary: 'Операции с изделием, последние первыми',
    input: z.object({ id: f.id() }),
    answer: z.array(itemOperation.row),
  }),
  addOperation: endpoint({
    method: 'POST',
    path: '/custom-item-operation/{id}',
    ability: 'write stocks',
    area,
    summary: 'Записать операцию с изделием',
    // without a time it was done at this time of the day
    input: z.object({ ...ofItem, operation_name: f.text(200), ...when, time: f.optional(f.time()) }),
    answer: itemOperation.row,
  }),
  types: endpoint({
    method: 'GET',
    path: '/operation-types',
    reads: [],
    ability: 'signed-in',
    area,
    summary: 'Виды движений: код и название',
    input: nothing,
    answer: z.record(z.string(), z.string()),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/storing-settings',
    reads: [],
    ability: 'signed-in',
    area,
    summary: 'Что хранят на складах: виды, единицы, состояния и виды движений',
    input: nothing,
    answer: z.object({
      good: z.object({ types: named, measures: named }),
      workshop_good: z.object({ types: named, measures: named }),
      item: z.object({
        types: named,
        conditions: named,
        /** the types that are refilled */
        refilled: z.array(z.string()),
      }),
      operation_types: z.record(z.string(), z.string()),
    }),
  }),
}
