/** Changes made by others appear without reloading: the server names what changed, the cached answers about it are read again. */
import { sessionCalls } from '../shared/user'
import { call } from './api'
import { setLink } from './link'
import { queryClient } from './query-client'

const AREA_OF_TOPIC: Record<string, string> = {
  cages: 'cages',
  operations: 'operations',
  goods: 'warehouse',
  libraries: 'libraries',
  settings: 'access',
}
const GATHER_MS = 150
const FIRST_RETRY_MS = 3_000
const LAST_RETRY_MS = 60_000
/** A browser allows six connections to a server: a tab that nobody looks at gives its own back. */
const HIDDEN_MS = 60_000

const refresh = (topics: ReadonlySet<string>) => {
  const areas = new Set([...topics].map((topic) => AREA_OF_TOPIC[topic] ?? topic))
  void queryClient.invalidateQueries({
    predicate: ({ meta, queryKey }) =>
      areas.has(String(meta?.area)) || [...topics].some((topic) => String(queryKey[0]).startsWith(`/${topic}`)),
  })
}

const readTopics = (data: unknown): string[] => {
  try {
    const message = JSON.parse(String(data)) as { topics?: unknown }
    return Array.isArray(message.topics) ? message.topics.map(String) : []
  } catch {
    return []
  }
}

/** Gathers what a burst of writes names, so that a list is read again once. */
function gatherer(): { add: (data: unknown) => void; stop: () => void } {
  const topics = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    refresh(new Set(topics))
    topics.clear()
  }
  const add = (data: unknown) => {
    for (const topic of readTopics(data)) topics.add(topic)
    if (topics.size) timer ??= setTimeout(flush, GATHER_MS)
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
      setLink('up')
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
  const gather = gatherer()
  const { open, close } = connection(url, gather.add)
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
    gather.stop()
    close()
  }
}
