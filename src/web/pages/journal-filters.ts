import { useMemo } from 'react'
import * as z from 'zod'
import { dayOf, parseDay, showDay } from '../../shared/dates'
import { emptyValues, type Filter, type FilterValues, inputOf, shapeOf } from '../filters/filter'
import { useNow } from '../session'
import { type Preset, presetPeriod } from '../ui/fields/periods'
import { useUrlFilters } from '../router/url-filters'

interface View {
  /** DD.MM.YYYY, the format used in links */
  start: string
  end: string
  page: number
  perPage: number
  sort: string
}

export interface JournalFilters extends View {
  /** by their names in the address */
  values: FilterValues
}

const DAYS = ['start', 'end'] as const

const day = z.string().refine((text) => parseDay(text) !== null)

const view = {
  start: day,
  end: day,
  page: z.coerce.number().int().min(1),
  perPage: z.coerce.number().int().min(1).max(1000),
  sort: z.string().regex(/^-?[a-z_]+$/),
}

/** `replace` adds no history entry, for filters that one types into. */
export type SetJournal = (patch: Partial<View> | FilterValues, step?: { replace?: boolean }) => void
type Flat = View & FilterValues

/**
 * Period and filters of a journal from the address. By default the last 30 days, or the page's own period, and no
 * filters.
 */
export function useJournalFilters(sort: string, filters: readonly Filter[], usual: Preset = '30 дней') {
  const today = dayOf(useNow())
  const looks = filters.map(({ key, as }) => `${key}:${as}`).join()
  const [schema, defaults] = useMemo(() => {
    const { start, end } = presetPeriod(usual, today)
    const usually: View = { start: showDay(start), end: showDay(end), page: 1, perPage: 10, sort }
    const shape = { ...shapeOf(filters), ...view }
    return [z.object(shape) as unknown as z.ZodType<Flat>, { ...emptyValues(filters), ...usually } as Flat] as const
  }, [today, sort, looks, usual])
  const [flat, setFlat] = useUrlFilters(schema, defaults, DAYS, today)
  const { start, end, page, perPage } = flat
  const values = Object.fromEntries(filters.map(({ key }) => [key, flat[key]!]))
  const chosen: JournalFilters = { start, end, page, perPage, sort: flat.sort, values }
  // changing a filter returns to the first page
  const set: SetJournal = (patch, step) => setFlat({ page: 1, ...patch } as Partial<Flat>, step)
  return { filters: chosen, set, reset: () => setFlat(defaults), changed: isChanged(flat, defaults) }
}

const VIEW = new Set(['page', 'perPage', 'sort'])
const isChanged = (flat: Flat, defaults: Flat) =>
  Object.keys(defaults).some((name) => !VIEW.has(name) && JSON.stringify(flat[name]) !== JSON.stringify(defaults[name]))

/** Input of the journal's call. */
export const callInput = (filters: readonly Filter[], { start, end, values, page, perPage, sort }: JournalFilters) => ({
  start,
  end,
  ...inputOf(filters, values),
  page,
  per_page: perPage,
  sort,
})
