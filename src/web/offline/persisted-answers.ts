/**
 * Answers kept on the device, so that the farm can be seen and recorded without a network: whatever was fetched, for
 * each user apart, until they sign out. A kept answer is shown at once, and replaced by the server's when that arrives.
 */
import { hashKey, type Query } from '@tanstack/react-query'
import type { Endpoint } from '../../shared/contract'
import { sessionCalls } from '../../shared/user'
import { begunOf, restoreBegun } from '../api'
import { onDevice } from './device-db'
import { currentConnectivity, HEARD } from '../connectivity'
import { keepDraftsOf } from './drafts'
import { callKey, queryClient } from '../query-client'
import { cachedUser, currentOwner } from '../session'

interface PersistedAnswer {
  at: number
  answer: unknown
  /** when the server began it, by its own clock, ms */
  begun?: number
}

const WRITE_MS = 1_500
/** A server that can be reached answers within this time: what the device keeps is read when it does not. */
const HEAD_START_MS = 100
/** The user is fetched first. */
const USER_HEAD_START_MS = 300
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** Older answers are deleted: the farm could be fetched in the meantime, and nobody needed this one. */
const OLDEST_MS = 45 * 24 * 3600_000
const FRESH_MS = 60_000
/** Key of the last user, read before anyone is known. */
const USER = 'user'

type Key = readonly [string, unknown]

function placeOf(key: Key): string | null {
  if (key[0] === sessionCalls.user.path) return USER
  const owner = currentOwner()
  return owner && `${owner} ${hashKey(key)}`
}

/** The user who has just signed in comes from the sign-in, not from a fetch. */
const isKept = ({ queryKey: [path], meta }: Query): boolean => path === sessionCalls.user.path || meta?.kept === true

const changed = new Map<string, Query>()
let timer: ReturnType<typeof setTimeout> | undefined

async function write(): Promise<void> {
  timer = undefined
  const batch = [...changed]
  changed.clear()
  for (const [place, { state, queryKey }] of batch) {
    const [path, input] = queryKey as unknown as Key
    const kept: PersistedAnswer = { at: state.dataUpdatedAt, answer: state.data, begun: begunOf(path, input) }
    if (state.data !== undefined) await onDevice('answers', 'readwrite', (store) => store.put(kept, place))
  }
}

/** A device that stores nothing only loses the farm without a network. */
const writeSoon = () => void (timer ??= setTimeout(() => void write().catch(() => undefined), WRITE_MS))

/** Keeps every successful answer, including those fetched already. */
export function startPersisting(): void {
  const keep = (query: Query) => {
    const place = isKept(query) ? placeOf(query.queryKey as unknown as Key) : null
    if (!place) return
    changed.set(place, query)
    writeSoon()
  }
  for (const query of queryClient.getQueryCache().getAll()) if (query.state.status === 'success') keep(query)
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    keep(event.query)
    if (isUserAnswer(event.query)) void forgetOthers().catch(() => undefined)
  })
  if (cachedUser()) void forgetOthers().catch(() => undefined)
}

/** Whether the server has said who is signed in, instead of the device. */
const isUserAnswer = ({ queryKey: [path], state }: Query) =>
  path === sessionCalls.user.path && Date.now() - state.dataUpdatedAt < FRESH_MS

/** Deletes what other users have fetched on this device, and answers older than anyone needs. */
async function forgetOthers(): Promise<void> {
  const owner = currentOwner()
  if (!owner) return
  forgetPages(owner)
  const places = await onDevice('answers', 'readonly', (store) => store.getAllKeys())
  const kept = await onDevice('answers', 'readonly', (store) => store.getAll() as IDBRequest<PersistedAnswer[]>)
  const gone = places.filter((place, index) => {
    const foreign = place !== USER && !String(place).startsWith(`${owner} `)
    return foreign || kept[index]!.at < Date.now() - OLDEST_MS
  })
  if (gone.length > 0) await onDevice('answers', 'readwrite', (store) => gone.map((place) => store.delete(place)))
}

const OWNER = 'pages-of'
/** Prefixes of what pages store for a user besides drafts: the last feed, the chosen module. */
const PAGES = ['round', 'last-', 'visited-pages', 'current_location_id']

/** Makes pages start over when another user signs in. `owner` null deletes everything. */
function forgetPages(owner: string | null): void {
  try {
    const before = localStorage.getItem(OWNER)
    keepDraftsOf(owner)
    if (owner !== null) localStorage.setItem(OWNER, owner)
    if (owner !== null && (before === null || before === owner)) return
    for (const name of Object.keys(localStorage))
      if (PAGES.some((prefix) => name.startsWith(prefix)) && name !== HEARD) localStorage.removeItem(name)
  } catch {
    // without storage there is nothing to delete
  }
}

/**
 * Shows the kept answer in place of one that does not arrive, as of when it was fetched; false when there is none that
 * fits.
 */
export async function restoreAnswer(endpoint: Endpoint, input: unknown): Promise<boolean> {
  const key = callKey(endpoint, input)
  // an ended session is reported on the login page, not above a farm that opens and closes
  const headStart = key[0] === sessionCalls.user.path ? USER_HEAD_START_MS : HEAD_START_MS
  if (navigator.onLine && currentConnectivity() === 'online') await pause(headStart)
  const place = placeOf(key)
  if (!place || queryClient.getQueryData(key) !== undefined) return false
  const kept = await onDevice<PersistedAnswer | undefined>('answers', 'readonly', (store) => store.get(place)).catch(
    () => undefined,
  )
  // an earlier version of the application may have kept it in another shape
  const fits = kept && endpoint.answer.safeParse(kept.answer).success
  // the server has answered in the meantime, perhaps with a refusal
  if (!fits || (queryClient.getQueryState(key)?.status ?? 'pending') !== 'pending') return false
  if (kept.begun) restoreBegun(endpoint.path, input, kept.begun)
  queryClient.setQueryData(key, kept.answer, { updatedAt: kept.at })
  return true
}

/** The last user and what they saw, before any call is made; each answer is fetched again when it is shown. */
export async function restoreFirstAnswers(calls: readonly Endpoint[]): Promise<void> {
  const keys = [sessionCalls.user, ...calls].map((endpoint) => callKey(endpoint, {}))
  if (await restoreAnswer(sessionCalls.user, {}))
    await Promise.all(calls.map((endpoint) => restoreAnswer(endpoint, {})))
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
}

/** Deletes everything of the user who signs out. */
export async function forgetAnswers(): Promise<void> {
  const owner = currentOwner()
  clearTimeout(timer)
  timer = undefined
  changed.clear()
  forgetPages(null)
  await onDevice('answers', 'readwrite', (store) => store.delete(USER))
  if (owner)
    await onDevice('answers', 'readwrite', (store) => store.delete(IDBKeyRange.bound(`${owner} `, `${owner} \uffff`)))
}
