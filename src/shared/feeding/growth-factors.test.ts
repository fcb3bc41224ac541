import { describe, expect, it } from 'vitest'
import { classOf, correctedCoefficient, factorOf, type WeighedSpan } from './growth-factors'

const span = (factor: number, booked = 50, sample: number | null = null): WeighedSpan => ({
  from: { weight: 100, sample },
  to: { weight: 100 + booked * factor, sample },
  booked,
})

describe('the growth factor', () => {
  it('is the observed gain over the booked, exact spans counting more', () => {
    expect(factorOf([span(1.2), span(1.2)]).factor).toBeCloseTo(1.2, 12)
    const { factor } = factorOf([span(1.3, 200), span(1, 10)])
    expect(factor).toBeGreaterThan(1.28)
    expect(factor).toBeLessThan(1.3)
  })

  it('is offered when 1 lies outside its band and three spans say so', () => {
    // one span: errors of 5 % of 100 and of 190 g over 60 g
    const one = factorOf([span(1.5, 60)])
    expect(one.high - one.factor).toBeCloseTo((1.6448536 * Math.hypot(5, 9.5)) / 60, 6)
    expect(one.offered).toBe(false)
    expect(factorOf([span(1.5, 60), span(1.5, 60)]).offered).toBe(false)
    expect(factorOf([span(1.5, 60), span(1.5, 60), span(1.5, 60)]).offered).toBe(true)
    expect(factorOf([span(1.05), span(1.05), span(1.05)]).offered).toBe(false)
  })

  it('is not offered where spans contradict each other, or where it cannot be growth', () => {
    expect(factorOf([span(0.6, 100), span(1.3, 100), span(2.2, 100)]).offered).toBe(false)
    expect(factorOf([span(3, 100), span(3, 100), span(3, 100)]).offered).toBe(false)
  })

  it('makes fish that do better need less feed', () => {
    expect(correctedCoefficient(1_100_000, 1.15)).toBe(957_000)
    expect(correctedCoefficient(1_000_000, 0.8)).toBe(1_250_000)
  })

  it('is of cold, mild or warm water', () => {
    expect([7.9, 8, 14, 14.1].map(classOf)).toEqual(['cold', 'mild', 'mild', 'warm'])
  })
})
