import * as z from 'zod'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'
import { ofLines } from '../../../../shared/ledger/document'
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

const line = { good_id: f.id(), amount: f.amount(), price: f.optional(f.roubles()) }

/** Products of the workshop leave the farm, with counterparty, waybill and price. */
export const shipment = operationKind({
  kind: 'workshop_good_shipping',
  path: 'shipments',
  title: 'Отгрузка',
  inSentence: 'отгрузка',
  journal: 'Журнал отгрузок',
  plural: 'Отгрузки',
  icon: 'lift',
  section: null,
  area: 'workshop',
  ability: 'access workshop',
  reading: 'access workshop',
  changing: 'access workshop',
  movement: { type: 'ship', title: 'Отгрузка', elsewhere: 'Отмените в журнале отгрузок' },
  goodKind: 'workshop_good',
  fields: { ...moment, stock_id: f.id(), ...waybill, lines: linesOf(line), ...note },
  row: z.object({ ...goodsRow, ...waybillRow }),
  filter: filterFields('partners', 'stocks', 'goods', 'waybill'),
  filterTitles: { partners: 'Покупатель' },
  columns: [
    ...goodsColumns.map((column) => (column.key === 'goods' ? { ...column, title: 'Продукция' } : column)),
    ...waybillColumns,
    ...enteredColumns,
  ],
  document: ({ stock_id, lines, ...given }) => ({
    stock_id,
    ...waybillOf(given),
    lines: lines.map((line) => goodsLine('out', stock_id, line)),
  }),
  goods: ofLines,
})
