/** GET /api/events: what changed in the user's company, as server-sent events. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../db/client'
import type { Events } from '../events'
import { bySession, needsFactor, sessionOf } from '../session'
import type { CallLimit } from './limits/limits'

const HEARTBEAT_MS = 25_000
/** Each holds a connection and asks for its session. */
const MAX_STREAMS = 5
/** Bytes that a page may leave untaken; then its stream ends, and it comes back. */
const MAX_WAITING_BYTES = 100_000

type Raw = FastifyReply['raw']

/**
 * The streams of each person, oldest first: the page opened last is the one they look at, so the oldest gives way and
 * comes back in a minute.
 */
function openStreams() {
  const open = new Map<string, Raw[]>()
  const remove = (who: string, raw: Raw) => {
    const left = (open.get(who) ?? []).filter((one) => one !== raw)
    if (left.length > 0) open.set(who, left)
    else open.delete(who)
  }
  return {
    add: (who: string, raw: Raw) => {
      const [oldest, ...others] = open.get(who) ?? []
      if (oldest && others.length + 1 >= MAX_STREAMS) {
        remove(who, oldest)
        oldest.end('retry: 60000\n\n')
      }
      open.set(who, [...(open.get(who) ?? []), raw])
      raw.on('close', () => remove(who, raw))
    },
    endAll: () => open.forEach((streams) => streams.forEach((raw) => raw.end())),
  }
}

export function serveEvents(app: FastifyInstance, database: Database, events: Events, limit: CallLimit): void {
  const streams = openStreams()
  // a HEAD would hold a stream that says nothing
  app.get('/api/events', { exposeHeadRoute: false }, async (request, reply) => {
    const token = sessionOf(request)
    await limit(request, token)
    const signedIn = async () => {
      const session =
        token && (await database.transaction(token.company, (tx) => bySession(tx, token.company, token.hash)))
      return session && !needsFactor(session) ? session : null
    }
    const known = await signedIn()
    if (!known) return reply.status(401).send({ message: 'Войдите, чтобы продолжить.' })
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    raw.write('retry: 2000\n\n')
    streams.add(`${known.company.id}.${known.user.id}`, raw)
    // one that has been ended is still there for a moment
    const write = (text: string) => {
      if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy()
      else if (!raw.writableEnded) raw.write(text)
    }
    // a stream ends with its session
    const pass = async (text: string) => void ((await signedIn().catch(() => null)) ? write(text) : raw.end())
    const stop = events.subscribe(known.company.id, (tags) => {
      const text = `data: ${JSON.stringify({ facts: tags })}\n\n`
      // it may have been this one that was ended
      if (tags.includes('people')) void pass(text)
      else write(text)
    })
    const timer = setInterval(() => void pass(':\n\n'), HEARTBEAT_MS)
    raw.on('close', () => {
      clearInterval(timer)
      stop()
    })
  })
  // open streams would hold the server's closing for ever
  app.addHook('preClose', async () => streams.endAll())
}
