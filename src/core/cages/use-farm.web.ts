/** The farm now, or at the end of a chosen day: cages and modules with one state for loading and failure. */
import { useMemo } from 'react'
import * as z from 'zod'
import { keepPreviousData } from '@tanstack/react-query'
import { addDays, dayOf, parseDay, showDay } from '../../shared/dates'
import { useCall } from '../../web/query-client'
import { useNow } from '../../web/session'
import { useUrlFilters } from '../../web/router/url-filters'
import { cageCalls, type CageRow, type LocationRow } from './cage.contract'
import { useCagesQuery, useLocationsQuery } from './cage-cache.web'

export interface Farm {
  cages: CageRow[]
  locations: LocationRow[]
  /** modules that have a warehouse now; in history as well, so that their barge stays */
  barges: ReadonlySet<number>
  loading: boolean
  error: Error | null
  retry: () => void
}

const NO_CAGES: CageRow[] = []
const NO_LOCATIONS: LocationRow[] = []

/** `day` null is now. */
export function useFarm(day: string | null): Farm {
  const past = useCall(
    cageCalls.onDate,
    { date: day ?? '' },
    { enabled: day !== null, placeholderData: day === null ? undefined : keepPreviousData },
  )
  const cages = useCagesQuery(day === null)
  const locations = useLocationsQuery(day === null)
  const rows = locations.data
  const barges = useMemo(() => new Set(rows?.flatMap(({ id, feed }) => (feed ? [id] : []))), [rows])
  const queries = day === null ? [cages, locations] : [past]
  return {
    cages: (day === null ? cages.data : past.data?.cages) ?? NO_CAGES,
    locations: (day === null ? locations.data : past.data?.locations) ?? NO_LOCATIONS,
    barges,
    loading: queries.some((query) => query.isPending),
    // earlier data stays visible when a later fetch fails
    error: queries.find((query) => query.error && !query.data)?.error ?? null,
    retry: () => queries.forEach((query) => void query.refetch()),
  }
}

const schema = z.object({ date: z.string() })
const defaults = { date: '' }

export interface History {
  /** 'YYYY-MM-DD', null is now */
  day: string | null
  today: string
  go: (day: string | null) => void
  earlier: () => void
  later: () => void
}

/** The chosen day is in the address as DD.MM.YYYY; today and later days are not history. */
export function useHistory(): History {
  const today = dayOf(useNow())
  const [{ date }, set] = useUrlFilters(schema, defaults)
  const parsed = parseDay(date)
  const day = parsed !== null && parsed < today ? parsed : null
  const go = (next: string | null) => set({ date: next === null || next >= today ? '' : showDay(next) })
  return {
    day,
    today,
    go,
    earlier: () => go(addDays(day ?? today, -1)),
    later: () => go(addDays(day ?? today, 1)),
  }
}
