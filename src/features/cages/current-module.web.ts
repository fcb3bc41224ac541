/** The module one works with, remembered on this device under the name the specification gives. */
import { useCallback, useState } from 'react'
import type { LocationRow } from './cage.contract'
import { WHOLE_FARM } from './map-scene.web'

const REMEMBERED = 'current_location_id'

/** The remembered module while it exists, else the first one. */
export function useCurrentModule(locations: readonly LocationRow[]): [number, (id: number) => void] {
  const [chosen, setChosen] = useState(() => Number(localStorage.getItem(REMEMBERED)))
  const choose = useCallback((id: number) => {
    localStorage.setItem(REMEMBERED, String(id))
    setChosen(id)
  }, [])
  const known = chosen === WHOLE_FARM || locations.some(({ id }) => id === chosen)
  return [known ? chosen : (locations[0]?.id ?? WHOLE_FARM), choose]
}
