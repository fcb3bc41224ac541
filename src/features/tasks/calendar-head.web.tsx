/** Which days the calendar shows, and how: earlier, later, today; month, week, day, or the list. */
import { Button, SegmentedControl } from '@mantine/core'
import { addDays, dayOf } from '../../shared/dates'
import { useTranslation } from '../../web/i18n'
import { useNow } from '../../web/session'
import { shiftMonth } from '../../web/ui/month/month-days'
import { StepButton } from '../../web/ui/step-button'
import classes from './tasks.module.css'

export type CalendarView = 'month' | 'week' | 'day'
export type View = CalendarView | 'list' | 'rules'

/** The day one view earlier or later. */
function stepped(view: CalendarView, day: string, by: number): string {
  if (view === 'month') return `${shiftMonth(day.slice(0, 7), by)}-01`
  return addDays(day, view === 'week' ? by * 7 : by)
}

const utc = (day: string) => new Date(`${day}T00:00:00Z`)

/** Monday of the week of a day. */
export const mondayOf = (day: string) => addDays(day, -((utc(day).getUTCDay() + 6) % 7))

function titleOf(view: CalendarView, day: string, language: string): string {
  const of = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC', year: 'numeric' })
  const whole = { day: 'numeric', month: 'long' } as const
  const text =
    view === 'month'
      ? of({ month: 'long' }).format(utc(day))
      : view === 'day'
        ? of({ ...whole, weekday: 'long' }).format(utc(day))
        : of(whole).formatRange(utc(mondayOf(day)), utc(addDays(mondayOf(day), 6)))
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\s*г\.$/, '')
}

interface CalendarHeadProps {
  view: View
  day: string
  onView: (view: View) => void
  onDay: (day: string) => void
}

export function CalendarHead({ view, day, onView, onDay }: CalendarHeadProps) {
  const { t, language } = useTranslation()
  const today = dayOf(useNow())
  return (
    <div className={classes.head}>
      {view !== 'list' && view !== 'rules' && (
        <div className={classes.when}>
          <StepButton icon="left" label={t('Раньше')} onClick={() => onDay(stepped(view, day, -1))} />
          <StepButton icon="right" label={t('Дальше')} onClick={() => onDay(stepped(view, day, 1))} />
          <Button size="xs" variant="default" onClick={() => onDay(today)}>
            {t('Сегодня')}
          </Button>
          <h2 aria-live="polite">{titleOf(view, day, language)}</h2>
        </div>
      )}
      <SegmentedControl
        className={classes.views}
        size="xs"
        aria-label={t('Вид календаря')}
        value={view}
        onChange={(next) => onView(next as View)}
        data={[
          { value: 'month', label: t('Месяц') },
          { value: 'week', label: t('Неделя') },
          { value: 'day', label: t('День') },
          { value: 'list', label: t('Список') },
          { value: 'rules', label: t('Правила') },
        ]}
      />
    </div>
  )
}
