/**
 * Checks, brings in and takes back imports, each as a whole or not at all: run again after a killed process, it finds
 * what still waits.
 */
import { sql } from 'kysely'
import { enterMany, type KindDocument, removeMany } from '../../core/documents/engine/write/many.server'
import { lockDocuments } from '../../core/documents/engine/document.server'
import { whyFixed } from '../../core/documents/engine/rules.server'
import { kindServers, registry } from '../../core/documents/kinds/kinds.server'
import { readCompany } from '../../server/db/companies'
import type { Tx } from '../../server/db/client'
import { CallError, conflict } from '../../server/errors'
import type { Context } from '../../server/http/route'
import { enqueue, type Job, type Progress } from '../../server/jobs/job'
import { requireOpenPeriod } from '../../server/period'
import type { Document } from '../../shared/ledger/document'
import { at, say, word } from '../../shared/say'
import { createNames } from './plan/create-names.server'
import { broughtKinds } from './plan/kind-of.server'
import { type Plan, planPast, type Planner, sumOf } from './plan/plan.server'
import { readImport, readRows, setState, storeCheck, type StoredImport } from './store.server'
import { removeReadings, requireUntouchedReadings, storeReadings } from './water.server'

const NAME = 'moving-in'
export const orderImport = (tx: Tx, id: number): void => enqueue(tx, NAME, { id })

/** Whoever brings a past may see the whole farm. */
const EVERYWHERE = { location_ids: null, stock_ids: null }

const MEANWHILE = 'Хозяйство с тех пор изменилось. Книга проверена ещё раз: посмотрите и перенесите её снова.'

const plannerOf = async (tx: Tx, company: number): Promise<Planner> => ({
  tx,
  company: await readCompany(tx, company),
  user: EVERYWHERE,
})

async function plan(planner: Planner, stored: StoredImport, progress: Progress): Promise<Plan> {
  const rows = await readRows(planner.tx, planner.company.id, stored.id)
  return planPast(planner, stored, rows, progress)
}

async function check(tx: Tx, company: number, stored: StoredImport, progress: Progress): Promise<void> {
  const planner = await plannerOf(tx, company)
  await storeCheck(tx, company, stored, await plan(planner, stored, progress))
}

/** As when entered one by one: receipts have numbers of acts. */
const isCompleted = ({ kind }: Document) => kind === kindServers.receipt.contract.kind

async function completeAll(planner: Planner, { entries }: Plan): Promise<void> {
  const { tx, company, user } = planner
  const context = { tx, company, user } as unknown as Context
  const checked = Promise.resolve()
  for (const { kind, document } of entries)
    if (isCompleted(document))
      Object.assign(
        document,
        (await kind.complete!([{ before: null, after: document }], context, { checked, restored: false }))[0],
      )
}

function auditOf(
  tx: Tx,
  company: number,
  action: 'create' | 'delete',
  { id, user_id, file }: StoredImport,
  rows: number,
) {
  const line = JSON.stringify({ file, rows })
  const [before, after] = action === 'delete' ? [line, null] : [null, line]
  tx.later(sql`
    insert into audit_log (company_id, user_id, action, entity, entity_id, before, after)
    values (${company}, ${user_id}, ${action}, 'past_import', ${id}, ${before}::jsonb, ${after}::jsonb)`)
}

/** Plans once more, and stores it only when it is what was looked at. */
async function bring(tx: Tx, company: number, stored: StoredImport, progress: Progress): Promise<void> {
  const planner = await plannerOf(tx, company)
  const planned = await plan(planner, stored, progress)
  if (planned.digest !== stored.plan_digest) throw conflict(MEANWHILE)
  const documents = planned.entries.map(({ document }) => document)
  await createNames(tx, company, stored.user_id, planned.created, documents, planned.readings)
  await completeAll(planner, planned)
  const folded = await enterMany(planner, registry, planned.entries, progress)
  await storeReadings(tx, company, stored, planned.readings)
  const sum = sumOf(folded)
  if (sum.count !== planned.sum.count || sum.mass !== planned.sum.mass) throw conflict(MEANWHILE)
  auditOf(tx, company, 'create', stored, documents.length + planned.readings.length)
  await tx.run(sql`
    update imports set state = 'brought', brought_at = now(), refusal = null
    where company_id = ${company} and id = ${stored.id}`)
}

const AT_ONCE = 1000

/** What an import brought and still stands, kind by kind. */
async function broughtBy(tx: Tx, company: number, id: number): Promise<KindDocument[]> {
  const found: KindDocument[] = []
  for (const kind of broughtKinds) {
    const ids = await tx.rows<{ id: number }>(sql`
      select id from operations where company_id = ${company} and import_id = ${id} and kind = ${kind.contract.kind}
      order by id`)
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const part = ids.slice(from, from + AT_ONCE).map((row) => row.id)
      found.push(...(await lockDocuments(tx, company, kind, part)).map((document) => ({ kind, document })))
    }
  }
  return found
}

/** An operation that somebody has changed since is theirs now. */
async function requireUntouched(planner: Planner, brought: readonly KindDocument[]): Promise<void> {
  const { tx, company, user } = planner
  const [edited] = await tx.rows<{ at: string; kind: string }>(sql`
    select o.at, o.kind from unnest(${brought.map(({ document }) => document.id)}::bigint[]) n (id)
    join operations o on o.company_id = ${company.id} and o.id = n.id
    join audit_log l on l.company_id = ${company.id} and l.entity = o.kind and l.entity_id = o.id
      and l.action = 'update'
    order by o.at limit 1`)
  if (edited)
    throw conflict(
      say('После переноса изменено: {{instant}} {{noun}}. Сначала удалите эту запись.', {
        instant: at(edited.at),
        noun: word(registry.kindInSentence(edited.kind), { context: 'операция' }),
      }),
    )
  for (const { kind, document } of brought) {
    const reason = whyFixed(company as never, { at: document.at, user_id: 0 })
    if (reason) throw conflict(reason)
    const locked =
      document.batch_id === null ? null : await kind.locked?.(document, { tx, company, user } as unknown as Context)
    if (locked) throw conflict(locked)
  }
}

async function undo(tx: Tx, company: number, stored: StoredImport, progress: Progress): Promise<void> {
  const planner = await plannerOf(tx, company)
  const brought = await broughtBy(tx, company, stored.id)
  await requireUntouched(planner, brought)
  const first = await requireUntouchedReadings(tx, company, stored.id)
  if (first !== null) requireOpenPeriod(planner.company, [first])
  await removeMany(planner, registry, brought, progress)
  const measured = await removeReadings(tx, company, stored.id)
  const context = { tx, company: planner.company, user: EVERYWHERE } as unknown as Context
  for (const { kind, document } of brought)
    if (document.batch_id !== null) await kind.afterPosting?.({ before: document, after: null }, context)
  auditOf(tx, company, 'delete', stored, brought.length + measured)
  await tx.run(sql`
    update imports set state = 'undone', undone_at = now(), refusal = null
    where company_id = ${company} and id = ${stored.id}`)
}

const WORK = { checking: check, bringing: bring, undoing: undo } as const
type Waiting = keyof typeof WORK
const waits = (state: string): state is Waiting => state in WORK

/** One import of a farm at a time. */
const takeTurn = (tx: Tx, company: number) =>
  tx.lock('import', sql`select pg_advisory_xact_lock(hashtextextended('moving-in', ${company}::bigint))`)

async function work(tx: Tx, company: number, id: number, progress: Progress): Promise<void> {
  takeTurn(tx, company)
  const stored = await readImport(tx, company, id)
  if (!stored || !waits(stored.state)) return
  if (stored.state === 'checking' && stored.checked === stored.wanted) return
  await WORK[stored.state](tx, company, stored, progress)
}

/** What was refused is told: a plan that no longer holds is checked again, an import that others build on stays. */
async function refuse(tx: Tx, company: number, id: number, { text }: CallError): Promise<void> {
  const stored = await readImport(tx, company, id)
  if (stored?.state === 'bringing') {
    await setState(tx, company, id, 'checking', text)
    orderImport(tx, id)
  } else if (stored?.state === 'undoing') await setState(tx, company, id, 'brought', text)
}

export const pastJob: Job = {
  name: NAME,
  title: 'Перенос прошлого',
  run: async ({ database, publish, progress }, { company, input }) => {
    const { id } = input as { id: number }
    await database
      .transaction(company, (tx) => work(tx, company, id, progress), { slow: true })
      .catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error
        return database.transaction(company, (tx) => refuse(tx, company, id, error))
      })
    publish(company, ['fish', 'goods', 'water', 'spending', 'places', 'lists'])
  },
}
