/** Which refusals are noted in the security journal, and under whose name. */
import type { FastifyError, FastifyRequest } from 'fastify'
import type { Phrase } from '../../shared/say'
import { CallError, foreignSite } from '../errors'
import type { Refusal } from '../refusals'
import { agentOf } from '../security-events'
import { lastUser, sessionOf } from '../session'
import type { Services } from './route'

const FOREIGN = foreignSite().message
/** Statuses that no page of ours causes: a body that is malformed, too large, or of another type. */
const UNREADABLE = [400, 413, 415]

/** The kind of event: refused by right, by a rate limit, or a request that no page sends. */
function kindOf(error: FastifyError | CallError): Refusal['kind'] | null {
  if (!(error instanceof CallError)) return UNREADABLE.includes(error.statusCode ?? 0) ? 'suspicious' : null
  const { status, message, body } = error
  if (message === FOREIGN || UNREADABLE.includes(status)) return 'suspicious'
  if (status === 429) return 'limited'
  // an expired subscription is no event; a missing second factor or a password to confirm is part of signing in
  const usual = body.subscriptionEnded || body.factorNeeded || body.passwordNeeded
  return status === 403 && !usual ? 'refused' : null
}

/** Who asked. A request that was hardly read names nobody. */
export function askerOf(request: FastifyRequest): { company: number; user: number } | null {
  const cookies: unknown = request.cookies
  const session = cookies ? sessionOf(request) : null
  const user = session && lastUser(session.company, session.hash)
  return user ? { company: session.company, user } : null
}

/** Noted beside the call, which does not wait for it. `reason` is the text of the answer. */
export function noteRefusedCall(
  { refusals }: Services,
  request: FastifyRequest,
  error: FastifyError | CallError,
  reason: Phrase,
): void {
  const kind = kindOf(error)
  if (!kind) return
  const asker = askerOf(request) ?? { company: null, user: null }
  const { url, config } = request.routeOptions
  const { method, path = url ?? '?', summary = '' } = config.endpoint ?? { method: request.method }
  const from = { address: request.ip, agent: agentOf(request) }
  refusals.note({ ...asker, kind, ...from, call: `${method} ${path}`, summary, reason })
}
