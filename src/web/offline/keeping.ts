/**
 * Whether this browser keeps our data when its disk is full, or when the farm was not opened for long. The browser is
 * asked at sign-in, before anything is recorded.
 */
import { createStore, useStore } from '@mantine/store'
import { queryClient } from '../query-client'
import { cachedUser } from '../session'

/** null until the browser has answered */
const state = createStore<{ kept: boolean | null }>({ kept: null })

/** Whether the browser promises to keep the data; null while unknown. */
export const useKept = (): boolean | null => useStore(state).kept

/** Some browsers agree only once the application is on the home screen, so they are asked again. */
export async function askToKeep(): Promise<boolean> {
  const { storage } = navigator
  const kept = (await (storage?.persisted?.() ?? false)) || (await (storage?.persist?.() ?? false))
  state.setState({ kept })
  return kept
}

const ask = () => void askToKeep().catch(() => state.setState({ kept: false }))

/** Asks at the first sign-in on the device, and at each opening until the browser has agreed. */
export function startKeeping(): void {
  if (cachedUser()) return ask()
  const stop = queryClient.getQueryCache().subscribe(() => {
    if (!cachedUser()) return
    stop()
    ask()
  })
}
