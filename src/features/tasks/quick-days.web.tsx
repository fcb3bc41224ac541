/** The days ahead as buttons: a finger cannot drag across a calendar that scrolls. */
import { addDays, dayOf } from '../../shared/dates'
import { useTranslation } from '../../web/i18n'
import { useNow } from '../../web/session'
import classes from './days.module.css'

const DAYS_OFFERED = 7

interface QuickDaysProps {
  /** 'YYYY-MM-DD', null while what is typed is no day */
  day: string | null
  onPick: (day: string) => void
}

export function QuickDays({ day, onPick }: QuickDaysProps) {
  const { t, language } = useTranslation()
  const today = dayOf(useNow())
  const written = (options: Intl.DateTimeFormatOptions, one: string) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(`${one}T00:00:00Z`))
  return (
    <div className={classes.quick} role="group" aria-label={t('Перенести на день')}>
      {Array.from({ length: DAYS_OFFERED }, (_, index) => addDays(today, index)).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === day}
          aria-label={written({ weekday: 'long', day: 'numeric', month: 'long' }, one)}
          onClick={() => onPick(one)}
        >
          <small>{written({ weekday: 'short' }, one)}</small>
          {written({ day: 'numeric' }, one)}
        </button>
      ))}
    </div>
  )
}
