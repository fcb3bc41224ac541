import { Switch } from '@mantine/core'
import { useTranslation } from '../../i18n'
import type { FieldProps } from './field'
import classes from './field.module.css'

type Flag = boolean | string | null | undefined

/** A checkbox. The value is true or '1' when on; emits '1' or ''. */
export function FlagField({ label, value, onChange, error, hint, disabled, ...props }: FieldProps<Flag>) {
  const { t } = useTranslation()
  return (
    <Switch
      size="md"
      className={classes.flag}
      label={label}
      description={hint}
      disabled={disabled}
      error={typeof error === 'string' ? t(error) : error}
      checked={value === true || value === '1'}
      onChange={(event) => onChange?.(event.currentTarget.checked ? '1' : '')}
      onFocus={props.onFocus}
      onBlur={props.onBlur}
      data-path={props['data-path']}
    />
  )
}
