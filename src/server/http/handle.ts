/**
 * The path of every call: authenticate, authorize, parse, run the route, store its reply, all in one transaction of the
 * company. It is answered after the commit and retried from the beginning after a serialization failure.
 */
import { sql } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { can } from '../../shared/abilities'
import { type Endpoint, KEY_HEADER, type KeyState, nothing } from '../../shared/contract'
import type { Tx } from '../db/client'
import { CallError, factorNeeded, forbidden, passwordNeeded, subscriptionEnded, unauthorized } from '../errors'
import { speakTo } from '../language'
import type { CacheTag } from '../../shared/cache-tags'
import { type Author, authorOf, noteSentFor } from './author'
import { bySession, byTicket, lastUser, needsFactor, noteUse, type Session } from '../session'
import { receiveFile, sendFile } from './files'
import { type Claim, claimOf, requireOwner, storedAnswer, type Token, tokenOf, validate } from './incoming-call'
import { type CallLimit, openAnswers, semaphore } from './limits/limits'
import { networkOf } from './limits/network'
import type { AuditLine, Context, FileAnswer, PublicContext, Route, Services } from './route'
import { readWritten } from './written'

const CHECK_ANSWERS = process.env.CHECK_ANSWERS === '1'

/** Throws 401, or 403 when a second factor is wanted. */
function authenticate({ withoutFactor }: Endpoint, session: Session | null): asserts session is Session {
  if (!session) throw unauthorized()
  if (!withoutFactor && needsFactor(session)) throw factorNeeded()
}

/** Whether the right to a few fields of a call is enough for what was sent. */
function isAllowed({ also }: Endpoint, { user }: Session, body: unknown): boolean {
  if (!also || !can(user, also.ability) || typeof body !== 'object' || body === null) return false
  const sent = Object.keys(body)
  return sent.length > 0 && sent.every((field) => also.fields.includes(field))
}

/** Throws 403. */
function authorize(endpoint: Endpoint, session: Session, body: unknown): void {
  const { ability, method, gated, confirmed } = endpoint
  const { user, company } = session
  const open = ability === 'signed-in' || ability === 'public' || can(user, ability)
  if (!open && !isAllowed(endpoint, session, body)) throw forbidden()
  if (method !== 'GET' && gated !== false && company.subscription.days_left < 0) throw subscriptionEnded()
  if (confirmed && !session.confirmed) throw passwordNeeded()
}

/** JSON; a route of very many rows has written it itself. */
const answerText = (endpoint: Endpoint, answer: unknown): string | Buffer => {
  const written = Buffer.isBuffer(answer)
  if (CHECK_ANSWERS) endpoint.answer.parse(written ? readWritten(answer) : answer)
  return written ? answer : JSON.stringify(answer)
}

const whoAsks = (tx: Tx, { company, hash, ticket }: Token, endpoint: Endpoint, key?: string) =>
  ticket ? byTicket(tx, company, hash, endpoint.path) : bySession(tx, company, hash, key)

/** A call that came with a session token. */
interface Call {
  route: Extract<Route, { access: 'user' }>
  services: Services
  request: FastifyRequest
  reply: FastifyReply
  token: Token
}

/** Runs `prepare` of the route, after a transaction that authorizes the call and before the one that runs it. */
async function prepare({ route, services, request, token }: Call, places: Places): Promise<unknown> {
  const { endpoint } = route
  if (!route.prepare) return undefined
  const session = await services.database.transaction(token.company, async (tx) => {
    const found = await whoAsks(tx, token, endpoint)
    authenticate(endpoint, found)
    authorize(endpoint, found, request.body)
    return found
  })
  // each waiting upload lies in memory
  const leave = endpoint.upload ? places(String(token.company)) : () => undefined
  try {
    const receive = () => receiveFile(request, endpoint.upload ?? 0)
    return await route.prepare({ ...session, services, request, receive, input: () => validate(endpoint, request) })
  } finally {
    leave()
  }
}

type Answer = string | Buffer | FileAnswer

/** The result of a call's transaction. */
interface Done {
  answer: Answer
  /** what live pages should refetch */
  facts: ReadonlySet<CacheTag>
  rows: number
  /** length of the audit lines and the stored reply */
  bytes: number
}

/** The context of the route, with the audit lines, and the facts that it collects. */
function openContext(
  { user, company, confirmed }: Session,
  author: Author,
  tx: Tx,
  { services, request, reply }: Call,
) {
  const audit: AuditLine[] = []
  const tags = new Set<CacheTag>()
  const context: Context = {
    user,
    author,
    company,
    confirmed,
    tx,
    services,
    request,
    reply,
    log: request.log,
    speak: speakTo(request),
    audit: (line) => void audit.push(line),
    changed: (...names) => names.forEach((name) => tags.add(name)),
  }
  return { context, audit, facts: tags }
}

interface Reply {
  claim: Claim
  text: string
  /** who may ask for it again */
  author: Author
}

/** Stores audit lines and the reply in one statement, in the round trip of the commit. Returns their length. */
function keep(tx: Tx, { user, company }: Session, audit: AuditLine[], reply: Reply | null) {
  const lines = JSON.stringify(audit)
  const audited = sql`
    insert into audit_log (company_id, user_id, action, entity, entity_id, before, after)
    select ${company.id}::int, ${user.id}::int, action, entity, id, before, after
    from jsonb_to_recordset(${lines}::jsonb) as line (action text, entity text, id bigint, before jsonb, after jsonb)`
  if (reply)
    tx.later(sql`
      with audited as (${audited})
      insert into idempotency_keys (company_id, key, user_id, request_hash, answer)
      values (${company.id}, ${reply.claim.key}, ${reply.author.id}, ${reply.claim.hash}, ${reply.text})`)
  else if (audit.length > 0) tx.later(audited)
  return lines.length + (reply?.text.length ?? 0)
}

interface Given {
  claim: Claim | null
  prepared: unknown
  /** who asks, when that is known already */
  asker?: Session | null
}

async function answerInside(tx: Tx, call: Call, { claim, prepared, asker }: Given): Promise<Done> {
  const { route, request, token } = call
  const { endpoint } = route
  // authenticate
  const session = asker === undefined ? await whoAsks(tx, token, endpoint, claim?.key) : asker
  authenticate(endpoint, session)
  const { reply: stored } = session
  requireOwner(request, session)
  if (session.stale) noteUse(call.services.database, token, request.ip)
  // authorize; what a write of their own has come to is told to them also when the right was taken away since
  if (claim) call.reply.header(KEY_HEADER, (stored ? 'known' : 'new') satisfies KeyState)
  if (stored?.user_id !== session.user.id) authorize(endpoint, session, request.body)
  const author = await authorOf(request, session, tx)
  const own = [session.user.id, author.id]
  if (stored) return { answer: storedAnswer(stored, own, claim!), facts: new Set(), rows: 0, bytes: 0 }
  // parse
  const input = validate(endpoint, request)
  // run
  const { context, audit, facts: tags } = openContext(session, author, tx, call)
  const answer = await route.run(input, context, prepared)
  if (endpoint.download) return { answer: answer as FileAnswer, facts: tags, rows: 0, bytes: 0 }
  // store the reply
  const text = answerText(endpoint, answer)
  noteSentFor(author, context)
  const bytes = keep(tx, session, audit, claim && { claim, text: text.toString(), author })
  return { answer: text, facts: tags, rows: tx.written(), bytes }
}

/** Exempt from the quota: signing out, and what carries a password. */
const isFree = ({ secret, input }: Endpoint) => secret === true || input === nothing

async function afterRollback({ services, token }: Call, error: unknown): Promise<never> {
  const work = error instanceof CallError && error.afterRollback
  if (work) await services.database.transaction(token.company, work)
  throw error
}

/** Reports are read from a replica where there is one; who asks is always asked of the primary. */
async function answerElsewhere(call: Call, prepared: unknown): Promise<Done | null> {
  const { services, token, route } = call
  const { endpoint } = route
  const { database } = services
  if (!database.readElsewhere || endpoint.method !== 'GET' || endpoint.dry || endpoint.area !== 'reports') return null
  const asker = await database.transaction(token.company, (tx) => whoAsks(tx, token, endpoint), { reading: true })
  const read = (tx: Tx) => answerInside(tx, call, { claim: null, prepared, asker })
  const done = await database.readElsewhere(token.company, read, { slow: endpoint.slow })
  return done && done.answer
}

const answerFor = async (call: Call, claim: Claim | null, prepared: unknown): Promise<Done> => {
  const { services, token, route } = call
  const { method, dry, slow } = route.endpoint
  const done = await answerElsewhere(call, prepared)
  if (done) return done
  const options = { reading: method === 'GET' && !dry, slow, key: claim?.key }
  return services.database.transaction(token.company, (tx) => answerInside(tx, call, { claim, prepared }), options)
}

async function runForUser(call: Call, places: Places): Promise<Answer> {
  const { request, route, services, token } = call
  const { endpoint } = route
  const writes = endpoint.method !== 'GET' && !endpoint.dry
  // only to its own people: a forged token learns nothing of a company
  if (writes && !isFree(endpoint) && lastUser(token.company, token.hash)) services.quota.check(token.company)
  const prepared = await prepare(call, places)
  // behind it: a file that was received is part of what was sent
  const claim = claimOf(endpoint, request)
  const {
    answer,
    facts: tags,
    rows,
    bytes,
  } = await answerFor(call, claim, prepared).catch((error: unknown) => afterRollback(call, error))
  if (writes) services.quota.count(token.company, rows, bytes + (request.bodyText?.length ?? 0))
  if (tags.size > 0) services.publish(token.company, tags)
  return answer
}

const FILES_AT_ONCE = 'Слишком много файлов сразу. Дождитесь, пока будут готовы прежние.'

/** Concurrency of files: per company, or per network where no session says which, and of the whole process. */
const openFiles = () => semaphore(6, 16, FILES_AT_ONCE)
type Places = ReturnType<typeof openFiles>

type Open = PublicContext & { route: Extract<Route, { access: 'public' }> }

async function answerOpen({ route, ...context }: Open): Promise<Answer> {
  const answer = await route.run(validate(route.endpoint, context.request), context)
  return route.endpoint.download ? (answer as FileAnswer) : answerText(route.endpoint, answer)
}

type Handle = (route: Route, request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * The handler of all routes. They return plain values, serialized once, for this reply and for the one stored under the
 * key.
 */
export function openHandle(services: Services, limit: CallLimit): Handle {
  const places = openFiles()
  const answers = openAnswers()
  return async (route, request, reply) => {
    const token = route.access === 'user' ? tokenOf(route.endpoint, request) : null
    const given = { services, request, reply }
    const user = token && lastUser(token.company, token.hash)
    const who = user ? `${token.company}.${user}` : networkOf(request.ip)
    const reads = route.endpoint.method === 'GET'
    const run = async () => {
      await limit(request, token)
      if (reads) answers.check(who)
      return route.access === 'user'
        ? runForUser({ route, token: token!, ...given }, places)
        : answerOpen({ route, log: request.log, speak: speakTo(request), ...given })
    }
    const answer = await run()
    if (typeof answer !== 'string' && !Buffer.isBuffer(answer)) {
      const leave = places(token ? String(token.company) : networkOf(request.ip))
      return sendFile(reply, answer, services.database).finally(leave)
    }
    // as a Buffer: a Cyrillic string would be measured and encoded in two passes
    const bytes = typeof answer === 'string' ? Buffer.from(answer) : answer
    if (reads) answers.check(who, bytes.length)
    answers.count(who, bytes.length, reply.raw)
    reply.header('content-type', 'application/json; charset=utf-8').send(bytes)
  }
}
