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

/** Goods leave a warehouse without a recipient: spoilt, spilt, or used other than for fish. */
const writeOffOf = (goodKind: GoodKind, words: Words) =>
  operationKind({
    ...words,
    kind: `${goodKind}_subtracting`,
    inSentence: 'списание',
    icon: 'minus',
    section: null,
    movement: { type: 'subtracting', title: 'Списание' },
    goodKind,
    fields: { ...moment, stock_id: f.id(), lines: linesOf({ good_id: f.id(), amount: f.amount() }), ...note },
    row: z.object(goodsRow),
    filter: filterFields('stocks', 'goods'),
    columns: [...goodsColumns, ...enteredColumns],
    document: ({ stock_id, lines }) => ({
      stock_id,
      lines: lines.map((line) => goodsLine('out', stock_id, line)),
    }),
    goods: ofLines,
    expiredFirst: true,
  })

export const writeOff = writeOffOf('good', {
  path: 'write-offs',
  title: 'Списание',
  journal: 'Журнал списаний',
  plural: 'Списания',
  ability: 'write stocks',
  reading: 'read stocks',
  area: 'warehouse',
})

export const workshopWriteOff = writeOffOf('workshop_good', {
  path: 'workshop-write-offs',
  title: 'Списание продукции',
  journal: 'Журнал списаний продукции',
  plural: 'Списания продукции',
  ability: 'access workshop',
  reading: 'access workshop',
  changing: 'access workshop',
  area: 'workshop',
})
