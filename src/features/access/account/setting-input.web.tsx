/** The input of one setting of the farm. */
import { Fieldset } from '@mantine/core'
import { dayOf } from '../../../shared/dates'
import { LOCALES } from '../../../shared/i18n/languages'
import { useTranslation } from '../../../web/i18n'
import { useNow } from '../../../web/session'
import { DayButton } from '../../../web/ui/fields/day-button'
import { FlagField } from '../../../web/ui/fields/flag-field'
import { DecimalField } from '../../../web/ui/fields/number-fields'
import { SelectField } from '../../../web/ui/fields/select-field'
import { TextField } from '../../../web/ui/fields/text-fields'
import type { AccessFields } from '../sign-in/use-access-form.web'
import type { Setting } from './setting-sections.web'
import { monthsOf, textOfMonths, type TypedSettings } from './typed-settings.web'
import own from './appearance.module.css'

interface SettingInputProps {
  setting: Setting
  form: AccessFields<TypedSettings>
  /** may be read alone */
  fixed: boolean
}

export function SettingInput({ setting, form, fixed }: SettingInputProps) {
  const { key, title, hint, input, choices = [], unit, decimals } = setting
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const props = { ...form.field(key), label: t(title), hint: hint && t(hint), disabled: fixed }
  if (input === 'text') return <TextField {...props} maxLength={500} />
  if (input === 'number') return <DecimalField {...props} unit={unit && t(unit)} decimals={decimals ?? 1} />
  if (input === 'choice')
    return (
      <SelectField
        {...props}
        onChange={(value) => value && form.set(key, value)}
        data={choices.map(({ value, label }) => ({ value, label: t(label) }))}
      />
    )
  if (input === 'months') return <MonthsInput setting={setting} form={form} fixed={fixed} />
  if (input === 'day') {
    const off = form.values['minimal-operation-date-enabled'] !== '1'
    return <DayButton {...props} max={today} disabled={fixed || off} />
  }
  return <FlagField {...props} />
}

/** A number for each month of the year. */
function MonthsInput({ setting, form, fixed }: SettingInputProps) {
  const { key, title, hint, unit, decimals } = setting
  const { t, language } = useTranslation()
  const name = new Intl.DateTimeFormat(LOCALES[language], { month: 'long', timeZone: 'UTC' })
  const months = monthsOf(form.values[key] ?? '')
  return (
    <Fieldset legend={t(title)} className={own.months}>
      {hint && <p className={own.hint}>{t(hint)}</p>}
      {months.map((value, index) => (
        <DecimalField
          key={index}
          label={name.format(new Date(Date.UTC(2024, index, 15)))}
          value={value}
          onChange={(next) => form.set(key, textOfMonths(months.map((one, at) => (at === index ? next : one))))}
          error={form.errors[`${key}.${index}`]}
          data-path={`${key}.${index}`}
          unit={unit && t(unit)}
          decimals={decimals ?? 1}
          signed
          disabled={fixed}
        />
      ))}
    </Fieldset>
  )
}
