import * as z from 'zod'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'
import { takenFrom } from '../../../../shared/ledger/document'
import { enteredColumns } from '../../engine/goods-lines.contract'
import { moment, note, operationKind } from '../../engine/operation.contract'
import { itemColumn, itemIn, itemLine, itemRef, ofOneItem } from '../items/items.contract'

/** Fuel from a warehouse into an item. The good is in the document's own columns, the item in its line. */
export const refill = operationKind({
  ...ofOneItem,
  kind: 'refill',
  path: 'refills',
  title: 'Заправка',
  inSentence: 'заправка',
  journal: 'Журнал заправок',
  plural: 'Заправки',
  icon: 'fuel',
  section: null,
  ability: 'write stocks',
  reading: 'read stocks',
  area: 'warehouse',
  movement: { type: 'refill', title: 'Заправка' },
  fields: { ...moment, item_id: f.id(), good_id: f.id(), stock_id: f.id(), volume: f.amount(), ...note },
  row: z.object({
    ...itemRef,
    good_id: z.number(),
    good: z.string(),
    measure: z.string(),
    stock_id: z.number(),
    stock: z.string(),
    volume: z.number(),
  }),
  filter: filterFields('items', 'stocks', 'goods'),
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    itemColumn,
    { key: 'good', title: 'Топливо', type: 'text' },
    { key: 'volume', title: 'Количество', type: 'amount', footer: true },
    { key: 'measure', title: 'Ед.', type: 'text', words: true },
    { key: 'stock', title: 'Склад', type: 'text' },
    ...enteredColumns,
  ],
  goodType: 'gasoline',
  document: ({ item_id, good_id, stock_id, volume }) => ({
    good_id,
    stock_id,
    volume,
    lines: [itemLine({ role: 'refill', item_id })],
  }),
  typed: (document) => ({ item_id: itemIn(document) }),
  goods: takenFrom,
})
