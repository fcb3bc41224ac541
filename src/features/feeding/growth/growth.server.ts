/** Growth of a period, recalculated by today's norms and readings: seen before, done as one change, taken back. */
import { sql } from 'kysely'
import { registry } from '../../../core/documents/kinds/kinds.server'
import { fishRefusal } from '../../../core/documents/engine/rules.server'
import { groupBy } from '../../../shared/collections'
import type { ParsedOf } from '../../../shared/contract'
import { dayOf, showDay } from '../../../shared/dates'
import { averageKg, toKg } from '../../../shared/numbers'
import { isRefusal } from '../../../server/db/ledger/fish-ledger'
import { conflict, fieldErrors, notFound } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { checkInstant } from '../../../server/period'
import { scope } from '../../../server/scope'
import { requireModule } from '../../../core/lists/kit/modules.server'
import { NO_MODULE } from '../../../shared/fields'
import { growthCalls } from './growth.contract'
import {
  applyTerms,
  changeOf,
  digestOf,
  feedingsById,
  feedingsOf,
  foreseeTerms,
  restoredTerms,
  sameTerms,
  storedTerms,
  type StoredTerms,
  type TermsChange,
  termsNow,
} from '../../../core/documents/growth/terms.server'

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

/** A year of a large farm is as much as one change takes. */
const MAX_FEEDINGS = 60_000

async function changesIn(context: Context, period: Period, { locked }: { locked: boolean }) {
  const { start, end } = period
  if (end < start) throw fieldErrors({ end: 'Конец раньше начала' })
  checkInstant(context.company, `${start}T00:00`)
  if (period.location_id !== null && period.location_id !== NO_MODULE) await requireModule(period.location_id, context)
  const cages = await cagesOf(context, period)
  const { tx, company } = context
  const rows = await feedingsOf(tx, company.id, { cages: cages.map(({ id }) => id), start, end, locked })
  if (rows.length > MAX_FEEDINGS) throw fieldErrors({ end: 'Слишком много кормлений: выберите период короче' })
  const farm = { settings: company.settings, today: dayOf(company.now) }
  const terms = await termsNow(tx, company.id, farm, rows)
  const changes = rows.map((row, index) => changeOf(row, terms[index]!))
  return { cages, rows, changes: changes.filter(({ before, after }) => !sameTerms(before, after)) }
}

/** A fold that the ledger refuses is told by name. */
async function folded<T>(context: Context, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isRefusal(error)) throw await fishRefusal(context, error, registry.kindInSentence, () => null)
    throw error
  }
}

async function preview(period: Period, context: Context) {
  const { cages, rows, changes } = await changesIn(context, period, { locked: false })
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
  done: string
  undone: boolean
}

const readDone = ({ tx, company }: Context, condition = sql``) =>
  tx.rows<StoredRecalculation>(sql`
    select r.id, r.first_day, r.last_day, r.cages, jsonb_array_length(r.after) as changed, u.name as user,
      (r.at at time zone ${company.time_zone})::timestamp(0) as done, r.undone_at is not null as undone
    from growth_recalculations r left join users u on u.company_id = r.company_id and u.id = r.user_id
    where r.company_id = ${company.id} ${condition} order by r.id desc limit 20`)

const told = ({ first_day, last_day, done, ...row }: StoredRecalculation) => ({
  ...row,
  start: showDay(first_day),
  end: showDay(last_day),
  datetime: done.slice(0, 16),
})

const answer = async (context: Context, id: number) => told((await readDone(context, sql`and r.id = ${id}`))[0]!)

const summaryOf = ({
  first_day,
  last_day,
  cages,
  changed,
}: Omit<StoredRecalculation, 'id' | 'user' | 'done' | 'undone'>) => ({
  start: first_day,
  end: last_day,
  cages,
  feedings: changed,
})

async function recalculate({ digest, ...period }: ParsedOf<typeof growthCalls.recalculate>, context: Context) {
  const { tx, company, user, audit, changed } = context
  const { changes } = await changesIn(context, period, { locked: true })
  if (digestOf(changes) !== digest)
    throw conflict('С тех пор изменились нормы, замеры или кормления. Посмотрите ещё раз, что изменится.')
  if (changes.length === 0) throw fieldErrors({ end: 'За этот период пересчитывать нечего' })
  await folded(context, applyTerms(tx, company.id, changes))
  const cages = new Set(changes.map(({ before }) => before.cage_id)).size
  const list = (side: keyof TermsChange) => JSON.stringify(changes.map((one) => storedTerms(one[side].id, one[side])))
  const { id } = await tx.one<{ id: number }>(sql`
    insert into growth_recalculations (company_id, first_day, last_day, cages, before, after, user_id)
    values (${company.id}, ${period.start}::date, ${period.end}::date, ${cages}, ${list('before')}::jsonb,
      ${list('after')}::jsonb, ${user.id})
    returning id`)
  const summary = { first_day: period.start, last_day: period.end, cages, changed: changes.length }
  audit({ action: 'create', entity: 'growth', id, before: null, after: summaryOf(summary) })
  changed('fish')
  return answer(context, id)
}

async function undo({ id }: { id: number }, context: Context) {
  const { tx, company, audit, changed } = context
  const stored = await tx.maybe<{ first_day: string; before: StoredTerms[]; after: StoredTerms[]; undone_at: unknown }>(
    sql`select first_day, before, after, undone_at from growth_recalculations
      where company_id = ${company.id} and id = ${id} for update`,
  )
  if (!stored) throw notFound('Пересчёт не найден.')
  if (stored.undone_at) throw conflict('Этот пересчёт уже отменён.')
  checkInstant(company, `${stored.first_day}T00:00`)
  const rows = await feedingsById(
    tx,
    company.id,
    stored.after.map(([operation]) => operation),
  )
  await requireOpen(context, rows)
  await folded(context, applyTerms(tx, company.id, restoredTerms(rows, stored.before, stored.after)))
  await tx.run(sql`update growth_recalculations set undone_at = now() where company_id = ${company.id} and id = ${id}`)
  const [done] = await readDone(context, sql`and r.id = ${id}`)
  audit({ action: 'delete', entity: 'growth', id, before: summaryOf(done!), after: null })
  changed('fish')
  return told(done!)
}

/** Whoever is limited to modules takes back what was done in these alone. */
async function requireOpen(context: Context, rows: readonly { cage_id: number | null }[]) {
  const open = new Set((await cagesOf(context, { cages_id: null, location_id: null } as Period)).map(({ id }) => id))
  if (rows.some(({ cage_id }) => !open.has(cage_id!))) throw notFound('Пересчёт не найден.')
}

export const growthRoutes: Route[] = [
  route(growthCalls.preview, preview),
  route(growthCalls.recalculate, recalculate),
  route(growthCalls.undo, undo),
  route(growthCalls.list, async (_, context) => (await readDone(context)).map(told)),
]
