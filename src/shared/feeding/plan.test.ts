import { describe, expect, test } from 'vitest'
import { companySettings } from '../settings'
import type { Season } from './norm'
import { differ, reasonFor, recalculate, stockAfter } from './plan'

const M = 1_000_000
const settings = companySettings.parse({})
const rules = { matching: 'nearest' as const, water: settings }
const season: Season = {
  from: { day: 1, month: 1 },
  to: { day: 31, month: 12 },
  temperatures: [6, 10],
  coefficients: [1.1 * M, M],
  rows: [{ min: 100_000, max: 500_000, fcr: 1.05 * M, rates: [0.8 * M, 1.5 * M] }],
}
const situation = { day: '2026-11-20', temperature: 10 * M, coefficient: M, oxygen: null }
const kg = (mg: number) => Math.round(mg) / M

test('three days of a plan are those of the exact vectors', () => {
  let stock = { count: 10_000, mass: 2000 * M }
  const days = [0, 1, 2].map(() => {
    const reason = reasonFor([season], stock, situation, rules)!
    const { ration } = recalculate(stock.mass, 0, reason)
    const { growth, growthOfRation } = recalculate(stock.mass, ration, reason)
    expect(growth).toBe(growthOfRation)
    stock = stockAfter([{ count: stock.count, weight: stock.mass, growth }])
    return [kg(ration), kg(growth), kg(stock.mass / stock.count)]
  })
  expect(days).toEqual([
    [30, 28.571429, 0.202857],
    [30.428571, 28.979592, 0.205755],
    [30.863265, 29.393586, 0.208694],
  ])
})

test('a colder column has its rate and its coefficient; what is fed by hand grows by the same', () => {
  const stock = { count: 10_000, mass: 2000 * M }
  const reason = reasonFor([season], stock, { ...situation, temperature: 6 * M }, rules)!
  const { ration, growth, growthOfRation } = recalculate(stock.mass, 20 * M, reason)
  expect([kg(ration), kg(growthOfRation), kg(growth)]).toEqual([16, 13.852814, 17.316017])
  expect(reason).toMatchObject({ column: 6, min: 100_000, max: 500_000, rate: 0.8 * M, temperatureFcr: 1.1 * M })
})

describe('a ration', () => {
  const stock = { count: 1000, mass: 200 * M }
  const rationWith = (more: object, own = rules) =>
    kg(recalculate(stock.mass, 0, reasonFor([season], stock, { ...situation, ...more }, own)!).ration)

  test('has the coefficient of the calculation', () => {
    expect(rationWith({ coefficient: 0.8 * M })).toBe(2.4)
  })

  test('shrinks with the oxygen, and says why', () => {
    // 10 °C: danger 50.5 %, attention 60.5 %
    expect(rationWith({ oxygen: { value: 55.5 * M, unit: '%' } })).toBe(1.5)
    const reason = reasonFor([season], stock, { ...situation, oxygen: { value: 40 * M, unit: '%' } }, rules)!
    expect([reason.share, reason.reasons.length]).toEqual([0, 1])
  })

  test('is not known for fish outside of all rows, nor out of season', () => {
    expect(reasonFor([season], { count: 1, mass: 600_000 }, situation, rules)).toBeNull()
    expect(reasonFor([], stock, situation, rules)).toBeNull()
    const up = { ...rules, matching: 'round_up' as const }
    expect(reasonFor([season], stock, { ...situation, temperature: 10.1 * M }, up)).toBeNull()
  })
})

test('two feeds of a day add their growth; without growth fish stay as they are', () => {
  const day = { count: 100, weight: 20 * M }
  expect(
    stockAfter([
      { ...day, growth: M },
      { ...day, growth: 2 * M },
    ]),
  ).toEqual({ count: 100, mass: 23 * M })
  expect(stockAfter([{ ...day, growth: null }])).toEqual({ count: 100, mass: 20 * M })
})

test('kilograms differ when their two decimals do', () => {
  expect([differ(1_004_000, M), differ(1_005_000, M), differ(30_428_571, 30_430_000)]).toEqual([false, true, false])
})
