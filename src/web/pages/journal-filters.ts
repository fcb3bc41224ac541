import { useMemo } from 'react'
import * as z from 'zod'
import { dayOf, parseDay, showDay } from '../../shared/dates'
import { useNow } from '../session'
import { ALL, isAll } from '../ui/fields/multi-select-field'
import { type Preset, presetPeriod } from '../ui/fields/periods'
import { useUrlFilters } from '../router/url-filters'

/** A filter beyond the common ones: one text or several. */
export type ExtraFilters = Record<string, string | string[]>

export interface JournalFilters {
  /** DD.MM.YYYY, as links of reports write them */
  start: string
  end: string
  locationId: string
  cagesId: string[]
  page: number
  perPage: number
  sort: string
  extra: ExtraFilters
}

const PERIOD = ['start', 'end'] as const

const day = z.string().refine((text) => parseDay(text) !== null)
const several = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]),
  z.array(z.string().regex(/^-?\d+$/)).max(1000),
)

const common = {
  start: day,
  end: day,
  locationId: z.string().regex(/^-?\d+$/),
  cagesId: several,
  page: z.coerce.number().int().min(1),
  perPage: z.coerce.number().int().min(1).max(1000),
  sort: z.string().regex(/^-?[a-z_]+$/),
}

export type FilterPatch = Partial<Omit<JournalFilters, 'extra'>>
/** `replace` spares the history an entry, for what one types into. */
export type SetFilters = (patch: FilterPatch | ExtraFilters, step?: { replace?: boolean }) => void
type Flat = Omit<JournalFilters, 'extra'> & ExtraFilters

/** The filters of a journal as the address has them: the last 30 days or another usual period, every module and cage unless told. */
export function useJournalFilters(sort: string, extra: ExtraFilters, usual: Preset = '30 дней') {
  const today = dayOf(useNow())
  const extraKey = JSON.stringify(extra)
  const [schema, defaults] = useMemo(() => {
    const { start, end } = presetPeriod(usual, today)
    const own = Object.entries(JSON.parse(extraKey) as ExtraFilters)
    const shape = Object.fromEntries(
      own.map(([name, value]) => [name, Array.isArray(value) ? several : z.string().max(100)]),
    )
    const values = {
      start: showDay(start),
      end: showDay(end),
      locationId: ALL,
      cagesId: [ALL],
      page: 1,
      perPage: 10,
      sort,
      ...Object.fromEntries(own),
    }
    return [z.object({ ...common, ...shape }) as unknown as z.ZodType<Flat>, values as Flat] as const
  }, [today, sort, extraKey, usual])
  const [flat, setFlat] = useUrlFilters(schema, defaults, PERIOD)
  const names = Object.keys(extra)
  const filters: JournalFilters = { ...flat, extra: Object.fromEntries(names.map((name) => [name, flat[name]!])) }
  // any other filter begins at the first page again
  const set: SetFilters = (patch, step) => setFlat({ page: 1, ...patch } as Partial<Flat>, step)
  return { filters, set, reset: () => setFlat(defaults), changed: isChanged(flat, defaults) }
}

const VIEW = new Set(['page', 'perPage', 'sort'])
const isChanged = (flat: Flat, defaults: Flat) =>
  Object.keys(defaults).some((name) => !VIEW.has(name) && JSON.stringify(flat[name]) !== JSON.stringify(defaults[name]))

/** What the call of a journal takes. */
export function callInput(filters: JournalFilters, extra: Record<string, unknown>) {
  const { start, end, locationId, cagesId, page, perPage, sort } = filters
  return {
    start,
    end,
    ...(locationId === ALL ? {} : { location_id: locationId }),
    ...(isAll(cagesId) ? {} : { cages_id: cagesId }),
    ...extra,
    page,
    per_page: perPage,
    sort,
  }
}
