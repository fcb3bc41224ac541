import { expect, test } from 'vitest'
import { gridOf, readGrids } from '../../shared/feeding/norm-grid'
import { normFor } from '../../shared/feeding/norm'
import { gapsOf } from '../../shared/feeding/year'
import { demoSeasons } from './demo-norms.server'

const M = 1_000_000

test.each([0, 3])('the norms of demo feed %i could have been typed, and leave no day of the year out', (feed) => {
  const seasons = demoSeasons(feed)
  expect(readGrids(seasons.map(gridOf))).toEqual({ seasons, faults: [] })
  expect(gapsOf(seasons)).toEqual([])
})

test('they ask for less feed the larger the fish and the colder the water, within what trout eat', () => {
  const rate = (grams: number, degrees: number, day = '2026-07-01') =>
    normFor(demoSeasons(0), { day, mass: grams * 1000, count: 1, temperature: degrees * M, matching: 'nearest' })!.rate
  const byWeight = [10, 70, 400, 1500, 4000].map((grams) => rate(grams, 14))
  const byWater = [14, 10, 6].map((degrees) => rate(400, degrees))
  for (const falling of [byWeight, byWater]) expect([...falling].sort((a, b) => b - a)).toEqual(falling)
  expect(byWeight[0]).toBeLessThan(6 * M)
  expect(byWeight.at(-1)).toBeGreaterThan(0.5 * M)
  expect(rate(400, 1, '2026-02-01')).toBeLessThan(0.4 * M)
})
