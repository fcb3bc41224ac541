/** Opens the window of many cages from anywhere: the main page, the search. */
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { offerForm } from '../../../web/outbox/forms'
import type { OutboxRecord } from '../../../web/outbox/records'
import { recordKinds, type BatchName } from './batch-names.web'

interface Request {
  id: number
  name: BatchName
  /** the module; null is the whole farm */
  locationId: number | null
  /** a record of the outbox that is changed */
  queued: OutboxRecord | undefined
  opened: boolean
}

let request: Request | null = null
const watchers = new Set<() => void>()

function put(next: Request): void {
  request = next
  for (const watch of watchers) watch()
}

const subscribe = (watch: () => void) => {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

export const openBatch = (name: BatchName, locationId: number | null, queued?: OutboxRecord): void =>
  put({ id: (request?.id ?? 0) + 1, name, locationId, queued, opened: true })

for (const name of Object.keys(recordKinds) as BatchName[]) {
  offerForm(recordKinds[name], {
    open: (queued) => openBatch(name, Number(queued.typed?.location) || null, queued),
    // its code comes with the window, not with the first page
    amend: async (record, answer) => (await import('./batch-write.web')).amendBatch(name, record, answer),
  })
}

function close(id: number): void {
  if (request?.id === id && request.opened) put({ ...request, opened: false })
}

const BatchWindow = lazy(() => import('./batch-window.web').then((module) => ({ default: module.BatchWindow })))

/** The one place where these windows appear; mounted once in the layout. */
export function BatchHost() {
  const current = useSyncExternalStore(subscribe, () => request)
  if (!current) return null
  return (
    <Suspense fallback={null}>
      <BatchWindow
        key={current.id}
        name={current.name}
        locationId={current.locationId}
        queued={current.queued}
        opened={current.opened}
        onClose={() => close(current.id)}
      />
    </Suspense>
  )
}
