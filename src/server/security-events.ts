/** Security events: written in the transaction of what they tell, or after a refusal in one of their own. */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { SecurityEventKind } from '../shared/security-events'
import type { Tx } from './db/client'

export interface SecurityEvent {
  kind: SecurityEventKind
  /** whose account it is about */
  user?: number | null
  /** who did it; null when nobody had signed in */
  by?: number | null
  /** plain values; never a secret */
  details?: Record<string, unknown>
}

const MAX_AGENT = 300

/** Queues the event of a request. */
export function noteSecurity(
  tx: Tx,
  company: number,
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  { kind, user = null, by = null, details = {} }: SecurityEvent,
): void {
  const agent = request.headers['user-agent']?.slice(0, MAX_AGENT) ?? null
  tx.later(sql`
    insert into security_events (company_id, kind, user_id, by_user_id, address, user_agent, details)
    values (${company}, ${kind}, ${user}, ${by}, ${request.ip}, ${agent}, ${JSON.stringify(details)})`)
}
