/** A call and what answers it. `route` runs for a signed-in user inside the company's transaction, `publicRoute` before anyone is known. */
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf, Endpoint, ParsedOf } from '../../shared/contract'
import type { Database, Tx } from '../db/client'
import type { Topic } from '../events'
import type { Mailer } from '../mail'
import type { CurrentCompany, CurrentUser, Session } from '../session'
import type { Quota } from './limits'

declare module 'fastify' {
  interface FastifyRequest {
    /** the JSON body as it was sent */
    bodyText?: string
  }
}

export interface Services {
  database: Database
  mailer: Mailer
  baseUrl: string | null
  demo: boolean
  /** whether a farm may be registered here */
  registration: boolean
  /** what a company may write in a day */
  quota: Quota
  /** tells every app process, after commit, that something of a company changed */
  publish(company: number, topics: Iterable<Topic>): void
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
  company: CurrentCompany
  services: Services
  log: FastifyBaseLogger
  /** keeps who, when, before and after, in the same transaction */
  audit(line: AuditLine): void
  /** what others' screens should read again */
  changed(...topics: Topic[]): void
  request: FastifyRequest
  reply: FastifyReply
}

export type PublicContext = Pick<Context, 'services' | 'log' | 'request' | 'reply'>

/** The file of a form. */
export interface Upload {
  name: string
  bytes: Buffer
}

/** What a call with `download` answers. */
export interface FileAnswer {
  name: string
  type: string
  /** or how they are made when the transaction is over, lest long work holds a connection */
  bytes: Buffer | (() => Promise<Uint8Array>)
}

/** What a route has before its transaction. */
export interface Preparing<I = unknown> extends Session {
  services: Services
  /** checked; throws what is wrong with it */
  input(): I
  /** the file of a form; null is none or one too large */
  receive(): Promise<Upload | null>
}

interface UserRoute {
  endpoint: Endpoint
  access: 'user'
  /** what takes long and needs no transaction, which would hold a connection meanwhile: for someone who may make the call */
  prepare?(given: Preparing): Promise<unknown>
  /** `prepared` is what `prepare` gave */
  run(input: unknown, context: Context, prepared: unknown): Promise<unknown>
}

export type Route =
  UserRoute | { endpoint: Endpoint; access: 'public'; run(input: unknown, context: PublicContext): Promise<unknown> }

export const route = <E extends Endpoint>(
  endpoint: E,
  run: (input: ParsedOf<E>, context: Context) => Promise<AnswerOf<E>>,
): Route => ({ endpoint, access: 'user', run: run as UserRoute['run'] })

/** For what takes long by itself, a file or a password: `prepare` is done with it before the transaction of `run` begins. */
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

export const publicRoute = <E extends Endpoint>(
  endpoint: E,
  run: (input: ParsedOf<E>, context: PublicContext) => Promise<AnswerOf<E>>,
): Route => ({ endpoint, access: 'public', run: run as (input: unknown, context: PublicContext) => Promise<unknown> })
