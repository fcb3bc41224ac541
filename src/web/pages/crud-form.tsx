import type { Ability } from '../../shared/abilities'
import type { Column } from '../../shared/columns'
import type { Endpoint } from '../../shared/contract'
import { showDay } from '../../shared/dates'
import { useTranslation } from '../i18n'
import { DayField } from '../ui/fields/day-field'
import { DecimalField } from '../ui/fields/number-fields'
import { SelectField, type CreateOption, type Option } from '../ui/fields/select-field'
import { FlagField } from '../ui/fields/flag-field'
import { NoteField, TextField } from '../ui/fields/text-fields'
import type { Form, FormValues } from '../ui/form/form-modal'
import type { Archiving } from './crud-archive'
import type { Importing } from './crud-import'

/** A form field as data. The title is the i18n key. */
export interface CrudField {
  key: string
  title: string
  input: 'text' | 'select' | 'date' | 'decimal' | 'textarea' | 'flag'
  /** the list whose rows are the options */
  relation?: string
  options?: readonly { value: string; label: string }[]
  unit?: string
  /** a quiet line under the field */
  hint?: string
  required?: boolean
  /** shown only while this holds */
  when?: (values: FormValues) => boolean
}

/** A list that people maintain, as data. Texts are Russian and i18n keys. */
export interface CrudLibrary {
  model: string
  title: string
  /** accusative: «Создать модуль» */
  one: string
  columns: readonly Column[]
  form: readonly CrudField[]
  ability?: Ability
  confirmDelete?: string
  list: Endpoint
  create: Endpoint
  update: Endpoint
  remove: Endpoint
  archiving?: Archiving
  importing?: Importing
}

/** A list is typed as text: 0.5; 2 */
const typed = (value: unknown) => (Array.isArray(value) ? value.join('; ') : (value ?? ''))

/**
 * Initial values of the form: those of the row, or empty ones, for every field of the contract, shown or not. A new row
 * has today's date.
 */
export function formValues(fields: readonly CrudField[], row: object | undefined, today: string): FormValues {
  const stored = (row ?? {}) as FormValues
  const fresh = (input: CrudField['input']) => (input === 'date' ? showDay(today) : '')
  return Object.fromEntries(
    fields.map(({ key, input }) => [key, stored[key] == null ? fresh(input) : typed(stored[key])]),
  )
}

/** relation → options, and how to create another */
export type Related = Record<string, { data: Option[]; create?: CreateOption }>

interface CrudFormFieldsProps {
  fields: readonly CrudField[]
  form: Form<FormValues>
  related: Related
}

export const CrudFormFields = ({ fields, form, related }: CrudFormFieldsProps) =>
  fields
    .filter((field) => field.when?.(form.values) ?? true)
    .map((field) => <CrudFormField key={field.key} field={field} form={form} related={related} />)

function CrudFormField({ field, form, related }: Omit<CrudFormFieldsProps, 'fields'> & { field: CrudField }) {
  const { t } = useTranslation()
  const props = { ...form.getInputProps(field.key), label: t(field.title), hint: field.hint && t(field.hint) }
  switch (field.input) {
    case 'date':
      return <DayField {...props} />
    case 'decimal':
      return <DecimalField {...props} unit={field.unit && t(field.unit)} />
    case 'textarea':
      return <NoteField {...props} />
    case 'flag':
      return <FlagField {...props} />
    case 'select': {
      const fixed = field.options?.map(({ value, label }) => ({ value, label: t(label) }))
      const { data = fixed ?? [], create } = related[field.relation ?? ''] ?? {}
      return <SelectField {...props} data={data} create={create} clearable={!field.required} />
    }
    default:
      return <TextField {...props} />
  }
}
