/**
 * Changes by others appear without reloading: the server names the changed tags, and cached answers with these tags are
 * fetched again.
 */
import { CACHE_TAGS, type CacheTag } from '../shared/cache-tags'
import { sessionCalls } from '../shared/user'
import { call } from './api'
import { setConnectivity } from './connectivity'
import { invalidateTags, queryClient } from './query-client'

const DEBOUNCE_MS = 150
const FIRST_RETRY_MS = 3_000
const LAST_RETRY_MS = 60_000
/** A browser allows six connections to a server, so a hidden tab closes its own after this time. */
const HIDDEN_MS = 60_000

const readTags = (data: unknown): CacheTag[] => {
  try {
    const message = JSON.parse(String(data)) as { facts?: unknown }
    return CACHE_TAGS.filter((tag) => Array.isArray(message.facts) && message.facts.includes(tag))
  } catch {
    return []
  }
}

/** Collects a burst of writes, so that a list is fetched again only once. */
function debounced(): { add: (data: unknown) => void; stop: () => void } {
  const tags = new Set<CacheTag>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    void invalidateTags([...tags])
    tags.clear()
  }
  const add = (data: unknown) => {
    for (const tag of readTags(data)) tags.add(tag)
    if (tags.size) timer ??= setTimeout(flush, DEBOUNCE_MS)
  }
  return { add, stop: () => clearTimeout(timer) }
}

/** A connection that reconnects by itself; what was missed in between is fetched again. */
function connection(url: string, onData: (data: unknown) => void) {
  let source: EventSource | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let retryMs = FIRST_RETRY_MS
  let missed = false
  const open = () => {
    if (source && source.readyState !== EventSource.CLOSED) return
    source = new EventSource(url)
    source.onopen = () => {
      retryMs = FIRST_RETRY_MS
      setConnectivity('online')
      // everything: the tags in the missed messages are unknown
      if (missed) void queryClient.invalidateQueries()
      missed = false
    }
    source.onmessage = ({ data }) => onData(data)
    source.onerror = () => {
      missed = true
      // finds out whether the server or the session is gone; the call informs everyone concerned
      void call(sessionCalls.user, {}, { quiet: true }).catch(() => undefined)
      // the browser reconnects by itself after a lost connection, but not after a refusal
      if (source?.readyState !== EventSource.CLOSED) return
      retry = setTimeout(open, retryMs)
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
    }
  }
  const close = () => {
    clearTimeout(retry)
    source?.close()
    source = null
    missed = true
  }
  return { open, close }
}

let stop = (): void => undefined
/** Before the session is ended: the server would close the connection, and its loss would be asked about. */
export const stopLive = (): void => stop()

/** Starts listening; answers a function that stops it. */
export function startLive(url = '/api/events'): () => void {
  const heard = debounced()
  const { open, close } = connection(url, heard.add)
  let hidden: ReturnType<typeof setTimeout> | undefined
  const onVisibility = () => {
    clearTimeout(hidden)
    if (document.hidden) hidden = setTimeout(close, HIDDEN_MS)
    else open()
  }
  document.addEventListener('visibilitychange', onVisibility)
  open()
  stop = () => {
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(hidden)
    heard.stop()
    close()
  }
  return stop
}
