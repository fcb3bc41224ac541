import classes from './choice-buttons.module.css'

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
