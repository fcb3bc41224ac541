import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Stack } from '@mantine/core'
import { useTranslation } from '../../i18n'
import { StepButton } from '../step-button'
import { dayByKey, monthOf, shiftMonth, weeksOf } from './month-days'
import classes from './month-grid.module.css'

export interface DayLook {
  /** under the number of the day */
  note?: ReactNode
  /** translated, for screen readers */
  said: string
  tone?: 'some' | 'partly' | 'empty' | undefined
}

interface MonthGridProps {
  /** translated */
  label: string
  /** 'YYYY-MM-DD', the chosen one */
  day: string
  today: string
  /** later days are disabled */
  latest: string
  lookOf: (day: string) => DayLook
  /** 'YYYY-MM', the month shown */
  month: string
  onMonth: (month: string) => void
  onDay: (day: string) => void
}

/** A month with what is known of each day. Arrows, Home, End, PageUp and PageDown move. */
export function MonthGrid({ label, day, today, latest, lookOf, month, onMonth, onDay }: MonthGridProps) {
  const { t, language } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState(day)
  const weeks = weeksOf(month)
  const tabbed = weeks.flat().find((one) => one === focused && monthOf(one) === month) ?? firstOpen(month, day)
  const onKeyDown = (event: KeyboardEvent) => {
    const from = (event.target as HTMLElement).dataset.day
    const to = from && dayByKey(event.key, from, latest)
    if (!to) return
    event.preventDefault()
    setFocused(to)
    if (monthOf(to) !== month) onMonth(monthOf(to))
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus())
  }
  const named = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    .format(new Date(`${month}-01T00:00:00Z`))
    .replace(/\s*г\.$/, '')
  return (
    <Stack gap="sm">
      <div className={classes.head}>
        <StepButton icon="left" label={t('Месяц раньше')} onClick={() => onMonth(shiftMonth(month, -1))} />
        <h2 aria-live="polite">{named.charAt(0).toUpperCase() + named.slice(1)}</h2>
        <StepButton
          icon="right"
          label={t('Месяц позже')}
          disabled={month >= monthOf(latest)}
          onClick={() => onMonth(shiftMonth(month, 1))}
        />
      </div>
      <div ref={box} className={classes.grid} role="grid" aria-label={label} onKeyDown={onKeyDown}>
        <Weekdays />
        {weeks.map((week) => (
          <div key={week[0]} className={classes.week} role="row">
            {week.map((one) => (
              <Day
                key={one}
                day={one}
                look={lookOf(one)}
                outside={monthOf(one) !== month}
                chosen={one === day}
                today={one === today}
                future={one > latest}
                tabbed={one === tabbed}
                onChoose={() => {
                  setFocused(one)
                  onDay(one)
                }}
              />
            ))}
          </div>
        ))}
      </div>
    </Stack>
  )
}

const firstOpen = (month: string, day: string) => (monthOf(day) === month ? day : `${month}-01`)

/** 5 January 2026 is a Monday. */
const MONDAY = Date.UTC(2026, 0, 5)

function Weekdays() {
  const { language } = useTranslation()
  const names = (weekday: 'short' | 'long') => {
    const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
    return Array.from({ length: 7 }, (_, index) => format.format(MONDAY + index * 86_400_000))
  }
  const long = names('long')
  return (
    <div className={classes.week} role="row">
      {names('short').map((name, index) => (
        <span key={name} role="columnheader" aria-label={long[index]} className={classes.weekday}>
          {name.charAt(0).toUpperCase() + name.slice(1)}
        </span>
      ))}
    </div>
  )
}

interface DayProps {
  day: string
  look: DayLook
  outside: boolean
  chosen: boolean
  today: boolean
  future: boolean
  tabbed: boolean
  onChoose: () => void
}

function Day({ day, look, outside, chosen, today, future, tabbed, onChoose }: DayProps) {
  const { language } = useTranslation()
  const date = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  const spoken = date.format(new Date(`${day}T00:00:00Z`))
  return (
    <div role="gridcell" aria-selected={chosen}>
      <button
        type="button"
        className={classes.day}
        data-day={day}
        data-outside={outside || undefined}
        data-tone={look.tone}
        data-chosen={chosen || undefined}
        data-today={today || undefined}
        aria-current={today ? 'date' : undefined}
        aria-label={`${spoken}, ${look.said}`}
        disabled={future}
        tabIndex={tabbed ? 0 : -1}
        onClick={onChoose}
      >
        <span>{Number(day.slice(8))}</span>
        {look.note !== undefined && <small>{look.note}</small>}
      </button>
    </div>
  )
}
