/** The list of operation kinds, second of three: what the server needs of each. */
import type { Document } from '../../../shared/ledger/document'
import type { Reading } from '../../../server/db/ledger/check'
import type { StockLine } from '../../../server/db/ledger/stock-lines'
import { categoryChange } from './category-change/category-change.server'
import { closeOut } from './close-out/close-out.server'
import { correction } from './correction/correction.server'
import type { DocumentKind, KindServer } from '../engine/document.server'
import { feeding } from './feeding/feeding.server'
import { effectOf, rulesOf, type KindName } from './kinds.contract'
import { itemMove } from './item-move/item-move.server'
import { itemOperation } from './item-operation/item-operation.server'
import { itemAdding, tying } from './items/items.server'
import { move, workshopMove } from './move/move.server'
import { note } from './note/note.server'
import { receipt, workshopReceipt } from './receipt/receipt.server'
import { refill } from './refill/refill.server'
import { type Registry, stockLinesOf } from '../engine/write/posting.server'
import { retreat } from './retreat/retreat.server'
import { shipment } from './shipment/shipment.server'
import { spending } from './spending/spending.server'
import { stocking } from './stocking/stocking.server'
import { stocktake } from './stocktake/stocktake.server'
import { batchTransform, goodsTransform } from './transform/transform.server'
import { transfer } from './transfer/transfer.server'
import { treatment } from './treatment/treatment.server'
import { weighing } from './weighing/weighing.server'
import { checkBatches } from './withdrawal/check-batches.server'
import { withdrawal } from './withdrawal/withdrawal.server'
import { workshopWriteOff, writeOff } from './write-off/write-off.server'

export const kindServers: Record<KindName, KindServer> = {
  feeding,
  treatment,
  retreat,
  weighing,
  transfer,
  withdrawal,
  stocking,
  correction,
  closeOut,
  note,
  receipt,
  writeOff,
  move,
  stocktake,
  refill,
  itemMove,
  itemOperation,
  workshopReceipt,
  workshopWriteOff,
  workshopMove,
  shipment,
  batchTransform,
  goodsTransform,
  spending,
}

const documentKinds: ReadonlyMap<string, DocumentKind> = new Map(
  [...Object.values(kindServers), categoryChange, itemAdding, tying].map((kind) => [kind.contract.kind, kind]),
)

const nounOf = (kind: string) => rulesOf.get(kind)?.inSentence ?? kind

export const registry: Registry = {
  effectOf,
  kindInSentence: nounOf,
  needsFish: (kind) => rulesOf.get(kind)?.needsFish ?? false,
  lots: {
    carried: (kind, line) => rulesOf.get(kind)?.lineOf?.(line) ?? null,
    carrying: [...rulesOf.values()].filter(({ lineOf }) => lineOf).map(({ kind }) => kind),
    expiredFirst: [...rulesOf.values()].filter(({ expiredFirst }) => expiredFirst).map(({ kind }) => kind),
    freshOnly: [...rulesOf.values()].filter(({ freshOnly }) => freshOnly).map(({ kind }) => kind),
    nounOf,
  },
  rowOf: (kind) => documentKinds.get(kind)!.row,
}

/** The goods ledger lines of a document of any kind. */
export function goodsOf(document: Document): StockLine[] {
  const contract = rulesOf.get(document.kind)
  return contract ? stockLinesOf({ contract }, document) : []
}

/** By what the ledgers are checked. */
export const ledgerReading: Reading<Document> = { effectOf, linesOf: goodsOf, checks: [checkBatches] }
