import { useMemo, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import * as z from 'zod'
import { dayOf, parseDay } from '../../shared/dates'
import { filterNote } from '../../shared/sheets/sheet'
import { type TFunction, useTranslation } from '../i18n'
import { Icon } from '../icons'
import { useNow } from '../session'
import { DayField } from '../ui/fields/day-field'
import { ALL } from '../ui/fields/multi-select-field'
import { SelectField, type Option } from '../ui/fields/select-field'
import { useUrlFilters } from '../router/url-filters'
import classes from './list-filters.module.css'

interface ListFilter<K extends string> {
  /** in the address */
  key: K
  /** the i18n key */
  title: string
  /** translated; undefined while they are read */
  options?: Option[] | undefined
  /** no choice of options: a day that is not after today ('DD.MM.YYYY'), or yes ('1') */
  as?: 'day' | 'flag'
}

export interface ListFilters<K extends string> {
  /** the value chosen of each, or ALL */
  values: Record<K, string>
  /** something is left out */
  active: boolean
  /** what is chosen, in words, for Excel and print */
  note: string
  bar: ReactNode
}

/** What is chosen of a filter, in words; undefined when the text of the address is nothing that is offered. */
function chosenOf({ as, options }: ListFilter<string>, text: string, t: TFunction): { label: string } | undefined {
  if (as === 'day') return parseDay(text) ? { label: text } : undefined
  if (as === 'flag') return text === '1' ? { label: t('да') } : undefined
  return options?.find(({ value }) => String(value) === text)
}

/** One choice each above a list, kept in the address. A value that is not offered counts as none. */
export function useListFilters<K extends string>(filters: readonly ListFilter<K>[]): ListFilters<K> {
  const { t } = useTranslation()
  const keys = filters.map(({ key }) => key).join()
  const [schema, defaults] = useMemo(() => {
    const names = keys.split(',')
    const of = <T,>(value: T) => Object.fromEntries(names.map((name) => [name, value])) as Record<string, T>
    return [z.object(of(z.string().max(50))), of(ALL)]
  }, [keys])
  const [typed, set] = useUrlFilters<Record<string, string>>(schema, defaults)
  const known = filters.map((filter) => {
    const text = typed[filter.key]!
    const option = chosenOf(filter, text, t)
    return { ...filter, text, option, value: option || (!filter.as && !filter.options) ? text : ALL }
  })
  const all = { value: ALL, label: t('[Все]') }
  return {
    values: Object.fromEntries(known.map(({ key, value }) => [key, value])) as Record<K, string>,
    active: known.some(({ value }) => value !== ALL),
    note: filterNote(...known.map(({ title, option }): [string, string | undefined] => [t(title), option?.label])),
    bar: (
      <div className={classes.filters}>
        {known.map((filter) => (
          <Field
            key={filter.key}
            filter={filter}
            all={all}
            onChange={(value, step) => set({ [filter.key]: value }, step)}
          />
        ))}
      </div>
    ),
  }
}

interface FieldProps {
  /** with its text as it stands in the address, and its value, ALL unless it is something offered */
  filter: ListFilter<string> & Record<'text' | 'value', string>
  all: Option
  onChange: (value: string, step?: { replace: boolean }) => void
}

function Field({ filter: { title, as, options = [], text, value }, all, onChange }: FieldProps) {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  if (as === 'day')
    return (
      <div className={classes.day}>
        <span aria-hidden="true">{t(title)}</span>
        <DayField
          size="xs"
          aria-label={t(title)}
          placeholder={t('сейчас')}
          max={today}
          value={text === ALL ? '' : text}
          // typed letter by letter: no step back for each
          onChange={(day) => onChange(day || ALL, { replace: true })}
        />
      </div>
    )
  if (as === 'flag')
    return (
      <Button
        size="xs"
        className={classes.flag}
        variant={value === '1' ? 'light' : 'default'}
        aria-pressed={value === '1'}
        leftSection={<Icon name={value === '1' ? 'check' : 'filter'} size={16} />}
        onClick={() => onChange(value === '1' ? ALL : '1')}
      >
        {t(title)}
      </Button>
    )
  return (
    <SelectField
      prefix={t(title)}
      size="xs"
      data={[all, ...options]}
      value={value}
      onChange={(chosen) => onChange(chosen ?? ALL)}
    />
  )
}
