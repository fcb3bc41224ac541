import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ru'
import { dayOf } from '../../../shared/dates'
import { useTranslation } from '../../i18n'
import { useNow } from '../../session'
import { usePhone } from '../use-phone'
import classes from './day-field.module.css'

interface CalendarLimits {
  min?: string
  max?: string
}

/** All calendars of Mantine in one module, so that they load together when one is opened. Days are 'YYYY-MM-DD'. */
function useCalendar({ min, max }: CalendarLimits) {
  const { t, language } = useTranslation()
  const today = dayOf(useNow())
  const [earlier, later] = [t('Раньше'), t('Позже')]
  const size = usePhone() ? ('lg' as const) : ('sm' as const)
  return {
    locale: language,
    minDate: min,
    maxDate: max,
    size,
    className: classes.calendar,
    getDayProps: (day: string) => (day === today ? { 'data-today': true } : {}),
    firstDayOfWeek: 1 as const,
    ariaLabels: {
      previousMonth: earlier,
      nextMonth: later,
      previousYear: earlier,
      nextYear: later,
      previousDecade: earlier,
      nextDecade: later,
    },
  }
}

export function DayCalendar({
  value,
  onPick,
  ...common
}: CalendarLimits & { value: string | null; onPick: (day: string) => void }) {
  const calendar = useCalendar(common)
  return (
    <DatePicker {...calendar} value={value} defaultDate={value ?? common.max} onChange={(day) => day && onPick(day)} />
  )
}

interface RangeProps extends CalendarLimits {
  value: [string | null, string | null]
  onPick: (value: [string | null, string | null]) => void
}

export function RangeCalendar({ value, onPick, ...common }: RangeProps) {
  const calendar = useCalendar(common)
  return (
    <DatePicker
      {...calendar}
      type="range"
      allowSingleDateInRange
      value={value}
      defaultDate={value[1] ?? common.max}
      onChange={(next) => onPick(next)}
    />
  )
}
