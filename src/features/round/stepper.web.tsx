import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from '../../web/i18n'
import { Icon, type IconName } from '../../web/icons'
import { toShown } from '../../web/ui/fields/decimal-text'
import styles from './stepper.module.css'
import { useHold } from './use-hold.web'

interface BlockProps {
  icon: IconName
  title: string
  /** at the right end of the title */
  aside?: ReactNode
  fault?: string
  children: ReactNode
}

/** One question of a step. */
export const Block = ({ icon, title, aside, fault, children }: BlockProps) => (
  <section className={styles.block} aria-label={title}>
    <div className={styles.label}>
      <h2>
        <Icon name={icon} size={18} />
        {title}
      </h2>
      {aside && <span>{aside}</span>}
    </div>
    {children}
    {fault && (
      <p className={styles.fault} role="alert">
        <Icon name="alert" size={16} />
        {fault}
      </p>
    )}
  </section>
)

interface StepperProps {
  /** text with a point, '' for nothing */
  value: string
  onChange: (value: string) => void
  onStep: (direction: 1 | -1) => void
  /** what is typed → what is kept */
  clean: (typed: string) => string
  label: string
  unit: string
  whole?: boolean
  invalid?: boolean
  /** shown while nothing is typed: the last reading */
  hint?: string
}

/** ✓ of the keypad hides the keypad, and nothing else. */
const hideKeypad = (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  event.currentTarget.blur()
}

function StepButton({ direction, label, onStep }: Pick<StepperProps, 'label' | 'onStep'> & { direction: 1 | -1 }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-label={`${label}: ${direction < 0 ? t('Меньше') : t('Больше')}`}
      {...useHold(() => onStep(direction))}
    >
      <Icon name={direction < 0 ? 'minus' : 'plus'} size={24} />
    </button>
  )
}

/** − number + with large targets: held buttons repeat; a touch on the number opens the keypad. */
export function Stepper({ value, onChange, onStep, clean, label, unit, whole, invalid, hint = '0' }: StepperProps) {
  const shown = toShown(value)
  return (
    <div className={styles.stepper} data-invalid={invalid || undefined}>
      <StepButton direction={-1} label={label} onStep={onStep} />
      <label className={styles.value}>
        <input
          type="text"
          inputMode={whole ? 'numeric' : 'decimal'}
          autoComplete="off"
          enterKeyHint="done"
          aria-label={`${label}, ${unit}`}
          aria-invalid={invalid || undefined}
          value={shown}
          placeholder={hint}
          style={{ width: `${Math.max(2, (shown || hint).length) + 0.5}ch` }}
          onChange={(event) => onChange(clean(event.currentTarget.value))}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={hideKeypad}
        />
        <span aria-hidden="true">{unit}</span>
      </label>
      <StepButton direction={1} label={label} onStep={onStep} />
    </div>
  )
}
