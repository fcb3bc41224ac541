/** What the map shows: the cages of one module where they lie, or those of the whole farm with the modules one under another. */
import type { CageRow, LocationRow } from './cage.contract'
import {
  bargeOf,
  contentBox,
  pontoonOf,
  stackOffsets,
  withBarge,
  type Box,
  type Point,
  type Pontoon,
} from './cage-geometry.web'

export interface PlacedCage extends Point {
  cage: CageRow
}

export interface MooredBarge extends Point {
  feed: NonNullable<LocationRow['feed']>
}

interface PlacedModule {
  id: number
  pontoon: Pontoon
  name: string | null
  nameAt: Point
  barge: MooredBarge | null
}

export interface MapScene {
  cages: PlacedCage[]
  pontoons: PlacedModule[]
  content: Box
  /** cage id → where it lies */
  places: ReadonlyMap<number, Point>
}

/** The value of current_location_id that means all modules. */
export const WHOLE_FARM = -1

const placesOf = (placed: readonly PlacedCage[]) =>
  new Map<number, Point>(placed.map((place) => [place.cage.id, place]))

const NOWHERE_ELSE: ReadonlyMap<number, Point> = new Map()

type Module = Pick<LocationRow, 'id' | 'feed'> & { name: string | null }

function moduleScene(cages: readonly CageRow[], offset: Point, { id, name, feed }: Module, moved = NOWHERE_ELSE) {
  const placed = cages.map((cage) => {
    const { x, y } = moved.get(cage.id) ?? cage
    return { cage, x: x + offset.x, y: y + offset.y }
  })
  const box = contentBox(placed)
  const pontoon = pontoonOf(placed)
  const stern = feed && bargeOf(pontoon, placed)
  const barge = stern && { ...stern, feed }
  const shown: PlacedModule = { id, name, pontoon, nameAt: { x: box.x + 16, y: box.y - 14 }, barge }
  return { placed, pontoon: shown }
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
      { id: locationId, name: null, feed: locations.find(({ id }) => id === locationId)?.feed ?? null },
      moved,
    )
    const content = withBarge(contentBox(placed), pontoon.barge)
    return { cages: placed, pontoons: [pontoon], content, places: placesOf(placed) }
  }
  const modules = locations
    .map((location) => ({ location, cages: cages.filter((cage) => cage.location_id === location.id) }))
    .filter((module) => module.cages.length > 0)
  const offsets = stackOffsets(modules.map((module) => module.cages))
  const parts = modules.map(({ location, cages: own }, index) => moduleScene(own, offsets[index]!, location))
  const placed = parts.flatMap((part) => part.placed)
  const pontoons = parts.map((part) => part.pontoon)
  const box = pontoons.reduce((whole, { barge }) => withBarge(whole, barge), contentBox(placed))
  return {
    cages: placed,
    pontoons,
    content: { ...box, y: box.y - 48, height: box.height + 48 },
    places: placesOf(placed),
  }
}
