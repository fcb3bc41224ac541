/** «Новый замер» from the search on every page, and readings of this device from the list of waiting records. */
import { useMemo } from 'react'
import { hrefOf } from '../../shared/pages'
import { usePathname } from '../../web/router/address'
import { useOfferedActions, type Action } from '../../web/actions'
import { useTranslation } from '../../web/i18n'
import { offerForm } from '../../web/offline/outbox/forms'
import type { OutboxRecord } from '../../web/offline/outbox/records'
import { useWriteGate } from '../../web/session'
import { createWindowHost } from '../../web/ui/overlay/window-host'
import { useLocations } from '../../core/cages/cage-cache.web'

export interface MeasurementRequest {
  locationId: number
  /** the record that is changed; absent for a new reading */
  queued?: OutboxRecord
}

const reading = createWindowHost<MeasurementRequest>(() =>
  import('./measurement-window.web').then(({ MeasurementWindow }) => MeasurementWindow),
)

// the contract loads with the form, not with the first page
offerForm('measurement', {
  open: (queued) => reading.open({ queued, locationId: Number(queued.values.location_id) }),
  amend: async (record, answer) => (await import('./measurement-window.web')).amendMeasurement(record, answer),
  rows: (answer) => [(answer as { id: number }).id],
  remove: async (answer, key) => (await import('./measurement-window.web')).removeMeasurement(answer, key),
})

/** The page of measurements offers its own. */
function useMeasurementSearch(): void {
  const { t } = useTranslation()
  const elsewhere = usePathname() !== hrefOf('measurements')
  const locations = useLocations()
  const gate = useWriteGate('create measurements')
  const actions = useMemo(
    () =>
      (elsewhere ? locations : []).map(({ id, name }): Action => ({
        id: `new-measurement ${id}`,
        title: t('Новый замер'),
        place: name,
        icon: 'temp',
        ability: 'create measurements',
        disabledReason: gate ?? undefined,
        run: () => reading.open({ locationId: id }),
      })),
    [elsewhere, locations, gate, t],
  )
  useOfferedActions('new measurement', actions)
}

export function MeasurementHost() {
  useMeasurementSearch()
  return <reading.Host />
}
