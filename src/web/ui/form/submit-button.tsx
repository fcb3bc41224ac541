import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import classes from './submit-button.module.css'

export type SubmitState = 'idle' | 'loading' | 'done' | 'failed'
const SHOWN_FOR = 2000

/** idle → loading → a check or a cross for 2 seconds → idle. */
export function useSubmitState(): [SubmitState, (state: SubmitState) => void] {
  const [state, setState] = useState<SubmitState>('idle')
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = (next: SubmitState) => {
    clearTimeout(timer.current)
    setState(next)
    if (next === 'done' || next === 'failed') timer.current = window.setTimeout(() => setState('idle'), SHOWN_FOR)
  }
  return [state, show]
}

interface SubmitButtonProps {
  state: SubmitState
  children: ReactNode
  danger?: boolean
  /** why it cannot be pressed; shown as its title */
  disabledReason?: string
  onClick?: () => void
  type?: 'submit' | 'button'
  size?: 'xs' | 'sm'
}

/** The button that saves. Disabled it can still be focused, so that its reason can be read. */
export function SubmitButton({ state, children, danger, disabledReason, onClick, ...look }: SubmitButtonProps) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // it is disabled while saving, so the browser takes its focus away, and the window may have the focus since then
    if (state === 'failed' && document.activeElement?.contains(button.current)) button.current?.focus()
  }, [state])
  const words = { idle: undefined, loading: t('Сохраняется'), done: t('Готово'), failed: t('Не удалось') }
  return (
    <Button
      ref={button}
      type={look.type ?? 'submit'}
      size={look.size}
      className={classes.button}
      data-state={state}
      data-danger={danger || undefined}
      loading={state === 'loading'}
      data-disabled={disabledReason ? true : undefined}
      aria-disabled={disabledReason ? true : undefined}
      title={disabledReason}
      aria-label={words[state]}
      onClick={disabledReason ? (event) => event.preventDefault() : onClick}
    >
      {state === 'failed' && (
        <span className={classes.mark}>
          <Icon name="x" size={14} />
        </span>
      )}
      {state === 'done' ? <Icon name="check" /> : children}
    </Button>
  )
}
