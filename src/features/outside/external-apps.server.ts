/**
 * External applications for administrators. Nobody grants what they lack: an administrator limited to modules and
 * warehouses sees, creates and renews only applications within these limits.
 */
import { sql } from 'kysely'
import { can } from '../../shared/abilities'
import { addDays, daysBetween, parseDay, showDay } from '../../shared/dates'
import { addressOf, type ParsedOf } from '../../shared/contract'
import { fieldErrors, forbidden, notFound } from '../../server/errors'
import { type Context, route, type Route } from '../../server/http/route'
import { newExternalToken } from '../../server/outside/external-user'
import { scope } from '../../server/scope'
import { noteSecurity } from '../../server/security-events'
import { externalOutput, externalSchema, outsideCalls, type ExternalAppRow } from './outside.contract'

type Fields = Omit<ParsedOf<typeof outsideCalls.create>, 'id'>

interface StoredApp extends Omit<ExternalAppRow, 'value' | 'days_left'> {
  token_end: string | null
}

/** SQL: parameters of open modules, for a user limited to some. */
const openParameters = ({ user, company }: Context) =>
  scope(user).allModules
    ? sql``
    : sql`and (e.parameter_ids is null or e.parameter_ids <@ array(
        select p.id from measure_parameters p where p.company_id = ${company.id}
          ${scope(user).modules('p.location_id')}))`

/** SQL: of the applications `e`, those not removed and open to the user. */
export const openApps = (context: Context) => sql`
  e.company_id = ${context.company.id} and e.removed_at is null
  ${scope(context.user).modulesIn('e.location_ids')} ${scope(context.user).stocksIn('e.stock_ids')}
    ${openParameters(context)}`

async function readApps(context: Context, id: number | null = null, lock = false): Promise<ExternalAppRow[]> {
  const { tx, company } = context
  const zoned = (column: string) => sql`(${sql.ref(column)} at time zone ${company.time_zone})::timestamp`
  const rows = await tx.rows<StoredApp>(sql`
    select e.id, e.name, ${zoned('e.created_at')} as created_at, ${zoned('e.token_created_at')} as token_created_at,
      e.token_end,
      e.expires, ${zoned('e.last_used_at')} as last_used_at, e.last_address, e.parameter_ids, e.location_ids,
        e.stock_ids,
      e.token_in_address, a.role_id as assistant_role_id, r.name as assistant_role, to_json(e.export_keys) as export_keys
    from external_users e
    left join assistants a on a.company_id = e.company_id and a.external_user_id = e.id
    left join roles r on r.company_id = a.company_id and r.id = a.role_id
    where ${openApps(context)} ${id === null ? sql`` : sql`and e.id = ${id}`}
    order by e.name, e.id ${lock ? sql`for update of e` : sql``}`)
  return rows.map(({ token_end, expires, ...row }) => ({
    ...row,
    expires: expires && showDay(expires),
    days_left: expires && daysBetween(company.now, expires),
    value: `${company.id}.••••${token_end ?? ''}`,
  })) as ExternalAppRow[]
}

async function lockApp(id: number, context: Context): Promise<ExternalAppRow> {
  const [row] = await readApps(context, id, true)
  if (!row) throw notFound('Приложение не найдено.')
  return row
}

const refuse = (field: string, text: string, wrong: unknown) => {
  if (wrong) throw fieldErrors({ [field]: text })
}

/** Refuses ids of another company and ids closed to the user in the same way. */
async function requireOpen(fields: Fields, { tx, company, user }: Context): Promise<void> {
  const mayAll = scope(user)
  refuse('location_ids', 'Выберите модули: вам доступны не все', fields.location_ids === null && !mayAll.allModules)
  refuse('stock_ids', 'Выберите склады: вам доступны не все', fields.stock_ids === null && !mayAll.allStocks)
  const unknown = (table: string, ids: number[] | null, own: ReturnType<typeof sql>) =>
    tx.maybe(sql`
      select 1 from unnest(${ids ?? []}::int[]) as given
      where given not in (select t.id from ${sql.table(table)} t where t.company_id = ${company.id} ${own})`)
  const [module, stock, parameter] = await Promise.all([
    unknown('locations', fields.location_ids, mayAll.modules('t.id')),
    unknown('stocks', fields.stock_ids, mayAll.stocks('t.id')),
    unknown('measure_parameters', fields.parameter_ids, mayAll.modules('t.location_id')),
  ])
  refuse('location_ids', 'Модуль не найден', module)
  refuse('stock_ids', 'Склад не найден', stock)
  refuse('parameter_ids', 'Параметр не найден', parameter)
  const role = fields.assistant_role_id
  const known =
    role === null || (await tx.maybe(sql`select 1 from roles where company_id = ${company.id} and id = ${role}`))
  refuse('assistant_role_id', 'Роль не найдена', !known)
}

async function check(fields: Fields, context: Context, before: ExternalAppRow | null): Promise<void> {
  const { tx, company } = context
  const { expires, name } = fields
  const today = company.now.slice(0, 10)
  // one that has run out may still be renamed
  const moved = expires !== null && showDay(expires) !== before?.expires
  refuse('expires', 'Этот день уже прошёл', moved && expires < today)
  await requireOpen(fields, context)
  // names are unique, and a repeated request creates no second application
  const named = tx.lock('name', sql`select pg_advisory_xact_lock(${company.id}, hashtext('external app'))`)
  await named.rows
  const taken = await tx.maybe(sql`
    select 1 from external_users
    where company_id = ${company.id} and name = ${name} and removed_at is null and id <> ${before?.id ?? 0}`)
  refuse('name', 'Такое название уже есть', taken)
}

const dayOrNull = (day: string | null) => day && parseDay(day)

/** For the audit, as it is stored. */
const kept = (row: ExternalAppRow) => ({ ...row, expires: dayOrNull(row.expires) })

const assignments = (fields: Fields) => sql`name = ${fields.name}, expires = ${fields.expires}::date,
  parameter_ids = ${fields.parameter_ids}::int[], location_ids = ${fields.location_ids}::int[],
  stock_ids = ${fields.stock_ids}::int[], export_keys = ${fields.export_keys}::text[],
  token_in_address = ${fields.token_in_address}`

/** Whether it is an assistant, and with which role. */
async function assist({ tx, company }: Context, id: number, role: number | null): Promise<void> {
  const own = sql`company_id = ${company.id} and external_user_id = ${id}`
  if (role === null) await tx.run(sql`delete from assistants where ${own}`)
  else
    await tx.run(sql`
      insert into assistants (company_id, external_user_id, role_id) values (${company.id}, ${id}, ${role})
      on conflict (company_id, external_user_id) do update set role_id = excluded.role_id`)
}

const note = ({ tx, company, user, request }: Context, kind: Kind, { id, name }: { id: number; name: string }) =>
  noteSecurity(tx, company.id, request, { kind, by: user.id, details: { id, name } })
type Kind = 'token-created' | 'token-renewed' | 'token-removed' | 'token-changed'

const entity = 'external_user'

const create = route(outsideCalls.create, async (fields, context) => {
  const { tx, company, audit, changed } = context
  await check(fields, context, null)
  const { token, token_hash, token_end } = newExternalToken(company.id)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into external_users (company_id, name, token_hash, token_end)
    values (${company.id}, ${fields.name}, ${token_hash}, ${token_end}) returning id`)
  await tx.run(sql`update external_users set ${assignments(fields)} where company_id = ${company.id} and id = ${id}`)
  await assist(context, id, fields.assistant_role_id)
  audit({ action: 'create', entity, id, after: fields })
  note(context, 'token-created', { id, name: fields.name })
  changed('people')
  return { ...(await lockApp(id, context)), token }
})

const update = route(outsideCalls.update, async ({ id, ...fields }, context) => {
  const { tx, company, audit, changed } = context
  const before = await lockApp(id, context)
  await check(fields, context, before)
  await tx.run(sql`update external_users set ${assignments(fields)} where company_id = ${company.id} and id = ${id}`)
  await assist(context, id, fields.assistant_role_id)
  audit({ action: 'update', entity, id, before: kept(before), after: fields })
  note(context, 'token-changed', { id, name: fields.name })
  changed('people')
  return lockApp(id, context)
})

/** The row stays, because the readings it sent refer to it. */
async function removeApp(before: ExternalAppRow, context: Context): Promise<void> {
  const { tx, company, audit, changed } = context
  const { id } = before
  await tx.run(sql`update external_users set removed_at = now() where company_id = ${company.id} and id = ${id}`)
  await assist(context, id, null)
  audit({ action: 'delete', entity, id, before: kept(before) })
  note(context, 'token-removed', before)
  changed('people')
}

const remove = route(outsideCalls.remove, async ({ id }, context) => {
  await removeApp(await lockApp(id, context), context)
  return { ok: true as const }
})

/** For a call that deletes by an id that may be a user's. False when no application has it. */
export async function removeApplication(id: number, context: Context): Promise<boolean> {
  const [app] = await readApps(context, id, true)
  if (!app) return false
  if (!can(context.user, 'manage external apps')) throw forbidden()
  await removeApp(app, context)
  return true
}

/** How many replaced tokens are remembered, to tell them apart from guesses. */
const REMEMBERED = 10

/** A new token is valid for as many days as the previous one was. */
function renewedUntil({ expires, token_created_at }: ExternalAppRow, today: string): string | null {
  if (expires === null) return null
  return addDays(today, Math.max(1, daysBetween(token_created_at, parseDay(expires)!)))
}

const renew = route(outsideCalls.renew, async ({ id }, context) => {
  const { tx, company, audit, changed } = context
  const before = await lockApp(id, context)
  const { token, token_hash, token_end } = newExternalToken(company.id)
  const expires = renewedUntil(before, company.now.slice(0, 10))
  await tx.run(sql`
    update external_users set past_hashes = (token_hash || past_hashes)[1:${REMEMBERED}::int],
      token_hash = ${token_hash},
      token_end = ${token_end}, token_created_at = now(), expires = ${expires}::date, last_used_at = null,
        last_address = null
    where company_id = ${company.id} and id = ${id}`)
  audit({
    action: 'update',
    entity,
    id,
    before: { token: before.value, expires: dayOrNull(before.expires) },
    after: { token: `${company.id}.••••${token_end}`, expires },
  })
  note(context, 'token-renewed', before)
  changed('people')
  return { ...(await lockApp(id, context)), token }
})

/** The addresses as seen from outside: behind a proxy the server's own address is another one. */
const addresses = route(outsideCalls.addresses, async (_, { services, request }) => {
  const base = services.baseUrl?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`
  return {
    input: `${base}/external/input/{parameterId}`,
    output: `${base}${addressOf(externalOutput)}`,
    schema: `${base}${addressOf(externalSchema)}`,
    assistants: `${base}/mcp`,
  }
})

export const externalAppRoutes: Route[] = [
  route(outsideCalls.list, (_, context) => readApps(context)),
  route(outsideCalls.token, async ({ id }, context) => {
    const [row] = await readApps(context, id)
    if (!row) throw notFound('Приложение не найдено.')
    const { value, token_created_at, expires, days_left, last_used_at, last_address } = row
    return { value, token_created_at, expires, days_left, last_used_at, last_address }
  }),
  addresses,
  route(outsideCalls.roles, (_, { tx, company }) =>
    tx.rows<{ id: number; name: string }>(
      sql`select id, name from roles where company_id = ${company.id} order by name`,
    ),
  ),
  create,
  update,
  remove,
  renew,
]
