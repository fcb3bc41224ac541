import * as z from 'zod'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'
import { enteredColumns } from '../../engine/goods-lines.contract'
import { moment, note, operationKind } from '../../engine/operation.contract'
import { itemColumn, itemIn, itemLine, itemRef, ofOneItem } from '../items/items.contract'

/** What was done to an item, as free text: an overhaul, a check, a wash. It moves nothing. */
export const itemOperation = operationKind({
  ...ofOneItem,
  kind: 'item_operation',
  path: 'item-operations',
  title: 'Операция с изделием',
  inSentence: 'операция с изделием',
  journal: 'Журнал операций с изделиями',
  plural: 'Операции с изделиями',
  icon: 'gear',
  section: null,
  ability: 'write stocks',
  reading: 'read stocks',
  area: 'warehouse',
  fields: { ...moment, item_id: f.id(), operation_name: f.text(200), ...note },
  row: z.object({ ...itemRef, operation_name: z.string() }),
  filter: filterFields('items'),
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    itemColumn,
    { key: 'operation_name', title: 'Операция', type: 'text' },
    ...enteredColumns,
  ],
  document: ({ item_id, operation_name }) => ({
    extra: { operation_name },
    lines: [itemLine({ role: 'serviced', item_id })],
  }),
  typed: (document) => ({ item_id: itemIn(document) }),
})
