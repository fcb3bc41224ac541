/**
 * The path of every call: who asks, may they, what do they ask for, run the route, keep its reply. All of it happens in one transaction
 * of the company, whose commit answers; a write that could not be serialized runs again from the beginning.
 */
import { sql } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { can, NO_SUBSCRIPTION } from '../../shared/abilities'
import { type Endpoint, nothing } from '../../shared/contract'
import type { Tx } from '../db/client'
import { forbidden, unauthorized } from '../errors'
import type { Topic } from '../events'
import { bySession, byTicket, lastUser, lockKey, replyTo, type Session } from '../session'
import { receiveFile, sendFile } from './files'
import { type Claim, claimOf, requireOwner, storedAnswer, type Token, tokenOf, validate } from './incoming-call'
import { type CallLimit, openPlaces } from './limits'
import type { AuditLine, Context, FileAnswer, PublicContext, Route, Services } from './route'

const CHECK_ANSWERS = process.env.CHECK_ANSWERS === '1'

/** Throws why they may not make the call. */
function authorize({ ability, method, gated }: Endpoint, session: Session | null): asserts session is Session {
  if (!session) throw unauthorized()
  const { user, company } = session
  if (ability !== 'signed-in' && ability !== 'public' && !can(user, ability)) throw forbidden()
  if (method !== 'GET' && gated !== false && company.subscription.days_left < 0) throw forbidden(NO_SUBSCRIPTION)
}

const answerText = (endpoint: Endpoint, answer: unknown): string => {
  if (CHECK_ANSWERS) endpoint.answer.parse(answer)
  return JSON.stringify(answer)
}

const whoAsks = (tx: Tx, { company, hash, ticket }: Token, endpoint: Endpoint) =>
  ticket ? byTicket(tx, company, hash, endpoint.path) : bySession(tx, company, hash)

/** A call of someone who says that they are signed in. */
interface Call {
  route: Extract<Route, { access: 'user' }>
  services: Services
  request: FastifyRequest
  reply: FastifyReply
  token: Token
}

/** What the route does before its transaction, once it is known that they may make the call. */
async function prepare({ route, services, request, token }: Call, places: Places): Promise<unknown> {
  const { endpoint } = route
  if (!route.prepare) return undefined
  const session = await services.database.transaction(token.company, async (tx) => {
    const found = await whoAsks(tx, token, endpoint)
    authorize(endpoint, found)
    return found
  })
  // as many files as wait for their turn lie in memory
  const leave = endpoint.upload ? places(String(token.company)) : () => undefined
  try {
    const receive = () => receiveFile(request, endpoint.upload ?? 0)
    return await route.prepare({ ...session, services, receive, input: () => validate(endpoint, request) })
  } finally {
    leave()
  }
}

/** What the transaction of a call left behind. */
interface Done {
  answer: string | FileAnswer
  /** what others should read again */
  topics: ReadonlySet<Topic>
  rows: number
  /** of the audit and the stored reply */
  bytes: number
}

/** The route's context, and what it leaves in it: audit lines, topics that changed. */
function openContext({ user, company }: Session, tx: Tx, { services, request, reply }: Call) {
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
  return { context, audit, topics }
}

/** Stores audit lines and the reply in one statement, which travels with the commit; how long both are. */
function keep(tx: Tx, { user, company }: Session, audit: AuditLine[], reply: { claim: Claim; text: string } | null) {
  const lines = JSON.stringify(audit)
  const audited = sql`
    insert into audit_log (company_id, user_id, action, entity, entity_id, before, after)
    select ${company.id}::int, ${user.id}::int, action, entity, id, before, after
    from jsonb_to_recordset(${lines}::jsonb) as line (action text, entity text, id bigint, before jsonb, after jsonb)`
  if (reply)
    tx.later(sql`
      with audited as (${audited})
      insert into idempotency_keys (company_id, key, user_id, request_hash, answer)
      values (${company.id}, ${reply.claim.key}, ${user.id}, ${reply.claim.hash}, ${reply.text})`)
  else if (audit.length > 0) tx.later(audited)
  return lines.length + (reply?.text.length ?? 0)
}

async function answerInside(tx: Tx, call: Call, claim: Claim | null, prepared: unknown): Promise<Done> {
  const { route, request, token } = call
  const { endpoint } = route
  // who
  const held = claim && lockKey(tx, token.company, claim.key)
  const [session, stored] = await Promise.all([
    whoAsks(tx, token, endpoint),
    held && replyTo(held, tx, token.company, claim!.key),
  ])
  // may
  authorize(endpoint, session)
  requireOwner(request, session)
  if (stored) return { answer: storedAnswer(stored, session.user.id, claim!), topics: new Set(), rows: 0, bytes: 0 }
  // read
  const input = validate(endpoint, request)
  // run
  const { context, audit, topics } = openContext(session, tx, call)
  const answer = await route.run(input, context, prepared)
  if (endpoint.download) return { answer: answer as FileAnswer, topics, rows: 0, bytes: 0 }
  // keep
  const text = answerText(endpoint, answer)
  const bytes = keep(tx, session, audit, claim && { claim, text })
  return { answer: text, topics, rows: tx.written(), bytes }
}

/** What no quota refuses: signing out, and what carries a password. */
const isFree = ({ secret, input }: Endpoint) => secret === true || input === nothing

async function runForUser(call: Call, places: Places): Promise<string | FileAnswer> {
  const { request, route, services, token } = call
  const { endpoint } = route
  const writes = endpoint.method !== 'GET' && !endpoint.dry
  // nobody is told of a company that they do not belong to
  if (writes && !isFree(endpoint) && lastUser(token.company, token.hash)) services.quota.check(token.company)
  const claim = claimOf(endpoint, request)
  const prepared = await prepare(call, places)
  const { answer, topics, rows, bytes } = await services.database.transaction(
    token.company,
    (tx) => answerInside(tx, call, claim, prepared),
    {
      reading: endpoint.method === 'GET' && !endpoint.dry,
      slow: endpoint.slow,
    },
  )
  if (writes) services.quota.count(token.company, rows, bytes + (request.bodyText?.length ?? 0))
  if (topics.size > 0) services.publish(token.company, topics)
  return answer
}

const FILES_AT_ONCE = 'Слишком много файлов сразу. Дождитесь, пока будут готовы прежние.'

/** A company's files that wait for their turn, and the two that may have it. */
const openFiles = () => openPlaces(6, 16, FILES_AT_ONCE)
type Places = ReturnType<typeof openFiles>

async function answerWithFile(reply: FastifyReply, file: FileAnswer, company: number, places: Places): Promise<void> {
  const leave = places(String(company))
  await sendFile(reply, file).finally(leave)
}

type Open = PublicContext & { route: Extract<Route, { access: 'public' }> }

async function answerOpen({ route, ...context }: Open): Promise<string> {
  const answer = await route.run(validate(route.endpoint, context.request), context)
  return answerText(route.endpoint, answer)
}

type Handle = (route: Route, request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Answers requests on one database. Handlers return plain values; their text is written once, for this reply and a repeated request. */
export function openHandle(services: Services, limit: CallLimit): Handle {
  const places = openFiles()
  return async (route, request, reply) => {
    // what belongs to a person is kept by the page for that person, and by nobody on the way
    reply.header('cache-control', 'no-store')
    const token = route.access === 'user' ? tokenOf(route.endpoint, request) : null
    limit(request, token)
    const given = { services, request, reply }
    const answer =
      route.access === 'user'
        ? await runForUser({ route, token: token!, ...given }, places)
        : await answerOpen({ route, log: request.log, ...given })
    if (typeof answer !== 'string') return answerWithFile(reply, answer, token!.company, places)
    // as bytes: a text of Cyrillic would be measured first and put into bytes afterwards
    reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(answer))
  }
}
