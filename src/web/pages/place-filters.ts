/** Filters by module and cage, of journals and reports. */
import { FILTERS } from '../../shared/filters'
import { type Filter, filterOptions, type FilterValues } from '../filters/filter'
import { ALL, listed } from '../../shared/sheets/filter-words'

export interface JournalCage {
  id: number
  number: string
  color: number
  location_id: number
}

export const locationIn = (values: FilterValues) => String(values[FILTERS.module.key] ?? ALL)
export const cagesIn = (values: FilterValues) => listed(values[FILTERS.cages.key])

const byNumber = new Intl.Collator('ru', { numeric: true })

/** Filters by module and cage. Choosing another module clears the cages. */
export const placeFilters = (
  locations: readonly { id: number; name: string }[],
  cages: readonly JournalCage[],
): readonly Filter[] => [
  { ...FILTERS.module, options: filterOptions(locations), clears: [FILTERS.cages.key], alwaysTold: true },
  {
    ...FILTERS.cages,
    options: cages
      .toSorted((one, other) => byNumber.compare(one.number, other.number))
      .map(({ id, number, color }) => ({ value: id, label: number, color })),
    alwaysTold: true,
  },
]

/** Offers only cages of the chosen module. */
export function withOffered(filters: readonly Filter[], values: FilterValues, cages: readonly JournalCage[]) {
  const location = locationIn(values)
  if (location === ALL) return filters
  const inModule = new Set(cages.filter((cage) => String(cage.location_id) === location).map(({ id }) => id))
  return filters.map((filter) =>
    filter.key === FILTERS.cages.key
      ? { ...filter, options: filter.options?.filter(({ value }) => inModule.has(Number(value))) }
      : filter,
  )
}
