/** Whether the server can be reached, according to the last call. The browser's own online state is only a hint. */
import { createStore, useStore } from '@mantine/store'

export type Connectivity = 'online' | 'offline'

const connectivity = createStore<{ now: Connectivity }>({ now: 'online' })

/** A call that has waited this long makes the connection silent, ms. */
const SILENT_MS = 3_000
const silence = createStore<{ now: boolean }>({ now: false })
let heardCalls = 0

const setSilent = (now: boolean) => void (silence.getState().now === now || silence.setState({ now }))

/** No call has been answered for a while, and none has failed either: a signal without internet. */
export const isSilent = (): boolean => silence.getState().now
export const useSilent = (): boolean => useStore(silence).now

/** Notes a call in flight; the answer ends it. While no call is answered, the connection becomes silent. */
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

/** localStorage key by which tabs share when the server last answered */
export const HEARD = 'last-heard'
const FLAT_MS = 60_000
let heard: number | null = null

/** When the server last answered, by this device's clock, ms; of all tabs, also after a restart. */
function lastHeard(): number {
  try {
    return Math.max(heard ?? 0, Number(localStorage.getItem(HEARD)) || 0)
  } catch {
    return heard ?? 0
  }
}

/** Notes that the server answered: this device's clock is compared with this moment from now on. */
export function heardNow(): void {
  const now = Date.now()
  // written rarely, because every call is answered
  if (heard !== null && Math.abs(now - heard) < FLAT_MS / 2) return
  heard = now
  try {
    localStorage.setItem(HEARD, String(now))
  } catch {
    // without storage it is only forgotten at a restart
  }
}

/** Whether this device's clock is before the last answer: somebody has set it back. */
export const clockWentBack = (): boolean => Date.now() < lastHeard() - FLAT_MS
