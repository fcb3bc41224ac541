import { dayOf, parseDay } from '../../shared/dates'
import { call } from '../../web/api'
import type { OutboxRecord } from '../../web/offline/outbox/records'
import { useNow } from '../../web/session'
import { useLocations } from '../../core/cages/cage-cache.web'
import { measurementCalls } from '../../core/cages/measurement.contract'
import { MeasurementForm } from './measurement-form.web'
import type { MeasurementRequest } from './measurement-host.web'
import { useModuleCages, useParameters } from './readings/use-measurements.web'

interface MeasurementWindowProps extends MeasurementRequest {
  opened: boolean
  onClose: () => void
}

const nothing = () => undefined

type Update = Parameters<typeof call<typeof measurementCalls.update>>[1]

/** The reading is stored with earlier values: changes it to the record's current values. */
export const amendMeasurement = ({ values }: OutboxRecord, answer: unknown): Promise<unknown> =>
  call(measurementCalls.update, { ...values, id: (answer as { id: number }).id } as Update, { quiet: true })

export const removeMeasurement = (answer: unknown, idempotencyKey: string): Promise<unknown> =>
  call(measurementCalls.remove, { id: (answer as { id: number }).id }, { idempotencyKey, quiet: true })

/** The form of a reading outside of its module's page. */
export function MeasurementWindow({ locationId, queued, opened, onClose }: MeasurementWindowProps) {
  const today = dayOf(useNow())
  const locations = useLocations()
  const { parameters } = useParameters(locationId)
  const cages = useModuleCages(locationId)
  if (!parameters) return null
  return (
    <MeasurementForm
      opened={opened}
      onClose={onClose}
      queued={queued}
      locationId={locationId}
      locationName={locations.find(({ id }) => id === locationId)?.name ?? ''}
      day={parseDay(String(queued?.values.date ?? '')) ?? today}
      today={today}
      parameters={parameters}
      cages={cages}
      onSaved={nothing}
    />
  )
}
