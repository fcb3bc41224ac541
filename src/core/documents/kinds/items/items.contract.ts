import * as z from 'zod'
import * as f from '../../../../shared/fields'
import type { Column } from '../../../../shared/columns'
import type { Document, DocumentLine } from '../../../../shared/ledger/document'
import { TYING } from '../../../goods/item.contract'
import { type Movement, kindWithoutJournal } from '../../engine/kind-rules.contract'
import { moment, note } from '../../engine/operation.contract'

/** An item is one piece, in millionths. */
const ONE = 1_000_000

const line = z.object({
  role: f.oneOf(['in', 'tied', 'untied']),
  item_id: f.id(),
  stock_id: f.id(),
  cage_id: f.optionalId(),
})

/** What is stored of a line. */
export const itemLine = (given: Pick<DocumentLine, 'role' | 'item_id'> & Partial<DocumentLine>): DocumentLine => ({
  stock_id: null,
  cage_id: null,
  ...given,
  good_id: null,
  amount: ONE,
  price: null,
})

/** Common to all documents about one item: its row, the journal's filter, the column. */
export const itemRef = { item_id: z.number(), item: z.string() }
/** Of those that name a warehouse. */
export const itemColumn: Column = { key: 'item', title: 'Изделие', type: 'text', fill: true }

/** The line's fields are fields of the document itself. */
export const ofOneItem = {
  lined: true,
  lineField: (_: number, column: string) => column,
} as const

/** The item of a stored document. */
export const itemIn = ({ lines }: Document) => lines?.find(({ item_id }) => item_id !== null)?.item_id ?? null

/** A document about items has a line for each; the line's role says what happens to the item. */
const ofItems = (kind: string, noun: string, movement: Movement) =>
  kindWithoutJournal({
    kind,
    inSentence: noun,
    movement,
    fields: { ...moment, lines: z.array(line), ...note },
    document: ({ lines }) => ({ lines: lines.map(itemLine) }),
    changes: 'goods',
  })

export const itemAdding = ofItems('item_adding', 'внесение изделия', {
  type: 'adding',
  title: 'Внесение',
  elsewhere: 'Удалите изделие на странице изделий',
})

/** Ties a net to a cage or unties it, depending on its line. */
export const tying = ofItems(TYING, 'смена дели', {
  type: 'tying',
  title: 'Установка в садок',
  byRole: { untied: { type: 'untying', title: 'Снятие с садка' } },
  elsewhere: 'Измените садок на главной странице',
})
