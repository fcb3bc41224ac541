/** Adding the application to the home screen: browsers then keep its data, and it opens like any other application. */
import { createStore, useStore } from '@mantine/store'

interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}

const offered = createStore<{ event: InstallEvent | null }>({ event: null })

/** Listens from the start, because the browser offers it only once and early. */
export function listenForHomeScreen(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered.setState({ event: event as InstallEvent })
  })
  window.addEventListener('appinstalled', () => offered.setState({ event: null }))
}

const isStandalone = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

export type HomeScreen =
  { how: 'already there' | 'by sharing' | 'by the menu' | 'not here' } | { how: 'by a click'; put: () => Promise<void> }

/** How this browser does it. */
export function useHomeScreen(): HomeScreen {
  const { event } = useStore(offered)
  if (isStandalone()) return { how: 'already there' }
  if (event)
    return {
      how: 'by a click',
      put: async () => {
        // an event can be used once
        offered.setState({ event: null })
        await event.prompt()
      },
    }
  if (!window.isSecureContext) return { how: 'not here' }
  if (isApple()) return { how: 'by sharing' }
  return { how: window.matchMedia('(pointer: coarse)').matches ? 'by the menu' : 'not here' }
}
