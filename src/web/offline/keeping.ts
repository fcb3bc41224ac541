/**
 * Whether this browser keeps what lies on the device when its disk is full, or when the farm was not opened for long.
 * It is asked to as soon as somebody has signed in: what is recorded later must not depend on the answer.
 */
import { createStore, useStore } from '@mantine/store'
import { queryClient } from '../query-client'
import { cachedUser } from '../session'

/** null until the browser has said it */
const state = createStore<{ kept: boolean | null }>({ kept: null })

/** The browser promises to keep it; null while nobody knows. */
export const useKept = (): boolean | null => useStore(state).kept

/** Some browsers say yes only once the application is on the home screen, so it is asked anew. */
export async function askToKeep(): Promise<boolean> {
  const { storage } = navigator
  const kept = (await (storage?.persisted?.() ?? false)) || (await (storage?.persist?.() ?? false))
  state.setState({ kept })
  return kept
}

const ask = () => void askToKeep().catch(() => state.setState({ kept: false }))

/** At the first sign-in on the device, and each time that the application is opened until the browser has agreed. */
export function startKeeping(): void {
  if (cachedUser()) return ask()
  const stop = queryClient.getQueryCache().subscribe(() => {
    if (!cachedUser()) return
    stop()
    ask()
  })
}
