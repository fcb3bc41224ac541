/** Creating, editing and deleting operations of any kind: documents, ledgers, audit and answer in one transaction. */
import { sql } from 'kysely'
import type { Refold } from '../../../../server/db/ledger/fish-ledger'
import type { RefoldOptions } from '../../../../server/db/ledger/refold-options'
import { noteTwins } from '../../../../server/http/done-twice'
import { forbidden, notFound } from '../../../../server/errors'
import { type Context, route, type Route } from '../../../../server/http/route'
import { scope } from '../../../../server/scope'
import { can } from '../../../../shared/abilities'
import type { CageRow } from '../../../cages/cage.contract'
import { readCages } from '../../../cages/cage-rows.server'
import { requireCages } from '../../../cages/cages.server'
import {
  deleteDocuments,
  type DocumentKind,
  filled,
  insertDocuments,
  type KindServer,
  lockDocuments,
  updateDocument,
  type DocumentChange,
} from '../document.server'
import { type Document } from '../../../../shared/ledger/document'
import { complete, compose, requireFish, requireFreshGoods } from './compose.server'
import { completed } from './given.server'
import { listJournal, readOperations } from '../journal.server'
import type { JournalInput } from '../journal-where.server'
import { post, type PostedChanges, type Registry } from './posting.server'
import { checkReferences } from './references.server'
import { type CommonInput, each, type Request, underOf } from '../rows.server'
import { checkChange } from '../rules.server'

export const REWEIGH =
  'Введённый вес не сходится с учётным: остаток сохранил учётную навеску. Взвесьте рыбу, чтобы уточнить биомассу.'

/**
 * The main cages of documents, and all cages whose numbers changed, in their current state, of modules open to the
 * user.
 */
export async function cagesOf(context: Context, documents: Document[], changed: Iterable<number> = []) {
  const main = documents.flatMap((one) => [one.cage_id, one.to_cage_id]).filter((id) => id !== null)
  const ids = [...new Set([...main, ...changed])]
  return ids.length > 0 ? readCages(context, { ids }) : []
}

/**
 * The answer of a write of one operation: its main cages under the kind's names, and all cages whose numbers changed.
 */
function nameCages(kind: KindServer, { cage_id, to_cage_id }: Document, cages: CageRow[]) {
  const byId = (id: number | null) => cages.find((cage) => cage.id === id)
  const from = 'from_id' in kind.contract.fields ? { from: byId(cage_id) } : {}
  const named = to_cage_id === null ? { cage: byId(cage_id) } : { to: byId(to_cage_id) }
  return { cages, ...from, ...named }
}

/** Audits the change and invalidates cached answers. */
export function announce(kind: DocumentKind, { audit, changed }: Context, { before, after }: DocumentChange): void {
  audit({
    action: before ? (after ? 'update' : 'delete') : 'create',
    entity: kind.contract.kind,
    id: (after ?? before)!.id,
    before: before && filled(before),
    after: after && filled(after),
  })
  changed(kind.contract.changes ?? 'fish')
  if (kind.contract.goods || (after ?? before)!.lines?.some(({ item_id }) => item_id !== null)) changed('goods')
}

/** The changes of a request in documents and ledgers, before audit and answer: saving and preview share them. */
export interface AppliedChanges extends PostedChanges {
  written: DocumentChange[]
  /** as they are now, then as they were */
  documents: Document[]
}

export async function applyCreate(
  kind: DocumentKind,
  registry: Registry,
  request: Request,
  context: Context,
  options: RefoldOptions = {},
): Promise<AppliedChanges> {
  const documents = await compose(kind, request.rows, context)
  const written = documents.map((after): DocumentChange => ({ before: null, after }))
  const store = () => insertDocuments(context.tx, context.company.id, documents, context.author.device)
  const under = underOf(request, documents)
  const checked = checkReferences(context, kind, request.rows, documents)
  await complete(kind, written, context, checked)
  const [, , posted] = await context.tx.allInOrder(
    checked,
    requireFish(context, kind, request, written),
    post(kind, registry, context, written, { under, ...options, store }),
  )
  await requireFreshGoods(context, kind, registry, request, { written, stockPosted: posted.stockPosted })
  return { documents, written, ...posted }
}

/** The one way in: a single operation is a batch of one. */
export async function create(kind: DocumentKind, registry: Registry, request: Request, context: Context) {
  const applied = await applyCreate(kind, registry, request, context)
  const ids = applied.documents.map(({ id }) => id)
  if (context.author.device !== null) noteTwins(kind.contract, ids, context)
  applied.written.forEach((change) => announce(kind, context, change))
  const settled = await Promise.all(applied.written.map((change) => kind.afterPosting?.(change, context)))
  return { ...applied, settled }
}

/** Answers the stored operation, and what else was changed. */
async function createAndRead(kind: KindServer, registry: Registry, request: Request, context: Context) {
  const { documents, folded, stockPosted, settled } = await create(kind, registry, request, context)
  const ids = documents.map(({ id }) => id)
  const [, rows, cages] = await context.tx.allInOrder(
    stockPosted,
    readOperations(kind, ids, context),
    cagesOf(context, documents, folded?.cages),
  )
  return { documents, folded, settled, rows, cages }
}

const warningOf = (folded: Refold | null, { id }: Document) => (folded?.rebooked.has(id) ? REWEIGH : null)

async function createOperation(kind: KindServer, registry: Registry, input: CommonInput, context: Context) {
  const { documents, folded, settled, rows, cages } = await createAndRead(kind, registry, each([input]), context)
  const [document] = documents as [Document]
  const also = await createAlso(kind, registry, input, document, context)
  const now = cages.map((cage) => also.cages.find(({ id }) => id === cage.id) ?? cage)
  const answer = { ...nameCages(kind, document, now), warning: warningOf(folded, document) }
  return { ...rows[0]!, ...settled[0], ...answer, ...(also.named && { also: also.named }) }
}

/** The further operation that the input of one asks for, in the same transaction; it needs a right of its own. */
async function createAlso(
  kind: KindServer,
  registry: Registry,
  input: CommonInput,
  stored: Document,
  context: Context,
): Promise<{ cages: CageRow[]; named?: { kind: string; id: number } }> {
  const also = kind.also?.(input, stored)
  if (!also) return { cages: [] }
  if (!can(context.user, also.kind.contract.ability)) throw forbidden()
  const { documents, cages } = await createAndRead(also.kind, registry, each([also.input]), context)
  return { cages, named: { kind: also.kind.contract.kind, id: documents[0]!.id } }
}

/** Many operations of one kind at one instant, all or none. */
export async function createBatch(kind: KindServer, registry: Registry, request: Request, context: Context) {
  const { folded, rows, cages } = await createAndRead(kind, registry, request, context)
  return { rows, cages, warning: folded && folded.rebooked.size > 0 ? REWEIGH : null }
}

/** Items belong to the warehouses that they lie in now. */
async function requireItems({ tx, company, user }: Context, documents: Document[]): Promise<void> {
  const ids = documents.flatMap(({ lines }) => (lines ?? []).flatMap(({ item_id }) => item_id ?? []))
  if (ids.length === 0 || scope(user).allStocks) return
  const homes = await tx.rows<{ stock_id: number }>(
    sql`select stock_id from items where company_id = ${company.id} and id = any(${ids}::int[])`,
  )
  if (!homes.every(({ stock_id }) => scope(user).opensStock(stock_id))) throw forbidden()
}

export async function lockOwn(kind: DocumentKind, ids: number[], context: Context): Promise<Document[]> {
  const found = await lockDocuments(context.tx, context.company.id, kind, ids)
  if (found.length < new Set(ids).size) throw notFound('Операция не найдена: возможно, её уже удалили.')
  const cages = found.flatMap(({ cage_id, to_cage_id, for_cage_id }) => [cage_id, to_cage_id, for_cage_id])
  await requireCages(
    context,
    cages.filter((cage) => cage !== null),
  )
  const { opensStock, opensModule } = scope(context.user)
  await requireItems(context, found)
  for (const before of found) {
    if (before.for_location_id !== null && !opensModule(before.for_location_id)) throw forbidden()
    const stocks = [before.stock_id, ...(before.lines ?? []).map(({ stock_id }) => stock_id)].filter(
      (id) => id !== null,
    )
    if (!stocks.every(opensStock)) throw forbidden()
    checkChange(context, kind.contract, before)
    const reason = await kind.locked?.(before, context)
    if (reason) throw forbidden(reason)
  }
  return found
}

export async function applyEdit(
  kind: DocumentKind,
  registry: Registry,
  input: CommonInput & { id: number },
  context: Context,
  dry = false,
): Promise<AppliedChanges> {
  const [before] = (await lockOwn(kind, [input.id], context)) as [Document]
  const request = each([completed(kind, before, input)])
  const [after] = (await compose(kind, request.rows, context, before)) as [Document]
  const written = [{ before, after }]
  const checked = checkReferences(context, kind, request.rows, [after], [before])
  await complete(kind, written, context, checked)
  const [, , , posted] = await context.tx.allInOrder(
    checked,
    requireFish(context, kind, request, written),
    updateDocument(context.tx, context.company.id, after),
    post(kind, registry, context, written, { dry }),
  )
  await requireFreshGoods(context, kind, registry, request, { written, stockPosted: posted.stockPosted })
  return { documents: [after, before], written, ...posted }
}

export async function updateOperation(
  kind: KindServer,
  registry: Registry,
  input: CommonInput & { id: number },
  context: Context,
) {
  const { documents, written, folded, stockPosted } = await applyEdit(kind, registry, input, context)
  const [change] = written as [DocumentChange]
  announce(kind, context, change)
  const [, settled, [row], cages] = await context.tx.allInOrder(
    stockPosted,
    Promise.resolve(kind.afterPosting?.(change, context)),
    readOperations(kind, [input.id], context),
    cagesOf(context, documents, folded?.cages),
  )
  const [after] = documents as [Document]
  return { ...row!, ...settled, ...nameCages(kind, after, cages), warning: warningOf(folded, after) }
}

/** The effect of a deletion on the ledgers; the caller deletes the documents after their entries. */
export async function applyRemoval(
  kind: DocumentKind,
  registry: Registry,
  ids: number[],
  context: Context,
  dry = false,
): Promise<AppliedChanges> {
  const documents = await lockOwn(kind, ids, context)
  const written = documents.map((before): DocumentChange => ({ before, after: null }))
  return { documents, written, ...(await post(kind, registry, context, written, { dry })) }
}

/** Takes documents back, all or none. */
export async function remove(kind: DocumentKind, registry: Registry, ids: number[], context: Context) {
  const applied = await applyRemoval(kind, registry, ids, context)
  await context.tx.allInOrder(applied.stockPosted, deleteDocuments(context.tx, context.company.id, ids))
  applied.written.forEach((change) => announce(kind, context, change))
  const settled = await Promise.all(applied.written.map((change) => kind.afterPosting?.(change, context)))
  return { ...applied, settled }
}

/** Answers the operations as they were, and the cages whose numbers changed. */
async function removeAndRead(kind: KindServer, registry: Registry, ids: number[], context: Context) {
  const { documents, folded, settled } = await remove(kind, registry, ids, context)
  const cages = await cagesOf(context, documents, folded?.cages)
  return { documents, settled, cages }
}

async function removeOperation(kind: KindServer, registry: Registry, id: number, context: Context) {
  const { documents, settled, cages } = await removeAndRead(kind, registry, [id], context)
  return { ...nameCages(kind, documents[0]!, cages), ...settled[0] }
}

export async function removeBatch(kind: KindServer, registry: Registry, ids: number[], context: Context) {
  const { cages } = await removeAndRead(kind, registry, ids, context)
  return { cages }
}

/** The four calls of a kind. Further writes of a kind (a batch that opens) are run for one operation at a time. */
export function operationRoutes(kind: KindServer, registry: Registry): Route[] {
  const { list, create, update, remove } = kind.contract
  return [
    route(list, (input, context) => listJournal(kind, input as JournalInput, context)),
    route(create, (input, context) => createOperation(kind, registry, input as CommonInput, context)),
    route(update, (input, context) => updateOperation(kind, registry, input as CommonInput & { id: number }, context)),
    route(remove, (input, context) => removeOperation(kind, registry, (input as { id: number }).id, context)),
  ]
}
