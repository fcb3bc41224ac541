/** Opens and ends sessions: the cookie, the row, and what ends when a password is changed. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '../shared/user'
import type { Tx } from './db/client'
import { agentOf, noteSecurity } from './security-events'
import { answerUser, byUser, cookieName, hashToken, newToken, SESSION_DAYS, sessionOf } from './session'

/** A call that may set cookies. */
interface Caller {
  request: FastifyRequest
  reply: FastifyReply
}

const cookieOptions = ({ request }: Caller, path = '/') => ({
  path,
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: request.protocol === 'https',
})

const DAY = 86_400

/** The cookie by which an account recognises a browser is sent only where one signs in. */
const DEVICE_PATH = '/api/login'
const DEVICE_DAYS = 365
/** It has a path, so it cannot be `__Host-`; on https, plain http cannot set it. */
const deviceCookie = ({ protocol }: FastifyRequest, company: number, user: number) =>
  `${protocol === 'https' ? '__Secure-' : ''}sadok_device_${company}_${user}`

export const setSessionCookie = (caller: Caller, token: string): void =>
  void caller.reply.setCookie(cookieName(caller.request), token, {
    ...cookieOptions(caller),
    maxAge: SESSION_DAYS * DAY,
  })

export const clearSessionCookie = (caller: Caller): void =>
  void caller.reply.clearCookie(cookieName(caller.request), cookieOptions(caller))

export interface OpenedSession {
  answer: User
  /** the account has signed in elsewhere, but never in this browser */
  newDevice: boolean
  /** after the commit */
  setCookies(): void
}

/**
 * Opens a session and answers its user. The account recognises the browser from now on, and the browser's earlier
 * session of the same company ends. `shown` is the second factor that was given, and in which sign-in.
 */
export async function openSession(
  tx: Tx,
  company: number,
  user: number,
  caller: Caller,
  shown?: { factor: 'code' | 'recovery'; step: string },
): Promise<OpenedSession> {
  const { request } = caller
  const { token, hash } = newToken(company)
  const before = sessionOf(request)
  if (before?.company === company)
    tx.later(sql`delete from sessions where company_id = ${company} and token_hash = ${before.hash}`)
  const [known, device] = await Promise.all([
    byUser(tx, company, user),
    knowDevice(tx, company, user, request),
    tx.run(sql`insert into sessions (company_id, token_hash, user_id, expires_at, user_agent, address)
      values (${company}, ${hash}, ${user}, now() + make_interval(days => ${SESSION_DAYS}), ${agentOf(request)},
        ${request.ip})`),
  ])
  const details = { ...(device.isNew && { new_device: true }), ...shown }
  noteSecurity(tx, company, request, { kind: 'signed-in', user, by: user, details })
  const setCookies = () => {
    setSessionCookie(caller, token)
    caller.reply.setCookie(deviceCookie(request, company, user), device.secret, {
      ...cookieOptions(caller, DEVICE_PATH),
      maxAge: DEVICE_DAYS * DAY,
    })
  }
  return { answer: answerUser(known), newDevice: device.isNew, setCookies }
}

/** Gives the session a new token, for `setSessionCookie` after the commit; the old token no longer works. */
export function renewSession(tx: Tx, company: number, old: string): string {
  const { token, hash } = newToken(company)
  tx.later(sql`update sessions set token_hash = ${hash} where company_id = ${company} and token_hash = ${old}`)
  return token
}

/** Ends all sessions of a user except the one with the hash `kept`, with their tickets. Answers how many. */
export const endSessions = (tx: Tx, company: number, user: number, kept: string | null = null): Promise<number> =>
  tx.run(sql`delete from sessions where company_id = ${company} and user_id = ${user}
    and token_hash is distinct from ${kept}`)

/**
 * Ends all access to a user's account: sessions except the one with the hash `kept`, unfinished sign-ins, links in
 * letters, invitations, tickets and recognised browsers.
 */
export async function closeAccess(tx: Tx, company: number, user: number, kept: string | null = null): Promise<void> {
  const own = sql`company_id = ${company} and user_id = ${user}`
  await Promise.all([
    endSessions(tx, company, user, kept),
    tx.run(sql`delete from half_sessions where ${own}`),
    tx.run(sql`delete from password_resets where ${own}`),
    tx.run(sql`delete from invitations where ${own}`),
    tx.run(sql`delete from download_tickets where ${own}`),
    tx.run(sql`delete from known_devices where ${own}`),
  ])
}

/** Sets a password and ends the access that the old one gave. The caller hashes, checks, audits and tags `people`. */
export async function setPassword(
  tx: Tx,
  company: number,
  user: number,
  password_hash: string,
  kept: string | null = null,
): Promise<void> {
  await Promise.all([
    tx.run(sql`update users set password_hash = ${password_hash} where company_id = ${company} and id = ${user}`),
    closeAccess(tx, company, user, kept),
  ])
}

/** Hash of the secret the browser got when it signed in to the account before; null when it never did. */
export function deviceOf(request: FastifyRequest, company: number, user: number): string | null {
  const secret = request.cookies[deviceCookie(request, company, user)]
  return secret && /^[\w-]{43}$/.test(secret) ? hashToken(secret) : null
}

/** Makes the account recognise the browser by a new secret, which nobody can have planted in it. */
async function knowDevice(tx: Tx, company: number, user: number, request: FastifyRequest) {
  const secret = randomBytes(32).toString('base64url')
  const before = deviceOf(request, company, user)
  const own = sql`company_id = ${company} and user_id = ${user}`
  // the very first browser is no news to the owner
  const { isNew } = await tx.one<{ isNew: boolean }>(sql`
    with gone as (delete from known_devices where ${own}
      and (token_hash = ${before} or last_used_at < now() - make_interval(days => ${DEVICE_DAYS})))
    select count(*) > 0 and count(*) filter (where token_hash = ${before}) = 0 as "isNew" from known_devices
      where ${own}`)
  tx.later(sql`insert into known_devices (company_id, user_id, token_hash)
    values (${company}, ${user}, ${hashToken(secret)})`)
  return { secret, isNew }
}
