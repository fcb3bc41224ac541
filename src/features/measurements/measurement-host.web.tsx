/** Opens a reading that waits on this device, from the list of such records. */
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { offerForm } from '../../web/outbox/forms'
import type { OutboxRecord } from '../../web/outbox/records'

let request: { queued: OutboxRecord; opened: boolean } | null = null
const watchers = new Set<() => void>()

function put(next: typeof request): void {
  request = next
  for (const watch of watchers) watch()
}

const subscribe = (watch: () => void) => {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

// the contract comes with the form, not with the first page
offerForm('measurement', {
  open: (queued) => put({ queued, opened: true }),
  amend: async (record, answer) => (await import('./queued-measurement.web')).amendMeasurement(record, answer),
})

const QueuedMeasurement = lazy(() =>
  import('./queued-measurement.web').then((module) => ({ default: module.QueuedMeasurement })),
)

/** Mounted once in the layout. */
export function MeasurementHost() {
  const current = useSyncExternalStore(subscribe, () => request)
  if (!current) return null
  const { queued, opened } = current
  return (
    <Suspense fallback={null}>
      <QueuedMeasurement
        key={queued.n}
        queued={queued}
        opened={opened}
        onClose={() => put({ queued, opened: false })}
      />
    </Suspense>
  )
}
