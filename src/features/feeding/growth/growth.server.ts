/** Growth of a period, recalculated by today's norms and readings: seen before, done as one change, taken back. */
import { sql } from 'kysely'
import { requireModule } from '../../../core/lists/kit/modules.server'
import {
  applyTerms,
  digestOf,
  feedingsById,
  foreseeTerms,
  restoredTerms,
  type StoredTerms,
} from '../../../core/documents/growth/terms.server'
import { groupBy } from '../../../shared/collections'
import type { ParsedOf } from '../../../shared/contract'
import { showDay } from '../../../shared/dates'
import { NO_MODULE } from '../../../shared/fields'
import { averageKg, toKg } from '../../../shared/numbers'
import { type Phrase, say } from '../../../shared/say'
import { conflict, fieldErrors, notFound } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { enqueue } from '../../../server/jobs/job'
import { checkInstant } from '../../../server/period'
import { scope } from '../../../server/scope'
import { changesIn, folded } from './growth-changes.server'
import { growthJob } from './growth-job.server'
import { growthCalls } from './growth.contract'

type Period = ParsedOf<typeof growthCalls.preview>

interface NamedCage {
  id: number
  number: string
}

/** The cages of the filter that are open to the person, in the order of their numbers. */
const cagesOf = ({ tx, company, user }: Context, { cages_id, location_id }: Period) =>
  tx.rows<NamedCage>(sql`
    select id, number from cages
    where company_id = ${company.id} ${scope(user).modules('location_id')}
      ${cages_id ? sql`and id = any(${cages_id}::int[])` : sql``}
      ${location_id === null ? sql`` : sql`and location_id = ${location_id}`}
    order by length(number), number`)

/** The cages of a period that may be recalculated. */
async function cagesIn(context: Context, period: Period) {
  const { start, end } = period
  if (end < start) throw fieldErrors({ end: 'Конец раньше начала' })
  checkInstant(context.company, `${start}T00:00`)
  if (period.location_id !== null && period.location_id !== NO_MODULE) await requireModule(period.location_id, context)
  return cagesOf(context, period)
}

const idsOf = (cages: readonly NamedCage[]) => cages.map(({ id }) => id)

async function preview(period: Period, context: Context) {
  const cages = await cagesIn(context, period)
  const { rows, changes } = await changesIn(context, { ...period, cages: idsOf(cages) }, { locked: false })
  const groups = await folded(context, foreseeTerms(context.tx, context.company.id, changes))
  const ofCage = groupBy(groups, ({ cage }) => cage)
  const sum = (cage: number, side: 'before' | 'after', what: 'count' | 'mass') =>
    ofCage.get(cage)!.reduce((total, group) => total + group[side][what], 0)
  return {
    feedings: rows.length,
    changed: changes.length,
    digest: digestOf(changes),
    cages: cages
      .filter(({ id }) => ofCage.has(id))
      .map(({ id, number }) => ({
        cage_id: id,
        cage_number: number,
        count: sum(id, 'after', 'count'),
        weight_before: toKg(sum(id, 'before', 'mass')),
        weight_after: toKg(sum(id, 'after', 'mass')),
        avg_weight_before: averageKg(sum(id, 'before', 'mass'), sum(id, 'before', 'count')),
        avg_weight_after: averageKg(sum(id, 'after', 'mass'), sum(id, 'after', 'count')),
      })),
  }
}

interface StoredRecalculation {
  id: number
  first_day: string
  last_day: string
  cages: number
  changed: number
  user: string | null
  user_id: number | null
  moment: string
  state: 'waiting' | 'done' | 'refused'
  refusal: Phrase | null
  undone: boolean
}

const readStored = ({ tx, company }: Context, condition = sql``) =>
  tx.rows<StoredRecalculation>(sql`
    select r.id, r.first_day, r.last_day, r.cages, jsonb_array_length(r.after) as changed, u.name as user, r.user_id,
      (r.at at time zone ${company.time_zone})::timestamp(0) as moment, r.state, r.refusal,
      r.undone_at is not null as undone
    from growth_recalculations r left join users u on u.company_id = r.company_id and u.id = r.user_id
    where r.company_id = ${company.id} ${condition} order by r.id desc limit 20`)

interface Going {
  done: number | null
  total: number | null
}

/** The run of the one that waits; undefined when it failed for good. */
const readGoing = ({ tx }: Context) =>
  tx.maybe<Going>(sql`
    select done, total from company_jobs(200)
    where job = ${growthJob.name} and state in ('created', 'retry', 'active') order by ordered_at desc limit 1`)

const BROKEN = 'Не закончен из-за сбоя, ничего не изменено. Пересчитайте ещё раз.'

/** What a refusal names may lie in a module that is closed to the reader. */
function reasonOf({ user_id, state, refusal }: StoredRecalculation, broken: boolean, { user, speak }: Context) {
  if (broken) return speak(BROKEN)
  if (state !== 'refused') return null
  return speak(refusal !== null && (user_id === user.id || scope(user).allModules) ? refusal : 'Отказано')
}

async function tell(context: Context, rows: StoredRecalculation[]) {
  const going = rows.some(({ state }) => state === 'waiting') ? await readGoing(context) : undefined
  return rows.map((row) => {
    const { id, first_day, last_day, cages, changed, user, moment, state, undone } = row
    const broken = state === 'waiting' && !going
    return {
      ...{ id, cages, changed, user, undone },
      start: showDay(first_day),
      end: showDay(last_day),
      datetime: moment.slice(0, 16),
      state: broken ? ('refused' as const) : state,
      done: (state === 'waiting' && going?.done) || null,
      total: (state === 'waiting' && going?.total) || null,
      reason: reasonOf(row, broken, context),
    }
  })
}

const answer = async (context: Context, id: number) =>
  (await tell(context, await readStored(context, sql`and r.id = ${id}`)))[0]!

/** One at a time; one that failed for good makes room for the next. */
async function makeRoom(context: Context): Promise<void> {
  const { tx, company } = context
  tx.lock('growth', sql`select pg_advisory_xact_lock(hashtextextended('growth', ${company.id}::bigint))`)
  const waiting = await tx.maybe(sql`
    select 1 from growth_recalculations where company_id = ${company.id} and state = 'waiting'`)
  if (!waiting) return
  if (await readGoing(context)) throw conflict('Прирост уже пересчитывается. Дождитесь, пока пересчёт закончится.')
  await tx.run(sql`
    update growth_recalculations set state = 'refused', refusal = ${JSON.stringify(BROKEN)}::jsonb
    where company_id = ${company.id} and state = 'waiting'`)
}

const NO_CHANGES = digestOf([])

async function order({ digest, ...period }: ParsedOf<typeof growthCalls.recalculate>, context: Context) {
  const { tx, company, user, changed } = context
  const cages = idsOf(await cagesIn(context, period))
  if (digest === NO_CHANGES) throw fieldErrors({ end: 'За этот период пересчитывать нечего' })
  await makeRoom(context)
  const { start, end } = period
  const { id } = await tx.one<{ id: number }>(sql`
    insert into growth_recalculations
      (company_id, first_day, last_day, cages, before, after, user_id, state, cage_ids, digest)
    values (${company.id}, ${start}::date, ${end}::date, 0, '[]', '[]', ${user.id}, 'waiting', ${cages}::int[],
      ${digest}) returning id`)
  enqueue(tx, growthJob.name, { id })
  changed('fish')
  return answer(context, id)
}

/** Feeds whose norms the recalculation left, and that were deleted since, with their norms. */
async function requireNorms({ tx, company }: Context, { before, feeds }: Undoable): Promise<void> {
  const versions = [...new Set(before.flatMap(([, version]) => (version === null ? [] : Number(version))))]
  const kept = await tx.rows<{ id: number }>(sql`
    select id from norm_versions where company_id = ${company.id} and id = any(${versions}::int[])`)
  const there = new Set(kept.map(({ id }) => id))
  const gone = versions.filter((id) => !there.has(id))
  if (gone.length === 0) return
  const names = [...new Set(gone.flatMap((id) => feeds[id] ?? []))].map((name) => `«${name}»`).join(', ')
  throw conflict(
    names
      ? say('Отменить нельзя: прирост был посчитан по нормам корма {{feeds}}, а этот корм удалён.', { feeds: names })
      : 'Отменить нельзя: прирост был посчитан по нормам корма, который удалён.',
  )
}

interface Undoable {
  state: StoredRecalculation['state']
  first_day: string
  last_day: string
  cages: number
  before: StoredTerms[]
  after: StoredTerms[]
  feeds: Record<string, string>
  undone_at: unknown
}

async function undo({ id }: { id: number }, context: Context) {
  const { tx, company, audit, changed } = context
  const stored = await tx.maybe<Undoable>(sql`
    select state, first_day, last_day, cages, before, after, feeds, undone_at from growth_recalculations
    where company_id = ${company.id} and id = ${id} for update`)
  if (!stored) throw notFound('Пересчёт не найден.')
  if (stored.state !== 'done') throw conflict('Этот пересчёт не выполнен: отменять нечего.')
  if (stored.undone_at) throw conflict('Этот пересчёт уже отменён.')
  checkInstant(company, `${stored.first_day}T00:00`)
  const rows = await feedingsById(
    tx,
    company.id,
    stored.after.map(([operation]) => operation),
  )
  await requireOpen(context, rows)
  await requireNorms(context, stored)
  await folded(context, applyTerms(tx, company.id, restoredTerms(rows, stored.before, stored.after)))
  await tx.run(sql`update growth_recalculations set undone_at = now() where company_id = ${company.id} and id = ${id}`)
  const { first_day: start, last_day: end, cages, after } = stored
  audit({ action: 'delete', entity: 'growth', id, before: { start, end, cages, feedings: after.length }, after: null })
  changed('fish')
  return answer(context, id)
}

/** Whoever is limited to modules takes back what was done in these alone. */
async function requireOpen(context: Context, rows: readonly { cage_id: number | null }[]) {
  const open = new Set((await cagesOf(context, { cages_id: null, location_id: null } as Period)).map(({ id }) => id))
  if (rows.some(({ cage_id }) => !open.has(cage_id!))) throw notFound('Пересчёт не найден.')
}

export const growthRoutes: Route[] = [
  route(growthCalls.preview, preview),
  route(growthCalls.recalculate, order),
  route(growthCalls.undo, undo),
  route(growthCalls.list, async (_, context) => tell(context, await readStored(context))),
]
