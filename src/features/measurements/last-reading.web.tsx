import { UnstyledButton } from '@mantine/core'
import { addDays, parseDay, showDay } from '../../shared/dates'
import { NBSP } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { useCall } from '../../web/query-client'
import { measurementCalls, type MeasurementRow } from '../../core/cages/measurement.contract'
import { readingText, showReading } from './readings/measurement-words.web'
import classes from './last-reading.module.css'

const LOOKED_BACK_DAYS = 30
const LOOKED_THROUGH = 100

interface LastReadingProps {
  locationId: number
  place: Record<'measure_parameter_id' | 'depth' | 'cage_id' | 'date', string>
  today: string
  /** the value as it would be typed */
  onTake: (value: string) => void
}

/**
 * The last reading here, to be taken over with one touch, since water changes slowly. Nothing when it is older than a
 * month.
 */
export function LastReading({ locationId, place, today, onTake }: LastReadingProps) {
  const { t } = useTranslation()
  const { measure_parameter_id, depth, cage_id } = place
  const end = parseDay(place.date) ?? today
  const { data } = useCall(
    measurementCalls.byLocation,
    {
      locationId,
      start: showDay(addDays(end, -LOOKED_BACK_DAYS)),
      end: showDay(end),
      measure_parameter_id,
      ...(cage_id && { cage_id }),
      page: 1,
      per_page: LOOKED_THROUGH,
      sort: '-datetime',
    },
    { enabled: measure_parameter_id !== '' },
  )
  const rows = (data as { rows: MeasurementRow[] } | undefined)?.rows
  const last = rows?.find((row) => String(row.depth) === depth && String(row.cage_id ?? '') === cage_id)
  if (!last) return null
  const value = [showReading(last.value), t(last.beautifulSymbol)].filter(Boolean).join(NBSP)
  return (
    <UnstyledButton className={classes.last} onClick={() => onTake(readingText(last.value).replace(',', '.'))}>
      <Icon name="hist" size={16} />
      <span>
        {t('Последнее:')} <b>{value}</b>, {last.date} {last.time}
      </span>
    </UnstyledButton>
  )
}
