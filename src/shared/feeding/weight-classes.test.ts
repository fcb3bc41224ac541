import { describe, expect, it } from 'vitest'
import { classBounds, massWithin, normalShare } from './weight-classes'

describe('classes of weight', () => {
  it('hold all of the biomass between them', () => {
    const bounds = classBounds([0.3, 1.1])
    const shares = bounds.map((from, index) => massWithin(1.1, from, bounds[index + 1] ?? Infinity))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
    expect(shares.every((share) => share >= 0)).toBe(true)
  })

  it('of a quarter about the average: heavy fish have more than their number', () => {
    // half of the fish are below the average, and Φ(0) − 0.25·φ(0) of the biomass
    expect(massWithin(1, 0, 1)).toBeCloseTo(0.5 - 0.25 * 0.3989423, 6)
    expect(massWithin(1, 1, Infinity)).toBeCloseTo(0.5 + 0.25 * 0.3989423, 6)
    expect(normalShare(1.96)).toBeCloseTo(0.9750021, 6)
    expect(normalShare(-1)).toBeCloseTo(0.1586553, 6)
  })

  it('are of round widths, fourteen at most', () => {
    expect(classBounds([0.5])).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7])
    expect(classBounds([2]).length).toBeLessThanOrEqual(14)
    expect(classBounds([])).toEqual([0])
  })
})
