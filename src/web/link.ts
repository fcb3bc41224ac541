/** Whether the server can be reached, as the last call found it. What the browser says of its network is only a hint. */
import { createStore, useStore } from '@mantine/store'

export type Link = 'up' | 'down'

const link = createStore<{ now: Link }>({ now: 'up' })

export function setLink(next: Link): void {
  if (link.getState().now !== next) link.setState({ now: next })
}

export const currentLink = (): Link => link.getState().now

export const watchLink = (watch: (link: Link) => void): (() => void) => link.subscribe(({ now }) => watch(now))

export const useLink = (): Link => useStore(link).now

/** where a tab tells the others when the server answered last */
export const HEARD = 'last-heard'
const FLAT_MS = 60_000
let heard: number | null = null

/** When the server answered last by the clock of this device, ms; of all tabs, also after a restart. */
function lastHeard(): number {
  try {
    return Math.max(heard ?? 0, Number(localStorage.getItem(HEARD)) || 0)
  } catch {
    return heard ?? 0
  }
}

/** The server has answered: from here on the clock of this device is compared with this moment. */
export function heardNow(): void {
  const now = Date.now()
  // written seldom: every call answers
  if (heard !== null && Math.abs(now - heard) < FLAT_MS / 2) return
  heard = now
  try {
    localStorage.setItem(HEARD, String(now))
  } catch {
    // a forbidden storage only costs the memory of it
  }
}

/** The clock of this device stands before the last answer it has read: somebody has set it back. */
export const clockWentBack = (): boolean => Date.now() < lastHeard() - FLAT_MS
