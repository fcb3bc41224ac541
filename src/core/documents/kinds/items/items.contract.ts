import * as z from 'zod'
import * as f from '../../../../shared/fields'
import type { DocumentLine } from '../../../../shared/ledger/document'
import { TYING } from '../../../goods/item.contract'
import { quietKind } from '../../engine/facts.contract'
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
export const itemLine = (given: z.output<typeof line>): DocumentLine => ({
  ...given,
  good_id: null,
  amount: ONE,
  price: null,
})

/** A document about items: a line for each, and what happens to it is the line's role. */
const ofItems = (kind: string, noun: string) =>
  quietKind({
    kind,
    noun,
    fields: { ...moment, lines: z.array(line), ...note },
    document: ({ lines }) => ({ lines: lines.map(itemLine) }),
    changes: 'goods',
  })

export const itemAdding = ofItems('item_adding', 'внесение изделия')

/** A net is tied to a cage, or untied from it: whichever its line says. */
export const tying = ofItems(TYING, 'смена дели')
