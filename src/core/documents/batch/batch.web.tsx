/** Opens the window for many cages from anywhere: the main page, the search. */
import { offerForm } from '../../../web/offline/outbox/forms'
import type { OutboxRecord } from '../../../web/offline/outbox/records'
import { createWindowHost } from '../../../web/ui/overlay/window-host'
import { recordKinds, type BatchName } from '../form/estimate/batch-names.web'

export interface BatchRequest {
  name: BatchName
  /** the module; null is the whole farm */
  locationId: number | null
  /** a record of the outbox that is changed */
  queued: OutboxRecord | undefined
}

const batch = createWindowHost<BatchRequest>(() => import('./batch-window.web').then(({ BatchWindow }) => BatchWindow))

export const openBatch = (name: BatchName, locationId: number | null, queued?: OutboxRecord): void =>
  batch.open({ name, locationId, queued })

for (const name of Object.keys(recordKinds) as BatchName[]) {
  offerForm(recordKinds[name], {
    open: (queued) => openBatch(name, Number(queued.typed?.location) || null, queued),
    // this code loads with the window, not with the first page
    amend: async (record, answer) => (await import('./batch-write.web')).amendBatch(name, record, answer),
    rows: (answer) => (answer as { rows: { id: number }[] }).rows.map(({ id }) => id),
    remove: async (answer, key) => (await import('./batch-write.web')).removeBatch(name, answer, key),
  })
}

export const BatchHost = batch.Host
