/**
 * A call of the API, written once. The server validates with it, OpenAPI is made from it, the client is typed by it and
 * forms validate with it. `input` holds path parameters, query and body together, under one spelling.
 */
import * as z from 'zod'
import type { Ability } from './abilities'
import type { CacheTag } from './cache-tags'

// zod's own message would be English
z.config({ localeError: () => 'Неверное значение' })

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  method: Method
  /** under /api, parameters in braces: '/retreat/{id}'; '//external/…' lies outside it */
  path: string
  /** 'public' asks for no session, 'signed-in' for any user of the company */
  ability: Ability | 'public' | 'signed-in'
  /** whoever has this right sends these fields and no others */
  also?: { ability: Ability; fields: readonly string[] }
  input: I
  answer: O
  /** one line for people who read the API page */
  summary: string
  /** more than the summary says, for whoever writes a client */
  details?: string
  /** its operationId in OpenAPI, where method and path do not make a good one */
  name?: string
  /** some of the input, as a program sends it */
  example?: Record<string, unknown>
  area: string
  /** of a reading: the tags its answer is made of; pages fetch it again when one of them changes */
  reads?: readonly CacheTag[]
  /** false: devices do not cache its answers, because nobody asks for the same one twice */
  kept?: false
  /** writes are refused when the subscription has expired, unless this says false */
  gated?: boolean
  /** also allowed before the user has set up the second factor that the company requires */
  withoutFactor?: true
  /** changes who can sign in or how: requires a recently confirmed password */
  confirmed?: true
  /**
   * carries a password or a ticket, so nothing of it is stored: the Idempotency-Key is ignored, and a repeated call
   * runs again
   */
  secret?: boolean
  /** takes multipart/form-data with the fields and one `file` of at most so many bytes */
  upload?: number
  /** the name of that file in the form, where it is not `file`; any is taken */
  fileField?: string
  /** answers a file; a `token` in the query takes the place of the session */
  download?: boolean
  /** makes a change and rolls it back: no Idempotency-Key is kept, and a GET may write inside the transaction */
  dry?: boolean
  /** may take long: its statements have a minute instead of 15 s */
  slow?: boolean
}

/** The purpose of a call, in a language: «Модули: создать» is the title of a list and the action. */
export const tellSummary = (summary: string, tell: (part: string) => string): string =>
  summary
    .split(': ')
    .map((part) => tell(part))
    .join(': ')

/** The path under which a call is sent; parameters stay in braces. */
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

/** 'company:user': the signed-in user for whom the page sends a write. */
export const OWNER_HEADER = 'x-sadok-user'
/** 'company:user' who recorded a write that an administrator sends for them. */
export const FOR_HEADER = 'x-sadok-for'

/**
 * Set on every answer of this application: the moment the answer was begun, in ms. An answer without it comes from a
 * proxy or a captive portal in between.
 */
export const ANSWER_HEADER = 'x-sadok'
/** UUID of the device that sends a write. */
export const DEVICE_HEADER = 'x-sadok-device'
/** What the person had seen when recording: the moment of the answer on their screen, taken from `ANSWER_HEADER`. */
export const KNOWN_HEADER = 'x-sadok-known'
/**
 * State of a write's idempotency key before the call: `new` when nothing was stored under it, else `known`. Absent when
 * the call was refused before the key was looked up.
 */
export const KEY_HEADER = 'x-sadok-key'
export type KeyState = 'new' | 'known'
