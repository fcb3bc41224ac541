/**
 * Admits external applications by their token. A network that guesses tokens has to wait before anything is looked up.
 * A token from before a renewal is told apart from a guess, so that one forgotten device does not block the others of
 * its network.
 */
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { dayOf, showDay } from '../../shared/dates'
import { type Phrase, say } from '../../shared/say'
import { type CompanySettings, companySettings } from '../../shared/settings'
import { ADMINISTRATOR_ROLE, ROLE_ABILITIES } from '../../shared/abilities'
import type { Tx } from '../db/client'
import { CallError, subscriptionEnded, tooMany } from '../errors'
import { countRequest, outsideLimit, slowDown, waitOf } from '../http/limits/failed-attempts'
import type { Services } from '../http/route'
import type { Limits } from '../scope'
import { noteSecurity } from '../security-events'
import { readToken } from '../session'

const A_MINUTE = 120
const HOUR_S = 3600

/** What the application wants to do. */
export type Use = 'readings' | 'export' | 'assistant'

export interface Outsider extends Limits {
  id: number
  name: string
  company: number
  company_name: string
  time_zone: string
  /** farm wall clock */
  now: string
  /** of the company */
  settings: CompanySettings
  /** the subscription runs */
  paid: boolean
  /** parameters it may write to; null is all */
  parameter_ids: number[] | null
  /** parts of the export it may read */
  export_keys: string[]
  /** what it may as an assistant, by the role it was given; null when it is none */
  permissions: readonly string[] | null
}

interface FoundToken extends Omit<Outsider, 'permissions'> {
  /** as an assistant */
  role_id: number | null
  role_permissions: string[] | null
  /** its token may be sent in the query */
  token_in_address: boolean
  /** of those it had before */
  replaced: boolean
  removed: boolean
  /** the last day it was valid, when that has passed */
  expired: string | null
}

export type Token = NonNullable<ReturnType<typeof readToken>>

const find = (tx: Tx, { company, hash }: Token) =>
  tx.maybe<FoundToken>(sql`
    select e.id, e.name, e.company_id as company, c.name as company_name, c.time_zone, c.settings,
      (now() at time zone c.time_zone)::timestamp as now,
      e.parameter_ids, to_json(e.export_keys) as export_keys, e.location_ids, e.stock_ids, e.token_in_address,
      a.role_id, to_json(r.permissions) as role_permissions,
      e.token_hash <> ${hash} as replaced, e.removed_at is not null or c.archived_at is not null as removed,
      case when e.expires < (now() at time zone c.time_zone)::date then e.expires end as expired,
      exists (select from subscriptions s where s.company_id = ${company}
        and s.end_date >= (now() at time zone c.time_zone)::date) as paid
    from external_users e join companies c on c.company_id = ${company}
    left join assistants a on a.company_id = e.company_id and a.external_user_id = e.id
    left join roles r on r.company_id = a.company_id and r.id = a.role_id
    where e.company_id = ${company} and (e.token_hash = ${hash} or ${hash} = any(e.past_hashes))`)

const REFUSED = 'Токен не принят.'

const IN_ADDRESS =
  'Этому приложению нельзя передавать токен в адресе: пришлите его в заголовке «Authorization: Bearer …» или разрешите это на странице «Внешние приложения».'

/** Why a known token is refused; null when it is valid. */
function deadBecause(
  { removed, replaced, expired, token_in_address }: FoundToken,
  place: TokenPlace,
): { reason: string; text: Phrase } | null {
  if (removed) return { reason: 'removed', text: 'Приложение удалено, его токен больше не действует.' }
  if (replaced) return { reason: 'replaced', text: 'Токен обновили, этот больше не действует.' }
  if (expired !== null)
    return { reason: 'expired', text: say('Срок токена истёк {{day}}. Обновите токен.', { day: showDay(expired) }) }
  return place === 'address' && !token_in_address ? { reason: 'address', text: IN_ADDRESS } : null
}

type TokenRequest = Pick<FastifyRequest, 'ip' | 'headers'>

/** What a person made an address of. */
export type OfPerson = 'report' | 'calendar'

/** Whose token it is; of a person's address when `of` says so. */
type Refused = Pick<Outsider, 'id' | 'company'> & { name?: string; of?: OfPerson }

/** Notes a refusal in the security journal, at most once an hour for each token and reason. */
export async function noteRefusal(
  tx: Tx,
  request: TokenRequest,
  { id, company, name, of }: Refused,
  reason: string,
): Promise<void> {
  const whose = `outside ${company}.${of ? `${of}-` : ''}${id}`
  if ((await countRequest(tx, `${whose} ${reason}`, 1, { seconds: HOUR_S })) > 0) return
  noteSecurity(tx, company, request, { kind: 'token-refused', details: { reason, ...(name && { id, name }) } })
}

/** A token's use is stored again only after this time. */
export const REMEMBER_USE = '1 minute'

type Known = Pick<Outsider, 'company' | 'id' | 'now'>

const noteUse = (tx: Tx, { company, id }: Known, { ip }: TokenRequest) =>
  tx.later(sql`
    update external_users set last_used_at = now(), last_address = ${ip}
    where company_id = ${company} and id = ${id}
      and (last_used_at is null or last_used_at < now() - ${REMEMBER_USE}::interval)`)

/** Uses are counted by farm days. */
const countUse = (tx: Tx, { company, id, now }: Known, use: Use) =>
  tx.later(
    use === 'assistant'
      ? sql`
    insert into assistant_uses as known (company_id, external_user_id, day, calls)
    values (${company}, ${id}, ${dayOf(now)}::date, 1)
    on conflict (company_id, external_user_id, day) do update set calls = known.calls + 1`
      : sql`
    insert into external_uses as known (company_id, external_user_id, day, use, calls)
    values (${company}, ${id}, ${dayOf(now)}::date, ${use}, 1)
    on conflict (company_id, external_user_id, day, use) do update set calls = known.calls + 1`,
  )

/** Counts a well-formed but unknown token as a guess. The refusal tells no more than that it is not valid. */
async function noteGuess(tx: Tx, request: TokenRequest, { company }: Token) {
  if (await tx.maybe(sql`select 1 from companies where company_id = ${company}`))
    await noteRefusal(tx, request, { id: 0, company }, 'unknown')
  return null
}

async function greet(tx: Tx, request: TokenRequest, token: Token, { place, use }: { place: TokenPlace; use: Use }) {
  const found = await find(tx, token)
  if (!found) return null
  const wait = await countRequest(tx, `outside ${token.company}.${found.id}`, A_MINUTE)
  const dead = deadBecause(found, place)
  if (dead && wait === 0) await noteRefusal(tx, request, found, dead.reason)
  if (!dead && wait === 0) {
    noteUse(tx, found, request)
    countUse(tx, found, use)
  }
  return { found, wait, dead }
}

/** A token that is known, or might be, and opens nothing. */
export const refusedToken = (text: Phrase) => new CallError(401, text, { msgShouldBeShown: true })

/** Where a token was sent, when not in a header: addresses are kept in histories and logs, bodies are not. */
type TokenPlace = 'address' | 'body'
const TOKEN_PLACE: Record<Use, TokenPlace> = { readings: 'body', export: 'address', assistant: 'body' }

const headerOf = ({ headers }: TokenRequest) => /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]

/**
 * Meets whoever has the token `Authorization: Bearer …`, or the one the call was given; `inHeader` says which. Throws
 * 401 for what is no token or nobody's, 429 for every call from a network that guesses.
 */
export async function meetToken<T>(
  { database }: Services,
  request: FastifyRequest,
  given: string | null,
  meet: (tx: Tx, token: Token, inHeader: boolean) => Promise<T | null>,
): Promise<T> {
  const header = headerOf(request)
  const token = readToken(header ?? given ?? undefined)
  // without a token there is nothing to look up, so this is no guess either
  if (!token) throw refusedToken(REFUSED)
  const blocked = await waitOf(database, [outsideLimit(request.ip)])
  if (blocked > 0) throw tooMany(blocked)
  const met = await database.transaction(
    token.company,
    async (tx) => (await meet(tx, token, header !== undefined)) ?? noteGuess(tx, request, token),
  )
  if (met) return met
  await slowDown(database, '', [outsideLimit(request.ip)])
  throw refusedToken(REFUSED)
}

/** Finds the application of a token. Throws 401 for one that is not valid, 429 for one that calls too often. */
export async function admit(
  services: Services,
  request: FastifyRequest,
  given: string | null,
  use: Use,
): Promise<Outsider> {
  const met = await meetToken(services, request, given, (tx, token, inHeader) =>
    greet(tx, request, token, { use, place: inHeader ? 'body' : TOKEN_PLACE[use] }),
  )
  if (met.wait > 0) throw tooMany(met.wait)
  if (met.dead) throw refusedToken(met.dead.text)
  const { role_id, role_permissions, ...found } = met.found
  const permissions = role_id === ADMINISTRATOR_ROLE ? ROLE_ABILITIES : role_permissions
  return { ...found, permissions, settings: companySettings.parse(found.settings) }
}

/** Like `admit`, for writes: refuses after the subscription has ended, and beyond the company's writes of a day. */
export async function admitWriter(services: Services, request: FastifyRequest, given: string | null) {
  const outsider = await admit(services, request, given, 'readings')
  if (!outsider.paid) throw subscriptionEnded()
  services.quota.check(outsider.company)
  return outsider
}
