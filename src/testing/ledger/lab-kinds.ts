/** Two kinds of documents with lines that only tests have: a receipt, and a move from one warehouse into another. */
import * as z from 'zod'
import * as f from '../../shared/fields'
import { ofLines } from '../../shared/ledger/document'
import { toUnits } from '../../shared/numbers'
import { kindServer } from '../../core/documents/engine/document.server'
import { linesOf, moment, note, operationKind } from '../../core/documents/engine/operation.contract'
import { operationRoutes } from '../../core/documents/engine/write/operations.server'
import type { Registry } from '../../core/documents/engine/write/posting.server'
import { previewRoutes } from '../../core/documents/engine/write/preview.server'
import { restoreRoute } from '../../core/documents/restore.server'
import { registry } from '../../core/documents/kinds/kinds.server'

const lineRow = z.object({ good_id: z.number(), good: z.string(), amount: z.number(), price: z.number().nullable() })

export const receiptContract = operationKind({
  kind: 'lab_receipt',
  path: 'lab-receipts',
  title: 'Приход',
  inSentence: 'приход',
  journal: 'Журнал приходов',
  plural: 'Приходы',
  icon: 'box',
  section: null,
  ability: 'write stocks',
  fields: {
    ...moment,
    stock_id: f.id(),
    waybill: f.optionalText(100),
    lines: linesOf({ good_id: f.id(), amount: f.amount(), price: f.optional(f.roubles()) }),
    ...note,
  },
  row: z.object({ stock_id: z.number(), stock: z.string(), waybill: z.string(), lines: z.array(lineRow) }),
  columns: [],
  document: ({ stock_id, waybill, lines }) => ({
    stock_id,
    extra: { waybill },
    lines: lines.map((line) => ({ ...line, role: 'in' as const, item_id: null, stock_id })),
  }),
  goods: ofLines,
})

/** From one warehouse into another: each typed line is stored as what goes out and what comes in. */
export const moveContract = operationKind({
  kind: 'lab_move',
  path: 'lab-moves',
  title: 'Перемещение',
  inSentence: 'перемещение',
  journal: 'Журнал перемещений',
  plural: 'Перемещения',
  icon: 'box',
  section: null,
  ability: 'write stocks',
  fields: { ...moment, stock_id: f.id(), to_stock_id: f.id(), lines: linesOf({ good_id: f.id(), amount: f.amount() }) },
  row: z.object({ lines: z.array(z.object({ good: z.string(), stock: z.string(), amount: z.number() })) }),
  columns: [],
  document: ({ stock_id, to_stock_id, lines }) => ({
    stock_id,
    extra: { to_stock_id },
    lines: lines.flatMap((line) => {
      const one = { ...line, item_id: null, price: null }
      return [
        { ...one, role: 'out' as const, stock_id },
        { ...one, role: 'in' as const, stock_id: to_stock_id },
      ]
    }),
  }),
  lineOf: (place) => place >> 1,
  goods: ofLines,
})

const move = kindServer({
  contract: moveContract,
  footer: 'document',
  reads: ['lines'],
  row: (row) => ({
    lines: row.lines?.map(({ good, stock, amount }) => ({ good, stock, amount: toUnits(amount) })),
  }),
})

const receipt = kindServer({
  contract: receiptContract,
  footer: 'document',
  reads: ['stock', 'lines'],
  row: (row) => ({
    stock_id: row.stock_id,
    stock: row.stock,
    waybill: row.extra?.waybill,
    lines: row.lines?.map(({ good_id, good, amount, price }) => ({
      good_id,
      good,
      amount: toUnits(amount),
      price: price === null ? null : price / 100,
    })),
  }),
})

export const labKinds = new Map([receipt, move].map((kind) => [kind.contract.kind, kind]))
const labRegistry: Registry = {
  ...registry,
  kindInSentence: (kind) => labKinds.get(kind)?.contract.inSentence ?? registry.kindInSentence(kind),
  rowOf: (kind) => labKinds.get(kind)?.row ?? registry.rowOf(kind),
}
export const labRoutes = [receipt, move].flatMap((kind) => [
  ...operationRoutes(kind, labRegistry),
  ...previewRoutes(kind, labRegistry),
  restoreRoute(kind, labRegistry),
])
