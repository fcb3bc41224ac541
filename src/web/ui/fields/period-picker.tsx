import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button, Popover, SegmentedControl, UnstyledButton } from '@mantine/core'
import { dayOf, parseDay, showDay } from '../../../shared/dates'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { useNow } from '../../session'
import { DayField } from './day-field'
import { FieldRow } from './field'
import { presetOf, presetPeriod, PRESETS, shiftPeriod, type Period, type Preset } from './periods'
import { StepButton } from '../step-button'
import { lazyPart } from '../../lazy'
import classes from './period-picker.module.css'

const RangeCalendar = lazyPart(
  () => import('./calendar').then((module) => module.RangeCalendar),
  () => <div className={classes.waiting} />,
)

interface PeriodPickerProps extends Period {
  onChange: (period: Period) => void
}

/** A period of whole days ('YYYY-MM-DD', both included): presets, arrows, typed or picked. Never beyond today. */
export function PeriodPicker({ start, end, onChange }: PeriodPickerProps) {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const period = { start, end }
  const [opened, setOpened] = useState(false)
  const choose = (next: Period) => {
    setOpened(false)
    onChange(next)
  }
  const preset = presetOf(period, today) ?? ''
  const row = useRef<HTMLDivElement>(null)
  // on a phone the row scrolls: the chosen one stays in sight
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[data-active]')
    if (chosen) row.current!.scrollLeft = chosen.offsetLeft + chosen.offsetWidth - row.current!.clientWidth
  }, [preset])
  return (
    <div className={classes.picker}>
      <div className={classes.range}>
        <Arrow direction={-1} to={shiftPeriod(period, -1, today)} onChange={onChange} />
        <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" trapFocus returnFocus>
          <Popover.Target>
            <UnstyledButton
              className={classes.dates}
              onClick={() => setOpened((was) => !was)}
              aria-label={t('Период {{start}} – {{end}}', named(period))}
            >
              <Icon name="cal" size={16} />
              {start === end ? showDay(start) : `${showDay(start)} – ${showDay(end)}`}
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown p="sm">
            <RangeForm key={`${start}${end}`} period={period} today={today} onChoose={choose} />
          </Popover.Dropdown>
        </Popover>
        <Arrow direction={1} to={shiftPeriod(period, 1, today)} onChange={onChange} />
      </div>
      <div ref={row} className={classes.presets}>
        <SegmentedControl
          size="xs"
          value={preset}
          onChange={(next) => onChange(presetPeriod(next as Preset, today))}
          data={PRESETS.map((preset) => ({ value: preset, label: t(preset) }))}
          aria-label={t('Период')}
        />
      </div>
    </div>
  )
}

const named = ({ start, end }: Period) => ({ start: showDay(start), end: showDay(end) })

function Arrow({
  direction,
  to,
  onChange,
}: {
  direction: -1 | 1
  to: Period | null
  onChange: (period: Period) => void
}) {
  const { t } = useTranslation()
  return (
    <StepButton
      icon={direction < 0 ? 'left' : 'right'}
      label={direction < 0 ? t('Период раньше') : t('Период позже')}
      disabled={!to}
      onClick={() => to && onChange(to)}
    />
  )
}

interface RangeFormProps {
  period: Period
  today: string
  onChoose: (period: Period) => void
}

function RangeForm({ period, today, onChoose }: RangeFormProps) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(showDay(period.start))
  const [to, setTo] = useState(showDay(period.end))
  const [picked, setPicked] = useState<[string | null, string | null]>([period.start, period.end])
  const [start, end] = [parseDay(from), parseDay(to)]
  const wrong = start && end && start > end ? t('Раньше начала') : undefined
  const ready = start && end && start <= end && end <= today
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (ready) onChoose({ start, end })
  }
  const pick = (next: [string | null, string | null]) => {
    setPicked(next)
    if (next[0]) setFrom(showDay(next[0]))
    if (next[1]) setTo(showDay(next[1]))
    if (next[0] && next[1]) onChoose({ start: next[0], end: next[1] })
  }
  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      <FieldRow>
        <DayField label={t('С')} value={from} onChange={setFrom} max={today} plain />
        <DayField label={t('По')} value={to} onChange={setTo} max={today} error={wrong} plain />
      </FieldRow>
      <RangeCalendar value={picked} max={today} onPick={pick} />
      <Button type="submit" disabled={!ready}>
        {t('Применить')}
      </Button>
    </form>
  )
}
