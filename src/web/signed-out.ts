/** The session has ended while a page stands open: the person signs in over it, and nothing on it is lost. */
import { useSyncExternalStore } from 'react'

let signedOut = false
const watchers = new Set<() => void>()

export function setSignedOut(next: boolean): void {
  if (signedOut === next) return
  signedOut = next
  for (const watch of watchers) watch()
}

const subscribe = (watch: () => void) => {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

export const useSignedOut = (): boolean => useSyncExternalStore(subscribe, () => signedOut)
