import { describe, expect, test } from 'vitest'
import { doubtAverage, doubtCount, doubtDensity, doubtLoss, doubtRation, doubtVolume, type Thresholds } from './doubts'
import { companySettings } from '../settings'

const settings: Thresholds = companySettings.parse({})
const KG = 1_000_000

describe('what is far from what is known is asked about', () => {
  test('more than a tenth of a group lost at once, but not a few of a few', () => {
    const group = { count: 4360, mass: 0 }
    expect(doubtLoss(4000, group, settings)).toEqual([{ about: 'loss', percent: 91.7 }])
    expect(doubtLoss(436, group, settings)).toEqual([])
    expect(doubtLoss(437, group, settings)).toEqual([{ about: 'loss', percent: 10 }])
    expect(doubtLoss(5, { count: 6, mass: 0 }, settings)).toEqual([])
  })

  test('an average off by half; kilograms that may have been grams', () => {
    expect(doubtAverage(4500 * KG, 452_000, 452_000, settings)).toEqual([
      { about: 'average', typed: 4500 * KG, expected: 452_000 },
    ])
    expect(doubtAverage(452 * KG, 450_000, 450_000, settings)).toMatchObject([{ about: 'average' }])
    expect(doubtAverage(600_000, 452_000, 452_000, settings)).toEqual([])
    expect(doubtAverage(45 * KG, 5_000, 50_000, settings)).toMatchObject([{ about: 'average' }])
    // nothing is known of what to expect
    expect(doubtAverage(45 * KG, 0, 0, settings)).toEqual([])
  })

  test('a volume ten times that of the largest cage', () => {
    expect(doubtVolume(123_456_789, 1600)).toBe(true)
    expect(doubtVolume(16_000, 1600)).toBe(false)
    expect(doubtVolume(80_000, null)).toBe(false)
    expect(doubtVolume(123_456_789, null)).toBe(true)
  })

  test('a corrected number ten times the book', () => {
    expect(doubtCount(43_600, 4360)).toEqual([{ about: 'count', typed: 43_600, expected: 4360 }])
    expect(doubtCount(4000, 4360)).toEqual([])
    expect(doubtCount(500, 0)).toEqual([])
  })

  test('450 tonnes in a cage for 32', () => {
    expect(doubtDensity(450_000 * KG, 1600, 20)).toEqual([{ about: 'density', percent: 1406.3 }])
    expect(doubtDensity(32_000 * KG, 1600, 20)).toEqual([])
  })

  test('a ration above 8 % of the biomass, or three times yesterday’s', () => {
    expect(doubtRation(4000 * KG, 10_000 * KG, 40 * KG, settings)).toEqual([{ about: 'ration', percent: 40 }])
    expect(doubtRation(130 * KG, 10_000 * KG, 40 * KG, settings)).toEqual([{ about: 'feed', times: 3.3 }])
    expect(doubtRation(120 * KG, 10_000 * KG, 40 * KG, settings)).toEqual([])
    expect(doubtRation(120 * KG, 10_000 * KG, null, settings)).toEqual([])
  })
})
