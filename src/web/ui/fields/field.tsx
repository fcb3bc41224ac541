import { createContext, useContext, useState, type FocusEvent, type ReactNode } from 'react'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import classes from './field.module.css'

/** Props of every field. `{...form.getInputProps('date')}` supplies value, onChange, error, focus and data-path. */
export interface FieldProps<Value = string | null | undefined, Emitted = string> {
  /** translated */
  label?: ReactNode
  value?: Value
  onChange?: (value: Emitted) => void
  /** a Russian text or key; shown under the field with an icon */
  error?: ReactNode
  /** small text under the field: «0,11 % от поголовья» */
  hint?: ReactNode
  /** a warning that does not prevent saving: «4500 г? ожидалось 452 г» */
  warning?: ReactNode
  /** shown at the right end of the label: «рассчитать» */
  action?: ReactNode
  disabled?: boolean
  readOnly?: boolean
  placeholder?: string
  onFocus?: (event: FocusEvent<HTMLElement>) => void
  onBlur?: (event: FocusEvent<HTMLElement>) => void
  'data-path'?: string
  'aria-label'?: string
}

/** Names of the required fields, provided by the form. */
export const RequiredFields = createContext<ReadonlySet<string>>(new Set())

const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'error', 'description']

/** The props common to all Mantine inputs: label above, then input, error and hint. */
export function useFrame({
  label,
  error,
  hint,
  warning,
  disabled,
  readOnly,
  placeholder,
  ...props
}: FieldProps<unknown, never>) {
  const { t } = useTranslation()
  const path = props['data-path']
  const required = useContext(RequiredFields).has(path ?? '')
  return {
    label,
    required,
    disabled,
    readOnly,
    placeholder,
    'data-path': path,
    'aria-label': props['aria-label'],
    inputWrapperOrder: ORDER,
    error: error ? (
      <Message className={classes.error}>{typeof error === 'string' ? t(error) : error}</Message>
    ) : undefined,
    description: warning ? <Message className={classes.warning}>{warning}</Message> : hint,
  }
}

const Message = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span className={className}>
    <Icon name="alert" size={14} />
    <span>{children}</span>
  </span>
)

/** Whether the field has lost the focus: half-typed text is not called wrong. */
export function useLeft({ onFocus, onBlur }: Pick<FieldProps, 'onFocus' | 'onBlur'>) {
  const [is, set] = useState(false)
  return {
    is,
    onFocus: (event: FocusEvent<HTMLElement>) => {
      set(false)
      onFocus?.(event)
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      set(true)
      onBlur?.(event)
    },
  }
}

/** The box around an input. In Tab order the action comes after the input, although it is drawn beside the label. */
export function FieldBox({
  action,
  className,
  children,
}: {
  action?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <div className={className ? `${classes.field} ${className}` : classes.field}>
      {children}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

export const Unit = ({ children }: { children: ReactNode }) => <span className={classes.unit}>{children}</span>

/** Fields side by side in equal columns; with `long` below each other on a phone. */
export const FieldRow = ({ long, children }: { long?: boolean; children: ReactNode }) => (
  <div className={classes.row} data-long={long}>
    {children}
  </div>
)
