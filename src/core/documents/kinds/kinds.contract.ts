/** THE list of operation kinds, first of three: contract, server and web each name every kind once, and the compiler compares them. */
import { correction } from './correction/correction.contract'
import { feeding } from './feeding/feeding.contract'
import { note } from './note/note.contract'
import { retreat } from './retreat/retreat.contract'
import { stocking } from './stocking/stocking.contract'
import { transfer } from './transfer/transfer.contract'
import { treatment } from './treatment/treatment.contract'
import { weighing } from './weighing/weighing.contract'
import { withdrawal } from './withdrawal/withdrawal.contract'

/** in the order of a cage's menu */
export const kinds = { feeding, treatment, retreat, weighing, transfer, withdrawal, note, stocking, correction }

export type KindName = keyof typeof kinds
