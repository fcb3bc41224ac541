/**
 * A call of the API, written once. The server validates with it, OpenAPI is made from it, the client is typed by it and
 * forms validate with it. `input` holds path parameters, query and body together, under one spelling.
 */
import * as z from 'zod'
import type { Ability } from './abilities'
import type { CacheTag } from './cache-tags'

// zod would say it in English
z.config({ localeError: () => 'Неверное значение' })

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  method: Method
  /** under /api, parameters in braces: '/retreat/{id}'; '//external/…' lies outside it */
  path: string
  /** 'public' asks for no session, 'signed-in' for any user of the company */
  ability: Ability | 'public' | 'signed-in'
  input: I
  answer: O
  /** one line for people who read the API page */
  summary: string
  /** what that line does not say and whoever writes a program has to know */
  details?: string
  /** its operationId in OpenAPI, where method and path do not make a good one */
  name?: string
  /** some of the input, as a program sends it */
  example?: Record<string, unknown>
  area: string
  /** of a reading: what its answer is made of, so that a page reads it again when that has changed */
  reads?: readonly CacheTag[]
  /** false: a device does not keep its answers, since nobody asks the same twice */
  kept?: false
  /** writes are refused when the subscription has expired, unless this says false */
  gated?: boolean
  /** answers those, too, whose company wants a second factor of them that they do not have yet */
  withoutFactor?: true
  /** changes who can sign in, and how: the person's password is asked for again, unless they typed it minutes ago */
  confirmed?: true
  /**
   * carries a password or a ticket: nothing of it is stored, so its Idempotency-Key is ignored and it runs again when
   * it is repeated
   */
  secret?: boolean
  /** asked with a form (multipart/form-data) that holds the fields and one `file` of at most so many bytes */
  upload?: number
  /** answers a file; `token` in the query does instead of a session */
  download?: boolean
  /** it tries a change out and takes it back: an Idempotency-Key is not kept, and a GET may write until then */
  dry?: boolean
  /** takes long: its statements may run for a minute instead of a quarter of it */
  slow?: boolean
}

/** Where a call is asked: its parameters stay in braces. */
export const addressOf = ({ path }: { path: string }): string => (path.startsWith('//') ? path.slice(1) : `/api${path}`)

export const endpoint = <I extends z.ZodType, O extends z.ZodType>(definition: Endpoint<I, O>): Endpoint<I, O> =>
  definition

/** What a caller passes: the fields before parsing. Most fields read unknown input, so the keys are what is checked. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
export type ParsedOf<E extends Endpoint> = z.output<E['input']>
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>

/** 'write-offs', 'feed_brand' → 'WriteOffs', 'FeedBrand': the name of a schema in OpenAPI. */
export const schemaName = (words: string): string =>
  words.replace(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase())

export const nothing = z.object({})
export const ok = z.object({ ok: z.literal(true) })

/** 'company:user' of whoever makes a write, as the page knows it. */
export const OWNER_HEADER = 'x-sadok-user'
/** 'company:user' of whoever recorded it, where an administrator sends it for them. */
export const FOR_HEADER = 'x-sadok-for'

/**
 * Stands on every answer of this application, with the moment at which it was begun, ms: what comes without it was
 * answered by something on the way.
 */
export const ANSWER_HEADER = 'x-sadok'
/** Which device makes a write, a UUID of its own, */
export const DEVICE_HEADER = 'x-sadok-device'
/** and what it knew then: the moment of the answer that the person had in front of them, as `ANSWER_HEADER` told it. */
export const KNOWN_HEADER = 'x-sadok-known'
/**
 * How the idempotency key of a write stood before the call: `new`, nothing was stored under it, or `known`. Missing
 * when the call was refused before the key was looked at.
 */
export const KEY_HEADER = 'x-sadok-key'
export type KeyState = 'new' | 'known'
