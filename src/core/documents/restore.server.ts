/**
 * Taking back the last edit or deletion: the document that the audit log keeps goes through the same engine as any
 * change. It keeps its id, so it folds at its old place; what has since become impossible is refused by name, like
 * anything else.
 */
import { sql } from 'kysely'
import { dayOf, timeOf } from '../../shared/dates'
import { say } from '../../shared/say'
import { conflict } from '../../server/errors'
import { type Context, route, type Route } from '../../server/http/route'
import { checkInstant } from '../../server/period'
import { type KindServer, putBackDocuments, updateDocument, type DocumentChange } from './engine/document.server'
import { type Document, EMPTY } from '../../shared/ledger/document'
import { readOperations } from './engine/journal.server'
import { complete, requireFish, requireFreshGoods } from './engine/write/compose.server'
import { announce, cagesOf, lockOwn, REWEIGH } from './engine/write/operations.server'
import { post, type Registry } from './engine/write/posting.server'
import { checkReferences } from './engine/write/references.server'
import { each } from './engine/rows.server'
import { checkChange } from './engine/rules.server'

/** How long a change may be taken back, in minutes. */
const WITHIN = 10

interface LastChange {
  id: number
  action: string
  user_id: number | null
  user: string | null
  before: Partial<Document> | null
  late: boolean
}

const lastChanges = ({ tx, company }: Context, entity: string, ids: number[]) =>
  tx.rows<LastChange>(sql`
    select o.id, a.action, a.user_id, u.name as user, a.before,
      a.at < now() - make_interval(mins => ${WITHIN}::int) as late
    from unnest(${ids}::bigint[]) as o (id)
    cross join lateral (
      select action, user_id, before, at from audit_log
      where company_id = ${company.id} and entity = ${entity} and entity_id = o.id order by id desc limit 1) a
    left join users u on u.company_id = ${company.id} and u.id = a.user_id
    order by o.id`)

function check({ user }: Context, ids: number[], changes: LastChange[]): void {
  const foreign = changes.find((one) => one.user_id !== user.id)
  if (foreign) throw conflict(say('После вас запись изменил другой человек: {{name}}.', { name: foreign.user ?? '?' }))
  if (changes.length < ids.length || changes.some(({ before }) => before === null))
    throw conflict('Отменять нечего: запись не меняли и не удаляли.')
  if (changes.some(({ late }) => late))
    throw conflict(say('Изменение можно отменить в течение {{minutes}} минут.', { minutes: WITHIN }))
}

/** The documents as they stood before their last change, beside what stands now. */
async function formerDocuments(kind: KindServer, ids: number[], context: Context): Promise<DocumentChange[]> {
  const changes = await lastChanges(context, kind.contract.kind, ids)
  check(context, ids, changes)
  const standing = changes.flatMap(({ id, action }) => (action === 'delete' ? [] : [id]))
  const locked = standing.length > 0 ? await lockOwn(kind, standing, context) : []
  const written = changes.map(({ id, before }): DocumentChange & { after: Document } => {
    const after = { ...EMPTY, ...before, id } as Document
    return { before: locked.find((one) => one.id === id) ?? null, after }
  })
  for (const { after } of written) {
    checkChange(context, kind.contract, after)
    checkInstant(context.company, after.at)
  }
  return written
}

async function restore(kind: KindServer, registry: Registry, ids: number[], context: Context) {
  const { tx, company } = context
  const written = await formerDocuments(kind, ids, context)
  const documents = written.flatMap(({ after }) => after ?? [])
  const inputs = documents.map(({ at }) => ({ date: dayOf(at), time: timeOf(at) }))
  const request = each(inputs)
  const changed = written.flatMap(({ before, after }) => (before && after ? [after] : []))
  const gone = written.flatMap(({ before, after }) => (!before && after ? [after] : []))
  // what was stored once may come back as it was
  const checked = checkReferences(context, kind, request.rows, documents, documents)
  await complete(kind, written, context, checked, true)
  const [, , , , { folded, stockPosted }] = await context.tx.allInOrder(
    checked,
    requireFish(context, kind, request, written),
    gone.length > 0 ? putBackDocuments(tx, company.id, gone) : Promise.resolve(),
    Promise.all(changed.map((document) => updateDocument(tx, company.id, document))),
    post(kind, registry, context, written),
  )
  await requireFreshGoods(context, kind, registry, request, { written, stockPosted })
  written.forEach((change) => announce(kind, context, change))
  await context.tx.allInOrder(
    stockPosted,
    Promise.all(written.map(async (change) => kind.afterPosting?.(change, context))),
  )
  const places = written.flatMap(({ before, after }) => [before, after].filter((one) => one !== null))
  const [rows, cages] = await Promise.all([readOperations(kind, ids, context), cagesOf(context, places, folded?.cages)])
  return { rows, cages, warning: folded && folded.rebooked.size > 0 ? REWEIGH : null }
}

export const restoreRoute = (kind: KindServer, registry: Registry): Route =>
  route(kind.contract.restore, (input, context) => {
    const { ids } = input as { ids: number[] }
    return restore(kind, registry, [...new Set(ids)], context)
  })
