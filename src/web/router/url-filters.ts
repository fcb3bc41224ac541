import { useCallback, useMemo } from 'react'
import type * as z from 'zod'
import { parseQuery, type Query } from '../../shared/query'
import { DATED, datedQuery, PERIOD } from '../../shared/report/period'
import { history, navigate, useAddressQuery } from './address'

/** The parts of the query that the schema accepts, over defaults; a refused value counts as absent. */
export function readFilters<T extends object>(schema: z.ZodType<T>, defaults: T, query: Record<string, unknown>): T {
  const known = Object.fromEntries(Object.keys(defaults).flatMap((key) => (key in query ? [[key, query[key]]] : [])))
  const first = schema.safeParse({ ...defaults, ...known })
  if (first.success) return first.data
  const refused = new Set(first.error.issues.map((issue) => String(issue.path[0])))
  const kept = Object.fromEntries(Object.entries(known).filter(([key]) => !refused.has(key)))
  const second = schema.safeParse({ ...defaults, ...kept })
  return second.success ? second.data : defaults
}

const NONE: readonly never[] = []
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Filters that live in the address: links, the back button and bookmarks work. Values arrive as text, so the schema
 * coerces (`z.coerce.number()`); a value equal to its default is left out of the address. `defaults` names every filter
 * and must be stable (a constant or useMemo). `replace` spares the history an entry, for filters one types into. Those
 * of `together` are written all or none: a period that begins on a day of its own keeps its end when tomorrow has
 * another default. With `today`, 'YYYY-MM-DD', the days of a moving period in the address are those it means today,
 * until a day is chosen.
 */
export function useUrlFilters<T extends object>(
  schema: z.ZodType<T>,
  defaults: T,
  together: readonly (keyof T)[] = NONE,
  today?: string,
): [T, (patch: Partial<T>, options?: { replace?: boolean }) => void] {
  const address = useAddressQuery()
  const query = useMemo(() => (today ? datedQuery(address, today) : address), [address, today])
  const filters = useMemo(() => readFilters(schema, defaults, query), [schema, defaults, query])
  const setFilters = useCallback(
    (patch: Partial<T>, options: { replace?: boolean } = {}) => {
      const undated = today !== undefined && DATED.some((name) => name in patch)
      const search = (before: Query) => {
        const next = { ...readFilters(schema, defaults, before), ...patch }
        const differs = (key: keyof T) => !same(next[key], defaults[key])
        const written = (key: keyof T) => (together.includes(key) ? together.some(differs) : differs(key))
        const keys = [...Object.keys(patch), ...together] as (keyof T)[]
        const own = keys.map((key) => [key, written(key) ? next[key] : undefined])
        return { ...before, ...(undated && { [PERIOD]: undefined }), ...Object.fromEntries(own) }
      }
      navigate(history.location.pathname, { query: search(parseQuery(history.location.search)), ...options })
    },
    [schema, defaults, together, today],
  )
  return [filters, setFilters]
}
