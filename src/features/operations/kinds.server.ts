/** The second of the three lists of operation kinds: what each is on the server. */
import { sql } from 'kysely'
import { route, type Route } from '../../server/http/route'
import type { LedgerRow } from '../../server/db/ledger/entries'
import { balanceRoute } from './balance.server'
import { batchRoutes } from './batch/batch.server'
import { categoryChange, categoryRoute } from './category-change.server'
import { correction } from './correction/correction.server'
import type { KindServer } from './document.server'
import { feeding } from './feeding/feeding.server'
import type { KindName } from './kinds.contract'
import { note } from './note/note.server'
import { operationRoutes } from './operations.server'
import type { Registry } from './posting.server'
import { previewRoutes } from './preview.server'
import { recentRoutes } from './recent/recent.server'
import { restoreRoute } from './restore.server'
import { retreat } from './retreat/retreat.server'
import { stocking } from './stocking/stocking.server'
import { transfer } from './transfer/transfer.server'
import { treatment } from './treatment/treatment.server'
import { weighing } from './weighing/weighing.server'
import { whyRoute } from './why.server'
import { reasonsCall } from './withdrawal/withdrawal.contract'
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

export const kindRoutes: Route[] = [
  ...Object.values(kindServers).flatMap((kind) => [
    ...operationRoutes(kind, registry),
    ...previewRoutes(kind, registry),
    restoreRoute(kind, registry),
  ]),
  categoryRoute(registry),
  balanceRoute(registry),
  ...batchRoutes(registry),
  ...recentRoutes,
  whyRoute(registry),
  route(reasonsCall, async (_, { tx, company }) => ({
    withdrawal: await tx.rows<{ id: string; name: string }>(
      sql`select code as id, name from withdrawal_reasons where company_id = ${company.id} order by position`,
    ),
  })),
]
