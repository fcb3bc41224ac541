/** Data of the measurements screen: the module's parameters and cages, a day's readings, a month's counts. */
import { useEffect, useMemo } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import * as z from 'zod'
import { dayOf, parseDay, showDay } from '../../../shared/dates'
import { report } from '../../../web/error-reports'
import { invalidateTags, useCall } from '../../../web/query-client'
import { useNow } from '../../../web/session'
import { useUrlFilters } from '../../../web/router/url-filters'
import { useCages } from '../../../core/cages/cage-cache.web'
import type { CageRow, LocationRow } from '../../../core/cages/cage.contract'
import { compareNumbers } from '../../../core/cages/cage-state.web'
import { CELSIUS, measureParameterCalls } from '../../../core/lists/libraries/measure-parameter.contract'
import { measurementCalls, type MeasurementRow } from '../../../core/cages/measurement.contract'

const celsiusFirst = (one: { symbol: string }, other: { symbol: string }) =>
  Number(other.symbol === CELSIUS) - Number(one.symbol === CELSIUS)

/** A module's own parameters, temperature first; undefined while they load. */
export function useParameters(locationId: number) {
  const query = useCall(measureParameterCalls.list, {})
  const parameters = useMemo(
    () => query.data?.filter((one) => one.location_id === locationId).sort(celsiusFirst),
    [query.data, locationId],
  )
  return { parameters, error: parameters ? null : query.error, retry: () => void query.refetch() }
}

/** Where something is measured, or was. */
export interface MeasuredModule extends Pick<LocationRow, 'id' | 'name'> {
  cages_count?: number
  /** its readings can be looked at, and stay as they are */
  archived: boolean
}

/** The modules, then archived ones with readings; undefined while they load. */
export function usePlaces(locations: readonly LocationRow[] | undefined): MeasuredModule[] | undefined {
  const parameters = useCall(measureParameterCalls.list, {}).data
  return useMemo(() => {
    if (!locations) return undefined
    const places = new Map(locations.map((one): [number, MeasuredModule] => [one.id, { ...one, archived: false }]))
    // a parameter that has readings cannot be deleted
    for (const { location_id: id, location_name: name, delete_disabled } of parameters ?? [])
      if (delete_disabled && !places.has(id)) places.set(id, { id, name, archived: true })
    return [...places.values()]
  }, [locations, parameters])
}

/** An unknown parameter name must not be in an address or a reading: reports it to those who run the server. */
export function useMissingParameter(names: readonly string[]): void {
  const known = useCall(measureParameterCalls.list, {}).data
  const missing = known && names.filter((name) => !known.some((one) => one.name === name)).join('\n')
  useEffect(() => {
    if (missing) report('Параметр замеров не найден', { names: missing.split('\n') })
  }, [missing])
}

/** A module's cages as people count them. */
export function useModuleCages(locationId: number): CageRow[] {
  const cages = useCages()
  return useMemo(
    () => cages.filter((cage) => cage.location_id === locationId).sort(compareNumbers),
    [cages, locationId],
  )
}

/** All readings of a day, new ones first. */
export function useDayReadings(locationId: number, day: string) {
  const date = showDay(day)
  const query = useCall(measurementCalls.byLocation, { locationId, start: date, end: date })
  return { ...query, rows: query.data as MeasurementRow[] | undefined }
}

/** Day → number of readings, of one month. */
export function useMonthCounts(locationId: number, month: string) {
  const query = useCall(measurementCalls.calendar, { locationId, month }, { placeholderData: keepPreviousData })
  const counts = useMemo(
    () => query.data && Object.fromEntries(query.data.map(({ day, count }) => [day, count])),
    [query.data],
  )
  return { counts, error: query.data ? null : query.error, retry: () => void query.refetch() }
}

/** After a write: fetches the visible data again. Resolves when it has arrived. */
export const refreshMeasurements = (): Promise<void> => invalidateTags(['water'])

export const MODES = ['cards', 'table'] as const
export type Mode = (typeof MODES)[number]

const filters = z.object({ date: z.string(), mode: z.enum(MODES) })
const defaults: z.infer<typeof filters> = { date: '', mode: 'cards' }

/** The chosen day and view, in the address; today needs no date. */
export function useDayAndMode() {
  const today = dayOf(useNow())
  const [{ date, mode }, set] = useUrlFilters(filters, defaults)
  const parsed = parseDay(date)
  const day = parsed !== null && parsed <= today ? parsed : today
  return {
    today,
    day,
    mode,
    setDay: (next: string) => set({ date: next >= today ? '' : showDay(next) }),
    setMode: (next: Mode) => set({ mode: next }, { replace: true }),
  }
}
