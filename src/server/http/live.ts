/** GET /api/events: what changed in the user's company, as server-sent events. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../db/client'
import type { Events } from '../events'
import { bySession, sessionOf } from '../session'
import { type CallLimit, openPlaces } from './limits'

const HEARTBEAT_MS = 25_000
/** Pages that one person looks at; a hidden one gives its stream back. Each holds a connection and asks for its session. */
const MOST_STREAMS = 5

export function serveEvents(app: FastifyInstance, database: Database, events: Events, limit: CallLimit): void {
  const open = new Set<FastifyReply['raw']>()
  const places = openPlaces(MOST_STREAMS, Infinity, 'Открыто слишком много страниц. Закройте лишние.')
  app.get('/api/events', async (request, reply) => {
    const token = sessionOf(request)
    limit(request, token)
    const signedIn = async () =>
      token && (await database.transaction(token.company, (tx) => bySession(tx, token.company, token.hash)))
    const known = await signedIn()
    if (!known) return reply.status(401).send({ message: 'Войдите, чтобы продолжить.' })
    const leave = places(`${known.company.id}.${known.user.id}`)
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    raw.write('retry: 2000\n\n')
    open.add(raw)
    const stop = events.subscribe(known.company.id, (topics) => raw.write(`data: ${JSON.stringify({ topics })}\n\n`))
    // a stream ends with its session
    const beat = async () => void ((await signedIn().catch(() => null)) ? raw.write(':\n\n') : raw.end())
    const timer = setInterval(() => void beat(), HEARTBEAT_MS)
    raw.on('close', () => {
      clearInterval(timer)
      stop()
      leave()
      open.delete(raw)
    })
  })
  // open streams would hold the server's closing for ever
  app.addHook('preClose', async () => open.forEach((raw) => raw.end()))
}
