/** The list of operation kinds, third of three: form and texts of each. */
import { closeOutForm } from './close-out/close-out.web'
import { correctionForm } from './correction/correction.web'
import { feedingForm } from './feeding/feeding.web'
import type { KindWeb } from '../fields/form-model.web'
import { itemMoveForm } from './item-move/item-move.web'
import { itemOperationForm } from './item-operation/item-operation.web'
import type { KindName } from './kinds.contract'
import { moveForm, workshopMoveForm } from './move/move.web'
import { noteForm } from './note/note.web'
import { receiptForm, workshopReceiptForm } from './receipt/receipt.web'
import { refillForm } from './refill/refill.web'
import { retreatForm } from './retreat/retreat.web'
import { shipmentForm } from './shipment/shipment.web'
import { spendingForm } from './spending/spending.web'
import { stockingForm } from './stocking/stocking.web'
import { stocktakeForm } from './stocktake/stocktake.web'
import { batchTransformForm, goodsTransformForm } from './transform/transform.web'
import { transferForm } from './transfer/transfer.web'
import { treatmentForm } from './treatment/treatment.web'
import { weighingForm } from './weighing/weighing.web'
import { withdrawalForm } from './withdrawal/withdrawal.web'
import { workshopWriteOffForm, writeOffForm } from './write-off/write-off.web'

export const kindForms: Record<KindName, KindWeb> = {
  feeding: feedingForm,
  treatment: treatmentForm,
  retreat: retreatForm,
  weighing: weighingForm,
  transfer: transferForm,
  withdrawal: withdrawalForm,
  stocking: stockingForm,
  correction: correctionForm,
  closeOut: closeOutForm,
  note: noteForm,
  receipt: receiptForm,
  writeOff: writeOffForm,
  move: moveForm,
  stocktake: stocktakeForm,
  refill: refillForm,
  itemMove: itemMoveForm,
  itemOperation: itemOperationForm,
  workshopReceipt: workshopReceiptForm,
  workshopWriteOff: workshopWriteOffForm,
  workshopMove: workshopMoveForm,
  shipment: shipmentForm,
  batchTransform: batchTransformForm,
  goodsTransform: goodsTransformForm,
  spending: spendingForm,
}
