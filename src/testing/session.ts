import type { FastifyInstance } from 'fastify'
import { addressOf } from '../shared/contract'
import type { User } from '../shared/user'
import { codeOf, stepAt } from '../server/second-factor/totp'
import { cookieName } from '../server/session'

/** Someone who has signed in. */
export interface Session {
  /** the cookie's value */
  cookie: string
  email: string
  user: User
}

export interface Answer {
  status: number
  text: string
  /** as it came: a file */
  bytes: Buffer
  /** the text read as JSON; null when it is none */
  body: unknown
  headers: Record<string, unknown>
  /** the session that the answer set */
  cookie: string | null
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** under /api, or outside it with two strokes before it */
  path: string
  query?: unknown
  /** an object is sent as JSON, a text as it is */
  body?: unknown
  /** sent as a form, with what stands in `body` as its fields */
  file?: { name: string; bytes: Buffer }
  key?: string
  cookie?: string
  headers?: Record<string, string>
}

/** What the link of a letter carries behind its #. */
export const tokenOf = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('token')!

export const TEST_PASSWORD = 'уха из судака'

/** As a browser does, but for half a surrogate pair, which no browser sends: its bytes. */
export function encode(text: string): string {
  const whole = Buffer.from(text).toString()
  return whole === text ? encodeURIComponent(text) : encodeURIComponent(whole).replaceAll('%EF%BF%BD', '%ED%A0%80')
}

const queryOf = (values: Record<string, unknown>): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined || one === null ? [] : [`${name}=${encode(String(one))}`])),
  )

const read = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

const BOUNDARY = 'the-boundary'

/** A form as a browser packs it. */
function formOf(fields: object, { name, bytes }: NonNullable<Request['file']>): Buffer {
  const part = (head: string, body: Buffer) =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      body,
      Buffer.from('\r\n'),
    ])
  return Buffer.concat([
    ...Object.entries(fields).map(([key, value]) => part(`name="${key}"`, Buffer.from(String(value)))),
    part(`name="file"; filename="${name}"\r\nContent-Type: application/octet-stream`, bytes),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
}

/** One request through the whole application, without a network. */
export async function send(app: FastifyInstance, request: Request): Promise<Answer> {
  const { method, path, query, body, key, cookie } = request
  const { file } = request
  const json = method !== 'GET' && method !== 'DELETE' && !file
  const pairs = query ? queryOf(query as Record<string, unknown>) : []
  const reply = await app.inject({
    method,
    url: `${addressOf({ path })}${pairs.length ? `?${pairs.join('&')}` : ''}`,
    headers: {
      ...(json && { 'content-type': 'application/json' }),
      ...(file && { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(cookie && { cookie: `${cookieName({ protocol: 'http' })}=${cookie}` }),
      ...request.headers,
    },
    ...(file && { payload: formOf((body ?? {}) as object, file) }),
    ...(json && { payload: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
  })
  const set = reply.cookies.find((one) => one.name.endsWith(cookieName({ protocol: 'http' })))
  return {
    status: reply.statusCode,
    text: reply.body,
    bytes: reply.rawPayload,
    body: read(reply.body),
    headers: reply.headers,
    cookie: set?.value ? set.value : null,
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** As an application on a phone reads what one types into it. */
export function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => parseInt(eight, 2)))
}
/** `later`: half minutes from now; each code is taken once, so the second one is that of the next half minute. */
export const phoneCode = (secret: string, later = 0) => codeOf(bytesOf(secret), stepAt(Date.now()) + later)

/** Makes a person the operator of the installation, with the second factor that nobody operates without. */
export async function makeOperator(
  sql: (text: string, values: unknown[]) => Promise<unknown>,
  { company, id }: { company: { id: number }; id: number },
): Promise<void> {
  await sql('update users set is_operator = true where id = $1', [id])
  await sql(
    `insert into second_factors (company_id, user_id, secret, confirmed_at) values ($1, $2, 'sealed', now())
     on conflict (company_id, user_id) do update set confirmed_at = now()`,
    [company.id, id],
  )
}
