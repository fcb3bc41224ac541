/**
 * Geometry of the map: shapes of a cage, what is derived from the cages' places (rows, pontoon, fingers, moorings), and
 * the view. In map units; at the default zoom one unit is one pixel.
 */
export const ZOOM = { min: 0.25, max: 1.75, step: 0.25, initial: 0.75 }
/** The area shown at the default zoom, and the smallest part of the water that a pan leaves in sight. */
const MAP_VIEW = { width: 1080, height: 540 }
export const BASE_CANVAS = { width: 270, height: 135 }

export const CIRCLE = 1
/** Half a cage with its collar and a hair of water. */
const REACH = 72
const DECK_HEIGHT = 22
const FINGER_WIDTH = 10
const ROW_TOLERANCE = 40
/** From a row's axis to the axis of its own pontoon. */
const DECK_OFFSET = 111
const MOORING = 26

export interface Point {
  x: number
  y: number
}
export interface Box extends Point {
  width: number
  height: number
}

/** The gauge spans 270° from lower left to lower right; the mark is in its gap at the bottom. */
export const gaugePath = (typeId: number): string =>
  typeId === CIRCLE
    ? 'M-46.7 46.7A66 66 0 1 1 46.7 46.7'
    : 'M-38 64H-53Q-64 64 -64 53V-53Q-64 -64 -53 -64H53Q64 -64 64 -53V53Q64 64 53 64H38'

/** Length of the filled gauge out of 100; empty when the limit is unknown. */
export const gaugeValue = (density: number, limit: number): number =>
  limit > 0 ? Math.round(Math.min(density / limit, 1) * 100) : 0

/** Cages with nearly equal y form a row, left to right; rows go top to bottom. */
export function rowsOf<P extends Point>(points: readonly P[]): P[][] {
  const rows: P[][] = []
  for (const point of [...points].sort((a, b) => a.y - b.y)) {
    const row = rows.at(-1)
    if (row && point.y - row[0]!.y <= ROW_TOLERANCE) row.push(point)
    else rows.push([point])
  }
  return rows.map((row) => row.sort((a, b) => a.x - b.x))
}

export interface Mooring {
  from: Point
  buoy: Point
}
export interface Pontoon {
  decks: Box[]
  fingers: Box[]
  moorings: Mooring[]
}

const meanY = (row: readonly Point[]) => row.reduce((sum, point) => sum + point.y, 0) / row.length

function touchesCage(box: Box, points: readonly Point[]): boolean {
  return points.some(
    (p) =>
      p.x > box.x - REACH && p.x < box.x + box.width + REACH && p.y > box.y - REACH && p.y < box.y + box.height + REACH,
  )
}

function deckAt(axis: number, rows: readonly Point[][]): Box {
  const xs = rows.flat().map((point) => point.x)
  const [left, right] = [Math.min(...xs) - 84, Math.max(...xs) + 96]
  return { x: left, y: axis - DECK_HEIGHT / 2, width: right - left, height: DECK_HEIGHT }
}

const overlap = (a: readonly Point[], b: readonly Point[]) =>
  a[0]!.x <= b.at(-1)!.x + REACH && b[0]!.x <= a.at(-1)!.x + REACH

function fingersOf(deck: Box, rows: readonly Point[][]): Box[] {
  return rows.flat().flatMap((point) => {
    const above = point.y < deck.y
    const [top, bottom] = above ? [point.y + REACH, deck.y] : [deck.y + deck.height, point.y - REACH]
    return bottom > top ? [{ x: point.x - FINGER_WIDTH / 2, y: top, width: FINGER_WIDTH, height: bottom - top }] : []
  })
}

function mooringsOf(row: readonly Point[], side: -1 | 1, all: readonly Point[]): Mooring[] {
  return row.flatMap((point, index) => {
    const slant = row.length > 1 ? (index === 0 ? -MOORING : index === row.length - 1 ? MOORING : 0) : 0
    const buoy = { x: point.x + slant, y: point.y + side * (REACH + MOORING + 2) }
    const free = all.every((other) => other === point || Math.hypot(other.x - buoy.x, other.y - buoy.y) > REACH + 6)
    return free ? [{ from: { x: point.x, y: point.y + side * REACH }, buoy }] : []
  })
}

/** Two facing rows share a pontoon; a single row has its own below it. None is drawn where a cage would be on it. */
export function pontoonOf(points: readonly Point[]): Pontoon {
  const rows = rowsOf(points)
  const pontoon: Pontoon = { decks: [], fingers: [], moorings: [] }
  const lay = (axis: number, sides: readonly Point[][]) => {
    const deck = deckAt(axis, sides)
    if (touchesCage(deck, points)) return
    pontoon.decks.push(deck)
    pontoon.fingers.push(...fingersOf(deck, sides))
  }
  for (let index = 0; index < rows.length; index++) {
    const [row, next] = [rows[index]!, rows[index + 1]]
    const gap = next ? meanY(next) - meanY(row) : 0
    pontoon.moorings.push(...mooringsOf(row, -1, points))
    if (next && gap >= 2 * REACH + DECK_HEIGHT && gap <= 320 && overlap(row, next)) {
      lay(Math.round((meanY(row) + meanY(next)) / 2), [row, next])
      pontoon.moorings.push(...mooringsOf(next, 1, points))
      index++
    } else if (row.length > 1) lay(Math.round(meanY(row)) + DECK_OFFSET, [row])
  }
  return pontoon
}

/** The barge is at the left end of the first pontoon, its stern there, its bow this far to the left. */
export const BARGE = { width: 130, height: 64 }

/** The middle of the barge's stern; null where a cage is in its place. */
export function bargeOf(pontoon: Pontoon, points: readonly Point[]): Point | null {
  const deck = pontoon.decks[0]
  if (!deck) return null
  const stern = { x: deck.x, y: deck.y + deck.height / 2 }
  const box = { x: stern.x - BARGE.width, y: stern.y - BARGE.height / 2, ...BARGE }
  return touchesCage(box, points) ? null : stern
}

/** The same water with the barge in it. */
export function withBarge(box: Box, stern: Point | null): Box {
  if (!stern) return box
  const left = Math.min(box.x, stern.x - BARGE.width - 16)
  return { ...box, x: left, width: box.x + box.width - left }
}

/** The water around these cages: collars, moorings and pontoon. Without cages, the default view. */
export function contentBox(points: readonly Point[]): Box {
  if (points.length === 0) return { x: 0, y: 0, ...MAP_VIEW }
  const xs = points.map((point) => point.x)
  const ys = points.map((point) => point.y)
  const alone = Math.max(...ys) - Math.min(...ys) <= ROW_TOLERANCE ? DECK_OFFSET - REACH : 0
  const margin = REACH + MOORING + 8
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin]
  return { x: left, y: top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin + alone - top }
}

export type Direction = 'left' | 'right' | 'up' | 'down'

export const arrowKeys: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/**
 * The cage an arrow key goes to: the nearest one in that direction; at the end of a row, left and right continue in
 * reading order.
 */
export function neighbour<P extends Point>(points: readonly P[], from: P, direction: Direction): P | null {
  const horizontal = direction === 'left' || direction === 'right'
  const sign = direction === 'right' || direction === 'down' ? 1 : -1
  let best: P | null = null
  let bestScore = Infinity
  for (const point of points) {
    const [dx, dy] = [point.x - from.x, point.y - from.y]
    const along = (horizontal ? dx : dy) * sign
    const across = Math.abs(horizontal ? dy : dx)
    if (point === from || along <= ROW_TOLERANCE / 2 || across > along * (horizontal ? 0.6 : 1.5)) continue
    const score = along + across * 2
    if (score < bestScore) [best, bestScore] = [point, score]
  }
  if (best || !horizontal) return best
  const reading = rowsOf(points).flat()
  return reading[reading.indexOf(from) + sign] ?? null
}

export interface Arrow {
  path: string
  middle: Point
}

/** From the rim of a cage towards a place. */
function rim(centre: Point, towards: Point, radius: number): Point {
  const length = Math.hypot(towards.x - centre.x, towards.y - centre.y) || 1
  const at = (from: number, to: number) => Math.round(from + ((to - from) / length) * radius)
  return { x: at(centre.x, towards.x), y: at(centre.y, towards.y) }
}

/**
 * The arrow of a transfer, from collar to collar: along the walkway between two rows, or beside the row on its inner
 * side.
 */
export function transferArrow(from: Point, to: Point, inner: -1 | 1 = 1): Arrow {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const sameRow = Math.abs(dy) <= REACH
  const control = (across: number, along: number): Point => ({
    x: from.x + dx * across,
    y: sameRow ? from.y + dy * across + inner * 1.6 * REACH : from.y + dy * along,
  })
  const [one, two] = sameRow ? [control(0.2, 0), control(0.8, 0)] : [control(0.28, 0.65), control(0.56, 0.44)]
  const [start, end] = [rim(from, one, REACH - 4), rim(to, two, REACH + 5)]
  const middle = {
    x: Math.round((start.x + end.x + 3 * (one.x + two.x)) / 8),
    y: Math.round((start.y + end.y + 3 * (one.y + two.y)) / 8),
  }
  const text = ({ x, y }: Point) => `${Math.round(x)} ${Math.round(y)}`
  return { path: `M${text(start)}C${text(one)} ${text(two)} ${text(end)}`, middle }
}

/** The map's window is about so many times wider than high; a window of double height half as much. */
export const WINDOW_RATIO = 2.2
/** Space between modules: above one for its name, beside it for a barge. */
const MODULE_GAP = { above: 56, beside: 48 }

interface Shelves {
  places: Point[]
  /** how far off one must look to see all of it */
  reach: number
}

function shelves(boxes: readonly Box[], inRow: number, ratio: number): Shelves {
  const places: Point[] = []
  let [y, width] = [0, 0]
  for (let first = 0; first < boxes.length; first += inRow) {
    const row = boxes.slice(first, first + inRow)
    let x = 0
    for (const box of row) {
      places.push({ x, y })
      x += box.width + MODULE_GAP.beside
    }
    width = Math.max(width, x - MODULE_GAP.beside)
    y += Math.max(...row.map(({ height }) => height)) + MODULE_GAP.above
  }
  return { places, reach: Math.max(width / ratio, y - MODULE_GAP.above) }
}

/**
 * Arranges the farm's modules in rows that fill a window best: the offset of each so that none overlap. The first stays
 * in place.
 */
export function shelfOffsets(boxes: readonly Box[], ratio: number): Point[] {
  const ways = boxes.map((_, index) => shelves(boxes, index + 1, ratio))
  const best = ways.reduce((one, other) => (other.reach < one.reach ? other : one), ways[0] ?? { places: [], reach: 0 })
  return best.places.map(({ x, y }, index) => ({
    x: boxes[0]!.x + x - boxes[index]!.x,
    y: boxes[0]!.y + y - boxes[index]!.y,
  }))
}
