/** The path of every call: session → ability → subscription → validation → tenant transaction → idempotency → audit. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { can, NO_SUBSCRIPTION } from '../../shared/abilities'
import type { Endpoint } from '../../shared/contract'
import { retry, type Tx } from '../db/client'
import { type CallError, conflict, fieldErrors, forbidden, unauthorized } from '../errors'
import type { Topic } from '../events'
import { bySession, bySessionAndKey, byTicket, COOKIE, type Kept, type Known, lastSeen, readToken } from '../session'
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

/** Why they may not make the call. */
function refusalOf({ ability, method, gated }: Endpoint, { user, company }: Known): CallError | null {
  if (ability !== 'signed-in' && ability !== 'public' && !can(user, ability)) return forbidden()
  if (method !== 'GET' && gated !== false && company.subscription.days_left < 0) return forbidden(NO_SUBSCRIPTION)
  return null
}

function authorize(endpoint: Endpoint, known: Known | null): asserts known is Known {
  if (!known) throw unauthorized()
  const refusal = refusalOf(endpoint, known)
  if (refusal) throw refusal
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
function firstAnswer(kept: Kept, user: number, hash: string): string {
  if (kept.user_id !== user || kept.request_hash !== hash)
    throw conflict('Этот запрос уже был отправлен с другими данными.')
  return kept.answer
}

const hashOf = (request: FastifyRequest) =>
  createHash('sha256')
    .update(`${request.method} ${request.url}\n${request.bodyText ?? ''}`)
    .digest('hex')

const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))

/** A retry key and the hash of the request that comes with it. */
interface Claim {
  key: string
  hash: string
}

/** Audit lines and the kept answer: one statement, which travels with the commit that follows. */
function finish(tx: Tx, company: number, user: number, audit: AuditLine[], claim: Claim | null, text: string): void {
  if (audit.length === 0 && !claim) return
  tx.later(sql`
    with noted as (
      insert into audit_log (company_id, user_id, action, entity, entity_id, before, after)
      select ${company}::int, ${user}::int, * from unnest(${audit.map((a) => a.action)}::text[], ${audit.map((a) => a.entity)}::text[],
        ${audit.map((a) => a.id)}::bigint[], ${audit.map((a) => json(a.before))}::jsonb[], ${audit.map((a) => json(a.after))}::jsonb[]))
    insert into idempotency_keys (company_id, key, user_id, request_hash, answer)
    select ${company}::int, key, ${user}::int, ${claim?.hash}, ${claim && text} from (select ${claim?.key}::text as key) k where key is not null`)
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

/** Who asks and, with a retry key, what the same request was answered before. */
async function enter(tx: Tx, token: Token, endpoint: Endpoint, claim: Claim | null) {
  if (claim) return bySessionAndKey(tx, token.company, token.hash, claim.key)
  return { known: await whoAsks(tx, token, endpoint), kept: null }
}

/** What the route makes of the file that came with the call, once it is known that its sender may make it. */
async function readUpload(asking: Asking, token: Token): Promise<unknown> {
  const { route, services, request } = asking
  if (!route.read) return undefined
  await services.database.transaction(token.company, async (tx) =>
    authorize(route.endpoint, await whoAsks(tx, token, route.endpoint)),
  )
  return route.read(await receiveFile(request, route.endpoint.upload!))
}

/** The route at work for someone. */
interface Work {
  answer: Promise<unknown>
  audit: AuditLine[]
  /** what others should read again */
  topics: Set<Topic>
}

function begin({ user, company }: Known, tx: Tx, asking: Asking, read: unknown): Work {
  const { route, services, request, reply } = asking
  const audit: AuditLine[] = []
  const topics = new Set<Topic>()
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
  const run = async () => route.run(validate(route.endpoint, request), context, read)
  const answer = run()
  answer.catch(() => undefined)
  return { answer, audit, topics }
}

interface Done {
  answer: string | FileAnswer
  topics: ReadonlySet<Topic>
}

/** Raised with what a repeated request is answered: whatever was begun for it is taken back. */
const isRepeated = (error: unknown): error is { repeated: string } => error instanceof Object && 'repeated' in error

/**
 * What happens inside the company's transaction. Who asked with this token last will be who asks now: the work begins in the round of the
 * question who it is, and all is taken back and begun anew when the answer is another.
 */
async function answerInside(tx: Tx, token: Token, asking: Asking, claim: Claim | null, read: unknown): Promise<Done> {
  const { endpoint } = asking.route
  // what counts attempts or sends letters does it outside the transaction
  const guess = token.ticket || endpoint.secret ? null : lastSeen(token.company, token.hash)
  const asked = enter(tx, token, endpoint, claim)
  const early = guess && !refusalOf(endpoint, guess) ? begin(guess, tx, asking, read) : null
  const { known, kept } = await asked
  authorize(endpoint, known)
  if (kept)
    throw Object.assign(new Error('answered before'), { repeated: firstAnswer(kept, known.user.id, claim!.hash) })
  if (early && guess !== known) throw retry()
  const { answer, audit, topics } = early ?? begin(known, tx, asking, read)
  if (endpoint.download) return { answer: (await answer) as FileAnswer, topics }
  const text = answerText(endpoint, await answer)
  finish(tx, known.company.id, known.user.id, audit, claim, text)
  return { answer: text, topics }
}

async function runForUser(asking: Asking): Promise<string | FileAnswer> {
  const token = tokenOf(asking)
  const read = await readUpload(asking, token)
  const { request, route, services } = asking
  const key = idempotencyKey(route.endpoint, request)
  const claim = key ? { key, hash: hashOf(request) } : null
  const reading = route.endpoint.method === 'GET' && !route.endpoint.dry
  const { answer, topics } = await services.database
    // a repeated request waits for the first
    .transaction(token.company, (tx) => answerInside(tx, token, asking, claim, read), { reading, alone: key })
    .catch((error: unknown): Done => {
      if (isRepeated(error)) return { answer: error.repeated, topics: new Set() }
      throw error
    })
  if (topics.size > 0) services.publish(token.company, topics)
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
