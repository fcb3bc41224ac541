/** The path of every call: session → ability → subscription → validation → tenant transaction → idempotency → audit. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { can, NO_SUBSCRIPTION } from '../../shared/abilities'
import type { Endpoint } from '../../shared/contract'
import type { Tx } from '../db/client'
import { conflict, fieldErrors, forbidden, unauthorized } from '../errors'
import type { Topic } from '../events'
import {
  byClaimingSession,
  bySession,
  byTicket,
  type Claim,
  COOKIE,
  type CurrentCompany,
  type CurrentUser,
  readToken,
} from '../session'
import { receiveFile, sendFile } from './files'
import type { AuditLine, Context, FileAnswer, Route, Services } from './route'

const CHECK_ANSWERS = process.env.CHECK_ANSWERS === '1'

/** Path parameters, query and body under one roof; `name[]` is `name`. The path wins, so that a body cannot rename what is edited. */
function gather(request: FastifyRequest): Record<string, unknown> {
  const input: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const part of [request.query, request.body, request.params]) {
    if (part === null || typeof part !== 'object') continue
    if (Array.isArray(part)) input.list = part
    else for (const [key, value] of Object.entries(part)) input[key.endsWith('[]') ? key.slice(0, -2) : key] = value
  }
  return input
}

/** The first text of every field, by the field's path: `batch.7.count`. */
function validationError(error: z.ZodError) {
  const errors: Record<string, string[]> = {}
  for (const issue of error.issues) (errors[issue.path.join('.') || 'form'] ??= []).push(issue.message)
  return fieldErrors(errors)
}

function validate(endpoint: Endpoint, request: FastifyRequest): unknown {
  const result = endpoint.input.safeParse(gather(request))
  if (!result.success) throw validationError(result.error)
  return result.data
}

function authorize({ ability, method, gated }: Endpoint, user: CurrentUser, company: CurrentCompany): void {
  if (ability !== 'signed-in' && ability !== 'public' && !can(user, ability)) throw forbidden()
  if (method !== 'GET' && gated !== false && company.subscription.days_left < 0) throw forbidden(NO_SUBSCRIPTION)
}

const answerText = (endpoint: Endpoint, answer: unknown): string => {
  if (CHECK_ANSWERS) endpoint.answer.parse(answer)
  return JSON.stringify(answer)
}

const MAX_KEY = 200

function idempotencyKey({ method, secret, dry }: Endpoint, request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  // a hash of a password must not be kept, so such a call is simply made again
  if (key === undefined || method === 'GET' || secret || dry) return null
  if (typeof key !== 'string' || !/^[\w:.-]+$/.test(key) || key.length > MAX_KEY)
    throw fieldErrors({ 'Idempotency-Key': 'Недопустимый ключ повтора.' })
  return key
}

/** What the first request with this key was answered. The key is its user's, whatever session it comes from. */
async function firstAnswer(tx: Tx, company: number, user: number, { key, hash }: Claim): Promise<string> {
  const stored = await tx.one<{ user_id: number; request_hash: string; answer: string | null }>(
    sql`select user_id, request_hash, answer from idempotency_keys where company_id = ${company} and key = ${key}`,
  )
  const same = stored.user_id === user && stored.request_hash === hash
  if (!same || stored.answer === null) throw conflict('Этот запрос уже был отправлен с другими данными.')
  return stored.answer
}

const hashOf = (request: FastifyRequest) =>
  createHash('sha256')
    .update(`${request.method} ${request.url}\n${request.bodyText ?? ''}`)
    .digest('hex')

const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))

/** Audit lines and the kept answer: one statement, which travels with the commit that follows. */
function finish(tx: Tx, company: number, user: number, audit: AuditLine[], key: string | null, text: string): void {
  if (audit.length === 0 && !key) return
  tx.later(sql`
    with noted as (
      insert into audit_log (company_id, user_id, action, entity, entity_id, before, after)
      select ${company}::int, ${user}::int, * from unnest(${audit.map((a) => a.action)}::text[], ${audit.map((a) => a.entity)}::text[],
        ${audit.map((a) => a.id)}::bigint[], ${audit.map((a) => json(a.before))}::jsonb[], ${audit.map((a) => json(a.after))}::jsonb[]))
    update idempotency_keys set answer = ${key && text} where company_id = ${company} and key = ${key}`)
}

interface Asking {
  route: Extract<Route, { access: 'user' }>
  services: Services
  request: FastifyRequest
  reply: FastifyReply
}

/** What says who is asking: the session's cookie, or the one-minute ticket of a download. */
interface Token {
  company: number
  hash: string
  ticket: boolean
}

function tokenOf({ route, request }: Asking): Token {
  const given = route.endpoint.download ? (request.query as { token?: unknown }).token : undefined
  const ticket = typeof given === 'string' ? readToken(given) : null
  const token = ticket ?? readToken(request.cookies[COOKIE])
  if (!token) throw unauthorized()
  return { ...token, ticket: ticket !== null }
}

const whoAsks = (tx: Tx, { company, hash, ticket }: Token, endpoint: Endpoint) =>
  ticket ? byTicket(tx, company, hash, endpoint.path) : bySession(tx, company, hash)

/** Who asks and, with a retry key, whether it is the first time. */
async function enter(tx: Tx, token: Token, endpoint: Endpoint, claim: Claim | null) {
  if (claim) return byClaimingSession(tx, token.company, token.hash, claim)
  const known = await whoAsks(tx, token, endpoint)
  return known && { ...known, fresh: true }
}

/** What the route makes of the file that came with the call, once it is known that its sender may make it. */
async function readUpload(asking: Asking, token: Token): Promise<unknown> {
  const { route, services, request } = asking
  if (!route.read) return undefined
  await services.database.transaction(token.company, async (tx) => {
    const known = await whoAsks(tx, token, route.endpoint)
    if (!known) throw unauthorized()
    authorize(route.endpoint, known.user, known.company)
  })
  return route.read(await receiveFile(request, route.endpoint.upload!))
}

/** What happens inside the company's transaction; `topics` gathers what others should read again. */
async function answerInside(
  tx: Tx,
  token: Token,
  asking: Asking,
  topics: Set<Topic>,
  read: unknown,
): Promise<string | FileAnswer> {
  const { route, services, request, reply } = asking
  const key = idempotencyKey(route.endpoint, request)
  const claim = key ? { key, hash: hashOf(request) } : null
  const known = await enter(tx, token, route.endpoint, claim)
  if (!known) throw unauthorized()
  const { user, company, fresh } = known
  authorize(route.endpoint, user, company)
  if (!fresh) return firstAnswer(tx, company.id, user.id, claim!)
  const audit: AuditLine[] = []
  const context: Context = {
    user,
    company,
    tx,
    services,
    request,
    reply,
    log: request.log,
    audit: (line) => void audit.push(line),
    changed: (...names) => names.forEach((name) => topics.add(name)),
  }
  const answer = await route.run(validate(route.endpoint, request), context, read)
  if (route.endpoint.download) return answer as FileAnswer
  const text = answerText(route.endpoint, answer)
  finish(tx, company.id, user.id, audit, key, text)
  return text
}

async function runForUser(asking: Asking): Promise<string | FileAnswer> {
  const token = tokenOf(asking)
  const read = await readUpload(asking, token)
  const topics = new Set<Topic>()
  const work = (tx: Tx) => {
    topics.clear()
    return answerInside(tx, token, asking, topics, read)
  }
  const { method, dry } = asking.route.endpoint
  const answer = await asking.services.database.transaction(token.company, work, method === 'GET' && !dry)
  if (topics.size > 0) asking.services.publish(token.company, topics)
  return answer
}

/** Answers one request. Handlers return plain values; the text is written once and kept for a repeated request. */
export async function handle(
  route: Route,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const answer =
    route.access === 'user'
      ? await runForUser({ route, services, request, reply })
      : answerText(
          route.endpoint,
          await route.run(validate(route.endpoint, request), { services, request, reply, log: request.log }),
        )
  if (typeof answer !== 'string') return sendFile(reply, answer)
  // as bytes: a text of Cyrillic would be measured first and put into bytes afterwards
  reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(answer))
}
