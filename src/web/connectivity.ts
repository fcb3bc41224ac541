/**
 * Whether the server can be reached, as the last call found it. What the browser says of its network is only a hint.
 */
import { createStore, useStore } from '@mantine/store'

export type Connectivity = 'online' | 'offline'

const connectivity = createStore<{ now: Connectivity }>({ now: 'online' })

/** A call that has waited so long for its answer makes the line a silent one, ms. */
const SILENT_MS = 3_000
const silence = createStore<{ now: boolean }>({ now: false })
let heardCalls = 0

const setSilent = (now: boolean) => void (silence.getState().now === now || silence.setState({ now }))

/** Nobody has answered for a while, and nobody has refused either: «палка есть, интернета нет». */
export const isSilent = (): boolean => silence.getState().now
export const useSilent = (): boolean => useStore(silence).now

/** A call leaves; it tells its end. While none is answered in between, the line is silent. */
export function expectAnswer(): () => void {
  const before = heardCalls
  const timer = setTimeout(() => setSilent(heardCalls === before), SILENT_MS)
  return () => clearTimeout(timer)
}

export function setConnectivity(next: Connectivity): void {
  heardCalls += 1
  setSilent(false)
  if (connectivity.getState().now !== next) connectivity.setState({ now: next })
}

export const currentConnectivity = (): Connectivity => connectivity.getState().now

export const watchConnectivity = (watch: (connectivity: Connectivity) => void): (() => void) =>
  connectivity.subscribe(({ now }) => watch(now))

export const useConnectivity = (): Connectivity => useStore(connectivity).now

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
