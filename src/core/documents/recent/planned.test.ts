import { expect, test } from 'vitest'
import { leftOfPlan, plannedOn } from './planned.contract'
import type { PlannedFeed } from './recent.contract'

const row = (cage_id: number, volume: number, feed = 1): PlannedFeed => ({
  day: '2026-06-10',
  cage_id,
  feed_type_id: feed,
  feed_type: `Корм ${feed}`,
  volume,
})
const volumes = (rows: PlannedFeed[], day = '2026-06-10') =>
  [...plannedOn(rows, day)].flatMap(([cage, { feeds }]) =>
    feeds.map(({ feed_type_id, volume }) => [cage, feed_type_id, volume]),
  )

test('those who feed weigh out what the printed plan says: to 10 g, a ration below 1 kg to the gram', () => {
  expect(volumes([row(1, 12.444), row(2, 0.0044), row(3, 0.9996)])).toEqual([
    [1, 1, 12.44],
    [2, 1, 0.004],
    [3, 1, 1],
  ])
})

test('two feeds of a cage are two rations, each as the printed plan shows it', () => {
  const two = [row(1, 12.444, 7), row(1, 1.003, 8)]
  expect(volumes(two)).toEqual([
    [1, 7, 12.44],
    [1, 8, 1],
  ])
  const plan = plannedOn(two, '2026-06-10').get(1)
  expect(plan!.volume).toBe(13.44)
  expect(volumes([row(1, 12.444)], '2026-06-11')).toEqual([])
  const left = (given: number) => leftOfPlan(plan, given).map(({ feed_type_id, volume }) => [feed_type_id, volume])
  expect(left(0)).toEqual([
    [7, 12.44],
    [8, 1],
  ])
  expect(left(2.44)).toEqual([
    [7, 10],
    [8, 1],
  ])
  expect([left(12.44), left(12.94), left(14)]).toEqual([[[8, 1]], [[8, 0.5]], []])
  expect(leftOfPlan(undefined, 3)).toEqual([])
})
