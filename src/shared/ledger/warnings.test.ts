import { describe, expect, test } from 'vitest'
import {
  averageWarnings,
  countWarnings,
  densityWarnings,
  lossWarnings,
  rationWarnings,
  isHugeVolume,
  type Thresholds,
} from './warnings'
import { companySettings } from '../settings'

const settings: Thresholds = companySettings.parse({})
const KG = 1_000_000

describe('what is far from what is known is asked about', () => {
  test('more than a tenth of a group lost at once, but not a few of a few', () => {
    const group = { count: 4360, mass: 0 }
    expect(lossWarnings(4000, group, settings)).toEqual([{ about: 'loss', percent: 91.7 }])
    expect(lossWarnings(436, group, settings)).toEqual([])
    expect(lossWarnings(437, group, settings)).toEqual([{ about: 'loss', percent: 10 }])
    expect(lossWarnings(5, { count: 6, mass: 0 }, settings)).toEqual([])
  })

  test('an average off by half; kilograms that may have been grams', () => {
    expect(averageWarnings(4500 * KG, 452_000, 452_000, settings)).toEqual([
      { about: 'average', typed: 4500 * KG, expected: 452_000 },
    ])
    expect(averageWarnings(452 * KG, 450_000, 450_000, settings)).toMatchObject([{ about: 'average' }])
    expect(averageWarnings(600_000, 452_000, 452_000, settings)).toEqual([])
    expect(averageWarnings(45 * KG, 5_000, 50_000, settings)).toMatchObject([{ about: 'average' }])
    // nothing is known of what to expect
    expect(averageWarnings(45 * KG, 0, 0, settings)).toEqual([])
  })

  test('a volume ten times that of the largest cage', () => {
    expect(isHugeVolume(123_456_789, 1600)).toBe(true)
    expect(isHugeVolume(16_000, 1600)).toBe(false)
    expect(isHugeVolume(80_000, null)).toBe(false)
    expect(isHugeVolume(123_456_789, null)).toBe(true)
  })

  test('a corrected number ten times the book', () => {
    expect(countWarnings(43_600, 4360)).toEqual([{ about: 'count', typed: 43_600, expected: 4360 }])
    expect(countWarnings(4000, 4360)).toEqual([])
    expect(countWarnings(500, 0)).toEqual([])
  })

  test('450 tonnes in a cage for 32', () => {
    expect(densityWarnings(450_000 * KG, 1600, 20)).toEqual([{ about: 'density', percent: 1406.3 }])
    expect(densityWarnings(32_000 * KG, 1600, 20)).toEqual([])
  })

  test('a ration above 8 % of the biomass, or three times yesterday’s', () => {
    expect(rationWarnings(4000 * KG, 10_000 * KG, 40 * KG, settings)).toEqual([{ about: 'ration', percent: 40 }])
    expect(rationWarnings(130 * KG, 10_000 * KG, 40 * KG, settings)).toEqual([{ about: 'feed', times: 3.3 }])
    expect(rationWarnings(120 * KG, 10_000 * KG, 40 * KG, settings)).toEqual([])
    expect(rationWarnings(120 * KG, 10_000 * KG, null, settings)).toEqual([])
  })
})
