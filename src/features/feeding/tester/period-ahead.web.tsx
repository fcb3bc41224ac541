import { SegmentedControl } from '@mantine/core'
import { addDays, dayOf, daysBetween, parseDay, showDay } from '../../../shared/dates'
import { useTranslation } from '../../../web/i18n'
import { useNow } from '../../../web/session'
import { DayField } from '../../../web/ui/fields/day-field'
import { FieldRow } from '../../../web/ui/fields/field'
import { MAX_DAYS } from './tester.contract'
import classes from './tester.module.css'

/** Days after the first one. */
const AHEAD = [7, 14, 29, 60]
export const USUAL_AHEAD = 29

interface Typed {
  /** as typed, 'DD.MM.YYYY' when it can be read */
  start: string
  end: string
}

interface Props extends Typed {
  onChange: (period: Partial<Typed>) => void
}

/** Coming days, today at the earliest. */
export function PeriodAhead({ start, end, onChange }: Props) {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const [first, last] = [parseDay(start), parseDay(end)]
  const ahead = first && last ? String(daysBetween(first, last)) : ''
  return (
    <div className={classes.period}>
      <FieldRow>
        <DayField
          size="xs"
          aria-label={t('Начало')}
          value={start}
          min={today}
          onChange={(day) => onChange({ start: day })}
        />
        <DayField
          size="xs"
          aria-label={t('Конец')}
          value={end}
          min={first ?? today}
          max={addDays(today, MAX_DAYS - 1)}
          onChange={(day) => onChange({ end: day })}
        />
      </FieldRow>
      <SegmentedControl
        size="xs"
        aria-label={t('Период')}
        value={ahead}
        data={AHEAD.map((days) => ({ value: String(days), label: t('{{count}} дн', { count: days }) }))}
        onChange={(days) => onChange({ end: showDay(addDays(first ?? today, Number(days))) })}
      />
    </div>
  )
}
