/** The second of the three lists of operation kinds: what each is on the server. */
import type { LedgerRow } from '../../../server/db/ledger/entries'
import { categoryChange } from './category-change/category-change.server'
import { correction } from './correction/correction.server'
import type { KindServer } from '../engine/document.server'
import { feeding } from './feeding/feeding.server'
import type { KindName } from './kinds.contract'
import { note } from './note/note.server'
import type { Registry } from '../engine/posting.server'
import { retreat } from './retreat/retreat.server'
import { stocking } from './stocking/stocking.server'
import { transfer } from './transfer/transfer.server'
import { treatment } from './treatment/treatment.server'
import { weighing } from './weighing/weighing.server'
import { withdrawal } from './withdrawal/withdrawal.server'

export const kindServers: Record<KindName, KindServer> = {
  feeding,
  treatment,
  retreat,
  weighing,
  transfer,
  withdrawal,
  stocking,
  correction,
  note,
}

const byCode = new Map(Object.values(kindServers).map((kind) => [kind.contract.kind, kind]))

/** Kinds of the goods ledger alone, as a refusal names them. */
const otherNouns: Record<string, string> = { [categoryChange.kind]: categoryChange.noun, good_adding: 'внесение' }

export const registry: Registry = {
  effectOf: (row: LedgerRow) =>
    row.kind === categoryChange.kind ? categoryChange.effect(row) : (byCode.get(row.kind)?.effect(row) ?? null),
  nounOf: (kind) => byCode.get(kind)?.contract.noun ?? otherNouns[kind] ?? kind,
  rowOf: (kind) => byCode.get(kind)?.row ?? categoryChange.row,
}
