/** The path of every call: session → ability → subscription → validation → tenant transaction → idempotency → audit. */
import { sql } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { can, NO_SUBSCRIPTION } from '../../shared/abilities'
import { type Endpoint, nothing } from '../../shared/contract'
import { retry, type Tx } from '../db/client'
import { type CallError, forbidden, unauthorized } from '../errors'
import type { Topic } from '../events'
import { bySession, bySessionsAndKeys, byTicket, type Kept, type Known, lastSeen } from '../session'
import {
  type Asking,
  askingOf,
  type Claim,
  firstAnswer,
  type Given,
  requireOwner,
  type Token,
  tokenOf,
  validate,
} from './asking'
import { receiveFile, sendFile } from './files'
import { gatherer } from './gatherer'
import { type CallLimit, openPlaces } from './limits'
import type { AuditLine, Context, FileAnswer, PublicContext, Route, Services } from './route'

const CHECK_ANSWERS = process.env.CHECK_ANSWERS === '1'

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

const whoAsks = (tx: Tx, { company, hash, ticket }: Token, endpoint: Endpoint) =>
  ticket ? byTicket(tx, company, hash, endpoint.path) : bySession(tx, company, hash)

/** Who asks and, with a retry key, what the same request was answered before. */
async function enter(tx: Tx, asked: Asking[]): Promise<{ known: Known | null; kept: Kept | null }[]> {
  const keyed = asked.flatMap(({ token, claim }) => (claim ? { hash: token.hash, key: claim.key } : []))
  if (keyed.length === asked.length) return bySessionsAndKeys(tx, asked[0]!.token.company, keyed)
  return Promise.all(
    asked.map(async ({ token, route }) => ({ known: await whoAsks(tx, token, route.endpoint), kept: null })),
  )
}

/** What the route does before its transaction, once it is known that they may make the call. */
async function prepare({ route, services, request }: Given, token: Token, places: Places): Promise<unknown> {
  const { endpoint } = route
  if (!route.prepare) return undefined
  const known = await services.database.transaction(token.company, async (tx) => {
    const found = await whoAsks(tx, token, endpoint)
    authorize(endpoint, found)
    return found
  })
  // as many files as wait for their turn lie in memory
  const leave = endpoint.upload ? places(String(token.company)) : () => undefined
  try {
    const receive = () => receiveFile(request, endpoint.upload ?? 0)
    return await route.prepare({ ...known, services, receive, input: () => validate(endpoint, request) })
  } finally {
    leave()
  }
}

/** The route at work for someone. */
interface Work {
  context: Context
  audit: AuditLine[]
  /** what others should read again */
  topics: Set<Topic>
}

function workFor({ user, company }: Known, tx: Tx, { services, request, reply }: Asking): Work {
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

function begin(knowns: Known[], tx: Tx, asked: Asking[]) {
  const works = asked.map((asking, index) => workFor(knowns[index]!, tx, asking))
  const run = async () => {
    const { route, prepared } = asked[0]!
    const inputs = asked.map((asking) => asking.input())
    const contexts = works.map(({ context }) => context)
    return contexts.length > 1 ? route.many!(inputs, contexts) : [await route.run(inputs[0], contexts[0]!, prepared)]
  }
  const answers = run()
  answers.catch(() => undefined)
  return { works, answers }
}

interface Done {
  answer: string | FileAnswer
  topics: ReadonlySet<Topic>
  /** what its transaction wrote; of a group with the first of it */
  written: Written
}

interface Written {
  rows: number
  /** of the audit and the kept answers */
  bytes: number
}
const NOTHING: Written = { rows: 0, bytes: 0 }

interface Answered extends Work {
  text: string
  claim: Claim | null
}

/** Audit lines and the kept answers: one statement, which travels with the commit that follows. An answer may be long, so it goes as it is, in no list. How long they are. */
function finish(tx: Tx, company: number, answered: Answered[]): number {
  const lines = answered.flatMap(({ audit, context }) => audit.map((line) => ({ user_id: context.user.id, ...line })))
  const kept = answered.flatMap(({ claim, context: { user }, text }) =>
    claim ? [sql`(${company}::int, ${claim.key}::text, ${user.id}::int, ${claim.hash}::text, ${text}::text)`] : [],
  )
  const linesText = JSON.stringify(lines)
  const noted = sql`
    insert into audit_log (company_id, user_id, action, entity, entity_id, before, after)
    select ${company}::int, user_id, action, entity, id, before, after from jsonb_to_recordset(${linesText}::jsonb)
      as line (user_id int, action text, entity text, id bigint, before jsonb, after jsonb)`
  if (kept.length > 0)
    tx.later(sql`with noted as (${noted})
      insert into idempotency_keys (company_id, key, user_id, request_hash, answer) values ${sql.join(kept)}`)
  else if (lines.length > 0) tx.later(noted)
  return answered.reduce((sum, { claim, text }) => sum + (claim ? text.length : 0), linesText.length)
}

/** Raised with what a repeated request is answered: whatever was begun for it is taken back. */
const isRepeated = (error: unknown): error is { repeated: string } => error instanceof Object && 'repeated' in error

/** Who asked with this token last. What counts attempts or sends letters does it outside the transaction, and waits for the database. */
const guessOf = ({ token, route }: Asking): Known | null => {
  const guess = token.ticket || route.endpoint.secret ? null : lastSeen(token.company, token.hash)
  return guess && !refusalOf(route.endpoint, guess) ? guess : null
}

/**
 * What happens inside the company's transaction. Who asked with these tokens last will be who asks now: the work begins in the round of the
 * question who it is, and all is taken back and begun anew when the answer is another.
 */
async function answerInside(tx: Tx, asked: Asking[]): Promise<Done[]> {
  const { endpoint } = asked[0]!.route
  const guesses = asked.map(guessOf)
  const entering = enter(tx, asked)
  const early = guesses.every((guess) => guess !== null) ? begin(guesses, tx, asked) : null
  const entered = await entering
  const knowns = entered.map(({ known, kept }, index): Known => {
    authorize(endpoint, known)
    requireOwner(asked[index]!.request, known)
    if (!kept) return known
    const repeated = firstAnswer(kept, known.user.id, asked[index]!.claim!.hash)
    throw Object.assign(new Error('answered before'), { repeated })
  })
  if (early && guesses.some((guess, index) => guess !== knowns[index])) throw retry()
  const { works, answers } = early ?? begin(knowns, tx, asked)
  const made = await answers
  if (endpoint.download)
    return works.map(({ topics }, index) => ({ answer: made[index] as FileAnswer, topics, written: NOTHING }))
  const answered = works.map((work, index) => ({
    text: answerText(endpoint, made[index]),
    claim: asked[index]!.claim,
    ...work,
  }))
  const bytes = finish(tx, knowns[0]!.company.id, answered)
  const written = { rows: tx.written(), bytes }
  return answered.map(({ text, topics }, index) => ({ answer: text, topics, written: index === 0 ? written : NOTHING }))
}

/** All in one transaction. A repeated request waits for the first. */
function transact(asked: Asking[], patience?: number): Promise<Done[]> {
  const { route, services, token } = asked[0]!
  const reading = route.endpoint.method === 'GET' && !route.endpoint.dry
  const alone = asked.flatMap(({ claim }) => claim?.key ?? [])
  const how = { reading, alone, patience, slow: route.endpoint.slow }
  return services.database.transaction(token.company, (tx) => answerInside(tx, asked), how)
}

const answerAlone = (asking: Asking): Promise<Done> =>
  transact([asking]).then(
    ([done]) => done!,
    (error: unknown) => {
      if (isRepeated(error)) return { answer: error.repeated, topics: new Set(), written: NOTHING }
      throw error
    },
  )

/** Nothing speaks against it so far; and where it is not known whether it was stored, it may be made again. */
function mayJoin(asking: Asking): boolean {
  if (!asking.route.many || !asking.claim || !guessOf(asking)) return false
  try {
    asking.input()
    return true
  } catch {
    return false
  }
}

type Join = (name: string, asking: Asking) => Promise<Done>

/** What nobody is kept from by a quota: signing out, and what carries a password. */
const isFree = ({ secret, input }: Endpoint) => secret === true || input === nothing

async function runForUser(given: Given, token: Token, join: Join, places: Places): Promise<string | FileAnswer> {
  const { request, route, services } = given
  const { endpoint } = route
  const writes = endpoint.method !== 'GET' && !endpoint.dry
  // nobody is told of a company that they do not belong to
  if (writes && !isFree(endpoint) && lastSeen(token.company, token.hash)) services.quota.check(token.company)
  const asking = askingOf(given, token, await prepare(given, token, places))
  const { answer, topics, written } = await (mayJoin(asking)
    ? join(`${token.company} ${endpoint.path}`, asking)
    : answerAlone(asking))
  if (writes) services.quota.count(token.company, written.rows, written.bytes + (request.bodyText?.length ?? 0))
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

/** Answers requests on one database. Handlers return plain values; the text is written once and kept for a repeated request. */
export function openHandle(services: Services, limit: CallLimit): Handle {
  const join = gatherer({ together: transact, alone: answerAlone })
  const places = openFiles()
  return async (route, request, reply) => {
    // what belongs to a person is kept by the page for that person, and by nobody on the way
    reply.header('cache-control', 'no-store')
    const token = route.access === 'user' ? tokenOf(route.endpoint, request) : null
    limit(request, token)
    const given = { services, request, reply }
    const answer = token
      ? await runForUser({ route, ...given } as Given, token, join, places)
      : await answerOpen({ route, log: request.log, ...given } as Open)
    if (typeof answer !== 'string') return answerWithFile(reply, answer, token!.company, places)
    // as bytes: a text of Cyrillic would be measured first and put into bytes afterwards
    reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(answer))
  }
}
