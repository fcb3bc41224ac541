import * as z from 'zod'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'
import { enteredColumns } from '../../engine/goods-lines.contract'
import { moment, note, operationKind } from '../../engine/operation.contract'
import { itemColumn, itemIn, itemLine, itemRef, ofOneItem } from '../items/items.contract'

/** Moves an item to another warehouse, from the one that its history says it is in. */
export const itemMove = operationKind({
  ...ofOneItem,
  kind: 'item_move',
  path: 'item-moves',
  title: 'Перемещение изделия',
  inSentence: 'перемещение изделия',
  journal: 'Журнал перемещений изделий',
  plural: 'Перемещения изделий',
  icon: 'move',
  section: null,
  ability: 'write stocks',
  reading: 'read stocks',
  area: 'warehouse',
  movement: { type: 'move', title: 'Перемещение' },
  fields: { ...moment, item_id: f.id(), to_stock_id: f.id(), ...note },
  row: z.object({
    ...itemRef,
    stock_id: z.number(),
    stock: z.string(),
    to_stock_id: z.number(),
    to_stock: z.string(),
  }),
  filter: filterFields('items', 'stocks'),
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    itemColumn,
    { key: 'stock', title: 'Со склада', type: 'text' },
    { key: 'to_stock', title: 'На склад', type: 'text' },
    ...enteredColumns,
  ],
  document: ({ item_id, to_stock_id }) => ({ lines: [itemLine({ role: 'in', item_id, stock_id: to_stock_id })] }),
  lineField: (_, column) => (column === 'stock_id' ? 'to_stock_id' : column),
  typed: (document) => ({
    item_id: itemIn(document),
    to_stock_id: document.lines?.find(({ role }) => role === 'in')?.stock_id ?? null,
  }),
})
