/** Bare controls for tables one types into: no label of their own, no frame, as high as a row. Large on a phone. */
import { type KeyboardEvent, type ReactNode } from 'react'
import { cleanDecimal, toShown } from './decimal-text'
import { useTyping } from './use-typing'
import classes from './cells.module.css'

interface CellProps {
  value: string
  onChange: (value: string) => void
  /** translated; what a person who does not see the table hears */
  label: string
  /** the column it is walked down in, see `walkColumn` */
  column: string
  /** the field of the form, for errors that come from the server */
  path: string
  invalid?: boolean
  disabled?: boolean
}

interface CellDecimalProps extends CellProps {
  decimals?: number
  placeholder?: string
  className?: string
}

/** A decimal ≥ 0; the value is text with a point, as in DecimalField. */
export function CellDecimal({ decimals = 6, onChange, value, className, ...props }: CellDecimalProps) {
  const typing = useTyping()
  return (
    <input
      className={`${classes.cell} ${classes.number} ${className ?? ''}`}
      type="text"
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={toShown(value)}
      onChange={(event) => onChange(cleanDecimal(typing.read(event), decimals))}
      onFocus={typing.onFocus}
      onKeyDown={typing.onKeyDown}
      {...attributesOf(props)}
      placeholder={props.placeholder}
    />
  )
}

export interface CellOption {
  value: string
  label: string
}

interface CellSelectProps extends CellProps {
  options: readonly CellOption[]
  /** stands there while nothing is chosen */
  empty: string
}

/** The browser's own list: quick in hundreds of rows, at home on a phone. */
export function CellSelect({ options, empty, onChange, value, ...props }: CellSelectProps) {
  const known = options.some((option) => option.value === value)
  return (
    <select
      className={`${classes.cell} ${classes.select}`}
      value={known ? value : ''}
      data-empty={known ? undefined : true}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...attributesOf(props)}
    >
      <option value="">{empty}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

const attributesOf = ({ label, column, path, invalid, disabled }: Omit<CellProps, 'value' | 'onChange'>) => ({
  'aria-label': label,
  'aria-invalid': invalid || undefined,
  'data-column': column,
  'data-path': path,
  disabled,
})

interface ChoiceProps {
  value: string
  onChange: (value: string) => void
  options: readonly string[]
  label: string
  path: string
  invalid?: boolean
}

/** A few large buttons side by side, one of them pressed. */
export function ChoiceButtons({ value, onChange, options, label, path, invalid }: ChoiceProps) {
  return (
    <div
      className={classes.choice}
      role="group"
      aria-label={label}
      data-path={path}
      data-invalid={invalid || undefined}
    >
      {options.map((option) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {option}
        </button>
      ))}
    </div>
  )
}

/** A message under a cell, with the sign that goes with it. */
export const CellFault = ({ children }: { children: ReactNode }) => <span className={classes.fault}>{children}</span>

const stepOf = ({ key, shiftKey }: KeyboardEvent, inList: boolean): number => {
  if (key === 'Enter') return shiftKey ? -1 : 1
  if (inList) return 0
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
}

/** For onKeyDown around the cells: Enter and the arrows go up and down the column. Ctrl+Enter saves the form. */
export function walkColumn(event: KeyboardEvent<HTMLElement>): void {
  const cell = event.target as HTMLElement
  const column = cell.dataset.column
  if (!column || event.altKey) return
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    cell.closest('form')?.requestSubmit()
    return
  }
  const step = stepOf(event, cell instanceof HTMLSelectElement)
  if (step === 0) return
  event.preventDefault()
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>(`[data-column="${CSS.escape(column)}"]`)]
  const next = cells[cells.indexOf(cell) + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
