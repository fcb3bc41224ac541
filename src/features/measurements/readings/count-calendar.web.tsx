import { useTranslation } from '../../../web/i18n'
import { MonthGrid } from '../../../web/ui/month/month-grid'

interface CountCalendarProps {
  /** 'YYYY-MM-DD', the chosen one */
  day: string
  today: string
  /** number of readings of each day; undefined while they load */
  counts: Readonly<Record<string, number>> | undefined
  /** 'YYYY-MM', the month shown */
  month: string
  onMonth: (month: string) => void
  onDay: (day: string) => void
}

/** A month with the number of readings of each day; future days are disabled. */
export function CountCalendar({ counts, ...calendar }: CountCalendarProps) {
  const { t } = useTranslation()
  const lookOf = (day: string) => {
    const count = counts?.[day] ?? 0
    const said = t('{{count}} замеров', { count })
    return count > 0 ? { note: count, said, tone: 'some' as const } : { said }
  }
  return <MonthGrid {...calendar} label={t('Замеры по дням')} latest={calendar.today} lookOf={lookOf} />
}
