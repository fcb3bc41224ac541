/**
 * Sessions: a random token in an HttpOnly cookie, its hash in the database. The cookie names the company, so that the
 * session is read in the company's transaction.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { ABILITIES, type Ability, ADMINISTRATOR_ROLE, can, ROLE_ABILITIES } from '../shared/abilities'
import { companySettings, type CompanySettings, userSettings, type UserSettings } from '../shared/settings'
import { addDays, daysBetween, showDay } from '../shared/dates'
import type { User } from '../shared/user'
import type { FastifyRequest } from 'fastify'
import type { Database, Tx } from './db/client'

const COOKIE = 'sadok_session'
export const SESSION_DAYS = 30

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** `__Host-` on https: neither a sub-domain nor plain http can set another session. */
export const cookieName = ({ protocol }: Pick<FastifyRequest, 'protocol'>): string =>
  protocol === 'https' ? `__Host-${COOKIE}` : COOKIE

/** '12.k3f…' → company and hash; null when malformed. */
export function readToken(value: string | undefined): { company: number; hash: string } | null {
  const match = /^(\d{1,9})\.([\w-]{43})$/.exec(value ?? '')
  return match && { company: Number(match[1]), hash: hashToken(match[2]!) }
}

/** The token of the request's cookie. */
export const sessionOf = (request: FastifyRequest) => readToken(request.cookies[cookieName(request)])

export const newToken = (company: number) => {
  const secret = randomBytes(32).toString('base64url')
  return { token: `${company}.${secret}`, hash: hashToken(secret) }
}

/** The user of a call, as handlers see them. */
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
  /** has a second factor that works */
  second_factor: boolean
  settings: UserSettings
}

export interface CurrentCompany {
  id: number
  name: string
  time_zone: string
  settings: CompanySettings
  /** the day from which the company's second factor is required; null when it already is */
  factor_from: string | null
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
  role_id: number | null
  permissions: string[] | null
  role: string | null
  location_ids: number[] | null
  stock_ids: number[] | null
  second_factor: boolean
  /** seconds since its last use was written */
  idle: number
  confirmed: boolean
  user_settings: unknown
  company_name: string
  time_zone: string
  company_settings: unknown
  factor_from: string | null
  reply: StoredReply | null
  type: string | null
  start_date: string | null
  end_date: string | null
  now: string
}

/** The user and the company of a call. */
export interface Session {
  user: CurrentUser
  company: CurrentCompany
  /** its last use has not been written for an hour */
  stale: boolean
  /** the password was confirmed in this session minutes ago */
  confirmed: boolean
  /** what the company has stored under the key that was asked for with it */
  reply: StoredReply | null
}

/** The reply that was stored under an idempotency key. */
export interface StoredReply {
  user_id: number
  request_hash: string
  answer: string
}

/** How long a confirmed password is not asked for again. */
const CONFIRMED = '10 minutes'

const NO_SESSION = sql`0 as idle, false as confirmed, null as reply`
const theSession = (key: string | undefined) => sql`extract(epoch from now() - k.last_seen_at)::int as idle,
  coalesce(k.confirmed_at > now() - ${CONFIRMED}::interval, false) as confirmed,
  ${
    key === undefined
      ? sql`null`
      : sql`(select row_to_json(i) from idempotency_keys i
    where i.company_id = k.company_id and i.key = ${key})`
  } as reply`

/** `from` joins the table that identifies the user `u`. */
const whoIs = (from: RawBuilder<unknown>, condition: RawBuilder<unknown>, session = NO_SESSION) => sql<SessionRow>`
  select u.id as user_id, u.name as user_name, u.email, u.phone, u.is_admin, u.is_operator, u.role_id,
    to_json(r.permissions) as permissions, r.name as role, u.location_ids, u.stock_ids, u.settings as user_settings,
    f.confirmed_at is not null as second_factor, ${session},
    c.name as company_name, c.time_zone, c.settings as company_settings, c.factor_from, s.type, s.start_date,
      s.end_date,
    (now() at time zone c.time_zone)::timestamp as now
  from ${from}
  join companies c on c.company_id = u.company_id
  left join second_factors f on f.company_id = u.company_id and f.user_id = u.id
  left join roles r on r.company_id = u.company_id and r.id = u.role_id
  left join lateral (
    select type, start_date, end_date from subscriptions
    where company_id = u.company_id order by end_date desc, id desc limit 1) s on true
  where u.archived_at is null and c.archived_at is null and ${condition}`

function readRow(company: number, row: SessionRow): Session {
  // without a subscription: as if it had ended yesterday
  const end = row.end_date ?? addDays(row.now.slice(0, 10), -1)
  return {
    user: {
      id: row.user_id,
      name: row.user_name,
      email: row.email,
      phone: row.phone,
      is_admin: row.is_admin,
      is_operator: row.is_operator,
      // including abilities added after the role was made
      permissions: row.role_id === ADMINISTRATOR_ROLE ? [...ROLE_ABILITIES] : (row.permissions ?? []),
      role: row.role,
      location_ids: row.location_ids,
      stock_ids: row.stock_ids,
      second_factor: row.second_factor,
      settings: userSettings.parse(row.user_settings),
    },
    company: {
      id: company,
      name: row.company_name,
      time_zone: row.time_zone,
      settings: companySettings.parse(row.company_settings),
      factor_from: row.factor_from,
      subscription: {
        type: row.type ?? 'none',
        start_date: row.start_date ?? end,
        end_date: end,
        days_left: daysBetween(row.now, end),
      },
      now: row.now,
    },
    stale: row.idle >= NOTED_SECONDS,
    confirmed: row.confirmed,
    reply: row.reply,
  }
}

/** Cache for rate limits, which count a call before the session query: token hash → its user at the last query. */
const lastUsers = new Map<string, { company: number; user: number }>()
const MAX_LAST_USERS = 5000

/** The cached user of a token. The session may have ended since, so no right may depend on it. */
export function lastUser(company: number, hash: string): number | null {
  const last = lastUsers.get(hash)
  return last?.company === company ? last.user : null
}

/** The map keeps the order of insertion: the first is the one not seen for longest. */
function remember(company: number, hash: string, user: number | undefined): void {
  lastUsers.delete(hash)
  if (user === undefined) return
  lastUsers.set(hash, { company, user })
  if (lastUsers.size > MAX_LAST_USERS) lastUsers.delete(lastUsers.keys().next().value!)
}

/**
 * null when the session has ended, or has not been used for so long that it has. With the key of a transaction it tells
 * the reply under it.
 */
export async function bySession(tx: Tx, company: number, hash: string, key?: string): Promise<Session | null> {
  const row = await tx.maybe(
    whoIs(
      sql`sessions k join users u on u.company_id = k.company_id and u.id = k.user_id`,
      sql`k.company_id = ${company} and k.token_hash = ${hash} and k.expires_at > now()`,
      theSession(key),
    ),
  )
  const found = row && readRow(company, row)
  const session = found && row.idle < found.company.settings['session-idle-hours'] * 3600 ? found : null
  remember(company, hash, session?.user.id)
  return session
}

/** The use of a session is stored again only after this time. */
const NOTED_SECONDS = 3600
const noting = new Set<string>()

/**
 * Stores that the session is in use, beside its call: a call that reads writes nothing itself, and nobody waits for
 * this.
 */
export function noteUse(
  database: Database,
  { company, hash }: { company: number; hash: string },
  address: string,
): void {
  if (noting.has(hash)) return
  noting.add(hash)
  database
    .transaction(company, (tx) =>
      tx.run(sql`update sessions set last_seen_at = now(), address = ${address}
        where company_id = ${company} and token_hash = ${hash}`),
    )
    // the next call tries again
    .catch(() => undefined)
    .finally(() => noting.delete(hash))
}

type Whose = Pick<Session, 'user' | 'company'>

/** With any of these a person can open accounts of others, or remove their protection. */
const OPENS_ACCOUNTS: readonly Ability[] = ['set passwords', 'update roles', 'access settings']

const opensAccounts = (user: CurrentUser): boolean =>
  user.is_admin || OPENS_ACCOUNTS.some((ability) => user.permissions.includes(ability))

/** Whether a second factor is required of the user, now or from a day on; always of an operator. */
export function wantsFactor({ user, company }: Whose): boolean {
  const whose = company.settings['second-factor']
  return user.is_operator || whose === 'all' || (whose === 'admins' && opensAccounts(user))
}

/** During the last days without one: the day from which it is required. */
const factorFrom = ({ user, company: { factor_from, now } }: Whose): string | null =>
  user.is_operator || factor_from === null || factor_from <= now.slice(0, 10) ? null : factor_from

/** Whether a second factor is required now and the user has none. */
export const needsFactor = (whose: Whose): boolean =>
  !whose.user.second_factor && wantsFactor(whose) && factorFrom(whose) === null

const read = (tx: Tx, company: number, query: RawBuilder<SessionRow>): Promise<Session | null> =>
  tx.maybe(query).then((row) => (row ? readRow(company, row) : null))

/** The user a download ticket was issued to; null after its minute. */
export const byTicket = (tx: Tx, company: number, hash: string, path: string) => {
  const from = sql`download_tickets d join users u on u.company_id = d.company_id and u.id = d.user_id`
  const valid = sql`d.company_id = ${company} and d.token_hash = ${hash} and d.path = ${path} and d.expires_at > now()`
  return read(tx, company, whoIs(from, valid))
}

/** A person and their company; null when they are no longer there. */
export const findUser = (tx: Tx, company: number, user: number) =>
  read(tx, company, whoIs(sql`users u`, sql`u.company_id = ${company} and u.id = ${user}`))
export const byUser = async (tx: Tx, company: number, user: number) => (await findUser(tx, company, user))!

/** The answer of `login`, `register` and `user`. */
export function answerUser({ user, company }: Pick<Session, 'user' | 'company'>): User {
  const { now, subscription, factor_from: _, ...rest } = company
  const soon = !user.second_factor && wantsFactor({ user, company }) ? factorFrom({ user, company }) : null
  return {
    ...user,
    factor_needed: needsFactor({ user, company }),
    factor_from: soon && showDay(soon),
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
