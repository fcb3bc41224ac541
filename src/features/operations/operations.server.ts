/** Creating, editing and deleting operations of any kind: documents, ledgers, audit and answer in one transaction. */
import { type Change, type EffectOf, isRefusal, recast, type Recast } from '../../server/db/ledger/fish-ledger'
import { cagesWithFish, lockForReading } from '../../server/db/ledger/groups'
import { isStockRefusal, postStock } from '../../server/db/ledger/stock-ledger'
import { forbidden, notFound } from '../../server/errors'
import { route, type Context, type Route } from '../../server/http/route'
import { together } from '../../server/together'
import { readCages } from '../cages/cage-rows.server'
import { requireCages } from '../cages/cages.server'
import {
  deleteDocuments,
  type Document,
  EMPTY,
  insertDocuments,
  type KindServer,
  lockDocuments,
  nextId,
  nextIds,
  updateDocument,
} from './document.server'
import { type JournalInput, listJournal, readOperations } from './journal.server'
import { checkReferences, resolveGroups } from './references.server'
import { alone, type Common, forRows, noFish, type Request, type Row, underOf } from './rows.server'
import { checkChange, checkInstant, fishRefusal, stockRefusal, type Under, underOwn } from './rules.server'

/** What the engine needs to know of all kinds at once, because a fold replays operations of every kind. */
export interface Registry {
  effectOf: EffectOf
  nounOf(kind: string): string
  /** the own fields of a kind's row, also of a kind without a journal */
  rowOf(kind: string): KindServer['row']
}

/** The documents that rows describe, with these ids. */
async function compose(
  kind: KindServer,
  rows: Row[],
  context: Context,
  ids: number[],
  user_id: number | null,
): Promise<Document[]> {
  const documents = await forRows(rows, async ({ input }, index): Promise<Document> => {
    const at = `${input.date}T${input.time}`
    checkInstant(context.company, at)
    const own = await kind.document(input as never, context)
    const fixed = { id: ids[index]!, kind: kind.contract.kind, at, moves_fish: kind.movesFish, user_id }
    return { ...EMPTY, note: input.note ?? null, ...own, ...fixed }
  })
  if ('group_id' in kind.contract.fields) await resolveGroups(context, rows, documents)
  return documents
}

/** An operation as it stood and as it will stand; null for none. */
export interface Written {
  before: Document | null
  after: Document | null
}

const staysInPlace = ({ before, after }: Written) =>
  before !== null && after !== null && before.at === after.at && before.cage_id === after.cage_id

/** Refuses kinds that only ask whether fish is there, where none is. */
async function requireFish({ tx, company }: Context, kind: KindServer, request: Request, changes: Written[]) {
  if (!kind.needsFish) return
  const asked = changes.flatMap((change) => (staysInPlace(change) ? [] : (change.after ?? [])))
  const places = asked.flatMap(({ cage_id, at, id }) => (cage_id === null ? [] : [{ cage: cage_id, at, id }]))
  if (places.length === 0) return
  const [, alive] = await Promise.all([
    lockForReading(tx, company.id, [...new Set(places.map(({ cage }) => cage))]),
    cagesWithFish(tx, company.id, places),
  ])
  const bare = asked.filter(({ cage_id }) => cage_id !== null && !alive.has(cage_id))
  if (bare.length > 0)
    throw noFish(
      request,
      changes.map(({ after }) => after),
      bare,
      kind.contract.noun,
    )
}

/** Posts to both ledgers; a refusal becomes the sentence that names the first operation that would break. */
async function post(
  kind: KindServer,
  registry: Registry,
  context: Context,
  changes: Written[],
  dry: boolean,
  under: Under = underOwn,
) {
  const { tx, company } = context
  const lineOf = (document: Document | null) => (document && kind.stock ? kind.stock(document) : null)
  const lines = changes.map(({ before, after }) => ({ before: lineOf(before), after: lineOf(after) }))
  try {
    const [folded] = await Promise.all([
      kind.movesFish ? recast(tx, company.id, changes as Change[], registry.effectOf, { dry }) : null,
      kind.stock ? postStock(tx, company.id, lines) : null,
    ])
    return folded
  } catch (error) {
    if (isRefusal(error)) throw await fishRefusal(context, error, registry.nounOf, under)
    if (isStockRefusal(error)) throw await stockRefusal(context, error, registry.nounOf, under)
    throw error
  }
}

export const REWEIGH =
  'Введённый вес не сходится с учётным: остаток сохранил учётную навеску. Взвесьте рыбу, чтобы уточнить биомассу.'

/** The main cages of documents and all whose numbers changed, as they are now. */
function cagesOf(context: Context, documents: Document[], changed: Iterable<number> = []) {
  const main = documents.flatMap((one) => [one.cage_id, one.to_cage_id]).filter((id) => id !== null)
  return readCages(context.tx, context.company, { ids: [...new Set([...main, ...changed])] })
}

/** What a write on one operation answers: the main cages by the names their kind uses, and all whose numbers changed. */
async function answerCages(kind: KindServer, context: Context, documents: Document[], changed?: Iterable<number>) {
  const { cage_id, to_cage_id } = documents[0]!
  const cages = await cagesOf(context, documents, changed)
  const byId = (id: number | null) => cages.find((cage) => cage.id === id)
  const from = 'from_id' in kind.contract.fields ? { from: byId(cage_id) } : {}
  const named = to_cage_id === null ? { cage: byId(cage_id), ...from } : { ...from, to: byId(to_cage_id) }
  return { ...named, cages }
}

/** What else the writes of a kind move; the answer of one operation carries what it says of the first. */
async function settle(kind: KindServer, changes: Written[], context: Context) {
  const [first] = await Promise.all(changes.map((change) => kind.settle?.(change, context)))
  return first
}

const announce = (kind: KindServer, context: Context) => {
  context.changed('operations', 'cages')
  if (kind.stock) context.changed('goods')
}

/** What a request did to documents and ledgers, but for what is told of it: saving and its preview both make it. */
export interface Applied {
  written: Written[]
  folded: Recast | null
}

export interface Applying {
  /** leaves the entries of fish as they are: what they would be is only told. The caller takes back the rest. */
  dry?: boolean
  /** of the new operations, when they were taken ahead */
  ids?: number[]
}

export async function applyCreate(
  kind: KindServer,
  registry: Registry,
  request: Request,
  context: Context,
  { dry = false, ids }: Applying = {},
): Promise<Applied & { documents: Document[] }> {
  const { tx, company, user } = context
  const given = ids ?? (await nextIds(tx, request.rows.length))
  const documents = await compose(kind, request.rows, context, given, user.id)
  const written = documents.map((after): Written => ({ before: null, after }))
  const [, , , folded] = await together(
    checkReferences(context, kind, request.rows, documents),
    requireFish(context, kind, request, written),
    insertDocuments(tx, company.id, documents),
    post(kind, registry, context, written, dry, underOf(request, documents)),
  )
  return { documents, written, folded }
}

/** The one way in: a single operation is a batch of one. Answers what was stored and what the fold changed. */
async function store(kind: KindServer, registry: Registry, request: Request, context: Context, ids?: number[]) {
  const { documents, written, folded } = await applyCreate(kind, registry, request, context, { ids })
  for (const after of documents) context.audit({ action: 'create', entity: kind.contract.kind, id: after.id, after })
  announce(kind, context)
  const settled = await settle(kind, written, context)
  return { documents, changed: folded?.cages, rebooked: folded?.rebooked, settled }
}

const warningOf = (rebooked: Set<number> | undefined) => (rebooked && rebooked.size > 0 ? REWEIGH : null)

async function createOperation(kind: KindServer, registry: Registry, input: Common, context: Context, id: number) {
  const { documents, changed, rebooked, settled } = await store(kind, registry, alone(input), context, [id])
  const [[row], cages] = await Promise.all([
    readOperations(kind, [id], context),
    answerCages(kind, context, documents, changed),
  ])
  return { ...row!, ...cages, ...settled, warning: warningOf(rebooked) }
}

/** Many operations of one kind at one instant, all or none. */
export async function createBatch(kind: KindServer, registry: Registry, request: Request, context: Context) {
  const { documents, changed, rebooked } = await store(kind, registry, request, context)
  const ids = documents.map(({ id }) => id)
  const [rows, cages] = await Promise.all([readOperations(kind, ids, context), cagesOf(context, documents, changed)])
  return { rows, cages, warning: warningOf(rebooked) }
}

async function lockOwn(kind: KindServer, ids: number[], context: Context): Promise<Document[]> {
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
): Promise<Applied & { before: Document; after: Document }> {
  const request = alone(input)
  const [before] = (await lockOwn(kind, [input.id], context)) as [Document]
  const [after] = (await compose(kind, request.rows, context, [before.id], before.user_id)) as [Document]
  const written = [{ before, after }]
  const [, , , folded] = await together(
    checkReferences(context, kind, request.rows, [after]),
    requireFish(context, kind, request, written),
    updateDocument(context.tx, context.company.id, after),
    post(kind, registry, context, written, dry),
  )
  return { before, after, written, folded }
}

async function updateOperation(kind: KindServer, registry: Registry, input: Common & { id: number }, context: Context) {
  const { before, after, folded } = await applyEdit(kind, registry, input, context)
  context.audit({ action: 'update', entity: kind.contract.kind, id: before.id, before, after })
  announce(kind, context)
  const [settled, [row], cages] = await Promise.all([
    settle(kind, [{ before, after }], context),
    readOperations(kind, [before.id], context),
    answerCages(kind, context, [after, before], folded?.cages),
  ])
  return { ...row!, ...cages, ...settled, warning: warningOf(folded?.rebooked) }
}

/** What a deletion does to the ledgers; the documents are deleted by the caller, after their entries. */
export async function applyRemoval(
  kind: KindServer,
  registry: Registry,
  ids: number[],
  context: Context,
  dry = false,
): Promise<Applied & { documents: Document[] }> {
  const documents = await lockOwn(kind, ids, context)
  const written = documents.map((before): Written => ({ before, after: null }))
  return { documents, written, folded: await post(kind, registry, context, written, dry) }
}

/** Takes operations back, all or none; answers them as they stood, and the cages whose numbers changed. */
async function remove(kind: KindServer, registry: Registry, ids: number[], context: Context) {
  const { tx, company, audit } = context
  const { documents, written, folded } = await applyRemoval(kind, registry, ids, context)
  await deleteDocuments(tx, company.id, ids)
  for (const before of documents) audit({ action: 'delete', entity: kind.contract.kind, id: before.id, before })
  announce(kind, context)
  return { documents, changed: folded?.cages, settled: await settle(kind, written, context) }
}

async function removeOperation(kind: KindServer, registry: Registry, id: number, context: Context) {
  const { documents, changed, settled } = await remove(kind, registry, [id], context)
  return { ...(await answerCages(kind, context, documents, changed)), ...settled }
}

export async function removeBatch(kind: KindServer, registry: Registry, ids: number[], context: Context) {
  const { documents, changed } = await remove(kind, registry, ids, context)
  return { cages: await cagesOf(context, documents, changed) }
}

/** A kind's four calls. */
export function operationRoutes(kind: KindServer, registry: Registry): Route[] {
  const { list, create, update, remove } = kind.contract
  return [
    route(list, (input, context) => listJournal(kind, input as JournalInput, context)),
    route(create, (input, context, id) => createOperation(kind, registry, input as Common, context, id), nextId),
    route(update, (input, context) => updateOperation(kind, registry, input as Common & { id: number }, context)),
    route(remove, (input, context) => removeOperation(kind, registry, (input as { id: number }).id, context)),
  ]
}
