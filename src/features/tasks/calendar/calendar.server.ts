/** A person's address of the calendar of tasks: made, changed, revoked, read. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { can } from '../../../shared/abilities'
import { addressOf } from '../../../shared/contract'
import { addDays, dayOf } from '../../../shared/dates'
import type { Language } from '../../../shared/i18n/languages'
import type { Tx } from '../../../server/db/client'
import { forbidden, notFound } from '../../../server/errors'
import { originOf } from '../../../server/http/origin'
import { type Context, publicFileRoute, route, type Route } from '../../../server/http/route'
import { languageOf, speakIn } from '../../../server/language'
import type { Token } from '../../../server/outside/admission'
import { newExternalToken } from '../../../server/outside/external-user'
import { admitPersonal, ownerOf, type PersonalAddress, REMEMBERED } from '../../../server/outside/personal-address'
import { scope } from '../../../server/scope'
import { noteSecurity } from '../../../server/security-events'
import { isOpen } from '../common/given.server'
import { calendarCalls, externalCalendar, type KnownCalendar, type Which } from './calendar.contract'
import { type CalendarTask, icsOf } from './ics.server'

const entity = 'task_calendar'
/** Of a calendar, in the security journal. */
const NAME = 'Календарь задач'

const GONE = notFound('Адреса календаря у вас нет: возможно, его уже отозвали.')

type Stored = Omit<KnownCalendar, 'value'> & { id: number; token_end: string }

/** One's own, in force; locked by whoever changes it. */
function readOwn({ tx, company, user }: Context, lock = sql``) {
  const zoned = (column: string) => sql`(${sql.ref(column)} at time zone ${company.time_zone}::text)::timestamp`
  return tx.maybe<Stored>(sql`
    select id, which, token_end, ${zoned('created_at')} as created_at, ${zoned('last_used_at')} as last_used_at,
      last_address
    from task_calendars where company_id = ${company.id} and user_id = ${user.id} and revoked_at is null ${lock}`)
}

const rowOf = ({ id: _, token_end, ...row }: Stored, company: number): KnownCalendar => ({
  ...row,
  value: `${company}.••••${token_end}`,
})

async function told(context: Context) {
  const own = await readOwn(context)
  return {
    address: `${originOf(context)}${addressOf(externalCalendar)}`,
    known: own ? rowOf(own, context.company.id) : null,
  }
}

type Kind = 'token-created' | 'token-renewed' | 'token-removed'
const note = ({ tx, company, user, request }: Context, kind: Kind) =>
  noteSecurity(tx, company.id, request, { kind, user: user.id, by: user.id, details: { name: NAME } })

const create = route(calendarCalls.create, async ({ which }, context) => {
  const { tx, company, user, request, audit, changed } = context
  const { token, token_hash, token_end } = newExternalToken(company.id)
  const made = await tx.one<{ id: number; renewed: boolean }>(sql`
    insert into task_calendars as known (company_id, user_id, which, token_hash, token_end, language, origin)
    values (${company.id}, ${user.id}, ${which}, ${token_hash}, ${token_end}, ${languageOf(request)},
      ${originOf(context)})
    on conflict (company_id, user_id) do update set
      past_hashes = (known.token_hash || known.past_hashes)[1:${REMEMBERED}::int], which = excluded.which,
      token_hash = excluded.token_hash, token_end = excluded.token_end, language = excluded.language,
      origin = excluded.origin, created_at = now(), revoked_at = null, last_used_at = null, last_address = null
    returning id, cardinality(past_hashes) > 0 as renewed`)
  audit({ action: made.renewed ? 'update' : 'create', entity, id: made.id, after: { which, token_end } })
  note(context, made.renewed ? 'token-renewed' : 'token-created')
  changed('lists')
  return { ...(await told(context)), token }
})

const change = route(calendarCalls.change, async ({ which }, context) => {
  const { tx, company, audit, changed } = context
  const own = await readOwn(context, sql`for update`)
  if (!own) throw GONE
  await tx.run(sql`update task_calendars set which = ${which} where company_id = ${company.id} and id = ${own.id}`)
  audit({ action: 'update', entity, id: own.id, before: { which: own.which }, after: { which } })
  changed('lists')
  return told(context)
})

const remove = route(calendarCalls.remove, async (_, context) => {
  const { tx, company, audit, changed } = context
  const own = await readOwn(context, sql`for update`)
  if (!own) throw GONE
  await tx.run(sql`update task_calendars set revoked_at = now() where company_id = ${company.id} and id = ${own.id}`)
  audit({ action: 'delete', entity, id: own.id, before: { which: own.which, token_end: own.token_end } })
  note(context, 'token-removed')
  changed('lists')
  return { ok: true as const }
})

interface Found extends PersonalAddress {
  which: Which
  language: Language
  origin: string
}

const find = (tx: Tx, { company, hash }: Token) =>
  tx.maybe<Found>(sql`
    select id, company_id as company, user_id as user, which, language, origin,
      case when revoked_at is not null or user_id is null then 'revoked'
        when token_hash <> ${hash} then 'replaced' end as dead
    from task_calendars where company_id = ${company} and (token_hash = ${hash} or ${hash} = any(past_hashes))`)

/** A phone asks once an hour, by hand more often. */
const calendar = {
  of: 'calendar',
  table: 'task_calendars',
  most: 30,
  find,
  dead: {
    revoked: 'Этот адрес календаря отозван.',
    replaced: 'Адрес создали заново, этот больше не действует.',
  },
} as const

const [DAYS_BACK, DAYS_AHEAD, MOST] = [30, 366, 3000]

async function readCalendar(tx: Tx, found: Found): Promise<string> {
  const { user, company } = await ownerOf(tx, found)
  if (!can(user, 'view tasks')) throw forbidden()
  const today = dayOf(company.now)
  const utc = (moment: ReturnType<typeof sql>) =>
    sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  const of = (column: string) => utc(sql`(${sql.ref(column)} at time zone ${company.time_zone}::text)`)
  const tasks = await tx.rows<CalendarTask>(sql`
    select t.id, t.title, t.note, to_char(t.start, 'YYYY-MM-DD"T"HH24:MI') as start,
      to_char(t."end", 'YYYY-MM-DD"T"HH24:MI') as "end", ${of('t.start')} as start_utc, ${of('t.end')} as end_utc,
      ${utc(sql`t.changed_at`)} as changed_utc, ${utc(sql`t.created_at`)} as created_utc, t.revision, t.all_day,
      t.status_id, e.name as executor, c.number as cage, l.name as module
    from tasks t
    left join users e on e.company_id = ${company.id} and e.id = t.executor_id
    left join cages c on c.company_id = ${company.id} and c.id = t.cage_id
    left join locations l on l.company_id = ${company.id} and l.id = c.location_id
      ${scope(user).modules('l.id')}
    where t.company_id = ${company.id} ${isOpen({ user })}
      and t.start < ${addDays(today, DAYS_AHEAD)}::timestamp and t."end" >= ${addDays(today, -DAYS_BACK)}::timestamp
      ${found.which === 'mine' ? sql`and t.executor_id = ${user.id}` : sql``}
    order by t.start, t.id limit ${MOST}`)
  return icsOf(tasks, {
    ...{ company: company.id, company_name: company.name, time_zone: company.time_zone },
    ...{ origin: found.origin, speak: speakIn(found.language) },
  })
}

const read = publicFileRoute(externalCalendar, async ({ token }, { services, request, reply }) => {
  const found = await admitPersonal(calendar, services, request, token)
  // counted among the files under way, which are few
  const bytes = async () => {
    const text = await services.database.transaction(found.company, (tx) => readCalendar(tx, found), { reading: true })
    const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
    reply.header('etag', tag).header('cache-control', 'private, no-cache')
    // a proxy that packs an answer marks its tag as weak
    const same = (request.headers['if-none-match'] ?? '')
      .split(/\s*,\s*/)
      .some((one) => one.replace(/^W\//, '') === tag)
    if (same) reply.status(304)
    return same ? Buffer.alloc(0) : Buffer.from(text)
  }
  return { name: 'tasks.ics', type: 'text/calendar; charset=utf-8', inline: true, bytes }
})

export const calendarRoutes: Route[] = [
  route(calendarCalls.own, (_, context) => told(context)),
  create,
  change,
  remove,
  read,
]
