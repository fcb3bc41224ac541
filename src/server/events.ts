/**
 * Live updates across processes: after a commit a process notifies, every process listens, and each forwards the
 * notification to the open pages of that company. Notifications are collected for some milliseconds and sent outside of
 * the write's transaction, because NOTIFY inside it makes commits wait for each other.
 */
import { sql } from 'kysely'
import type pg from 'pg'
import { CACHE_TAGS, type CacheTag } from '../shared/cache-tags'
import type { Database } from './db/client'

type Listener = (tags: CacheTag[]) => void

const CHANNEL = 'sadok'
const GATHER_MS = 40
const RECONNECT_MS = 1000

export interface Events {
  publish(company: number, tags: Iterable<CacheTag>): void
  subscribe(company: number, listener: Listener): () => void
  /** whether this process hears the changes of all processes, and how many pages are connected */
  load(): { listening: boolean; streams: number }
  close(): Promise<void>
}

/** `missed` is called when it hears again: what was told meanwhile is gone. */
function receiver(database: Database, deliver: (payload: string) => void, missed: () => void) {
  let client: pg.Client | null = null
  let closed = false
  let listening = false
  let heard = false
  const again = () => {
    listening = false
    if (!closed) setTimeout(() => void connect(), RECONNECT_MS)
  }
  const connect = async (): Promise<void> => {
    const own = await database.listen().catch(() => null)
    if (!own) return again()
    client = own
    own.on('notification', ({ payload }) => deliver(payload ?? ''))
    own.on('end', again)
    try {
      await own.query(`listen ${CHANNEL}`)
      listening = true
      if (heard) missed()
      heard = true
    } catch {
      // a standby hears nothing; the end of the connection makes another
      await own.end().catch(() => undefined)
    }
  }
  return {
    ready: connect(),
    isListening: () => listening,
    close: async () => {
      closed = true
      await client?.end().catch(() => undefined)
    },
  }
}

/** The open pages of this process, by company. */
function openListeners() {
  const listeners = new Map<number, Set<Listener>>()
  return {
    deliver: (payload: string) => {
      const { company, facts: tags } = JSON.parse(payload) as { company: number; facts: CacheTag[] }
      for (const listener of listeners.get(company) ?? []) listener(tags)
    },
    subscribe: (company: number, listener: Listener) => {
      const known = listeners.get(company) ?? new Set<Listener>()
      listeners.set(company, known.add(listener))
      return () => {
        known.delete(listener)
        if (known.size === 0) listeners.delete(company)
      }
    },
    deliverAll: (tags: CacheTag[]) => listeners.forEach((known) => known.forEach((listener) => listener(tags))),
    count: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
  }
}

export function openEvents(database: Database, onFault: (error: unknown) => void): Events {
  const listeners = openListeners()
  const waiting = new Map<number, Set<CacheTag>>()
  let timer: NodeJS.Timeout | null = null

  const link = receiver(database, listeners.deliver, () => listeners.deliverAll([...CACHE_TAGS]))

  const send = () => {
    timer = null
    const payloads = [...waiting].map(([company, tags]) => JSON.stringify({ company, facts: [...tags] }))
    waiting.clear()
    database
      .plain(sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`)
      .catch(onFault)
  }

  return {
    publish: (company, tags) => {
      const known = waiting.get(company) ?? new Set<CacheTag>()
      for (const tag of tags) known.add(tag)
      waiting.set(company, known)
      timer ??= setTimeout(send, GATHER_MS)
    },
    subscribe: listeners.subscribe,
    load: () => ({ listening: link.isListening(), streams: listeners.count() }),
    close: async () => {
      if (timer) clearTimeout(timer)
      await link.close()
    },
  }
}
