/** Sessions: a random token in an HttpOnly cookie, its hash in the database. The cookie names the company, so that the session is read inside its tenant. */
import { createHash, randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { ABILITIES, can } from '../shared/abilities'
import { companySettings, type CompanySettings, userSettings, type UserSettings } from '../shared/settings'
import { addDays, daysBetween, showDay } from '../shared/dates'
import type { User } from '../shared/user'
import type { FastifyRequest } from 'fastify'
import type { Tx } from './db/client'

const COOKIE = 'sadok_session'
export const SESSION_DAYS = 30

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** On https a name that only this very host may set, and only on https: neither a sub-domain nor plain http can lay another session under it. */
export const cookieName = ({ protocol }: Pick<FastifyRequest, 'protocol'>): string =>
  protocol === 'https' ? `__Host-${COOKIE}` : COOKIE

/** '12.k3f…' → company and hash; null when it is no token of ours. */
export function readToken(value: string | undefined): { company: number; hash: string } | null {
  const match = /^(\d{1,9})\.([\w-]{43})$/.exec(value ?? '')
  return match && { company: Number(match[1]), hash: hashToken(match[2]!) }
}

/** The session that a request shows. */
export const sessionOf = (request: FastifyRequest) => readToken(request.cookies[cookieName(request)])

export const newToken = (company: number) => {
  const secret = randomBytes(32).toString('base64url')
  return { token: `${company}.${secret}`, hash: hashToken(secret) }
}

/** Who is calling, as every handler sees it. */
export interface CurrentUser {
  id: number
  name: string
  email: string
  phone: string | null
  is_admin: boolean
  is_operator: boolean
  permissions: string[]
  role: string | null
  location_ids: number[] | null
  stock_ids: number[] | null
  settings: UserSettings
}

export interface CurrentCompany {
  id: number
  name: string
  time_zone: string
  settings: CompanySettings
  subscription: { type: string; start_date: string; end_date: string; days_left: number }
  /** farm wall clock */
  now: string
}

interface SessionRow {
  user_id: number
  user_name: string
  email: string
  phone: string | null
  is_admin: boolean
  is_operator: boolean
  permissions: string[] | null
  role: string | null
  location_ids: number[] | null
  stock_ids: number[] | null
  user_settings: unknown
  company_name: string
  time_zone: string
  company_settings: unknown
  type: string | null
  start_date: string | null
  end_date: string | null
  now: string
}

/** `clock` is the farm's, in ms */
type Clocked = SessionRow & { clock: number }

/** Who is calling, and for which farm. */
export interface Known {
  user: CurrentUser
  company: CurrentCompany
}

const whoIs = (condition: ReturnType<typeof sql>) => sql<Clocked>`
  select u.id as user_id, u.name as user_name, u.email, u.phone, u.is_admin, u.is_operator, to_json(r.permissions) as permissions, r.name as role, u.location_ids, u.stock_ids,
    u.settings as user_settings, c.name as company_name, c.time_zone, c.settings as company_settings, s.type, s.start_date, s.end_date,
    (now() at time zone c.time_zone)::timestamp as now, (extract(epoch from now() at time zone c.time_zone) * 1000)::float8 as clock
  from users u
  join companies c on c.company_id = u.company_id
  left join roles r on r.company_id = u.company_id and r.id = u.role_id
  left join lateral (select type, start_date, end_date from subscriptions where company_id = u.company_id order by end_date desc, id desc limit 1) s on true
  where u.archived_at is null and ${condition}`

function readRow(company: number, row: SessionRow): Known {
  // without a subscription it ended yesterday
  const end = row.end_date ?? addDays(row.now.slice(0, 10), -1)
  return {
    user: {
      id: row.user_id,
      name: row.user_name,
      email: row.email,
      phone: row.phone,
      is_admin: row.is_admin,
      is_operator: row.is_operator,
      permissions: row.permissions ?? [],
      role: row.role,
      location_ids: row.location_ids,
      stock_ids: row.stock_ids,
      settings: userSettings.parse(row.user_settings),
    },
    company: {
      id: company,
      name: row.company_name,
      time_zone: row.time_zone,
      settings: companySettings.parse(row.company_settings),
      subscription: {
        type: row.type ?? 'none',
        start_date: row.start_date ?? end,
        end_date: end,
        days_left: daysBetween(row.now, end),
      },
      now: row.now,
    },
  }
}

interface Seen {
  row: SessionRow
  known: Known
  /** farm clock less that of this machine, ms */
  lead: number
}

/** Whom each token belonged to when the database was last asked. */
const seen = new Map<string, Seen>()
const MOST_SEEN = 5000

/** The same object as long as the database answers the same. */
function recognize(company: number, hash: string, found: Clocked | undefined): Known | null {
  if (!found) {
    seen.delete(hash)
    return null
  }
  const { clock, ...row } = found
  const last = seen.get(hash)
  const same = last?.known.company.id === company && isDeepStrictEqual(last.row, row)
  const known = same ? last.known : readRow(company, row)
  if (seen.size > MOST_SEEN) seen.clear()
  seen.set(hash, { row, known, lead: clock - Date.now() })
  return known
}

/**
 * Who this token's holder was, at the farm's time of now: a guess, to begin with what they ask for while the database is asked. It holds
 * when `bySession` gives the very same object.
 */
export function lastSeen(company: number, hash: string): Known | null {
  const last = seen.get(hash)
  if (last?.known.company.id !== company) return null
  const now = new Date(Date.now() + last.lead).toISOString().slice(0, 16)
  if (now !== last.row.now) {
    last.row = { ...last.row, now }
    last.known = readRow(company, last.row)
  }
  return last.known
}

/** The user behind a session, or null when it has ended. */
export async function bySession(tx: Tx, company: number, hash: string): Promise<Known | null> {
  const row = await tx.maybe(
    whoIs(sql`(u.company_id, u.id) = (select company_id, user_id from sessions
      where company_id = ${company} and token_hash = ${hash} and expires_at > now())`),
  )
  return recognize(company, hash, row)
}

/** What a request with the same retry key was answered before. */
export interface Kept {
  user_id: number
  request_hash: string
  answer: string
}

/** A session's token, and the retry key of what it asks for. */
interface KeyedToken {
  hash: string
  key: string
}

/** The users behind sessions, and what is kept under each one's retry key. Each is looked up by itself, whatever the tables are counted to hold. */
export async function bySessionsAndKeys(tx: Tx, company: number, asked: KeyedToken[]) {
  const found = await tx.rows<Clocked & { place: number; kept_by: number; kept_hash: string; kept: string | null }>(sql`
    select a.place::int, who.*, k.user_id as kept_by, k.request_hash as kept_hash, k.answer as kept
    from unnest(${asked.map(({ hash }) => hash)}::text[], ${asked.map(({ key }) => key)}::text[]) with ordinality a (hash, key, place)
    cross join lateral (select user_id from sessions
      where company_id = ${company} and token_hash = a.hash and expires_at > now() limit 1) session
    cross join lateral (${whoIs(sql`u.company_id = ${company} and u.id = session.user_id`)} limit 1) who
    left join lateral (select user_id, request_hash, answer from idempotency_keys where company_id = ${company} and key = a.key limit 1) k on true`)
  const byPlace = new Map(found.map((row) => [row.place, row]))
  return asked.map(({ hash }, index) => {
    const row = byPlace.get(index + 1)
    if (!row) return { known: recognize(company, hash, undefined), kept: null }
    const { kept, kept_by, kept_hash, place: _, ...who } = row
    const before: Kept | null = kept === null ? null : { user_id: kept_by, request_hash: kept_hash, answer: kept }
    return { known: recognize(company, hash, who), kept: before }
  })
}

/** The user for whom a download's ticket was made, within its minute. */
export async function byTicket(tx: Tx, company: number, hash: string, path: string) {
  const row = await tx.maybe(
    whoIs(sql`(u.company_id, u.id) = (select company_id, user_id from download_tickets
      where company_id = ${company} and token_hash = ${hash} and path = ${path} and expires_at > now())`),
  )
  return row ? readRow(company, row) : null
}

export async function byUser(tx: Tx, company: number, user: number) {
  return readRow(company, await tx.one(whoIs(sql`u.company_id = ${company} and u.id = ${user}`)))
}

/** What `login`, `register` and `user` answer. */
export function answerUser({ user, company }: { user: CurrentUser; company: CurrentCompany }): User {
  const { stock_ids: _, ...shown } = user
  const { now, subscription, ...rest } = company
  return {
    ...shown,
    abilities: ABILITIES.filter((ability) => can(user, ability)),
    company: {
      ...rest,
      subscription: {
        ...subscription,
        start_date: showDay(subscription.start_date),
        end_date: showDay(subscription.end_date),
      },
    },
    now,
  }
}
