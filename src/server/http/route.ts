/** A call and what answers it. `route` runs for a signed-in user inside the company's transaction, `publicRoute` before anyone is known. */
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf, Endpoint, ParsedOf } from '../../shared/contract'
import type { Database, Tx } from '../db/client'
import type { Topic } from '../events'
import type { Mailer } from '../mail'
import type { CurrentCompany, CurrentUser } from '../session'

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

export type Route =
  | { endpoint: Endpoint; access: 'user'; run(input: unknown, context: Context): Promise<unknown> }
  | { endpoint: Endpoint; access: 'public'; run(input: unknown, context: PublicContext): Promise<unknown> }

export const route = <E extends Endpoint>(
  endpoint: E,
  run: (input: ParsedOf<E>, context: Context) => Promise<AnswerOf<E>>,
): Route => ({
  endpoint,
  access: 'user',
  run: run as (input: unknown, context: Context) => Promise<unknown>,
})

export const publicRoute = <E extends Endpoint>(
  endpoint: E,
  run: (input: ParsedOf<E>, context: PublicContext) => Promise<AnswerOf<E>>,
): Route => ({ endpoint, access: 'public', run: run as (input: unknown, context: PublicContext) => Promise<unknown> })
