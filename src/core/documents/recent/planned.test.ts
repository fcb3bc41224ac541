import { expect, test } from 'vitest'
import { plannedOn } from './planned.contract'
import type { PlannedFeed } from './recent.contract'

const row = (cage_id: number, volume: number, feed = 1): PlannedFeed => ({
  day: '2026-06-10',
  cage_id,
  feed_type_id: feed,
  feed_type: `Корм ${feed}`,
  volume,
})
const volumes = (rows: PlannedFeed[], day = '2026-06-10') =>
  [...plannedOn(rows, day)].map(([cage, { feed_type_id, volume }]) => [cage, feed_type_id, volume])

test('those who feed weigh out what the printed plan says: to 10 g, a ration below 1 kg to the gram', () => {
  expect(volumes([row(1, 12.444), row(2, 0.0044), row(3, 0.9996)])).toEqual([
    [1, 1, 12.44],
    [2, 1, 0.004],
    [3, 1, 1],
  ])
})

test('the feeds of a cage are one ration, under the name of the first', () => {
  expect(volumes([row(1, 12.444, 7), row(1, 1.003, 8)])).toEqual([[1, 7, 13.45]])
  expect(volumes([row(1, 12.444)], '2026-06-11')).toEqual([])
})
