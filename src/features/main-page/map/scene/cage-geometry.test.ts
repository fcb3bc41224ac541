import { describe, expect, test } from 'vitest'
import {
  BARGE,
  bargeOf,
  contentBox,
  gaugePath,
  gaugeValue,
  neighbour,
  pontoonOf,
  rowsOf,
  shelfOffsets,
  transferArrow,
  withBarge,
  ZOOM,
} from './cage-geometry.web'
import {
  centred,
  clampZoom,
  fitted,
  keepInSight,
  revealed,
  scaleOf,
  snapZoom,
  stepZoom,
  zoomAround,
} from './map-view.web'

const grid = (columns: number, rows = [112, 334]) =>
  rows.flatMap((y) => Array.from({ length: columns }, (_, i) => ({ x: 236 + 164 * i, y })))
const size = { width: 1174, height: 446 }

describe('the gauge', () => {
  test('a circle and a rectangle leave the same gap at the bottom', () => {
    expect(gaugePath(1)).toBe('M-46.7 46.7A66 66 0 1 1 46.7 46.7')
    expect(gaugePath(2)).toMatch(/^M-38 64H.*H38$/)
  })
  test('is full at the limit and empty without one', () => {
    expect([gaugeValue(16.7, 20), gaugeValue(25, 20), gaugeValue(5, 0)]).toEqual([84, 100, 0])
  })
})

describe('what the places of cages give', () => {
  test('near-equal y make a row, left to right', () => {
    const rows = rowsOf([
      { x: 400, y: 130 },
      { x: 236, y: 112 },
      { x: 236, y: 334 },
    ])
    expect(rows.map((row) => row.map((point) => point.x))).toEqual([[236, 400], [236]])
  })
  test('two rows share one pontoon with a finger to each cage, as in the picture', () => {
    const { decks, fingers, moorings } = pontoonOf(grid(6))
    expect(decks).toEqual([{ x: 152, y: 212, width: 1000, height: 22 }])
    expect(fingers).toHaveLength(12)
    expect(fingers[0]).toEqual({ x: 231, y: 184, width: 10, height: 28 })
    expect(moorings).toHaveLength(12)
    expect(moorings[0]).toEqual({ from: { x: 236, y: 40 }, buoy: { x: 210, y: 12 } })
  })
  test('a row alone has its own pontoon, a lone cage has none', () => {
    expect(pontoonOf(grid(3, [112])).decks).toEqual([{ x: 152, y: 212, width: 508, height: 22 }])
    expect(pontoonOf([{ x: 0, y: 0 }]).decks).toEqual([])
  })
  test('no pontoon is drawn over a cage', () => {
    expect(pontoonOf([...grid(3), { x: 400, y: 223 }]).decks.every((deck) => deck.y !== 212)).toBe(true)
  })
  test('no cages: the plain view', () => {
    expect(contentBox([])).toEqual({ x: 0, y: 0, width: 1080, height: 540 })
  })
  test('the modules of the farm do not overlap and fill a wide window', () => {
    const boxes = [grid(6), grid(6), grid(6), grid(2), grid(1, [900])].map((points) => contentBox(points))
    const placed = shelfOffsets(boxes, 2.2).map((by, i) => ({
      ...boxes[i]!,
      x: boxes[i]!.x + by.x,
      y: boxes[i]!.y + by.y,
    }))
    expect(placed[0]).toEqual(boxes[0])
    for (const [i, a] of placed.entries())
      for (const b of placed.slice(i + 1))
        expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(
          true,
        )
    // two in a row: three would be wider, one below another higher
    expect(placed.map(({ y }) => y === placed[0]!.y)).toEqual([true, true, false, false, false])
    // a window of double height has room for them one below another
    expect(shelfOffsets(boxes.slice(0, 3), 1.1).map(({ x }) => x)).toEqual([0, 0, 0])
    expect(shelfOffsets([], 2.2)).toEqual([])
  })
})

describe('arrow keys', () => {
  const points = grid(6)
  test('lead to the nearest cage that way', () => {
    expect(neighbour(points, points[0]!, 'right')).toBe(points[1])
    expect(neighbour(points, points[0]!, 'down')).toBe(points[6])
    expect(neighbour(points, points[7]!, 'up')).toBe(points[1])
    expect(neighbour(points, points[0]!, 'up')).toBeNull()
  })
  test('left and right reach every cage', () => {
    let at = points[0]!
    const seen = new Set([at])
    for (let next = neighbour(points, at, 'right'); next; next = neighbour(points, at, 'right')) seen.add((at = next))
    expect(seen.size).toBe(12)
    expect(neighbour(points, points[6]!, 'left')).toBe(points[5])
  })
})

test('the arrow of a transfer starts and ends outside both cages', () => {
  const arrow = transferArrow({ x: 236, y: 334 }, { x: 564, y: 112 })
  const [start, end] = [/^M(-?\d+) (-?\d+)/.exec(arrow.path)!, /(-?\d+) (-?\d+)$/.exec(arrow.path)!]
  expect(Math.hypot(Number(start[1]) - 236, Number(start[2]) - 334)).toBeGreaterThan(66)
  expect(Math.hypot(Number(end[1]) - 564, Number(end[2]) - 112)).toBeGreaterThan(70)
})

describe('the view', () => {
  const content = contentBox(grid(6))
  test('zoom keeps the point under the pointer and its bounds', () => {
    const view = centred(size, content)
    const pointer = { x: 300, y: 120 }
    const next = zoomAround(view, 1.25, pointer)
    const world = (v: typeof view) => [(pointer.x - v.x) / scaleOf(v.zoom), (pointer.y - v.y) / scaleOf(v.zoom)]
    expect(world(next)[0]).toBeCloseTo(world(view)[0]!)
    expect(world(next)[1]).toBeCloseTo(world(view)[1]!)
    expect([clampZoom(3), clampZoom(0), snapZoom(0.64)]).toEqual([ZOOM.max, ZOOM.min, 0.75])
  })
  test('a pan cannot lose the cages', () => {
    const lost = keepInSight({ zoom: 0.75, x: 9000, y: -9000 }, size, content)
    expect(lost.x + content.x).toBeLessThanOrEqual(size.width - 270)
    expect(lost.y + content.y + content.height).toBeGreaterThanOrEqual(135)
    const fine = centred(size, content)
    expect(keepInSight(fine, size, content)).toEqual(fine)
  })
  test('everything is seen at first, as large as the window lets it be', () => {
    const wide = contentBox(grid(40))
    expect(centred(size, wide).x).toBe(-wide.x)
    for (const columns of [2, 6, 10]) {
      const box = contentBox(grid(columns))
      const { zoom, x, y } = fitted(size, box)
      const k = scaleOf(zoom)
      expect(Math.min(x + box.x * k, y + box.y * k)).toBeGreaterThanOrEqual(-0.01)
      expect(x + (box.x + box.width) * k).toBeLessThanOrEqual(size.width + 0.01)
      expect(y + (box.y + box.height) * k).toBeLessThanOrEqual(size.height + 0.01)
    }
    expect(fitted(size, wide).zoom).toBe(0.25)
    expect(fitted(size, wide, 0.5).zoom).toBe(0.5)
    expect(fitted({ width: 9000, height: 9000 }, content).zoom).toBe(1.25)
  })
  test('a step from a fitted view leads to the next whole one', () => {
    expect([stepZoom(0.63, 1), stepZoom(0.63, -1), stepZoom(0.75, 1), stepZoom(0.75, -1)]).toEqual([0.75, 0.5, 1, 0.5])
    expect([stepZoom(0.25, -1), stepZoom(1.75, 1)]).toEqual([0.25, 1.75])
  })
  test('a cage out of sight is brought in by the least pan', () => {
    const view = { zoom: 0.75, x: 0, y: 0 }
    expect(revealed(view, size, { x: 236, y: 112 })).toEqual(view)
    expect(revealed(view, size, { x: 1200, y: 112 })).toEqual({ zoom: 0.75, x: -110, y: 0 })
  })
})

test('an arrow within a row goes beside the cages between', () => {
  const arrow = transferArrow({ x: 236, y: 112 }, { x: 892, y: 112 }, 1)
  expect(arrow.middle.y).toBeGreaterThan(112 + 72)
  expect(transferArrow({ x: 236, y: 334 }, { x: 892, y: 334 }, -1).middle.y).toBeLessThan(334 - 72)
})

test('the barge lies left of the pontoon, and not where a cage is in its way', () => {
  const cages = grid(2)
  const stern = bargeOf(pontoonOf(cages), cages)!
  expect(stern).toEqual({ x: 152, y: 223 })
  expect(withBarge(contentBox(cages), stern).x).toBeLessThan(stern.x - BARGE.width)
  expect(bargeOf(pontoonOf(cages), [...cages, { x: 30, y: 223 }])).toBeNull()
  const alone = [{ x: 0, y: 0 }]
  expect(bargeOf(pontoonOf(alone), alone)).toBeNull()
})
