/**
 * Which cages have records that the server does not have yet. A small module, because every page uses it; the outbox
 * itself loads later.
 */
import { createStore, useStore } from '@mantine/store'

const waiting = createStore<ReadonlyMap<number, number>>(new Map())

/** Cage id → number of records. */
export function setWaiting(next: ReadonlyMap<number, number>): void {
  const known = waiting.getState()
  const same = next.size === known.size && [...next].every(([cage, count]) => known.get(cage) === count)
  if (!same) waiting.setState(next)
}

/** Cage id → how many of its records the server does not have yet. */
export const useWaitingCages = (): ReadonlyMap<number, number> => useStore(waiting)
