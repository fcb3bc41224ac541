import { describe, expect, test } from 'vitest'
import { costliestFirst, costOf, expectedBand, type ExpectedFish, percentOf } from './expected-weight'
import { bandOf, firstEstimate, UNKNOWN_SAMPLE } from './weight-filter'

const KG = 1_000_000
const fish = (count: number, grams: number, more: Partial<ExpectedFish> = {}): ExpectedFish => ({
  generation_id: 1,
  age_category_id: 1,
  count,
  root: Math.cbrt(grams),
  variance: 0,
  widening: 1,
  ...more,
})

describe('the band of a cage', () => {
  test('is that of the filter, in milligrams of one fish', () => {
    const estimate = firstEstimate(400, UNKNOWN_SAMPLE)
    const { weight, low, high } = bandOf(estimate, 0.9)
    const band = expectedBand([fish(1000, 400, { variance: estimate.rootVariance })])!
    expect(band).toEqual({
      weight: Math.round(weight * 1000),
      low: Math.round(low * 1000),
      high: Math.round(high * 1000),
    })
    // two errors of 5 %: √2 · 5 % · 1.645
    expect(percentOf(band)).toBeCloseTo(11.6, 1)
  })

  test('of several groups lies between theirs as their fish do', () => {
    const [small, large] = [fish(3000, 200), fish(1000, 600)]
    const [one, other, both] = [expectedBand([small])!, expectedBand([large])!, expectedBand([small, large])!]
    expect(both.weight).toBe(300_000)
    expect(both.low).toBeCloseTo((one.low * 3 + other.low) / 4, -1)
    expect(expectedBand([])).toBeNull()
    expect(expectedBand([fish(0, 200)])).toBeNull()
  })

  test('is wider for a small sample, and no narrower for a large catch', () => {
    const width = (sample: number | null) => percentOf(expectedBand([fish(1000, 400)], 0.99, sample)!)
    expect(width(4)).toBeGreaterThan(width(null) * 2)
    expect(width(100_000)).toBe(width(null))
  })
})

describe('what half a band costs', () => {
  const band = { weight: 400_000, low: 364_000, high: 436_000 }
  const row = (count: number, fcr: number | null = null, price: number | null = null) => ({ count, band, fcr, price })

  test('is its biomass, and the feed that grew it', () => {
    expect(percentOf(band)).toBe(9)
    expect(costOf(row(34_444, 1.2 * KG, 150_00))).toEqual({ mass: 1_239_984_000, money: 22_319_712 })
    expect(costOf(row(34_444, null, 150_00)).money).toBeNull()
    expect(costOf(row(34_444, 1.2 * KG)).money).toBeNull()
  })

  test('comes first by money where it is known of all, else by biomass', () => {
    const [many, dear] = [row(3000, KG, 100), row(2000, KG, 200)]
    expect(costliestFirst([many, dear])).toEqual([dear, many])
    const unknown = row(1, null, 200)
    expect(costliestFirst([unknown, dear, many])).toEqual([many, dear, unknown])
  })
})
