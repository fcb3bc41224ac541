import { useState, type FocusEvent, type KeyboardEvent } from 'react'
import { Popover, TextInput, UnstyledButton } from '@mantine/core'
import { addDays, parseDay, showDay } from '../../../shared/dates'
import { useTranslation, type TFunction } from '../../i18n'
import { Icon } from '../../icons'
import { FieldBox, useFrame, useLeft, type FieldProps } from './field'
import { lazyPart } from '../../lazy'
import classes from './day-field.module.css'

// Mantine's calendar is loaded when first opened
const Calendar = lazyPart(
  () => import('./calendar').then((module) => module.DayCalendar),
  () => <div className={classes.waiting} />,
)

export interface DayFieldProps extends FieldProps<string | null | undefined> {
  /** 'YYYY-MM-DD' */
  min?: string
  max?: string
  size?: 'xs' | 'sm'
  /** without a calendar, because one is already beside the field */
  plain?: boolean
}

/**
 * A day as 20.11.2026, typed (20.11.26, 20112026, 201126) or picked. The value is the text itself, normalised on blur,
 * so that half-typed text is never lost; `parseDay` reads it. Arrow keys move by a day, Alt+↓ opens the calendar.
 */
export function DayField({ min, max, action, size, plain, ...props }: DayFieldProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const text = shown(props.value)
  const iso = parseDay(text)
  const left = useLeft(props)
  const wrong = text !== '' && !iso && (left.is || props.error) ? unreadable(text, min, max, t) : undefined
  const frame = useFrame({ ...props, error: wrong ?? props.error ?? outside(iso, min, max, t) })
  const emit = (day: string) => props.onChange?.(showDay(day))
  const fixed = props.disabled || props.readOnly
  const onKeyDown = (event: KeyboardEvent) => {
    if (fixed || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    if (event.altKey) setOpened(!plain)
    else if (iso) emit(clamp(addDays(iso, event.key === 'ArrowUp' ? 1 : -1), min, max))
  }
  const onBlur = (event: FocusEvent<HTMLInputElement>) => {
    if (iso && showDay(iso) !== text) emit(iso)
    left.onBlur(event)
  }
  return (
    <FieldBox action={action}>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        withinPortal
        withRoles={false}
      >
        <Popover.Target>
          <TextInput
            {...frame}
            size={size}
            value={text}
            placeholder={props.placeholder ?? t('ДД.ММ.ГГГГ')}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => props.onChange?.(event.currentTarget.value)}
            onFocus={left.onFocus}
            onBlur={onBlur}
            onKeyDown={onKeyDown}
            leftSectionPointerEvents="all"
            leftSection={
              plain ? undefined : <Opener opened={opened} disabled={fixed} onClick={() => setOpened((was) => !was)} />
            }
          />
        </Popover.Target>
        <Popover.Dropdown
          p="sm"
          role="dialog"
          tabIndex={-1}
          aria-label={t('Календарь')}
          data-mantine-stop-propagation="true"
        >
          <Calendar
            value={iso}
            min={min}
            max={max}
            onPick={(day) => {
              emit(day)
              setOpened(false)
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </FieldBox>
  )
}

function Opener({ opened, ...props }: { opened: boolean; disabled?: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <UnstyledButton
      {...props}
      className={classes.opener}
      tabIndex={-1}
      aria-label={t('Открыть календарь')}
      aria-haspopup="dialog"
      aria-expanded={opened}
    >
      <Icon name="cal" size={16} />
    </UnstyledButton>
  )
}

/** A row may hold 'YYYY-MM-DD', people read 20.11.2026. */
const shown = (value: string | null | undefined) =>
  value && /^\d{4}-\d{2}-\d{2}$/.test(value) ? showDay(value) : (value ?? '')

const clamp = (day: string, min?: string, max?: string) => (max && day > max ? max : min && day < min ? min : day)

function outside(day: string | null, min: string | undefined, max: string | undefined, t: TFunction) {
  if (day && max && day > max) return t('Не позже {{day}}', { day: showDay(max) })
  if (day && min && day < min) return t('Не раньше {{day}}', { day: showDay(min) })
  return undefined
}

/** The first day that shared/dates.ts accepts. */
const FIRST_DAY = '1950-01-01'

/** Why the typed text is not a day. */
function unreadable(text: string, min: string | undefined, max: string | undefined, t: TFunction): string {
  const typed =
    /^(\d{1,2})[./](\d{1,2})[./](\d{4}|\d{2})$/.exec(text.trim()) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text.trim())
  if (!typed) return t('Введите дату, например 20.11.2026')
  const year = typed[3]!.length === 4 ? Number(typed[3]) : 2000
  if (year < 1950) return t('Не раньше {{day}}', { day: showDay(min ?? FIRST_DAY) })
  if (year > 2199 && max) return t('Не позже {{day}}', { day: showDay(max) })
  return t('Такого дня нет')
}
