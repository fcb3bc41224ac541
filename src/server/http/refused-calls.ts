/** Which refusals are worth a line of the security journal, and whose they are. */
import type { FastifyError, FastifyRequest } from 'fastify'
import type { Phrase } from '../../shared/say'
import { CallError, foreignSite } from '../errors'
import type { Refusal } from '../refusals'
import { agentOf } from '../security-events'
import { lastUser, sessionOf } from '../session'
import type { Services } from './route'

const FOREIGN = foreignSite().message
/** What no page of ours sends: a body that is none, or too large, or of another kind. */
const UNREADABLE = [400, 413, 415]

/** A person who is refused by right, or for asking too often, or in whose name is asked what no page asks. */
function kindOf(error: FastifyError | CallError): Refusal['kind'] | null {
  if (!(error instanceof CallError)) return UNREADABLE.includes(error.statusCode ?? 0) ? 'suspicious' : null
  const { status, message, body } = error
  if (message === FOREIGN || UNREADABLE.includes(status)) return 'suspicious'
  if (status === 429) return 'limited'
  // that a subscription is over is no news; a second factor, or a password that is asked for again, is a part of
  // signing in
  const usual = body.subscriptionEnded || body.factorNeeded || body.passwordNeeded
  return status === 403 && !usual ? 'refused' : null
}

/** Of a request that was hardly read nobody is known. */
export function askerOf(request: FastifyRequest): { company: number; user: number } | null {
  const cookies: unknown = request.cookies
  const session = cookies ? sessionOf(request) : null
  const user = session && lastUser(session.company, session.hash)
  return user ? { company: session.company, user } : null
}

/** Beside the call: nobody waits for it. `reason` is what was answered. */
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
