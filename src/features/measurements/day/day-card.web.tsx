import { useState } from 'react'
import { Button, SegmentedControl, UnstyledButton } from '@mantine/core'
import { addDays } from '../../../shared/dates'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useCan, useDayGate } from '../../../web/session'
import { EmptyState } from '../../../web/ui/empty-state'
import { ErrorState } from '../../../web/ui/error-state'
import { FailedLine } from '../../../web/ui/failed-line'
import { GateButton } from '../../../web/ui/gate-button'
import { RowSkeletons } from '../../../web/ui/skeletons'
import { StepButton } from '../../../web/ui/step-button'
import { usePhone } from '../../../web/ui/use-phone'
import type { CageRow } from '../../../core/cages/cage.contract'
import { CountCalendar } from '../readings/count-calendar.web'
import { DayCards } from './day-cards.web'
import { DayTable } from './day-table.web'
import type { MeasureParameter } from '../../../core/lists/libraries/measure-parameter.contract'
import type { MeasurementRow } from '../../../core/cages/measurement.contract'
import { monthOf } from '../../../web/ui/month/month-days'
import {
  useDayReadings,
  useMonthCounts,
  type Mode,
  type MeasuredModule,
  type useDayAndMode,
} from '../readings/use-measurements.web'
import classes from '../measurements-page.module.css'

export interface DayCardProps {
  location: MeasuredModule
  view: ReturnType<typeof useDayAndMode>
  /** undefined while they are read */
  parameters: readonly MeasureParameter[] | undefined
  cages: readonly CageRow[]
  onCreate: () => void
  onEdit: (row: MeasurementRow) => void
  onRemove: (row: MeasurementRow) => void
}

/** The calendar, with the chosen day beside it; on a phone the calendar opens above the day. */
export function DayCard(props: DayCardProps) {
  const { t } = useTranslation()
  const { view, location } = props
  const phone = usePhone()
  const [opened, setOpened] = useState(false)
  const [month, setMonth] = useState(monthOf(view.day))
  const [shownDay, setShownDay] = useState(view.day)
  if (shownDay !== view.day) {
    // the calendar follows the day, wherever it was chosen
    setShownDay(view.day)
    setMonth(monthOf(view.day))
  }
  const { counts, error, retry } = useMonthCounts(location.id, month)
  const choose = (day: string) => {
    view.setDay(day)
    setOpened(false)
  }
  return (
    <div className={classes.day}>
      {(!phone || opened) && (
        <aside className={classes.calendar} aria-label={t('Календарь')}>
          <CountCalendar
            day={view.day}
            today={view.today}
            counts={counts}
            month={month}
            onMonth={setMonth}
            onDay={choose}
          />
          {error && <FailedLine onRetry={retry} />}
        </aside>
      )}
      <section className={classes.card} aria-label={t('Замеры дня')}>
        <DayHead
          view={view}
          archived={location.archived}
          opened={opened}
          onOpen={phone ? () => setOpened((was) => !was) : undefined}
        />
        <DayBody {...props} />
      </section>
    </div>
  )
}

interface DayHeadProps {
  view: DayCardProps['view']
  /** has no table to type into */
  archived: boolean
  opened: boolean
  /** opens the calendar, where it is not always open */
  onOpen: (() => void) | undefined
}

function DayHead({ view, archived, opened, onOpen }: DayHeadProps) {
  const { t, language } = useTranslation()
  const { day, today, mode, setDay, setMode } = view
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'ru', {
    weekday: onOpen ? 'short' : 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const words = format.format(new Date(`${day}T00:00:00Z`)).replace(/\s*г\.$/, '')
  const title = words.charAt(0).toUpperCase() + words.slice(1)
  return (
    <header className={classes.dayHead}>
      <div className={classes.dayName}>
        <StepButton icon="left" label={t('День раньше')} onClick={() => setDay(addDays(day, -1))} />
        {onOpen ? (
          <UnstyledButton className={classes.opener} aria-expanded={opened} onClick={onOpen}>
            <Icon name="cal" size={16} />
            <h2>{title}</h2>
          </UnstyledButton>
        ) : (
          <h2 aria-live="polite">{title}</h2>
        )}
        <StepButton
          icon="right"
          label={t('День позже')}
          disabled={day >= today}
          onClick={() => setDay(addDays(day, 1))}
        />
        {day !== today && !onOpen && (
          <Button variant="subtle" size="xs" fz="sm" onClick={() => setDay(today)}>
            {t('Сегодня')}
          </Button>
        )}
      </div>
      {!archived && (
        <SegmentedControl
          className={classes.modes}
          size="xs"
          value={mode}
          onChange={(next) => setMode(next as Mode)}
          data={[
            { value: 'cards', label: t('Карточки') },
            { value: 'table', label: t('Таблица') },
          ]}
          aria-label={t('Как показать замеры')}
        />
      )}
    </header>
  )
}

function DayBody({ location, view, parameters, cages, onCreate, onEdit, onRemove }: DayCardProps) {
  const { t } = useTranslation()
  const { day, today, mode } = view
  const query = useDayReadings(location.id, day)
  const may = useCan()('create measurements')
  const gate = useDayGate('create measurements', day)
  const { rows } = query
  if (query.error && !rows) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!rows || !parameters) return <RowSkeletons rows={8} />
  if (mode === 'table' && !location.archived) {
    if (cages.length === 0) return <EmptyState icon="cages" text={t('В модуле нет садков.')} />
    return (
      <DayTable
        key={`${location.id}:${day}`}
        locationId={location.id}
        day={day}
        today={today}
        rows={rows}
        parameters={parameters}
        cages={cages}
      />
    )
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        icon="temp"
        text={t('В этот день замеров нет.')}
        action={
          may &&
          !location.archived && (
            <GateButton reason={gate} onClick={onCreate}>
              {t('Новый замер')}
            </GateButton>
          )
        }
      />
    )
  }
  const write = location.archived ? null : { onEdit, onRemove }
  return <DayCards key={`${location.id}:${day}`} rows={rows} cages={cages} write={write} />
}
