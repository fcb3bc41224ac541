import { expect, test } from 'vitest'
import { nudge, overlaps, snap } from './layout-geometry.web'

const others = [
  { x: 236, y: 112 },
  { x: 400, y: 334 },
]

test('a cage let go near the axes of others lies exactly on them, elsewhere on the grid', () => {
  expect(snap({ x: 241, y: 330 }, others)).toEqual({ x: 236, y: 334 })
  expect(snap({ x: 250.7, y: 200.2 }, others)).toEqual({ x: 250, y: 200 })
})

test('an arrow goes a step and stops at the axis of another cage on its way; Shift goes farther and does not stop', () => {
  expect(nudge({ x: 300, y: 108 }, 'down', false, others)).toEqual({ x: 300, y: 112 })
  expect(nudge({ x: 300, y: 112 }, 'down', false, others)).toEqual({ x: 300, y: 120 })
  expect(nudge({ x: 240, y: 112 }, 'left', false, others)).toEqual({ x: 236, y: 112 })
  expect(nudge({ x: 250, y: 112 }, 'left', true, others)).toEqual({ x: 210, y: 112 })
  expect(nudge({ x: 250, y: 112 }, 'up', true, others)).toEqual({ x: 250, y: 72 })
})

test('touching collars are named once a pair, and only when one of the two was moved', () => {
  const cage = (id: number, x: number, y: number, typeId = 1) => ({ id, x, y, typeId })
  const cages = [cage(1, 0, 0), cage(2, 100, 100), cage(3, 500, 0), cage(4, 520, 0)]
  expect(overlaps(cages, new Map([[1, null]]))).toEqual([[1, 2]])
  expect(
    overlaps(
      cages,
      new Map([
        [1, null],
        [2, null],
      ]),
    ),
  ).toEqual([[1, 2]])
  expect(overlaps(cages, new Map())).toEqual([])
  // round ones may stand corner to corner where square ones may not
  expect(overlaps([cage(1, 0, 0), cage(2, 105, 105)], new Map([[1, null]]))).toEqual([])
  expect(overlaps([cage(1, 0, 0, 2), cage(2, 105, 105)], new Map([[1, null]]))).toEqual([[1, 2]])
})
