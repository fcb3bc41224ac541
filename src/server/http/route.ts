/**
 * An endpoint with its handler. `route` runs for a signed-in user in the company's transaction, `publicRoute` without a
 * session.
 */
import type { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf, Endpoint, ParsedOf } from '../../shared/contract'
import type { Backup } from '../db/backup/keeper'
import type { Database, Tx } from '../db/client'
import type { CacheTag } from '../../shared/cache-tags'
import type { Speak } from '../../shared/say'
import type { Mailer } from '../mail'
import type { FileStore } from '../file-store'
import type { SecretBox } from '../second-factor/secret-box'
import type { SubscriptionContacts } from '../settings-env'
import type { CurrentCompany, CurrentUser, Session } from '../session'
import type { Author } from './author'
import type { Refusals } from '../refusals'
import type { Room } from '../room'
import type { Quota } from './limits/limits'
import type { Written } from './written'

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

/** What a visitor is told of the demo farm. */
export interface DemoState {
  /** its sign-in is open to everybody here */
  demo: boolean
  /** percent of what it will be, while it is filled */
  demo_filling?: number
}

export interface Services {
  database: Database
  mailer: Mailer
  /** mail is set up: letters reach the owner of an address */
  mails: boolean
  /** encrypts what the database may store but not read */
  secrets: SecretBox
  baseUrl: string | null
  demo?: () => DemoState
  /** whether a farm may be registered here */
  registration: boolean
  subscription: SubscriptionContacts
  /** what a company may write in a day */
  quota: Quota
  /** counts refusals of people, for the security journal */
  refusals: Refusals
  /** whether there is room to write */
  room: Room
  /** copies of the database; null when none are made by this process */
  backup: Backup | null
  /** files outside the database; null when they lie in it */
  files: FileStore | null
  /** after the commit, tells every process that data of a company changed */
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
  /** the author of new rows: the user, unless an administrator sends what somebody else recorded */
  author: Author
  company: CurrentCompany
  /** the password was confirmed in this session minutes ago: see `confirmed` of a contract */
  confirmed: boolean
  /** without the database: code that waits for a second connection while holding one may deadlock */
  services: Omit<Services, 'database'>
  log: FastifyBaseLogger
  /** formats a phrase in the language of the user */
  speak: Speak
  /** adds a line to the audit log, in the same transaction */
  audit(line: AuditLine): void
  /** tags of cached answers that become stale with the commit */
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
  /** shown in the browser instead of saved */
  inline?: boolean
  /**
   * the bytes, or a function called after the transaction, since long work must not hold a connection; a file without
   * bounds is a stream, made while it is sent
   */
  bytes: Buffer | ((database: Database) => Promise<Uint8Array | Readable>)
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
  /** runs before the transaction without a connection: for files and passwords */
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

/**
 * A route with slow work that needs no database, such as a file or a password hash: `prepare` runs before the
 * transaction of `run`.
 */
export const preparedRoute = <E extends Endpoint, T>(
  endpoint: E,
  prepare: (given: Preparing<ParsedOf<E>>) => Promise<T>,
  run: (input: ParsedOf<E>, context: Context, prepared: T) => Promise<AnswerOf<E>>,
): Route => ({ endpoint, access: 'user', prepare: prepare as UserRoute['prepare'], run: run as UserRoute['run'] })

/** For an answer of very many rows: `writeRows` makes it. */
export const writtenRoute = <E extends Endpoint>(
  endpoint: E,
  run: (input: ParsedOf<E>, context: Context) => Promise<Written<AnswerOf<E>>>,
): Route => ({ endpoint, access: 'user', run: run as UserRoute['run'] })

/** For an endpoint with `download`. */
export const fileRoute = <E extends Endpoint>(
  endpoint: E,
  run: (input: ParsedOf<E>, context: Context) => Promise<FileAnswer>,
): Route => ({ endpoint, access: 'user', run: run as UserRoute['run'] })

/** A route with `download` that requires no session. */
export const publicFileRoute = <E extends Endpoint>(
  endpoint: E,
  run: (input: ParsedOf<E>, context: PublicContext) => Promise<FileAnswer>,
): Route => ({ endpoint, access: 'public', run: run as (input: unknown, context: PublicContext) => Promise<unknown> })

export const publicRoute = <E extends Endpoint>(
  endpoint: E,
  run: (input: ParsedOf<E>, context: PublicContext) => Promise<AnswerOf<E>>,
): Route => ({ endpoint, access: 'public', run: run as (input: unknown, context: PublicContext) => Promise<unknown> })
