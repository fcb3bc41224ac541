/** What the map shows: the cages of one module where they lie, or those of the whole farm with the modules one under another. */
import type { CageRow, LocationRow } from './cage.contract'
import { contentBox, pontoonOf, stackOffsets, type Box, type Point, type Pontoon } from './cage-geometry.web'

export interface PlacedCage extends Point {
  cage: CageRow
}

export interface MapScene {
  cages: PlacedCage[]
  pontoons: { id: number; pontoon: Pontoon; name: string | null; nameAt: Point }[]
  content: Box
  /** cage id → where it lies */
  places: ReadonlyMap<number, Point>
}

/** The value of current_location_id that means all modules. */
export const WHOLE_FARM = -1

const placesOf = (placed: readonly PlacedCage[]) =>
  new Map<number, Point>(placed.map((place) => [place.cage.id, place]))

const NOWHERE_ELSE: ReadonlyMap<number, Point> = new Map()

function moduleScene(cages: readonly CageRow[], offset: Point, id: number, name: string | null, moved = NOWHERE_ELSE) {
  const placed = cages.map((cage) => {
    const { x, y } = moved.get(cage.id) ?? cage
    return { cage, x: x + offset.x, y: y + offset.y }
  })
  const box = contentBox(placed)
  return { placed, pontoon: { id, name, pontoon: pontoonOf(placed), nameAt: { x: box.x + 16, y: box.y - 14 } } }
}

/** `moved`: places of cages of one module that are not saved yet. */
export function sceneOf(
  cages: readonly CageRow[],
  locations: readonly LocationRow[],
  locationId: number,
  moved = NOWHERE_ELSE,
): MapScene {
  if (locationId !== WHOLE_FARM) {
    const { placed, pontoon } = moduleScene(
      cages.filter((cage) => cage.location_id === locationId),
      { x: 0, y: 0 },
      locationId,
      null,
      moved,
    )
    return { cages: placed, pontoons: [pontoon], content: contentBox(placed), places: placesOf(placed) }
  }
  const modules = locations
    .map((location) => ({ location, cages: cages.filter((cage) => cage.location_id === location.id) }))
    .filter((module) => module.cages.length > 0)
  const offsets = stackOffsets(modules.map((module) => module.cages))
  const parts = modules.map(({ location, cages: own }, index) =>
    moduleScene(own, offsets[index]!, location.id, location.name),
  )
  const placed = parts.flatMap((part) => part.placed)
  const box = contentBox(placed)
  return {
    cages: placed,
    pontoons: parts.map((part) => part.pontoon),
    content: { ...box, y: box.y - 48, height: box.height + 48 },
    places: placesOf(placed),
  }
}
