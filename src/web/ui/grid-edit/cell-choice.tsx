/** A select in a table of many lines. It is only text until it gets the focus, and then a field with a list. */
import { useState } from 'react'
import { SelectField, type Option } from '../fields/select-field'
import classes from './cells.module.css'

interface CellChoiceProps {
  value: string
  onChange: (value: string) => void
  options: Option[]
  /** translated; name for screen readers */
  label: string
  /** translated; shown while nothing is chosen */
  empty: string
  path: string
  invalid?: boolean
  disabled?: boolean
  /** may be left empty */
  clearable?: boolean
}

export function CellChoice({
  value,
  onChange,
  options,
  label,
  empty,
  path,
  invalid,
  disabled,
  clearable,
}: CellChoiceProps) {
  const [begun, begin] = useState<'focused' | 'opened'>()
  if (begun)
    return (
      <SelectField
        aria-label={label}
        data-path={path}
        size="xs"
        lazy
        clearable={clearable}
        begins={begun}
        value={value}
        data={options}
        placeholder={empty}
        onChange={(next) => onChange(next ?? '')}
        onBlur={() => begin(undefined)}
      />
    )
  const chosen = options.find((option) => String(option.value) === value)?.label
  return (
    <input
      readOnly
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      className={`${classes.cell} ${classes.select}`}
      aria-label={label}
      aria-invalid={invalid || undefined}
      data-path={path}
      disabled={disabled}
      value={chosen ?? ''}
      placeholder={empty}
      title={chosen}
      onFocus={() => begin('focused')}
      onMouseDown={(event) => {
        event.preventDefault()
        if (!disabled) begin('opened')
      }}
    />
  )
}
