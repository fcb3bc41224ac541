/** The fields of a page's filters. */
import { ALL, isEmpty, listed } from '../../shared/sheets/filter-words'
import { useEffect, useState } from 'react'
import { Button, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { dayOf } from '../../shared/dates'
import { useTranslation } from '../i18n'
import { Icon } from '../icons'
import { useNow } from '../session'
import { DayField } from '../ui/fields/day-field'
import { MultiSelectField } from '../ui/fields/multi-select-field'
import { SelectField } from '../ui/fields/select-field'
import { emptyValues, type Filter, type FilterValues, ON, type SetFilters } from './filter'
import classes from './filter-fields.module.css'

interface FilterFieldsProps {
  filters: readonly Filter[]
  values: FilterValues
  set: SetFilters
}

export function FilterFields({ filters, values, set }: FilterFieldsProps) {
  const shown = filters.filter((filter) => filter.as !== 'tag' || !isEmpty(filter, values[filter.key]))
  const cleared = ({ clears = [] }: Filter) => emptyValues(filters.filter(({ key }) => clears.includes(key)))
  return shown.map((filter) => (
    <div key={filter.key} className={classes.filter} data-as={filter.as} data-wide={filter.wide}>
      <FilterField
        filter={filter}
        value={values[filter.key]}
        onChange={(value, step) => set({ ...cleared(filter), [filter.key]: value }, step)}
      />
    </div>
  ))
}

interface FieldProps {
  filter: Filter
  value: string | string[] | undefined
  onChange: (value: string | string[], step?: { replace: boolean }) => void
}

const FIELDS = {
  one: OneField,
  several: SeveralField,
  text: PartField,
  flag: FlagField,
  day: UntilToday,
  tag: Tag,
  choice: Choice,
}

function FilterField(props: FieldProps) {
  const Field = FIELDS[props.filter.as]
  return <Field {...props} />
}

function OneField({ filter: { title, options = [] }, value, onChange }: FieldProps) {
  const { t } = useTranslation()
  return (
    <SelectField
      prefix={t(title)}
      size="xs"
      data={[{ value: ALL, label: t('[Все]') }, ...options]}
      value={String(value ?? ALL)}
      onChange={(chosen) => onChange(chosen ?? ALL)}
    />
  )
}

function SeveralField({ filter: { title, options = [] }, value, onChange }: FieldProps) {
  const { t } = useTranslation()
  return <MultiSelectField prefix={t(title)} size="xs" data={[...options]} value={listed(value)} onChange={onChange} />
}

function FlagField({ filter: { title }, value, onChange }: FieldProps) {
  const { t } = useTranslation()
  return (
    <Switch
      size="sm"
      label={t(title)}
      checked={value === ON}
      onChange={(event) => onChange(event.currentTarget.checked ? ON : '')}
    />
  )
}

function UntilToday({ filter: { title, placeholder }, value, onChange }: FieldProps) {
  const { t } = useTranslation()
  return (
    <>
      <span aria-hidden="true">{t(title)}</span>
      <DayField
        size="xs"
        aria-label={t(title)}
        placeholder={placeholder}
        max={dayOf(useNow())}
        value={String(value ?? '')}
        // a day is typed letter by letter, which must not fill the history
        onChange={(day) => onChange(day, { replace: true })}
      />
    </>
  )
}

function Tag({ filter: { title }, value, onChange }: FieldProps) {
  const { t } = useTranslation()
  return (
    <Button size="xs" variant="default" rightSection={<Icon name="x" size={14} />} onClick={() => onChange(ALL)}>
      {t(title)} {listed(value).join(', ')}
    </Button>
  )
}

function Choice({ filter: { title, options = [] }, value, onChange }: FieldProps) {
  const { t } = useTranslation()
  const usual = String(options[0]?.value)
  return (
    <SegmentedControl
      aria-label={t(title)}
      size="xs"
      data={options.map(({ value: own, label }) => ({ value: String(own), label }))}
      value={String(value || usual)}
      onChange={(chosen) => onChange(chosen === usual ? '' : chosen)}
    />
  )
}

const TYPED_MS = 300

/** A text filter. It is applied when typing pauses, without an entry in the history for each letter. */
function PartField({ filter: { title, placeholder }, value, onChange }: FieldProps) {
  const { t } = useTranslation()
  const applied = String(value ?? '')
  const [typed, type] = useState(applied)
  useEffect(() => type(applied), [applied])
  const look = useDebouncedCallback((text: string) => onChange(text.trim(), { replace: true }), TYPED_MS)
  return (
    <TextInput
      size="xs"
      aria-label={t(title)}
      placeholder={placeholder ?? t(title)}
      leftSection={<Icon name="search" size={14} />}
      maxLength={100}
      value={typed}
      onChange={(event) => {
        type(event.currentTarget.value)
        look(event.currentTarget.value)
      }}
    />
  )
}
