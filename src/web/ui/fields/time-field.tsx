import type { FocusEvent, KeyboardEvent } from 'react'
import { TextInput } from '@mantine/core'
import { parseTime } from '../../../shared/dates'
import { useTranslation, type TFunction } from '../../i18n'
import { Icon } from '../../icons'
import { FieldBox, useFrame, useLeft, type FieldProps } from './field'

/** Accepts '8', '830' and '9:5' (five past nine) in addition to what parseTime takes. */
export function readTime(text: string): string | null {
  const digits = text.trim().replace(/[.,]/, ':')
  if (/^\d{1,2}$/.test(digits)) return parseTime(`${digits}:00`)
  if (/^\d{3}$/.test(digits)) return parseTime(`0${digits}`)
  return parseTime(digits.replace(/:(\d)$/, ':0$1'))
}

const MINUTES = 24 * 60
function moveTime(time: string, by: number): string {
  const minutes = (Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + by + MINUTES) % MINUTES
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/**
 * A farm time as HH:mm, typed as 0830, 830 or 8:30. The value is the text itself, normalised on blur. Arrow keys move
 * by a minute.
 */
export function TimeField({ action, ...props }: FieldProps) {
  const { t } = useTranslation()
  const text = props.value ?? ''
  const time = readTime(text)
  const left = useLeft(props)
  const wrong = text !== '' && !time && (left.is || props.error) ? unreadable(text, t) : undefined
  const frame = useFrame({ ...props, error: wrong ?? props.error })
  const onKeyDown = (event: KeyboardEvent) => {
    if (props.disabled || props.readOnly || !time || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    props.onChange?.(moveTime(time, event.key === 'ArrowUp' ? 1 : -1))
  }
  const onBlur = (event: FocusEvent<HTMLInputElement>) => {
    if (time && time !== text) props.onChange?.(time)
    left.onBlur(event)
  }
  return (
    <FieldBox action={action}>
      <TextInput
        {...frame}
        value={text}
        placeholder={props.placeholder ?? t('ЧЧ:ММ')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        leftSection={<Icon name="clock" size={16} />}
        onChange={(event) => props.onChange?.(event.currentTarget.value)}
        onFocus={left.onFocus}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      />
    </FieldBox>
  )
}

const unreadable = (text: string, t: TFunction): string =>
  /^\d{1,2}[:.,]?\d{2}$/.test(text.trim()) ? t('Такого времени нет') : t('Введите время, например 08:30')
