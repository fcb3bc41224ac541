/** A journal's own filters as data: their fields, what the call takes for them, and the same in words. */
import { useEffect, useState } from 'react'
import { Switch, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { filterNote } from '../../shared/sheets/sheet'
import { useTranslation, type TFunction } from '../i18n'
import { Icon } from '../icons'
import { ALL, isAll, MultiSelectField } from '../ui/fields/multi-select-field'
import { SelectField, type Option } from '../ui/fields/select-field'
import type { ExtraFilters } from './journal-filters'
import type { JournalExtra } from './journal-page'
import classes from './filter-fields.module.css'

export interface FilterField {
  /** in the address */
  key: string
  /** what the call takes it as */
  input: string
  /** i18n key */
  title: string
  /** several of the options unless said; of a text a part is enough */
  as?: 'one' | 'text' | 'flag'
  options?: readonly Option[]
}

/** What is no longer used is still looked for. */
export const filterOptions = (rows: readonly { id: number; name: string }[] | undefined): Option[] =>
  (rows ?? []).map(({ id, name }) => ({ value: id, label: name }))

type Value = ExtraFilters[string]

const ON = '1'
const emptyOf = ({ as }: FilterField): Value => (as === 'one' ? ALL : as ? '' : [ALL])
const listed = (value: Value | undefined): string[] => [value ?? ALL].flat()
const isEmpty = ({ as }: FilterField, value: Value | undefined) =>
  as === 'text' || as === 'flag' ? !value : isAll(listed(value))

/** What is chosen, in words; undefined when all is meant. */
function wordsOf(field: FilterField, value: Value | undefined, t: TFunction): string | undefined {
  if (isEmpty(field, value)) return undefined
  if (field.as === 'text') return String(value)
  if (field.as === 'flag') return t('да')
  return field.options
    ?.filter((option) => listed(value).includes(String(option.value)))
    .map(({ label }) => label)
    .join(', ')
}

export const extraOf = (fields: readonly FilterField[], t: TFunction): JournalExtra => ({
  defaults: Object.fromEntries(fields.map((field) => [field.key, emptyOf(field)])),
  input: (values) =>
    Object.fromEntries(
      fields
        .filter((field) => !isEmpty(field, values[field.key]))
        .map(({ input, key, as }) => [input, as === 'flag' ? true : values[key]]),
    ),
  note: (values) =>
    filterNote(
      ...fields.map((field): [string, string | undefined] => [t(field.title), wordsOf(field, values[field.key], t)]),
    ),
  fields: (values, set) =>
    fields.map((field) => (
      <div key={field.key} className={classes.filter} data-flag={field.as === 'flag' || undefined}>
        <Field field={field} value={values[field.key]} onChange={(value, step) => set({ [field.key]: value }, step)} />
      </div>
    )),
})

interface FieldProps {
  field: FilterField
  value: Value | undefined
  onChange: (value: Value, step?: { replace: boolean }) => void
}

function Field({ field: { title, as, options = [] }, value, onChange }: FieldProps) {
  const { t } = useTranslation()
  const data = [...options]
  if (as === 'text') return <PartField label={t(title)} value={String(value ?? '')} onChange={onChange} />
  if (as === 'flag')
    return (
      <Switch
        size="sm"
        label={t(title)}
        checked={value === ON}
        onChange={(event) => onChange(event.currentTarget.checked ? ON : '')}
      />
    )
  if (as === 'one')
    return (
      <SelectField
        prefix={t(title)}
        size="xs"
        data={[{ value: ALL, label: t('[Все]') }, ...data]}
        value={String(value ?? ALL)}
        onChange={(chosen) => onChange(chosen ?? ALL)}
      />
    )
  return <MultiSelectField prefix={t(title)} size="xs" data={data} value={listed(value)} onChange={onChange} />
}

const TYPED_MS = 300

interface PartProps {
  label: string
  value: string
  onChange: FieldProps['onChange']
}

/** A text that is looked for once typing rests: no step back for each letter. */
function PartField({ label, value, onChange }: PartProps) {
  const [typed, type] = useState(value)
  useEffect(() => type(value), [value])
  const look = useDebouncedCallback((text: string) => onChange(text.trim(), { replace: true }), TYPED_MS)
  return (
    <TextInput
      size="xs"
      aria-label={label}
      placeholder={label}
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
