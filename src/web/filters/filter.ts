/** A filter of a page as data: its name in the address, its value for the call, and its value in words. */
import * as z from 'zod'
import { parseDay } from '../../shared/dates'
import { ALL, isEmpty, isTyped, type ToldFilter } from '../../shared/sheets/filter-words'
import type { Option } from '../ui/fields/select-field'

/**
 * 'one' or 'several' options; 'text' matches a part; 'flag' is a switch; a day is not after today ('DD.MM.YYYY'). A
 * 'tag' is only set by links, and shown so that it can be removed. A 'choice' is always made: at first its first.
 */
export interface Filter<K extends string = string> extends ToldFilter {
  key: K
  /** its name in the call's input; absent for a filter that the page applies itself */
  input?: string
  options?: readonly Option[] | undefined
  /** in an empty field, translated */
  placeholder?: string
  /** its options are longer than those of others */
  wide?: true
  /** other filters that are cleared when this one changes */
  clears?: readonly string[]
}

/** Name in the address → value: ALL, or '' for a text or a switch. */
export type FilterValues = Record<string, string | string[]>
/** `replace` adds no history entry, for filters that one types into. */
export type SetFilters = (patch: FilterValues, step?: { replace?: boolean }) => void

export const ON = '1'

const emptyOf = (filter: Filter) => (filter.as === 'several' ? [ALL] : isTyped(filter) ? '' : ALL)

export const emptyValues = (filters: readonly Filter[]): FilterValues =>
  Object.fromEntries(filters.map((filter) => [filter.key, emptyOf(filter)]))

const severalIds = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]),
  z.array(z.string().regex(/^-?\d+$/)).max(1000),
)
const typedDay = z.string().refine((text) => text === '' || parseDay(text) !== null)
const SHAPES: Partial<Record<Filter['as'], z.ZodType>> = {
  several: severalIds,
  day: typedDay,
  flag: z.enum(['', ON]),
}

/** What the address may hold. */
export const shapeOf = (filters: readonly Filter[]): z.ZodRawShape =>
  Object.fromEntries(filters.map(({ key, as }) => [key, SHAPES[as] ?? z.string().max(100)]))

/** Input fields of the call for the filters that are set. */
export const inputOf = (filters: readonly Filter[], values: FilterValues): Record<string, unknown> =>
  Object.fromEntries(
    filters
      .filter((filter) => filter.input && !isEmpty(filter, values[filter.key]))
      .map(({ input, key, as }) => [input!, as === 'flag' ? true : values[key]]),
  )

/** What a choice offers: of each value its words, i18n keys. */
export const wordOptions = (words: Readonly<Record<string, string>>, t: (key: string) => string) =>
  Object.entries(words).map(([value, label]) => ({ value, label: t(label) }))

/** Filters also offer archived rows. */
export const filterOptions = (
  rows: readonly { id: number | string; name: string }[] | undefined,
): Option[] | undefined => rows?.map(({ id, name }) => ({ value: id, label: name }))
