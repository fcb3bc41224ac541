/**
 * The farms of an installation. Reading and writing across tenants is only possible through the functions of migrations
 * 0025 and 0045, which check the operator's session themselves; only this file calls them.
 */
import { sql } from 'kysely'
import { createCompany } from '../../core/lists/new-company.server'
import { deleteFlags } from '../../core/lists/kit/crud.server'
import { showDay } from '../../shared/dates'
import { conflict, notFound } from '../../server/errors'
import { type Context, preparedRoute, type Preparing, route, type Route } from '../../server/http/route'
import { INVITATION_DAYS, makeLink, sendLink } from '../../server/accounts/invitation'
import { noteSecurity } from '../../server/security-events'
import { newToken, sessionOf } from '../../server/session'
import type { ParsedOf } from '../../shared/contract'
import { companyCalls, SUBSCRIPTION_TYPES, type CompanyRow } from './companies.contract'

interface StoredCompany {
  id: number
  name: string
  time_zone: string
  created_at: string
  archived: boolean
  type: string | null
  start_date: string | null
  end_date: string | null
  days_left: number | null
  users: number
  last_activity: string | null
  /** something was recorded, or an external application exists */
  used: boolean
}

/** The operator, whose session the functions look for. */
const asking = ({ company, request }: Context) => sql`${company.id}::int, ${sessionOf(request)!.hash}::text`

const OWN = 'Это ваше хозяйство.'
const USED = 'В хозяйстве есть записи или внешние приложения: отправьте его в архив.'

function present({ used, ...row }: StoredCompany, awaited: boolean, { company, speak }: Context): CompanyRow {
  const { type, start_date, end_date } = row
  const actual = type !== null && start_date !== null && end_date !== null
  return {
    ...row,
    awaited,
    type_name: type && (SUBSCRIPTION_TYPES[type as keyof typeof SUBSCRIPTION_TYPES] ?? type),
    end_date: end_date && showDay(end_date),
    subscriptions: {
      actual_subscription: actual ? { type, start_date: showDay(start_date), end_date: showDay(end_date) } : null,
    },
    ...deleteFlags(row.id === company.id ? OWN : used ? USED : null, speak),
  }
}

interface NewCompany {
  farm: number
  person: number
  name: string
  email: string
}

/** First administrators who have not entered. */
const readAwaited = (context: Context, id: number | null) =>
  context.tx.rows<NewCompany>(sql`select * from operator_awaited(${asking(context)}, ${id}::int)`)

async function read(context: Context, id: number | null = null): Promise<CompanyRow[]> {
  const [rows, awaited] = await Promise.all([
    context.tx.rows<StoredCompany>(
      sql`select * from operator_companies(${asking(context)}, ${id}::int) order by name, id`,
    ),
    readAwaited(context, id),
  ])
  const waiting = new Set(awaited.map(({ farm }) => farm))
  return rows.map((row) => present(row, waiting.has(row.id), context))
}

async function readOne(id: number, context: Context): Promise<CompanyRow> {
  const [row] = await read(context, id)
  if (!row) throw notFound('Хозяйство не найдено.')
  return row
}

/** Audits a change of a company in the operator's own journals; the functions audit it in the company's. */
function record(context: Context, action: 'create' | 'update' | 'delete', row: CompanyRow, after?: object): void {
  const { tx, company, user, request, audit, changed } = context
  audit({ action, entity: 'company', id: row.id, before: action === 'create' ? undefined : row, after })
  noteSecurity(tx, company.id, request, {
    kind: 'company-changed',
    by: user.id,
    details: { action, id: row.id, name: row.name },
  })
  changed('people')
}

type CompanyInput = ParsedOf<typeof companyCalls.create>

/** Creates a company like registration does, with the given subscription, and a link instead of a password. */
function make({ services: { database }, request, input }: Preparing<CompanyInput>) {
  const { name: company_name, user_name: name, type, end_date, ...rest } = input()
  return createCompany(database, { company_name, name, password: null, ...rest }, async (tx, id, user) => {
    await tx.run(sql`
      update subscriptions set type = ${type}, end_date = ${end_date}::date, start_date = least(start_date,
        ${end_date}::date)
      where company_id = ${id}`)
    noteSecurity(tx, id, request, { kind: 'user-invited', user, details: { email: rest.email } })
    return { id, link: await makeLink(tx, { id, time_zone: rest.time_zone }, user) }
  })
}

const create = preparedRoute(companyCalls.create, make, async (given, context, { id, link }) => {
  const { name, type, end_date, user_name, email } = given
  const row = await readOne(id, context)
  record(context, 'create', row, { name, type, end_date })
  const invitation = await sendLink(context, link, { name: user_name, email, company: name })
  return { ...row, invitation }
})

const ENTERED = 'Первый администратор уже входил: приглашение ему не нужно.'

const invite = route(companyCalls.invite, async ({ id }, context) => {
  const row = await readOne(id, context)
  if (row.archived) throw conflict('Сначала извлеките хозяйство из архива.')
  const [awaited] = await readAwaited(context, id)
  if (!awaited) throw conflict(ENTERED)
  const { person, name, email } = awaited
  const { token, hash } = newToken(id)
  const { until } = await context.tx.one<{ until: string | null }>(sql`
    select operator_invite(${asking(context)}, ${id}::int, ${person}::int, ${hash}, ${INVITATION_DAYS}::int) as until`)
  if (until === null) throw conflict(ENTERED)
  record(context, 'update', row, { invited: email })
  return { name, ...(await sendLink(context, { token, until }, { name, email, company: row.name })) }
})

const update = route(companyCalls.update, async ({ id, name, type, end_date }, context) => {
  const before = await readOne(id, context)
  await context.tx.run(sql`select operator_change(${asking(context)}, ${id}::int, ${name}, ${type}, ${end_date}::date)`)
  record(context, 'update', before, { name, type, end_date })
  return readOne(id, context)
})

const archive = async (id: number, away: boolean, context: Context) => {
  const before = await readOne(id, context)
  if (before.archived === away) return before
  if (id === context.company.id) throw conflict(OWN)
  await context.tx.run(sql`select operator_archive(${asking(context)}, ${id}::int, ${away}::boolean)`)
  record(context, 'update', before, { archived: away })
  return readOne(id, context)
}

const remove = route(companyCalls.remove, async ({ id }, context) => {
  const before = await readOne(id, context)
  if (before.delete_disabled_reason) throw conflict(before.delete_disabled_reason)
  await context.tx.run(sql`select operator_remove(${asking(context)}, ${id}::int)`)
  record(context, 'delete', before)
  return { ok: true as const }
})

export const companyRoutes: Route[] = [
  route(companyCalls.list, (_, context) => read(context)),
  create,
  invite,
  update,
  remove,
  route(companyCalls.archiving.archive, ({ id }, context) => archive(id, true, context)),
  route(companyCalls.archiving.unarchive, ({ id }, context) => archive(id, false, context)),
  route(companyCalls.users, async ({ id }, context) => {
    await readOne(id, context)
    return context.tx.rows(sql`select * from operator_users(${asking(context)}, ${id}::int)`)
  }),
]
