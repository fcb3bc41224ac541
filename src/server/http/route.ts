/**
 * An endpoint with its handler. `route` runs for a signed-in user in the company's transaction, `publicRoute` without a
 * session.
 */
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf, Endpoint, ParsedOf } from '../../shared/contract'
import type { Database, Tx } from '../db/client'
import type { CacheTag } from '../../shared/cache-tags'
import type { Speak } from '../../shared/say'
import type { Mailer } from '../mail'
import type { SecretBox } from '../second-factor/secret-box'
import type { SubscriptionContacts } from '../settings-env'
import type { CurrentCompany, CurrentUser, Session } from '../session'
import type { Author } from './author'
import type { Refusals } from '../refusals'
import type { Room } from '../room'
import type { Quota } from './limits/limits'

declare module 'fastify' {
  interface FastifyRequest {
    /** the raw JSON body */
    bodyText?: string
  }
  interface FastifyContextConfig {
    /** what is called there */
    endpoint?: Endpoint
  }
}

export interface Services {
  database: Database
  mailer: Mailer
  /** letters leave this machine: what is written to an address reaches its owner */
  mails: boolean
  /** seals what the database may keep but not read */
  secrets: SecretBox
  baseUrl: string | null
  demo: boolean
  /** whether a farm may be registered here */
  registration: boolean
  subscription: SubscriptionContacts
  /** what a company may write in a day */
  quota: Quota
  /** what people were refused, for the security journal */
  refusals: Refusals
  /** whether there is room to write */
  room: Room
  /** tells every app process, after commit, that something of a company changed */
  publish(company: number, tags: Iterable<CacheTag>): void
}

export interface AuditLine {
  action: 'create' | 'update' | 'delete'
  entity: string
  id: number
  before?: unknown
  after?: unknown
}

export interface Context {
  tx: Tx
  user: CurrentUser
  /** whose new rows are: the user's own, unless an administrator sends what somebody else recorded */
  author: Author
  company: CurrentCompany
  /** the person's password was typed in this session minutes ago: see `confirmed` of a contract */
  confirmed: boolean
  /** without the database: who waits for a second connection while holding one may wait for ever */
  services: Omit<Services, 'database'>
  log: FastifyBaseLogger
  /** tells in the language of whoever asks what leaves in an answer */
  speak: Speak
  /** adds a line to the audit log, in the same transaction */
  audit(line: AuditLine): void
  /** what live pages should refetch after the commit */
  changed(...tags: CacheTag[]): void
  request: FastifyRequest
  reply: FastifyReply
}

export type PublicContext = Pick<Context, 'log' | 'speak' | 'request' | 'reply'> & { services: Services }

/** The file of a form. */
export interface Upload {
  name: string
  bytes: Buffer
}

/** What a call with `download` answers. */
export interface FileAnswer {
  name: string
  type: string
  /** shown by whoever asks for it, not saved */
  inline?: boolean
  /**
   * or a function called after the transaction, since long work must not hold a connection; a large file comes in
   * pieces, which nobody puts together
   */
  bytes: Buffer | (() => Promise<Uint8Array | Buffer[]>)
}

/** What `prepare` is given. */
export interface Preparing<I = unknown> extends Session {
  services: Services
  request: FastifyRequest
  /** parsed; throws field errors */
  input(): I
  /** the uploaded file; null when there is none or it is too large */
  receive(): Promise<Upload | null>
}

interface UserRoute {
  endpoint: Endpoint
  access: 'user'
  /** runs before the transaction, holding no connection: for files and passwords */
  prepare?(given: Preparing): Promise<unknown>
  /** `prepared` is the result of `prepare` */
  run(input: unknown, context: Context, prepared: unknown): Promise<unknown>
}

export type Route =
  UserRoute | { endpoint: Endpoint; access: 'public'; run(input: unknown, context: PublicContext): Promise<unknown> }

export const route = <E extends Endpoint>(
  endpoint: E,
  run: (input: ParsedOf<E>, context: Context) => Promise<AnswerOf<E>>,
): Route => ({ endpoint, access: 'user', run: run as UserRoute['run'] })

/** For slow work without the database, a file or a password hash: `prepare` runs before the transaction of `run`. */
export const preparedRoute = <E extends Endpoint, T>(
  endpoint: E,
  prepare: (given: Preparing<ParsedOf<E>>) => Promise<T>,
  run: (input: ParsedOf<E>, context: Context, prepared: T) => Promise<AnswerOf<E>>,
): Route => ({ endpoint, access: 'user', prepare: prepare as UserRoute['prepare'], run: run as UserRoute['run'] })

/** For an endpoint with `download`. */
export const fileRoute = <E extends Endpoint>(
  endpoint: E,
  run: (input: ParsedOf<E>, context: Context) => Promise<FileAnswer>,
): Route => ({ endpoint, access: 'user', run: run as UserRoute['run'] })

/** For an endpoint with `download` that asks for no session. */
export const publicFileRoute = <E extends Endpoint>(
  endpoint: E,
  run: (input: ParsedOf<E>, context: PublicContext) => Promise<FileAnswer>,
): Route => ({ endpoint, access: 'public', run: run as (input: unknown, context: PublicContext) => Promise<unknown> })

export const publicRoute = <E extends Endpoint>(
  endpoint: E,
  run: (input: ParsedOf<E>, context: PublicContext) => Promise<AnswerOf<E>>,
): Route => ({ endpoint, access: 'public', run: run as (input: unknown, context: PublicContext) => Promise<unknown> })
