/** Rules that place tasks: their list, what they are refused for, and the day that one would choose. */
import { sql } from 'kysely'
import { crudWrites, deleteFlags, type CrudModel } from '../../../core/lists/kit/crud.server'
import { fieldErrors } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { can, NO_RIGHT } from '../../../shared/abilities'
import type { ParsedOf } from '../../../shared/contract'
import { dayOf } from '../../../shared/dates'
import { REQUIRED } from '../../../shared/fields'
import { toKg } from '../../../shared/numbers'
import { at, say } from '../../../shared/say'
import { COMPLETED, RULE_KINDS } from '../../../shared/task-statuses'
import { isOpen, requireCage, requireExecutor } from '../common/given.server'
import { dueOf, type FeedOrders } from './due.server'
import { placeTasks } from './placing.server'
import { ruleCalls, type RuleKind, type RuleRow } from './rules.contract'
import { EVERYBODY } from './rules-job.server'

type Terms = ParsedOf<typeof ruleCalls.preview>
type Fields = ParsedOf<typeof ruleCalls.create>

/** The forecast of each is made every few hours. */
const MOST_RULES = 200

type StoredRule = Omit<RuleRow, 'kind_name' | 'weight'> & { weight: number | null }

const readRules = async (context: Context, id: number | null): Promise<RuleRow[]> => {
  const { tx, company, speak } = context
  const rows = await tx.rows<StoredRule>(sql`
    select t.id, t.title, t.kind, t.cage_id, c.number as cage_number, t.good_id, g.name as good_name, t.weight,
      t.degree_days, t.since, t.days, t.starts_on, t.executor_id, u.name as executor_name, t.note,
      o.start::date as next, t.xmin::text as version
    from task_rules t
    left join cages c on c.company_id = ${company.id} and c.id = t.cage_id
    left join goods g on g.company_id = ${company.id} and g.id = t.good_id
    left join users u on u.company_id = ${company.id} and u.id = t.executor_id
    left join lateral (
      select start from tasks where company_id = ${company.id} and rule_id = t.id and status_id <> ${COMPLETED}
      order by id desc limit 1) o on true
    where t.company_id = ${company.id} ${isOpen(context)} ${id === null ? sql`` : sql`and t.id = ${id}`}
    order by t.title, t.id limit ${MOST_RULES}`)
  return rows.map((row) => ({
    ...row,
    kind_name: speak(RULE_KINDS[row.kind]),
    weight: row.weight === null ? null : toKg(row.weight),
    archived: false,
    ...deleteFlags(null, speak),
  }))
}

/** What each kind needs to tell a day. */
const NEEDED: Readonly<Record<RuleKind, readonly (keyof Terms)[]>> = {
  weight: ['cage_id', 'weight'],
  degree_days: ['cage_id', 'degree_days'],
  net: ['cage_id', 'days'],
  feed: ['good_id'],
  every: ['starts_on', 'days'],
}

async function requireTerms(terms: Terms, context: Context, before: RuleRow | null, reading = false): Promise<void> {
  const missing = NEEDED[terms.kind].filter((key) => terms[key] === null || terms[key] === undefined)
  if (missing.length > 0) throw fieldErrors(Object.fromEntries(missing.map((key) => [key, REQUIRED])))
  if (terms.kind === 'degree_days' && !terms.since && !terms.starts_on) throw fieldErrors({ since: REQUIRED })
  await requireCage(terms, context, before, reading)
  if (terms.kind !== 'feed') return
  const { tx, company, user } = context
  if (!can(user, 'read stocks')) throw fieldErrors({ good_id: NO_RIGHT })
  const known = await tx.maybe(sql`
    select from goods where company_id = ${company.id} and id = ${terms.good_id} and type = 'feed'
      ${reading ? sql`` : sql`for key share`}`)
  if (!known) throw fieldErrors({ good_id: 'Корм не найден' })
}

async function requireFew({ tx, company }: Context): Promise<void> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from task_rules where company_id = ${company.id}`)
  if (count >= MOST_RULES) throw fieldErrors({ title: 'Не больше 200 правил' })
}

const readerOf = ({ tx, company }: Context) => ({ tx, company, user: EVERYBODY })

const modelOf = (orders: FeedOrders): CrudModel<Fields, RuleRow> => ({
  table: 'task_rules',
  entity: 'task_rule',
  missing: 'Правило не найдено: возможно, его удалили.',
  facts: ['tasks'],
  read: readRules,
  check: async (fields, context, before) => {
    if (!before) await requireFew(context)
    await requireTerms(fields, context, before)
    await requireExecutor(fields, context, before)
  },
  values: ({ title, kind, executor_id, note, ...terms }) => {
    const own = new Set<string>([...NEEDED[kind], ...(kind === 'degree_days' ? ['since', 'starts_on'] : [])])
    if (kind === 'net') own.add('starts_on')
    const kept = <K extends keyof typeof terms>(key: K) => (own.has(key) ? (terms[key] ?? null) : null)
    const [cage_id, good_id, weight, degree_days] = [
      kept('cage_id'),
      kept('good_id'),
      kept('weight'),
      kept('degree_days'),
    ]
    const [since, days, starts_on] = [kept('since'), kept('days'), kept('starts_on')]
    return { title, kind, cage_id, good_id, weight, degree_days, since, days, starts_on, executor_id, note }
  },
  beside: async (id, _, context) => {
    await placeTasks(readerOf(context), [id], orders, true)
    return {}
  },
})

async function previewRule(terms: Terms, context: Context, orders: FeedOrders) {
  await requireTerms(terms, context, null, true)
  const rule = { ...terms, weight: terms.weight ?? null, anchor: null, placed_on: null }
  const found = (await dueOf(readerOf(context), [rule as never], orders)).values().next().value as
    { day: string } | undefined
  const today = dayOf(context.company.now)
  if (!found) return { day: null, text: context.speak('День пока не известен. Задача появится, когда он станет ясен.') }
  const day = found.day < today ? today : found.day
  return { day, text: context.speak(say('Поставит на {{day}}', { day: at(day) })) }
}

export const ruleRoutes = (orders: FeedOrders): Route[] => [
  route(ruleCalls.list, (_, context) => readRules(context, null)),
  route(ruleCalls.preview, (terms, context) => previewRule(terms, context, orders)),
  ...crudWrites(ruleCalls, modelOf(orders)),
]
