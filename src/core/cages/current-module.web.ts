/** The current module: the one in the address, else the last one chosen on this device, until the user signs out. */
import { useCallback, useState } from 'react'
import * as z from 'zod'
import { note, noted } from '../../web/offline/noted'
import { useUrlFilters } from '../../web/router/url-filters'
import type { LocationRow } from './cage.contract'

/** The value of current_location_id that means all modules. */
export const WHOLE_FARM = -1

/** Forgotten with signing out, so that the next person begins anew. */
const PLACE = 'current_location_id'

const schema = z.object({ locationId: z.coerce.number().int() })
const NONE = { locationId: 0 }

/** The chosen module while it exists, else the first one. */
export function useCurrentModule(locations: readonly Pick<LocationRow, 'id'>[]): [number, (id: number) => void] {
  const [{ locationId }, setAddress] = useUrlFilters(schema, NONE)
  const [remembered, remember] = useState(() => Number(noted(PLACE)))
  const choose = useCallback(
    (id: number) => {
      note(PLACE, String(id))
      remember(id)
      setAddress({ locationId: id }, { replace: true })
    },
    [setAddress],
  )
  // the only module is the whole farm
  const known = (id: number) =>
    (id === WHOLE_FARM && locations.length !== 1) || locations.some((location) => location.id === id)
  const chosen = [locationId, remembered].find(known)
  return [chosen ?? locations[0]?.id ?? WHOLE_FARM, choose]
}
