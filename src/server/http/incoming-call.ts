/** An incoming call: session token, parsed input, idempotency key. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { OWNER_HEADER, type Endpoint } from '../../shared/contract'
import { sentenceOf, type Phrase } from '../../shared/say'
import { CallError, conflict, fieldErrors, otherPerson, unauthorized } from '../errors'
import { readToken, type Session, sessionOf, type StoredReply } from '../session'

const unreadable = () => new CallError(415, 'Запрос не прочитан: проверьте его вид.')

/**
 * The input: path parameters with the query of a GET or DELETE, or with the body of any other method, so that no link
 * or plain form can write. `name[]` is read as `name`. The path wins, so that a body cannot change what is edited.
 */
function inputOf({ method, upload }: Endpoint, request: FastifyRequest): Record<string, unknown> {
  if (request.isMultipart() && !upload) throw unreadable()
  const input: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const sent = method === 'GET' || method === 'DELETE' ? request.query : request.body
  for (const part of [sent, request.params]) {
    if (part === null || typeof part !== 'object') continue
    if (Array.isArray(part)) input.list = part
    else for (const [key, value] of Object.entries(part)) input[key.endsWith('[]') ? key.slice(0, -2) : key] = value
  }
  return input
}

/** 422 with the first message of every field, by its path: `batch.7.count`. */
function validationError(error: z.ZodError) {
  const errors: Record<string, Phrase[]> = {}
  for (const issue of error.issues) (errors[issue.path.join('.') || 'form'] ??= []).push(sentenceOf(issue))
  return fieldErrors(errors)
}

/** What of a contract its input is parsed with. */
type Parsing<I extends z.ZodType = z.ZodType> = Pick<Endpoint<I>, 'method' | 'path' | 'input'>

/** A PATCH keeps only the fields it was given; in other calls a missing field takes its default. */
function given({ method, path, input }: Parsing, sent: object): z.ZodType {
  if (method !== 'PATCH') return input
  const fields = Object.entries((input as z.ZodObject).shape).filter(([key]) => Object.hasOwn(sent, key))
  if (fields.every(([key]) => inPath(path, key))) throw fieldErrors({ form: 'Нечего менять' })
  return z.object(Object.fromEntries(fields))
}

const inPath = (path: string, name: string) => path.includes(`{${name}}`)

/** It asks for more than its address says, though perhaps for nothing that has to be there. */
const wantsBody = ({ method, path, input, upload }: Endpoint) =>
  method !== 'GET' &&
  method !== 'DELETE' &&
  !upload &&
  Object.keys((input as { shape?: object }).shape ?? {}).some((name) => !inPath(path, name))

/** Throws field errors, and 415 where a bare request, as a form of any site can send it, would do. */
export function validate(endpoint: Endpoint, request: FastifyRequest): unknown {
  const input = parseFor(endpoint, inputOf(endpoint, request))
  if ((request.body ?? null) === null && wantsBody(endpoint)) throw unreadable()
  return input
}

/** Parses the input with the contract; throws field errors. */
export function parseFor<I extends z.ZodType>(endpoint: Parsing<I>, sent: object): z.output<I> {
  const result = given(endpoint, sent).safeParse(sent)
  if (!result.success) throw validationError(result.error)
  return result.data as z.output<I>
}

const MAX_KEY = 200

function idempotencyKey({ method, secret, dry }: Endpoint, request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  // a call with a password is not stored, not even as a hash: it simply runs again
  if (key === undefined || method === 'GET' || secret || dry) return null
  if (typeof key !== 'string' || !/^[\w:.-]+$/.test(key) || key.length > MAX_KEY)
    throw fieldErrors({ 'Idempotency-Key': 'Недопустимый ключ повтора.' })
  return key
}

const hashOf = (request: FastifyRequest) =>
  createHash('sha256')
    .update(`${request.method} ${request.url}\n${request.bodyText ?? ''}`)
    .digest('hex')

/** An idempotency key and the hash of its request. */
export interface Claim {
  key: string
  hash: string
}

export function claimOf(endpoint: Endpoint, request: FastifyRequest): Claim | null {
  const key = idempotencyKey(endpoint, request)
  return key ? { key, hash: hashOf(request) } : null
}

/** The reply stored under the key. A key belongs to its user, in any session, and to whoever sends for them. */
export function storedAnswer({ user_id, request_hash, answer }: StoredReply, own: number[], { hash }: Claim): string {
  if (!own.includes(user_id) || request_hash !== hash)
    throw conflict('Этот запрос уже был отправлен с другими данными.')
  return answer
}

/**
 * Compares the user that a page names with the session: another tab may have signed in as somebody else, and tabs share
 * the cookie.
 */
export function requireOwner({ headers }: FastifyRequest, { user, company }: Session): void {
  const owner = headers[OWNER_HEADER]
  if (owner !== undefined && owner !== `${company.id}:${user.id}`) throw otherPerson()
}

/** The session token of the cookie, or the one-minute ticket of a download. */
export interface Token {
  company: number
  hash: string
  ticket: boolean
}

export function tokenOf(endpoint: Endpoint, request: FastifyRequest): Token {
  const given = endpoint.download ? (request.query as { token?: unknown }).token : undefined
  const ticket = typeof given === 'string' ? readToken(given) : null
  const token = ticket ?? sessionOf(request)
  if (!token) throw unauthorized()
  return { ticket: ticket !== null, ...token }
}
