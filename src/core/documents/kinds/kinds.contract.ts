/**
 * The list of operation kinds, first of three: contract, server and web each name every kind once, and the compiler
 * compares them.
 */
import type { AnyKindRules } from '../engine/kind-rules.contract'
import type { AnyKind } from '../engine/operation.contract'
import type { EffectOf } from '../../../shared/ledger/effects'
import { categoryChange } from './category-change/category-change.contract'
import { closeOut } from './close-out/close-out.contract'
import { correction } from './correction/correction.contract'
import { feeding } from './feeding/feeding.contract'
import { itemMove } from './item-move/item-move.contract'
import { itemOperation } from './item-operation/item-operation.contract'
import { itemAdding, tying } from './items/items.contract'
import { move, workshopMove } from './move/move.contract'
import { note } from './note/note.contract'
import { receipt, workshopReceipt } from './receipt/receipt.contract'
import { refill } from './refill/refill.contract'
import { retreat } from './retreat/retreat.contract'
import { shipment } from './shipment/shipment.contract'
import { spending } from './spending/spending.contract'
import { stocking } from './stocking/stocking.contract'
import { stocktake } from './stocktake/stocktake.contract'
import { batchTransform, goodsTransform } from './transform/transform.contract'
import { transfer } from './transfer/transfer.contract'
import { treatment } from './treatment/treatment.contract'
import { weighing } from './weighing/weighing.contract'
import { withdrawal } from './withdrawal/withdrawal.contract'
import { workshopWriteOff, writeOff } from './write-off/write-off.contract'

/** the order of a cage's menu, then of the warehouse's and the workshop's, then kinds about money */
export const kinds = {
  feeding,
  treatment,
  retreat,
  weighing,
  transfer,
  withdrawal,
  note,
  stocking,
  correction,
  closeOut,
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

export type KindName = keyof typeof kinds

/** For what treats all kinds alike. */
export const contractOf = (kind: KindName): AnyKind => kinds[kind] as unknown as AnyKind

/** The kind with this code word; undefined for a kind without a journal. */
export const kindNamed = (code: string): KindName | undefined =>
  (Object.keys(kinds) as KindName[]).find((name) => kinds[name].kind === code)

/** Every kind of document by its code word, including those without a journal. */
export const rulesOf: ReadonlyMap<string, AnyKindRules> = new Map(
  [...Object.values(kinds), categoryChange, itemAdding, tying].map((rules) => [rules.kind, rules]),
)

/** The effect of a stored document of any kind on fish. */
export const effectOf: EffectOf = (row, norms) => rulesOf.get(row.kind)?.effect?.(row, norms) ?? null
