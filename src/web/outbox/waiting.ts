/** Which cages have records that the server has not taken yet. Small, because every page asks; the outbox itself comes later. */
import { useSyncExternalStore } from 'react'

let waiting: ReadonlyMap<number, number> = new Map()
const watchers = new Set<() => void>()

/** Cage id → number of records. */
export function setWaiting(next: ReadonlyMap<number, number>): void {
  const same = next.size === waiting.size && [...next].every(([cage, count]) => waiting.get(cage) === count)
  if (same) return
  waiting = next
  for (const watch of watchers) watch()
}

const subscribe = (watch: () => void) => {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

/** Cage id → how many records about it the server has not taken yet. */
export const useWaitingCages = (): ReadonlyMap<number, number> => useSyncExternalStore(subscribe, () => waiting)
