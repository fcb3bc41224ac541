import * as z from 'zod'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'
import { ofLines } from '../../../../shared/ledger/document'
import type { GoodKind } from '../../../goods/good.contract'
import { enteredColumns, goodsColumns, goodsLine, goodsRow } from '../../engine/goods-lines.contract'
import { linesOf, moment, note, operationKind } from '../../engine/operation.contract'

type Words = Pick<
  Parameters<typeof operationKind>[0],
  'path' | 'title' | 'journal' | 'plural' | 'ability' | 'reading' | 'changing' | 'area'
>

/** From one warehouse to another: each typed line is stored as two, an outgoing and an incoming one. */
const moveOf = (goodKind: GoodKind, words: Words) =>
  operationKind({
    ...words,
    kind: `${goodKind}_move`,
    inSentence: 'перемещение',
    icon: 'move',
    section: null,
    same: ['way'],
    movement: { type: 'move', title: 'Перемещение' },
    goodKind,
    fields: {
      ...moment,
      stock_id: f.id(),
      to_stock_id: f.id(),
      lines: linesOf({ good_id: f.id(), amount: f.amount() }),
      ...note,
    },
    row: z.object({ ...goodsRow, to_stock_id: z.number(), to_stock: z.string() }),
    filter: filterFields('stocks', 'goods'),
    columns: [
      ...goodsColumns.map((column) => (column.key === 'stock' ? { ...column, title: 'Со склада' } : column)),
      { key: 'to_stock', title: 'На склад', type: 'text' },
      ...enteredColumns,
    ],
    check: ({ stock_id, to_stock_id }): Record<string, string> =>
      stock_id === to_stock_id ? { to_stock_id: 'Выберите другой склад' } : {},
    document: ({ stock_id, to_stock_id, lines }) => ({
      stock_id,
      extra: { to_stock_id },
      lines: lines.flatMap((line) => [goodsLine('out', stock_id, line), goodsLine('in', to_stock_id, line)]),
    }),
    lineOf: (place) => place >> 1,
    expiredFirst: true,
    goods: ofLines,
  })

export const move = moveOf('good', {
  path: 'stock-moves',
  title: 'Перемещение',
  journal: 'Журнал перемещений',
  plural: 'Перемещения',
  ability: 'write stocks',
  reading: 'read stocks',
  area: 'warehouse',
})

export const workshopMove = moveOf('workshop_good', {
  path: 'workshop-moves',
  title: 'Перемещение продукции',
  journal: 'Журнал перемещений продукции',
  plural: 'Перемещения продукции',
  ability: 'access workshop',
  reading: 'access workshop',
  changing: 'access workshop',
  area: 'workshop',
})
