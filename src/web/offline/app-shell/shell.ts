/** The application kept on this device (service-worker.ts), and the new versions of it. */
import { createStore, useStore } from '@mantine/store'
import { watchConnectivity } from '../../connectivity'

const CHECK_MS = 60 * 60_000

/** How to go over to the new version; null while there is none. */
const version = createStore<{ take: (() => void) | null }>({ take: null })
const offer = (take: () => void): void => version.setState({ take })

/** What to call to go over to a new version, null while there is none. The page loads anew. */
export const useNewVersion = (): (() => void) | null => useStore(version).take

function takeOver(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting.postMessage('take')
}

/** Right after opening, before anyone has touched anything, the new version comes by itself; later it is offered. */
function ready(waiting: ServiceWorker): void {
  if (navigator.userActivation?.hasBeenActive === false) takeOver(waiting)
  else offer(() => takeOver(waiting))
}

function watchUpdates(registration: ServiceWorkerRegistration): void {
  if (registration.waiting && navigator.serviceWorker.controller) ready(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing
    coming?.addEventListener('statechange', () => {
      // without a controller this is the first version, not a new one
      if (coming.state === 'installed' && navigator.serviceWorker.controller) offer(() => takeOver(coming))
    })
  })
  const look = () => void registration.update().catch(() => undefined)
  setInterval(look, CHECK_MS)
  // a server that was away may have come back as a newer one
  watchConnectivity((connectivity) => void (connectivity === 'online' && look()))
}

async function register(): Promise<void> {
  // a browser that forbids workers rejects it, or answers nothing: the application then opens from the network as
  // before
  const registration = (await navigator.serviceWorker.register('/sw.js').catch(() => undefined)) as
    ServiceWorkerRegistration | undefined
  if (registration) watchUpdates(registration)
}

/**
 * Called after the page is there, and waits until it is idle: keeping the application must not slow down its first
 * opening.
 */
export function startShell(): void {
  // parts of a version that the server no longer has
  window.addEventListener('vite:preloadError', () => offer(() => location.reload()))
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const later = () =>
    'requestIdleCallback' in window ? requestIdleCallback(register, { timeout: 10_000 }) : register()
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later, { once: true })
}
