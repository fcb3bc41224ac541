import { Checkbox, Switch } from '@mantine/core'
import { useTranslation } from '../../../web/i18n'
import type { Option } from '../../../web/ui/fields/select-field'
import classes from './users.module.css'
import shared from '../../../web/styles/shared.module.css'

interface LimitFieldProps {
  /** ids, or null for all */
  value: readonly number[] | null
  onChange: (value: number[] | null) => void
  options: readonly Option[]
  /** translated: «Все модули», the name of the list, and the meaning of an empty one */
  texts: { all: string; list: string; none: string }
  error?: string
  disabled?: boolean
  /** the user has limits too, and cannot grant everything */
  someOnly?: boolean
  'data-path': string
}

/** Everything, or the checked ones; none is also a choice. */
export function LimitField({ value, onChange, options, texts, error, disabled, someOnly, ...rest }: LimitFieldProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.limit} role="group" aria-label={texts.list} data-path={rest['data-path']}>
      <Switch
        label={texts.all}
        checked={value === null}
        disabled={disabled || (someOnly && value !== null)}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : [])}
      />
      {value !== null && (
        <div className={classes.ticks}>
          {options.map((option) => (
            <Checkbox
              key={option.value}
              label={option.label}
              checked={value.includes(Number(option.value))}
              disabled={disabled}
              onChange={({ currentTarget }) => {
                const rest = value.filter((id) => id !== Number(option.value))
                onChange(currentTarget.checked ? [...rest, Number(option.value)] : rest)
              }}
            />
          ))}
        </div>
      )}
      {value?.length === 0 && <p className={shared.tiny}>{texts.none}</p>}
      {error && <p className={classes.error}>{t(error)}</p>}
    </div>
  )
}
