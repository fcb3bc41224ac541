/** The cached cages that all pages share, and how the answer of a write replaces rows in it. */
import { useCallback, useMemo } from 'react'
import { callKey, queryClient, useCall } from '../../web/query-client'
import { cageCalls, type CageRow, type LocationRow } from './cage.contract'
import { mergeCages, recount } from './cage-state.web'
import { usePending } from './pending.web'

const cagesKey = callKey(cageCalls.list, {})
const locationsKey = callKey(cageCalls.locations, {})

/** With what waits on this device. */
export function useCagesQuery(enabled = true) {
  const { cages: select } = usePending()
  return useCall(cageCalls.list, {}, { enabled, select })
}

/** With what waits on this device. */
export function useLocationsQuery(enabled = true) {
  const { cages } = usePending()
  const select = useMemo(() => {
    if (!cages) return undefined
    const now = () => cages(queryClient.getQueryData<CageRow[]>(cagesKey) ?? [])
    return (locations: LocationRow[]) => recount(locations, now())
  }, [cages])
  return useCall(cageCalls.locations, {}, { enabled, select })
}

const NO_CAGES: CageRow[] = []

/** As the server said last, without what waits here. */
export const useServerCages = (): CageRow[] => useCall(cageCalls.list, {}).data ?? NO_CAGES
const NO_LOCATIONS: LocationRow[] = []

/** Every cage of the company now; empty until they are read. */
export const useCages = (): CageRow[] => useCagesQuery().data ?? NO_CAGES

export function useCage(id: number | null | undefined): CageRow | undefined {
  const cages = useCages()
  return id === null || id === undefined ? undefined : cages.find((cage) => cage.id === id)
}

/** A cage as it was read last, outside of components. */
export const cachedCage = (id: number): CageRow | undefined =>
  queryClient.getQueryData<CageRow[]>(cagesKey)?.find((cage) => cage.id === id)

/** The colour of a cage by its id, 1…12. */
export function useCageColor(): (id: number) => number | undefined {
  const cages = useCages()
  return useCallback((id: number) => cages.find((cage) => cage.id === id)?.color, [cages])
}

/** Modules with their totals. */
export const useLocations = (): LocationRow[] => useLocationsQuery().data ?? NO_LOCATIONS

function store(change: (rows: CageRow[]) => CageRow[]): void {
  const rows = queryClient.getQueryData<CageRow[]>(cagesKey)
  if (!rows) return
  const next = change(rows)
  queryClient.setQueryData(cagesKey, next)
  queryClient.setQueryData<LocationRow[]>(locationsKey, (locations) => locations && recount(locations, next))
}

/** Puts the rows of a write's answer into the cache and recomputes the modules. */
export function replaceCages(changed: readonly CageRow[]): void {
  if (changed.length > 0) store((rows) => mergeCages(rows, changed))
}

export const dropCage = (id: number): void => store((rows) => rows.filter((cage) => cage.id !== id))
