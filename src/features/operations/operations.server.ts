/** Creating, editing and deleting an operation of any kind: document, ledgers, audit and answer in one transaction. */
import { sql } from 'kysely'
import { type Change, type EffectOf, isRefusal, recast } from '../../server/db/ledger/fish-ledger'
import { groupsBefore, lockForReading } from '../../server/db/ledger/groups'
import { isStockRefusal, postStock } from '../../server/db/ledger/stock-ledger'
import { fieldErrors, forbidden, notFound, notice } from '../../server/errors'
import { showInstant } from '../../shared/dates'
import { route, type Context, type Route } from '../../server/http/route'
import { readCages } from '../cages/cage-rows.server'
import { requireCages } from '../cages/cages.server'
import {
  deleteDocument,
  type Document,
  EMPTY,
  insertDocument,
  type KindServer,
  lockDocument,
  nextId,
  updateDocument,
} from './document.server'
import { type JournalInput, listJournal, readOperation } from './journal.server'
import { checkChange, checkInstant, fishRefusal, stockRefusal } from './rules.server'

interface Common {
  date: string
  time: string
  note?: string | null
  generation_id?: number | null
  age_category_id?: number | null
  group_id?: number | null
}

/** What the engine needs to know of all kinds at once, because a fold replays operations of every kind. */
export interface Registry {
  effectOf: EffectOf
  nounOf(kind: string): string
}

const moment = (at: string, id: number) => ({ at, id })

const namedGroup = ({ group_id, generation_id, age_category_id }: Common) =>
  !group_id && generation_id && age_category_id ? { generation_id, age_category_id } : null

/** The group that is meant, when it is not named in full: by its id, or the only one with fish at that instant. */
async function resolveGroup({ tx, company }: Context, input: Common, cage: number, at: string, id: number) {
  const groups = (await groupsBefore(tx, company.id, cage, moment(at, id))).filter(
    (group) =>
      (!input.group_id || group.id === input.group_id) &&
      (!input.generation_id || group.generation_id === input.generation_id) &&
      (!input.age_category_id || group.age_category_id === input.age_category_id),
  )
  const candidates = groups.length > 1 ? groups.filter((group) => group.count > 0) : groups
  if (candidates.length === 0) throw fieldErrors({ generation_id: 'В садке на это время нет такой рыбы' })
  if (candidates.length > 1) throw fieldErrors({ generation_id: 'Выберите генерацию' })
  const { generation_id, age_category_id } = candidates[0]!
  return { generation_id, age_category_id }
}

interface Found {
  generation: boolean
  category: boolean
  good_type: string | null
  stock: boolean
}

/** Everything the document points to must be the company's own and open to the user. */
async function checkReferences(context: Context, kind: KindServer, document: Document): Promise<void> {
  const { tx, company, user } = context
  const { cage_id, to_cage_id, generation_id, age_category_id, good_id, stock_id } = document
  const ids = [cage_id, to_cage_id].filter((id) => id !== null)
  const [cages, found] = await Promise.all([
    requireCages(context, ids),
    tx.one<Found>(sql`select
      ${generation_id}::int is null or exists (select from generations where company_id = ${company.id} and id = ${generation_id}) as generation,
      ${age_category_id}::int is null or exists (select from age_categories where company_id = ${company.id} and id = ${age_category_id}) as category,
      (select type from goods where company_id = ${company.id} and id = ${good_id}) as good_type,
      ${stock_id}::int is null or exists (select from stocks where company_id = ${company.id} and id = ${stock_id}) as stock`),
  ])
  const fields = kind.contract.fields
  const cageField = ['cage_id', 'from_id', 'to_id'].find((name) => name in fields) ?? 'cage_id'
  if (cage_id !== null && !cages.has(cage_id)) throw fieldErrors({ [cageField]: 'Садок не найден' })
  if (to_cage_id !== null && !cages.has(to_cage_id)) throw fieldErrors({ to_id: 'Садок не найден' })
  if (!found.generation) throw fieldErrors({ generation_id: 'Генерация не найдена' })
  if (!found.category) throw fieldErrors({ age_category_id: 'Категория не найдена' })
  if (kind.goodType && found.good_type !== kind.goodType)
    throw fieldErrors({ ['feed_type_id' in fields ? 'feed_type_id' : 'good_id']: 'Расходник не найден' })
  if (!found.stock || (stock_id !== null && user.stock_ids && !user.stock_ids.includes(stock_id)))
    throw fieldErrors({ stock_id: 'Склад не найден' })
}

/** The document that an input describes, checked against everything but the ledgers. A new id may still be on its way. */
async function compose(
  kind: KindServer,
  input: Common,
  context: Context,
  given: number | Promise<number>,
  user_id: number | null,
): Promise<Document> {
  const at = `${input.date}T${input.time}`
  checkInstant(context.company, at)
  const own = await kind.document(input as never, context)
  const document: Document = {
    ...EMPTY,
    note: input.note ?? null,
    ...own,
    id: 0,
    kind: kind.contract.kind,
    at,
    moves_fish: kind.movesFish,
    user_id,
  }
  if ('group_id' in kind.contract.fields && document.cage_id !== null) {
    Object.assign(
      document,
      namedGroup(input) ?? (await resolveGroup(context, input, document.cage_id, at, await given)),
    )
  }
  const [id] = await Promise.all([given, checkReferences(context, kind, document)])
  return { ...document, id }
}

async function requireFish(
  context: Context,
  kind: KindServer,
  document: Document,
  before: Document | null,
): Promise<void> {
  const stays = before && before.at === document.at && before.cage_id === document.cage_id
  if (!kind.needsFish || stays || document.cage_id === null) return
  const { tx, company } = context
  const [, groups] = await Promise.all([
    lockForReading(tx, company.id, [document.cage_id]),
    groupsBefore(tx, company.id, document.cage_id, moment(document.at, document.id)),
  ])
  if (groups.every((group) => group.count === 0))
    throw notice(`${showInstant(document.at)} ${kind.contract.noun}: в садке на это время нет рыбы`)
}

/** Posts to both ledgers; a refusal becomes the sentence that names the first operation that would break. */
async function post(
  kind: KindServer,
  registry: Registry,
  context: Context,
  change: { before: Document | null; after: Document | null },
) {
  const { tx, company } = context
  const lineOf = (document: Document | null) => (document && kind.stock ? kind.stock(document) : null)
  try {
    const [folded] = await Promise.all([
      kind.movesFish ? recast(tx, company.id, [change as Change], registry.effectOf) : null,
      kind.stock ? postStock(tx, company.id, [{ before: lineOf(change.before), after: lineOf(change.after) }]) : null,
    ])
    return folded
  } catch (error) {
    if (isRefusal(error)) throw await fishRefusal(context, error, registry.nounOf)
    if (isStockRefusal(error)) throw await stockRefusal(context, error, registry.nounOf)
    throw error
  }
}

const REWEIGH =
  'Введённый вес не сходится с учётным: остаток сохранил учётную навеску. Взвесьте рыбу, чтобы уточнить биомассу.'

/** What a write answers: the main cages by the names their kind uses, and all whose numbers changed. */
async function answerCages(context: Context, documents: (Document | null)[], changed: Iterable<number>) {
  const document = documents.find((one) => one !== null)!
  const main = documents.flatMap((one) => [one?.cage_id, one?.to_cage_id]).filter((id) => typeof id === 'number')
  const cages = await readCages(context.tx, context.company, { ids: [...new Set([...main, ...changed])] })
  const byId = (id: number | null) => cages.find((cage) => cage.id === id)
  const named =
    document.to_cage_id === null
      ? { cage: byId(document.cage_id) }
      : { from: byId(document.cage_id), to: byId(document.to_cage_id) }
  return { ...named, cages }
}

const announce = (kind: KindServer, context: Context) => {
  context.changed('operations', 'cages')
  if (kind.stock) context.changed('goods')
}

async function createOperation(kind: KindServer, registry: Registry, input: Common, context: Context) {
  const { tx, company, user, audit } = context
  const given = nextId(tx).then((row) => row.id)
  given.catch(() => undefined)
  const document = await compose(kind, input, context, given, user.id)
  const { id } = document
  await requireFish(context, kind, document, null)
  const [, folded] = await Promise.all([
    insertDocument(tx, company.id, document),
    post(kind, registry, context, { before: null, after: document }),
  ])
  audit({ action: 'create', entity: kind.contract.kind, id, after: document })
  announce(kind, context)
  const [row, cages] = await Promise.all([
    readOperation(kind, id, context),
    answerCages(context, [document], folded?.cages ?? []),
  ])
  return { ...row, ...cages, warning: folded?.rebooked.has(id) ? REWEIGH : null }
}

async function lockOwn(kind: KindServer, id: number, context: Context): Promise<Document> {
  const before = await lockDocument(context.tx, context.company.id, kind.contract.kind, id)
  if (!before) throw notFound('Операция не найдена: возможно, её уже удалили.')
  await requireCages(
    context,
    [before.cage_id, before.to_cage_id].filter((cage) => cage !== null),
  )
  const { stock_ids } = context.user
  if (before.stock_id !== null && stock_ids && !stock_ids.includes(before.stock_id)) throw forbidden()
  checkChange(context, before)
  return before
}

async function updateOperation(kind: KindServer, registry: Registry, input: Common & { id: number }, context: Context) {
  const { tx, company, audit } = context
  const before = await lockOwn(kind, input.id, context)
  const after = await compose(kind, input, context, before.id, before.user_id)
  await requireFish(context, kind, after, before)
  const [, folded] = await Promise.all([
    updateDocument(tx, company.id, after),
    post(kind, registry, context, { before, after }),
  ])
  audit({ action: 'update', entity: kind.contract.kind, id: before.id, before, after })
  announce(kind, context)
  const [row, cages] = await Promise.all([
    readOperation(kind, before.id, context),
    answerCages(context, [after, before], folded?.cages ?? []),
  ])
  return { ...row, ...cages, warning: folded?.rebooked.has(before.id) ? REWEIGH : null }
}

async function removeOperation(kind: KindServer, registry: Registry, id: number, context: Context) {
  const { tx, company, audit } = context
  const before = await lockOwn(kind, id, context)
  const folded = await post(kind, registry, context, { before, after: null })
  await deleteDocument(tx, company.id, id)
  audit({ action: 'delete', entity: kind.contract.kind, id, before })
  announce(kind, context)
  return answerCages(context, [before], folded?.cages ?? [])
}

/** A kind's four calls. */
export function operationRoutes(kind: KindServer, registry: Registry): Route[] {
  const { list, create, update, remove } = kind.contract
  return [
    route(list, (input, context) => listJournal(kind, input as JournalInput, context)),
    route(create, (input, context) => createOperation(kind, registry, input as Common, context)),
    route(update, (input, context) => updateOperation(kind, registry, input as Common & { id: number }, context)),
    route(remove, (input, context) => removeOperation(kind, registry, (input as { id: number }).id, context)),
  ]
}
