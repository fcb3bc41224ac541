/** Opens a reading that waits on this device, from the list of such records. */
import { offerForm } from '../../web/outbox/forms'
import type { OutboxRecord } from '../../web/outbox/records'
import { summoned } from '../../web/ui/summoned'

const reading = summoned<{ queued: OutboxRecord }>(() =>
  import('./queued-measurement.web').then(({ QueuedMeasurement }) => QueuedMeasurement),
)

// the contract comes with the form, not with the first page
offerForm('measurement', {
  open: (queued) => reading.open({ queued }),
  amend: async (record, answer) => (await import('./queued-measurement.web')).amendMeasurement(record, answer),
  stored: (answer) => [(answer as { id: number }).id],
  remove: async (answer, key) => (await import('./queued-measurement.web')).removeMeasurement(answer, key),
})

export const MeasurementHost = reading.Host
