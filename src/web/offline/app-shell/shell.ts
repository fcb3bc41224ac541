/** The application cached on this device (service-worker.ts), and updates to new versions. */
import { createStore, useStore } from '@mantine/store'
import { watchConnectivity } from '../../connectivity'

const CHECK_MS = 60 * 60_000

/** Switches to the new version; null while there is none. The server no longer has files of this one: outlived. */
const version = createStore<{ take: (() => void) | null; outlived: boolean }>({ take: null, outlived: false })
const offer = (take: () => void): void => version.setState((now) => ({ ...now, take }))

/** A function that switches to a new version and reloads the page; null while there is none. */
export const useNewVersion = (): (() => void) | null => useStore(version).take

/** Whether a file was asked for that a server which answers does not have: the application was renewed meanwhile. */
export const useOutlived = (): boolean => useStore(version).outlived

/** A chunk did not come: of a version that the server no longer has, unless the server cannot be reached at all. */
function lacking(): void {
  offer(() => location.reload())
  const outlive = () => version.setState((now) => ({ ...now, outlived: true }))
  void fetch('/api/health').then(
    ({ ok }) => ok && outlive(),
    () => undefined,
  )
}

function takeOver(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting.postMessage('take')
}

/** Right after opening, before anyone has touched anything, a new version is used at once; later it is offered. */
function ready(waiting: ServiceWorker): void {
  if (navigator.userActivation?.hasBeenActive === false) takeOver(waiting)
  else offer(() => takeOver(waiting))
}

function watchUpdates(registration: ServiceWorkerRegistration): void {
  if (registration.waiting && navigator.serviceWorker.controller) ready(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing
    coming?.addEventListener('statechange', () => {
      // without a controller this is the first version, not an update
      if (coming.state === 'installed' && navigator.serviceWorker.controller) offer(() => takeOver(coming))
    })
  })
  const look = () => void registration.update().catch(() => undefined)
  setInterval(look, CHECK_MS)
  // a server that was unreachable may come back with a newer version
  watchConnectivity((connectivity) => void (connectivity === 'online' && look()))
}

async function register(): Promise<void> {
  // a browser that forbids workers rejects or answers nothing: the application then loads from the network
  const registration = (await navigator.serviceWorker.register('/sw.js').catch(() => undefined)) as
    ServiceWorkerRegistration | undefined
  if (registration) watchUpdates(registration)
}

/** Called once the page is shown, and waits until it is idle: caching must not slow down the first opening. */
export function startShell(): void {
  window.addEventListener('vite:preloadError', lacking)
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const later = () =>
    'requestIdleCallback' in window ? requestIdleCallback(register, { timeout: 10_000 }) : register()
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later, { once: true })
}
