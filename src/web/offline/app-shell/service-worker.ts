/**
 * Keeps the application itself on the device, so that it opens without a network, and shows alarms while it is closed.
 * It never touches /api: what the farm knows is kept by the page, person by person. The build makes sw.js of this file
 * alone, so it imports nothing that runs.
 *
 * A new version waits until the page asks for it; the files of the version before stay until the one after, because
 * tabs that still run it fetch their lazy parts from here.
 */

/** Put in by the build: every file of this version, '/' for the page itself. */
declare const SHELL_FILES: string[]
/** Inserted by the build: changes with any of the files. */
declare const SHELL_VERSION: string

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends Extendable {
  request: Request
  respondWith(answer: Promise<Response>): void
}
interface PushEvent extends Extendable {
  data: { json(): { title: string; body: string; tag: string; href: string; icon: string } } | null
}
interface NotificationEvent extends Extendable {
  notification: { close(): void; data: string }
}
interface OpenPage {
  focus(): Promise<OpenPage>
  navigate(to: string): Promise<OpenPage | null>
}
/** The part of ServiceWorkerGlobalScope that is used here; its own type library contradicts that of pages. */
interface Scope {
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(which: { type: 'window' }): Promise<OpenPage[]>
    openWindow(to: string): Promise<unknown>
  }
  registration: { showNotification(title: string, options: object): Promise<void> }
}
const scope = self as unknown as Scope

const FILES = SHELL_FILES
const PREFIX = 'shell-'
const OWN = `${PREFIX}${SHELL_VERSION}`
/** Names under /assets change with their content. */
const isFixed = (path: string) => path.startsWith('/assets/')

async function fetched(path: string): Promise<Response> {
  const response = await fetch(path, { cache: isFixed(path) ? 'default' : 'no-cache', credentials: 'same-origin' })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response
}

const AT_ONCE = 4

/** Caches all files or none; files that an earlier version has are not fetched again. */
async function install(): Promise<void> {
  const own = await caches.open(OWN)
  const left = [...FILES]
  const worker = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const earlier = isFixed(path) ? await caches.match(path) : undefined
      await own.put(path, earlier ?? (await fetched(path)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Keeps the caches of this version and the one before. */
async function forgetOld(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
}

async function page(request: Request): Promise<Response> {
  const own = await caches.open(OWN)
  return (await own.match('/')) ?? fetch(request)
}

async function file(request: Request, path: string): Promise<Response> {
  const own = await caches.open(OWN)
  return (await own.match(path)) ?? (await caches.match(path)) ?? fetch(request)
}

scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('activate', (event) => event.waitUntil(forgetOld().then(() => scope.clients.claim())))
scope.addEventListener('message', ({ data }) => {
  if (data === 'take') void scope.skipWaiting()
})
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || /^\/(api|external)(\/|$)/.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (isFixed(pathname) || FILES.includes(pathname)) event.respondWith(file(request, pathname))
})

async function open(href: string): Promise<void> {
  const [page] = await scope.clients.matchAll({ type: 'window' })
  // a page of an earlier version is not ours to lead
  const led = await page?.navigate(href).catch(() => null)
  await (led ? led.focus() : scope.clients.openWindow(href))
}

scope.addEventListener('push', (event) => {
  const told = event.data?.json()
  if (!told) return
  const { title, body, tag, href, icon } = told
  event.waitUntil(scope.registration.showNotification(title, { body, tag, icon, data: href }))
})
scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})

// makes this a module for the compiler; the build removes the line
export {}
