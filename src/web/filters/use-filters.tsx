import { isEmpty, noteOf } from '../../shared/sheets/filter-words'
import { useMemo, type ReactNode } from 'react'
import * as z from 'zod'
import { useTranslation } from '../i18n'
import { dayOf } from '../../shared/dates'
import { useNow } from '../session'
import { useUrlFilters } from '../router/url-filters'
import { emptyValues, type Filter, type FilterValues, inputOf, shapeOf } from './filter'
import { FilterFields } from './filter-fields'
import classes from './filter-fields.module.css'

export interface Filters<K extends string> {
  /** name in the address → value: ALL, or '' for a day or a switch */
  values: Record<K, string>
  /** something is left out */
  active: boolean
  /** input fields of the call, for filters with an `input` */
  input: Record<string, unknown>
  /** the set filters in words, for Excel and print */
  note: string
  bar: ReactNode
}

const isOffered = ({ as, options }: Filter, value: string | string[] | undefined) =>
  as !== 'one' || !options || options.some((option) => String(option.value) === value)

/** Filters above a list, kept in the address. A value that is not among the options is ignored. */
export function useFilters<K extends string>(filters: readonly Filter<K>[]): Filters<K> {
  const { t } = useTranslation()
  const looks = filters.map(({ key, as }) => `${key}:${as}`).join()
  const [schema, defaults] = useMemo(
    () => [z.object(shapeOf(filters)) as unknown as z.ZodType<FilterValues>, emptyValues(filters)] as const,
    [looks],
  )
  const [typed, set] = useUrlFilters<FilterValues>(schema, defaults, undefined, dayOf(useNow()))
  const known = (filter: Filter) => (isOffered(filter, typed[filter.key]) ? typed : defaults)[filter.key]!
  const values = Object.fromEntries(filters.map((filter) => [filter.key, known(filter)]))
  return {
    values: values as Record<K, string>,
    active: filters.some((filter) => !isEmpty(filter, values[filter.key])),
    input: inputOf(filters, values),
    note: noteOf(filters, values, t),
    bar: (
      <div className={classes.bar}>
        <FilterFields filters={filters} values={values} set={set} />
      </div>
    ),
  }
}
