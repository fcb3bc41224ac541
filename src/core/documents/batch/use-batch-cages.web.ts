/** The cages in a window for many cages: those with fish at the chosen instant. */
import { useMemo } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { parseDay } from '../../../shared/dates'
import { useCall } from '../../../web/query-client'
import { useNow } from '../../../web/session'
import { readTime } from '../../../web/ui/fields/time-field'
import { useCages } from '../../cages/cage-cache.web'
import { cageCalls, type CageRow } from '../../cages/cage.contract'
import { compareNumbers } from '../../cages/cage-state.web'

/** Up to so many minutes ago counts as now, for which the cages are known already. */
const RECENT = 15

const minutesOf = (instant: string) => Date.parse(`${instant}Z`) / 60_000

/** 'YYYY-MM-DDTHH:mm' of a past moment; null for now, and while the moment is being typed. */
function pastInstant(values: { date: string; time: string }, now: string): string | null {
  const [day, time] = [parseDay(values.date), readTime(values.time)]
  if (!day || !time) return null
  const instant = `${day}T${time}`
  return minutesOf(now) - minutesOf(instant) > RECENT ? instant : null
}

export interface BatchCages {
  cages: CageRow[]
  /** the cages of the chosen instant have come */
  known: boolean
  failed: boolean
}

/**
 * `typed` are cages that stay in the list although they are empty at that instant, because something is typed for them.
 */
export function useBatchCages(
  values: { date: string; time: string },
  locationId: number | null,
  typed: ReadonlySet<string>,
): BatchCages {
  const now = useNow()
  const wanted = pastInstant(values, now)
  const [instant] = useDebouncedValue(wanted, 250)
  const live = useCages()
  const past = useCall(cageCalls.onDate, { date: instant ?? '' }, { enabled: instant !== null, staleTime: 30_000 })
  // while the past loads, and when it cannot be loaded, the current cages are shown
  const all = (instant === null ? undefined : past.data?.cages) ?? live
  const cages = useMemo(
    () =>
      all
        .filter((cage) => locationId === null || cage.location_id === locationId)
        .filter((cage) => cage.count > 0 || typed.has(String(cage.id)))
        .sort((a, b) => a.location_id - b.location_id || compareNumbers(a, b)),
    [all, locationId, typed],
  )
  const known = wanted === instant && (instant === null || past.data !== undefined)
  return { cages, known, failed: instant !== null && past.isError }
}
