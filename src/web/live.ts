/**
 * Changes made by others appear without reloading: the server names what changed, the cached answers about it are read
 * again.
 */
import { CACHE_TAGS, type CacheTag } from '../shared/cache-tags'
import { sessionCalls } from '../shared/user'
import { call } from './api'
import { setConnectivity } from './connectivity'
import { invalidateTags, queryClient } from './query-client'

const DEBOUNCE_MS = 150
const FIRST_RETRY_MS = 3_000
const LAST_RETRY_MS = 60_000
/** A browser allows six connections to a server: a tab that nobody looks at gives its own back. */
const HIDDEN_MS = 60_000

const readTags = (data: unknown): CacheTag[] => {
  try {
    const message = JSON.parse(String(data)) as { facts?: unknown }
    return CACHE_TAGS.filter((tag) => Array.isArray(message.facts) && message.facts.includes(tag))
  } catch {
    return []
  }
}

/** Debounces a burst of writes, so that a list is read again once. */
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

/** One connection that comes back by itself; what was missed meanwhile is read again. */
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
      // everything: nobody knows which facts the lost messages named
      if (missed) void queryClient.invalidateQueries()
      missed = false
    }
    source.onmessage = ({ data }) => onData(data)
    source.onerror = () => {
      missed = true
      // whether the server is gone, or the session: the call tells everyone who asks
      void call(sessionCalls.user, {}, { quiet: true }).catch(() => undefined)
      // after a lost connection the browser tries again by itself, after a refusal it does not
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

/** Starts listening; the answer ends it. */
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
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(hidden)
    heard.stop()
    close()
  }
}
