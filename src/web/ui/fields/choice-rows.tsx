import { useState } from 'react'
import { Button, Input } from '@mantine/core'
import { Icon } from '../../icons'
import { useFrame, type FieldProps } from './field'
import classes from './choice-rows.module.css'

interface Props extends FieldProps {
  options: readonly { value: string; label: string }[]
  /** translated label of the button that shows all options again: «Другой склад» */
  other: string
}

/** Large rows to choose one of a few; then only the chosen row stays, which leaves room for what follows. */
export function ChoiceRows({ options, other, value, onChange, ...props }: Props) {
  // the focus moves to what a press has put in its place
  const [all, setAll] = useState<boolean>()
  const { label, required, error, 'data-path': path } = useFrame(props)
  const chosen = options.find((option) => option.value === value)
  const choose = (next: string) => {
    setAll(false)
    onChange?.(next)
  }
  return (
    <Input.Wrapper label={label} withAsterisk={required} error={error} labelElement="div">
      {chosen && !all ? (
        <div className={classes.chosen}>
          <Icon name="check" size={20} />
          <b>{chosen.label}</b>
          {options.length > 1 && (
            <Button
              type="button"
              variant="subtle"
              data-path={path}
              autoFocus={all === false}
              onClick={() => setAll(true)}
            >
              {other}
            </Button>
          )}
        </div>
      ) : (
        <div className={classes.rows} role="group" aria-label={typeof label === 'string' ? label : undefined}>
          {options.map((option, index) => (
            <button
              key={option.value}
              type="button"
              aria-pressed={option.value === value}
              data-path={index === 0 ? path : undefined}
              autoFocus={all === true && index === 0}
              onClick={() => choose(option.value)}
            >
              {option.label}
            </button>
          ))}
        </div>
      )}
    </Input.Wrapper>
  )
}
