/** Saving a plan: its rows take the place of the stored ones, of a day or of a cage. */
import { type RawBuilder, sql } from 'kysely'
import { addDays, dayOf } from '../../../shared/dates'
import type { ParsedOf } from '../../../shared/contract'
import { REQUIRED } from '../../../shared/fields'
import { conflict, fieldErrors, notFound } from '../../../server/errors'
import { type Context, route } from '../../../server/http/route'
import { requireCages } from '../../cages/cages.server'
import { planCalls } from './plan.contract'
import { DAYS_AHEAD } from './plan-shapes.contract'
import { composeRows, type SentRow } from './plan-checks.server'
import { differingCells } from './plan-differences.server'
import { isSame, keyOf, type NamedRow, ofCage, onDay, readRows, tellRows, versionOf } from './plan-rows.server'

const MEANWHILE = 'План тем временем сохранил другой человек. Сравните, что разошлось.'
const PAST = 'План прошедшего дня не меняют'

interface Saving {
  /** the rows that the new ones take the place of */
  which: RawBuilder<unknown>
  rows: NamedRow[]
  version: string | null | undefined
}

const lastDay = ({ company }: Context) => addDays(dayOf(company.now), DAYS_AHEAD)

/** Throws for a day whose plan can no longer be changed, or not yet. */
function requireCurrent(day: string, field: string, context: Context): void {
  if (day < dayOf(context.company.now)) throw fieldErrors({ [field]: PAST })
  if (day > lastDay(context)) throw fieldErrors({ [field]: 'План составляют не дальше чем на 60 дней вперёд' })
}

const COLUMNS = {
  day: 'date',
  cage: 'int',
  good: 'int',
  avg_weight: 'bigint',
  count: 'int',
  weight: 'bigint',
  temperature: 'bigint',
  rate: 'bigint',
  growth: 'bigint',
  calc_rate: 'bigint',
  calc_growth: 'bigint',
  is_rate_alert_dismissed: 'boolean',
  is_growth_alert_dismissed: 'boolean',
} as const satisfies Partial<Record<keyof NamedRow, string>>

async function write({ tx, company, author }: Context, put: readonly NamedRow[], gone: readonly NamedRow[]) {
  const columns = Object.entries(COLUMNS) as [keyof typeof COLUMNS, string][]
  const lists = (rows: readonly NamedRow[], names: readonly (keyof typeof COLUMNS)[]) =>
    sql.join(names.map((name) => sql`${rows.map((row) => row[name])}::${sql.raw(COLUMNS[name])}[]`))
  if (gone.length > 0)
    await tx.run(sql`
      delete from feeding_plan_rows p using unnest(${lists(gone, ['day', 'cage', 'good'])}) as g (day, cage, good)
      where p.company_id = ${company.id} and p.day = g.day and p.cage_id = g.cage and p.good_id = g.good`)
  if (put.length === 0) return
  const stored = sql.raw(columns.map(([name]) => ({ cage: 'cage_id', good: 'good_id' })[name as string] ?? name).join())
  const given = sql.raw(columns.map(([name]) => name).join())
  const replaced = columns.filter(([name]) => !['day', 'cage', 'good'].includes(name))
  await tx.run(sql`
    insert into feeding_plan_rows (company_id, ${stored}, user_id)
    select ${company.id}::int, ${given}, ${author.id}::int
    from unnest(${lists(
      put,
      columns.map(([name]) => name),
    )}) as g (${given})
    on conflict (company_id, day, cage_id, good_id) do update set
      ${sql.raw(replaced.map(([name]) => `${name} = excluded.${name}`).join())},
      user_id = excluded.user_id, saved_at = now()`)
}

const sumOf = (rows: readonly NamedRow[]) => rows.reduce((sum, { rate }) => sum + rate, 0)

/** Stores what differs, and answers how much it was; somebody else's plan is never replaced unseen. */
async function save({ which, rows, version }: Saving, context: Context) {
  const { tx, company, changed } = context
  tx.lock('plan', sql`select pg_advisory_xact_lock(hashtextextended('plan ' || ${company.id}::int, 0))`)
  const stored = await readRows(context, which)
  const cells = () => differingCells(rows, stored)
  if (version && version !== versionOf(stored) && cells().length > 0)
    throw conflict(MEANWHILE, { version: versionOf(stored), cells: cells() })
  const before = new Map(stored.map((row) => [keyOf(row), row]))
  const after = new Set(rows.map(keyOf))
  const put = rows.filter((row) => {
    const was = before.get(keyOf(row))
    return !was || !isSame(was, row) || was.calc_rate !== row.calc_rate || was.calc_growth !== row.calc_growth
  })
  const gone = stored.filter((row) => !after.has(keyOf(row)))
  await write(context, put, gone)
  const touched = put.filter((row) => !before.has(keyOf(row)) || !isSame(before.get(keyOf(row))!, row)).length
  if (put.length + gone.length > 0) changed('plans')
  return {
    changes: touched + gone.length,
    before: sumOf(stored),
    after: sumOf(rows),
    answer: await readRows(context, which),
  }
}

const saveDay = route(planCalls.saveDay, async ({ date: day, plan, version }, context) => {
  requireCurrent(day, 'date', context)
  const rows = await composeRows(
    plan.map((row) => ({ ...row, day })),
    context,
  )
  const { changes, before, after, answer } = await save({ which: onDay(day), rows, version }, context)
  // the number of a day in the log: 20261125
  const id = Number(day.replaceAll('-', ''))
  if (changes > 0)
    context.audit({
      action: 'update',
      entity: 'feeding_plan',
      id,
      before: { day, feed: before },
      after: { day, feed: after, changes },
    })
  return { date: day.split('-').reverse().join('.'), ...tellRows(answer) }
})

type CageInput = ParsedOf<typeof planCalls.saveCage>

/** The one cage of a plan; throws when it names none, several, or one that is closed. */
async function cageOf({ plan, cage_id }: CageInput, context: Context): Promise<number> {
  const cages = new Set([...plan.map((row) => row.cage_id), ...(cage_id === null ? [] : [cage_id])])
  const [cage] = cages
  if (cage === undefined) throw fieldErrors({ cage_id: REQUIRED })
  if (cages.size > 1) throw fieldErrors({ cage_id: 'В плане садка — строки одного садка' })
  if (!(await requireCages(context, [cage])).has(cage)) throw notFound('Садок не найден.')
  return cage
}

const NUMBERS = ['avg_weight', 'count', 'rate', 'growth'] as const

/** Throws when a row of a past day is not the stored one. */
async function requireUntouched(past: readonly SentRow[], plan: readonly SentRow[], cage: number, context: Context) {
  if (past.length === 0) return
  const days = past.map(({ day }) => day).sort()
  const stored = new Map(
    (await readRows(context, ofCage(cage, days[0]!, days.at(-1)!))).map((row) => [keyOf(row), row]),
  )
  for (const row of past) {
    const was = stored.get(keyOf({ day: row.day, cage, good: row.feed_type_id }))
    if (!was || NUMBERS.some((key) => was[key] !== row[key]))
      throw fieldErrors({ [`plan.${plan.indexOf(row)}.date`]: PAST })
  }
}

const saveCage = route(planCalls.saveCage, async (input, context) => {
  const cage = await cageOf(input, context)
  const today = dayOf(context.company.now)
  const plan = input.plan.map(({ date, ...row }) => ({ ...row, day: date }))
  const coming = plan.filter(({ day }) => day >= today)
  coming.forEach((row) => requireCurrent(row.day, `plan.${plan.indexOf(row)}.date`, context))
  const past = plan.filter(({ day }) => day < today)
  // what is shown from today on has no past
  if (input.startFromToday && past.length > 0) throw fieldErrors({ [`plan.${plan.indexOf(past[0]!)}.date`]: PAST })
  await requireUntouched(past, plan, cage, context)
  const rows = await composeRows(coming, context)
  const which = ofCage(cage, today, lastDay(context))
  const { changes, before, after, answer } = await save({ which, rows, version: input.version }, context)
  if (changes > 0)
    context.audit({
      action: 'update',
      entity: 'cage_feeding_plan',
      id: cage,
      before: { cage_id: cage, feed: before },
      after: { cage_id: cage, feed: after, changes },
    })
  return tellRows(answer)
})

export const savingRoutes = [saveDay, saveCage]
