/** The content of the map: the cages of one module at their places, or those of the whole farm, module below module. */
import type { CageRow, LocationRow } from '../../../../core/cages/cage.contract'
import { WHOLE_FARM } from '../../../../core/cages/current-module.web'
import {
  bargeOf,
  contentBox,
  pontoonOf,
  shelfOffsets,
  WINDOW_RATIO,
  withBarge,
  type Box,
  type Point,
  type Pontoon,
} from './cage-geometry.web'

export interface PlacedCage extends Point {
  cage: CageRow
}

export interface MooredBarge extends Point {
  /** null in history: what lay there is not known */
  feed: LocationRow['feed']
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

const placesOf = (placed: readonly PlacedCage[]) =>
  new Map<number, Point>(placed.map((place) => [place.cage.id, place]))

const NOWHERE_ELSE: ReadonlyMap<number, Point> = new Map()

interface Module extends Pick<LocationRow, 'id' | 'feed'> {
  name: string | null
  /** whether it has a barge, even if its stock is unknown */
  moored: boolean
}

const ORIGIN: Point = { x: 0, y: 0 }

const shifted = (points: readonly CageRow[], { x, y }: Point) =>
  points.map((cage) => ({ cage, x: cage.x + x, y: cage.y + y }))

/** Pontoon and barge are derived from the stored places: they stay while cages are being moved. */
function moduleScene(
  cages: readonly CageRow[],
  { id, name, feed, moored }: Module,
  offset = ORIGIN,
  moved = NOWHERE_ELSE,
) {
  const stored = shifted(cages, offset)
  const placed = moved.size > 0 ? stored.map((place) => ({ ...place, ...moved.get(place.cage.id) })) : stored
  const box = contentBox(placed)
  const pontoon = pontoonOf(stored)
  const stern = moored ? bargeOf(pontoon, stored) : null
  const shown: PlacedModule = {
    id,
    name,
    pontoon,
    nameAt: { x: box.x + 16, y: box.y - 14 },
    barge: stern && { ...stern, feed },
  }
  return { placed, shown, content: withBarge(box, stern) }
}

/** All of them and the name above the first ones. */
function around(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return contentBox([])
  const left = Math.min(...boxes.map(({ x }) => x))
  const top = Math.min(...boxes.map(({ y }) => y)) - 48
  const right = Math.max(...boxes.map(({ x, width }) => x + width))
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

interface Farm {
  cages: readonly CageRow[]
  locations: readonly LocationRow[]
  /** ids of the modules with a warehouse of their own */
  barges: ReadonlySet<number>
  /** the window has double height */
  doubled: boolean
}

/** `moved` are unsaved places of cages of one module. */
export function sceneOf(
  { cages, locations, barges, doubled }: Farm,
  locationId: number,
  moved = NOWHERE_ELSE,
): MapScene {
  if (locationId !== WHOLE_FARM) {
    const own = cages.filter((cage) => cage.location_id === locationId)
    const feed = locations.find(({ id }) => id === locationId)?.feed ?? null
    const module = { id: locationId, name: null, feed, moored: barges.has(locationId) }
    const { placed, shown, content } = moduleScene(own, module, ORIGIN, moved)
    return { cages: placed, pontoons: [shown], content, places: placesOf(placed) }
  }
  const modules = locations
    .map(({ id, name, feed }) => ({
      module: { id, name, feed, moored: barges.has(id) },
      own: cages.filter((cage) => cage.location_id === id),
    }))
    .filter(({ own }) => own.length > 0)
  const boxes = modules.map(({ own, module }) => moduleScene(own, module).content)
  const offsets = shelfOffsets(boxes, WINDOW_RATIO / (doubled ? 2 : 1))
  const parts = modules.map(({ own, module }, index) => moduleScene(own, module, offsets[index]))
  const placed = parts.flatMap((part) => part.placed)
  return {
    cages: placed,
    pontoons: parts.map((part) => part.shown),
    content: around(parts.map((part) => part.content)),
    places: placesOf(placed),
  }
}
