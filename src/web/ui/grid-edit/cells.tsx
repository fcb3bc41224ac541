/** Controls for editable tables, without label or frame and as high as a row; large on a phone. */
import { memo, type FocusEvent, type ReactNode } from 'react'
import { useTranslation } from '../../i18n'
import { cleanDecimal, toShown } from '../fields/decimal-text'
import { useTyping } from '../fields/use-typing'
import classes from './cells.module.css'

interface CellProps {
  value: string
  onChange: (value: string) => void
  /** translated; name for screen readers */
  label: string
  /** name of the form field, for errors from the server */
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

/** Words or a day, as typed. */
export const CellText = ({
  onChange,
  value,
  placeholder,
  ...props
}: CellProps & { placeholder?: string | undefined }) => (
  <input
    className={classes.cell}
    type="text"
    autoComplete="off"
    maxLength={100}
    value={value}
    placeholder={placeholder}
    onChange={(event) => onChange(event.currentTarget.value)}
    {...attributesOf(props)}
  />
)

export interface CellOption {
  value: string
  label: string
}

interface CellSelectProps extends CellProps {
  options: readonly CellOption[]
  /** shown while nothing is chosen */
  empty: string
  /** the window opens with the focus here */
  first?: boolean
}

/** The browser's own select: fast in hundreds of rows, and native on a phone. */
export function CellSelect({ options, empty, first, onChange, value, ...props }: CellSelectProps) {
  const known = options.some((option) => option.value === value)
  return (
    <select
      className={`${classes.cell} ${classes.select}`}
      value={known ? value : ''}
      data-empty={known ? undefined : true}
      data-autofocus={first || undefined}
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

const attributesOf = ({ label, path, invalid, disabled }: Omit<CellProps, 'value' | 'onChange'>) => ({
  'aria-label': label,
  'aria-invalid': invalid || undefined,
  'data-path': path,
  disabled,
})

/** A message under a cell, with its icon. */
export const CellFault = ({ children }: { children: ReactNode }) => <span className={classes.fault}>{children}</span>

interface SheetCellProps {
  /** id of the cell, passed on when it is typed into */
  id: string
  label: string
  text: string
  changed: boolean
  /** Russian */
  error: string | undefined
  readOnly: boolean
  onText: (id: string, text: string) => void
}

const selectAll = (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()

/** A number in a sheet, as it is typed. Memoised: typing in one of a thousand cells renders only that one. */
export const SheetCell = memo(function SheetCell({
  id,
  label,
  text,
  changed,
  error,
  readOnly,
  onText,
}: SheetCellProps) {
  const { t } = useTranslation()
  const errorId = `error-${id}`
  return (
    <span className={classes.sheet} data-changed={changed || undefined} data-error={error ? true : undefined}>
      <input
        value={text}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        readOnly={readOnly}
        onFocus={selectAll}
        onChange={(event) => onText(id, event.currentTarget.value)}
      />
      {error && (
        <span id={errorId} className={classes.error} role="alert" title={t(error)}>
          {t(error)}
        </span>
      )}
    </span>
  )
})
