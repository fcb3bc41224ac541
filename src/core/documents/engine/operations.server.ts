/** Creating, editing and deleting operations of any kind: documents, ledgers, audit and answer in one transaction. */
import { unstored } from '../../../server/db/ledger/entries'
import type { Recast, RecastOptions } from '../../../server/db/ledger/fish-ledger'
import { cagesWithFish, lockForReading } from '../../../server/db/ledger/groups'
import { forbidden, notFound } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { checkInstant } from '../../../server/period'
import type { CageRow } from '../../cages/cage.contract'
import { readCages } from '../../cages/cage-rows.server'
import { openTo, requireCages } from '../../cages/cages.server'
import {
  deleteDocuments,
  type Document,
  EMPTY,
  filled,
  insertDocuments,
  type KindServer,
  lockDocuments,
  updateDocument,
} from './document.server'
import { completed } from './given.server'
import { type JournalInput, listJournal, readOperations } from './journal.server'
import { post, type Posted, type Registry, type Written } from './posting.server'
import { checkReferences, resolveGroups } from './references.server'
import { type Common, each, forRows, noFish, type Request, type Row, underOf } from './rows.server'
import { checkChange } from './rules.server'

/** The documents that rows describe: new ones, or the one that was stored as `before`. */
async function compose(kind: KindServer, rows: Row[], context: Context, before?: Document): Promise<Document[]> {
  const documents = await forRows(rows, async ({ input }, index): Promise<Document> => {
    const at = `${input.date}T${input.time}`
    checkInstant(context.company, at)
    const own = await kind.document(input as never, context, before)
    return {
      id: before?.id ?? unstored(index),
      kind: kind.contract.kind,
      at,
      moves_fish: kind.movesFish,
      user_id: before ? before.user_id : context.user.id,
      ...EMPTY,
      note: input.note ?? null,
      ...own,
    }
  })
  if ('group_id' in kind.contract.fields) await resolveGroups(context, rows, documents)
  return documents
}

const staysInPlace = ({ before, after }: Written) =>
  before !== null && after !== null && before.at === after.at && before.cage_id === after.cage_id

/** Refuses kinds that only ask whether fish is there, where none is. */
export async function requireFish({ tx, company }: Context, kind: KindServer, request: Request, changes: Written[]) {
  if (!kind.needsFish) return
  const asked = changes.flatMap((change) => (staysInPlace(change) ? [] : (change.after ?? [])))
  const places = asked.flatMap(({ cage_id, at, id }) => (cage_id === null ? [] : [{ cage: cage_id, at, id }]))
  if (places.length === 0) return
  const held = lockForReading(tx, company.id, [...new Set(places.map(({ cage }) => cage))])
  const alive = await cagesWithFish(held, tx, company.id, places)
  const bare = asked.filter(({ cage_id }) => cage_id !== null && !alive.has(cage_id))
  if (bare.length > 0)
    throw noFish(
      request,
      changes.map(({ after }) => after),
      bare,
      kind.contract.noun,
    )
}

export const REWEIGH =
  'Введённый вес не сходится с учётным: остаток сохранил учётную навеску. Взвесьте рыбу, чтобы уточнить биомассу.'

/** The main cages of documents and all whose numbers changed, as they are now. */
export function cagesOf(context: Context, documents: Document[], changed: Iterable<number> = []) {
  const main = documents.flatMap((one) => [one.cage_id, one.to_cage_id]).filter((id) => id !== null)
  return readCages(context.tx, context.company, { ids: [...new Set([...main, ...changed])] })
}

/** What a write on one operation answers: its main cages by the names their kind uses, and all whose numbers changed. */
function nameCages(kind: KindServer, { cage_id, to_cage_id }: Document, cages: CageRow[]) {
  const byId = (id: number | null) => cages.find((cage) => cage.id === id)
  const from = 'from_id' in kind.contract.fields ? { from: byId(cage_id) } : {}
  const named = to_cage_id === null ? { cage: byId(cage_id) } : { to: byId(to_cage_id) }
  return { cages, ...from, ...named }
}

/** What else a write of a kind moves, and what the answer says of it. */
const settle = async (kind: KindServer, change: Written, context: Context) => kind.settle?.(change, context)

/** Tells the audit log what was done, and others what to read again. */
export function announce(kind: KindServer, { audit, changed }: Context, { before, after }: Written): void {
  audit({
    action: before ? (after ? 'update' : 'delete') : 'create',
    entity: kind.contract.kind,
    id: (after ?? before)!.id,
    before: before && filled(before),
    after: after && filled(after),
  })
  changed('operations', 'cages')
  if (kind.stock) changed('goods')
}

/** What a request did to documents and ledgers, but for what is told of it: saving and its preview both make it. */
export interface Applied extends Posted {
  written: Written[]
  /** as they are now, then as they were */
  documents: Document[]
}

export async function applyCreate(
  kind: KindServer,
  registry: Registry,
  request: Request,
  context: Context,
  options: RecastOptions = {},
): Promise<Applied> {
  const documents = await compose(kind, request.rows, context)
  const written = documents.map((after): Written => ({ before: null, after }))
  const store = () => insertDocuments(context.tx, context.company.id, documents)
  const under = underOf(request, documents)
  const [, , posted] = await context.tx.allInOrder(
    checkReferences(context, kind, request.rows, documents),
    requireFish(context, kind, request, written),
    post(kind, registry, context, written, { under, ...options, store }),
  )
  return { documents, written, ...posted }
}

/** The one way in: a single operation is a batch of one. Answers what was stored, as it is read, and what else it moved. */
async function store(kind: KindServer, registry: Registry, request: Request, context: Context) {
  const { documents, written, folded, drawn } = await applyCreate(kind, registry, request, context)
  written.forEach((change) => announce(kind, context, change))
  const settled = await Promise.all(written.map((change) => settle(kind, change, context)))
  const ids = documents.map(({ id }) => id)
  const [, rows, cages] = await context.tx.allInOrder(
    drawn,
    readOperations(kind, ids, context),
    cagesOf(context, documents, folded?.cages),
  )
  return { documents, folded, settled, rows, cages }
}

const warningOf = (folded: Recast | null, { id }: Document) => (folded?.rebooked.has(id) ? REWEIGH : null)

async function createOperation(kind: KindServer, registry: Registry, input: Common, context: Context) {
  const { documents, folded, settled, rows, cages } = await store(kind, registry, each([input]), context)
  const [document] = documents as [Document]
  const own = openTo(context.user, cages)
  return { warning: warningOf(folded, document), ...rows[0]!, ...nameCages(kind, document, own), ...settled[0] }
}

/** Many operations of one kind at one instant, all or none. */
export async function createBatch(kind: KindServer, registry: Registry, request: Request, context: Context) {
  const { folded, rows, cages } = await store(kind, registry, request, context)
  return { rows, cages: openTo(context.user, cages), warning: folded && folded.rebooked.size > 0 ? REWEIGH : null }
}

export async function lockOwn(kind: KindServer, ids: number[], context: Context): Promise<Document[]> {
  const found = await lockDocuments(context.tx, context.company.id, kind.contract.kind, ids)
  if (found.length < new Set(ids).size) throw notFound('Операция не найдена: возможно, её уже удалили.')
  const cages = found.flatMap(({ cage_id, to_cage_id }) => [cage_id, to_cage_id])
  await requireCages(
    context,
    cages.filter((cage) => cage !== null),
  )
  const { stock_ids } = context.user
  for (const before of found) {
    if (before.stock_id !== null && stock_ids && !stock_ids.includes(before.stock_id)) throw forbidden()
    checkChange(context, before)
    const reason = await kind.locked?.(before, context)
    if (reason) throw forbidden(reason)
  }
  return found
}

export async function applyEdit(
  kind: KindServer,
  registry: Registry,
  input: Common & { id: number },
  context: Context,
  dry = false,
): Promise<Applied> {
  const [before] = (await lockOwn(kind, [input.id], context)) as [Document]
  const request = each([completed(kind, before, input)])
  const [after] = (await compose(kind, request.rows, context, before)) as [Document]
  const written = [{ before, after }]
  const [, , , posted] = await context.tx.allInOrder(
    checkReferences(context, kind, request.rows, [after]),
    requireFish(context, kind, request, written),
    updateDocument(context.tx, context.company.id, after),
    post(kind, registry, context, written, { dry }),
  )
  return { documents: [after, before], written, ...posted }
}

async function updateOperation(kind: KindServer, registry: Registry, input: Common & { id: number }, context: Context) {
  const { documents, written, folded, drawn } = await applyEdit(kind, registry, input, context)
  const [change] = written as [Written]
  announce(kind, context, change)
  const [, settled, [row], cages] = await context.tx.allInOrder(
    drawn,
    settle(kind, change, context),
    readOperations(kind, [input.id], context),
    cagesOf(context, documents, folded?.cages),
  )
  const [after] = documents as [Document]
  const own = openTo(context.user, cages)
  return { warning: warningOf(folded, after), ...row!, ...nameCages(kind, after, own), ...settled }
}

/** What a deletion does to the ledgers; the documents are deleted by the caller, after their entries. */
export async function applyRemoval(
  kind: KindServer,
  registry: Registry,
  ids: number[],
  context: Context,
  dry = false,
): Promise<Applied> {
  const documents = await lockOwn(kind, ids, context)
  const written = documents.map((before): Written => ({ before, after: null }))
  return { documents, written, ...(await post(kind, registry, context, written, { dry })) }
}

/** Takes operations back, all or none; answers them as they stood, and the cages whose numbers changed. */
async function remove(kind: KindServer, registry: Registry, ids: number[], context: Context) {
  const { tx, company } = context
  const { documents, written, folded, drawn } = await applyRemoval(kind, registry, ids, context)
  await context.tx.allInOrder(drawn, deleteDocuments(tx, company.id, ids))
  written.forEach((change) => announce(kind, context, change))
  const settled = await Promise.all(written.map((change) => settle(kind, change, context)))
  const cages = await cagesOf(context, documents, folded?.cages)
  return { documents, settled, cages: openTo(context.user, cages) }
}

async function removeOperation(kind: KindServer, registry: Registry, id: number, context: Context) {
  const { documents, settled, cages } = await remove(kind, registry, [id], context)
  return { ...nameCages(kind, documents[0]!, cages), ...settled[0] }
}

export async function removeBatch(kind: KindServer, registry: Registry, ids: number[], context: Context) {
  const { cages } = await remove(kind, registry, ids, context)
  return { cages }
}

/** A kind's four calls. What a kind does beside its document (a batch that opens) it does for one at a time. */
export function operationRoutes(kind: KindServer, registry: Registry): Route[] {
  const { list, create, update, remove } = kind.contract
  return [
    route(list, (input, context) => listJournal(kind, input as JournalInput, context)),
    route(create, (input, context) => createOperation(kind, registry, input as Common, context)),
    route(update, (input, context) => updateOperation(kind, registry, input as Common & { id: number }, context)),
    route(remove, (input, context) => removeOperation(kind, registry, (input as { id: number }).id, context)),
  ]
}
