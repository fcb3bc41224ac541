/** Stores security events, in the transaction of what they report, or after a refusal in a transaction of their own. */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Phrase, type Speak, textOf } from '../shared/say'
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

/** A row of the table without its moment. */
export interface StoredEvent {
  kind: SecurityEventKind
  user_id: number | null
  by_user_id: number | null
  address: string | null
  user_agent: string | null
  details: Record<string, unknown>
}

const MAX_AGENT = 300

export const agentOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  headers['user-agent']?.slice(0, MAX_AGENT) ?? null

/** The reason of a refusal is stored as a phrase, and formatted in the language of the reader. */
export const tellReason = ({ reason, ...details }: StoredEvent['details'], speak: Speak) => ({
  ...details,
  ...(reason !== undefined && { reason: speak(reason as Phrase) }),
})

/** The event for an external log collector; `company` is null when nobody knows whose session it was. */
export const toldOutside = (company: number | null, { kind, user_id, by_user_id, details, ...event }: StoredEvent) => ({
  event: kind,
  time: new Date().toISOString(),
  company,
  user: user_id,
  by: by_user_id,
  ...event,
  details: tellReason(details, textOf),
})

/** Queues the inserts in the order of the events. */
export function insertEvents(tx: Tx, company: number, events: StoredEvent[]): void {
  for (const event of events) tx.report(toldOutside(company, event))
  tx.later(sql`
    insert into security_events (company_id, kind, user_id, by_user_id, address, user_agent, details)
    select ${company}::int, kind, user_id, by_user_id, address, user_agent, details
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as event
      (kind text, user_id int, by_user_id int, address text, user_agent text, details jsonb)`)
}

/** Queues the event of a request. */
export function noteSecurity(
  tx: Tx,
  company: number,
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  { kind, user = null, by = null, details = {} }: SecurityEvent,
): void {
  const who = { user_id: user, by_user_id: by, address: request.ip, user_agent: agentOf(request) }
  insertEvents(tx, company, [{ kind, ...who, details }])
}
