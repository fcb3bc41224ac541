/** Geometry of moving cages on the map: a fine grid, snapping to the axes of other cages, and overlaps. Map units. */
import { CIRCLE, type Direction, type Point } from './scene/cage-geometry.web'

const GRID = 2
/** an axis of another cage draws from so near */
const MAGNET = 6
const STEP = 8
const BIG_STEP = 40
/** No cage is put farther off than a contract takes. */
const EDGE = 100_000

const snapped = (value: number, axes: readonly number[]): number => {
  let best = Math.round(value / GRID) * GRID
  let distance = MAGNET + 1
  for (const axis of axes) {
    const away = Math.abs(axis - value)
    if (away < distance && away <= MAGNET) [best, distance] = [axis, away]
  }
  return Math.max(-EDGE, Math.min(EDGE, best))
}

/** Where a cage held over `point` comes to lie. */
export const snap = (point: Point, others: readonly Point[]): Point => ({
  x: snapped(
    point.x,
    others.map(({ x }) => x),
  ),
  y: snapped(
    point.y,
    others.map(({ y }) => y),
  ),
})

/** One press of an arrow key: a step, or less when it would cross the axis of another cage. */
export function nudge(from: Point, direction: Direction, big: boolean, others: readonly Point[]): Point {
  const step = (big ? BIG_STEP : STEP) * (direction === 'left' || direction === 'up' ? -1 : 1)
  const along = (value: number, axes: readonly number[]) => {
    const target = value + step
    const between = axes.filter((axis) => (axis - value) * step > 0 && (target - axis) * step >= 0)
    const stop = big ? undefined : between.sort((a, b) => (a - b) * step)[0]
    return Math.max(-EDGE, Math.min(EDGE, stop ?? Math.round(target / GRID) * GRID))
  }
  return direction === 'left' || direction === 'right'
    ? {
        x: along(
          from.x,
          others.map(({ x }) => x),
        ),
        y: from.y,
      }
    : {
        x: from.x,
        y: along(
          from.y,
          others.map(({ y }) => y),
        ),
      }
}

interface Shaped extends Point {
  id: number
  typeId: number
}

const ROUND = 142
const SQUARE = 138

/** The collars of two cages lie one on the other. */
function touch(a: Shaped, b: Shaped): boolean {
  const [dx, dy] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)]
  if (a.typeId === CIRCLE && b.typeId === CIRCLE) return Math.hypot(dx, dy) < ROUND
  return dx < SQUARE && dy < SQUARE
}

/** Pairs of overlapping cages, at least one of which was moved. */
export function overlaps(cages: readonly Shaped[], moved: ReadonlyMap<number, unknown>): [number, number][] {
  return cages
    .filter(({ id }) => moved.has(id))
    .flatMap((one) =>
      cages
        .filter((other) => other.id !== one.id && (!moved.has(other.id) || other.id > one.id) && touch(one, other))
        .map((other): [number, number] => [one.id, other.id]),
    )
}
