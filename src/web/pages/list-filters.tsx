import { useMemo, type ReactNode } from 'react'
import * as z from 'zod'
import { filterNote } from '../../shared/sheet'
import { useTranslation } from '../i18n'
import { ALL } from '../ui/fields/multi-select-field'
import { SelectField, type Option } from '../ui/fields/select-field'
import { useUrlFilters } from '../url-filters'
import classes from './list-filters.module.css'

interface ListFilter<K extends string> {
  /** in the address */
  key: K
  /** the i18n key */
  title: string
  /** translated; undefined while they are read */
  options: Option[] | undefined
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
    const value = typed[filter.key]!
    const option = filter.options?.find((one) => String(one.value) === value)
    return { ...filter, option, value: option || !filter.options ? value : ALL }
  })
  const all = { value: ALL, label: t('[Все]') }
  return {
    values: Object.fromEntries(known.map(({ key, value }) => [key, value])) as Record<K, string>,
    active: known.some(({ value }) => value !== ALL),
    note: filterNote(...known.map(({ title, option }) => [t(title), option?.label] as [string, string | undefined])),
    bar: (
      <div className={classes.filters}>
        {known.map(({ key, title, options = [], value }) => (
          <SelectField
            key={key}
            prefix={t(title)}
            size="xs"
            data={[all, ...options]}
            value={value}
            onChange={(chosen) => set({ [key]: chosen ?? ALL })}
          />
        ))}
      </div>
    ),
  }
}
