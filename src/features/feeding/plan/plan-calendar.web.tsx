/** A month of plans: which days are full, which have cages left out; and fact beside the plan of the chosen day. */
import { Button } from '@mantine/core'
import { parseDay, showDay } from '../../../shared/dates'
import { NBSP, showAmount, showKg } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useCall } from '../../../web/query-client'
import { FailedLine } from '../../../web/ui/failed-line'
import { MonthGrid, type DayLook } from '../../../web/ui/month/month-grid'
import { weeksOf } from '../../../web/ui/month/month-days'
import { planCalls } from '../../../core/feeding/plan/plan.contract'
import classes from './plan-page.module.css'

interface PlanCalendarProps {
  /** 'YYYY-MM-DD' */
  day: string
  today: string
  latest: string
  month: string
  onMonth: (month: string) => void
  onDay: (day: string) => void
  /** DD.MM.YYYY */
  onOpen: (date: string) => void
}

const [FULL, PARTLY] = [1, 2]

export function PlanCalendar({ onOpen, ...calendar }: PlanCalendarProps) {
  const { t } = useTranslation()
  const days = weeksOf(calendar.month).flat()
  const colors = useCall(planCalls.colors, { start: showDay(days[0]!), end: showDay(days.at(-1)!) })
  const lookOf = (day: string): DayLook => {
    const color = colors.data?.[showDay(day)]
    if (color === FULL) return { tone: 'some', said: t('заполнен'), note: <Icon name="check" size={12} /> }
    if (color === PARTLY) return { tone: 'partly', said: t('есть пустые садки'), note: <Icon name="minus" size={12} /> }
    return { said: color === undefined ? t('плана нет') : t('не заполнен') }
  }
  return (
    <section className={classes.card}>
      <MonthGrid {...calendar} label={t('План по дням')} lookOf={lookOf} />
      <p className={classes.legend}>
        <span data-tone="some">
          <Icon name="check" size={12} /> {t('заполнен')}
        </span>
        <span data-tone="partly">
          <Icon name="minus" size={12} /> {t('есть пустые садки')}
        </span>
        <Button className={classes.choose} onClick={() => onOpen(showDay(calendar.day))}>
          {`${t('Выбрать')} ${showDay(calendar.day)}`}
        </Button>
      </p>
      {colors.error && !colors.data && <FailedLine onRetry={() => void colors.refetch()} />}
      <Fact date={showDay(calendar.day)} today={calendar.today} />
    </section>
  )
}

/** «накормлено 10 из 11 · 96 % плана» */
function Fact({ date, today }: { date: string; today: string }) {
  const { t } = useTranslation()
  const begun = parseDay(date)! <= today
  const { data } = useCall(planCalls.fact, { date }, { enabled: begun })
  if (!data || data.planned === 0) return null
  const { planned, fed, percent, cages_planned, cages_fed } = data
  return (
    <div className={classes.fact}>
      <b>
        {t('накормлено {{fed}} из {{all}}', { fed: cages_fed, all: cages_planned })}
        {percent !== null && ` · ${t('{{percent}} % плана', { percent: showAmount(percent, 0) })}`}
      </b>
      <small>
        {t('по плану {{planned}} кг, дано {{fed}} кг', { planned: showKg(planned), fed: showKg(fed) })}
        {NBSP}
      </small>
      <meter min={0} max={planned} value={Math.min(fed, planned)} aria-label={t('Доля плана')} />
    </div>
  )
}
