import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { climateOn } from './climatology'
import { LADOGA, type Matching } from '../settings'
import { columnFor, fcrTable, type Norm, normFor, rowFor, type Season, seasonOn } from './norm'
import { bookedGain, feedDay, gainOf, rationOf, type Stock } from './ration'

const M = 1_000_000
const kg = (mg: number) => Math.round(mg) / M

/** Leitritz & Lewis 1980, trout: % of biomass a day at even °C from 2 to 20, by grams. */
const LEITRITZ: [min: number, max: number, rates: number[]][] = [
  [5.1, 12, [1.3, 1.7, 1.9, 2.2, 2.7, 3.0, 3.5, 4.1, 4.7, 5.5]],
  [12, 23, [1.0, 1.3, 1.4, 1.7, 2.0, 2.3, 2.6, 3.1, 3.5, 4.0]],
  [23, 39.1, [0.8, 0.9, 1.2, 1.4, 1.7, 1.9, 2.1, 2.5, 2.8, 3.2]],
]

const season: Season = {
  from: { day: 1, month: 11 },
  to: { day: 31, month: 3 },
  temperatures: [2, 4, 6, 8, 10, 12, 14, 16, 18, 20],
  coefficients: [1.3, 1.2, 1.1, 1.05, 1, 1, 1, 1, 1.1, 1.3].map((value) => Math.round(value * M)),
  rows: LEITRITZ.map(([min, max, rates]) => ({
    min: Math.round(min * 1000),
    max: Math.round(max * 1000),
    fcr: 1.05 * M,
    rates: rates.map((rate) => Math.round(rate * M)),
  })),
}
const look = (grams: number, degrees: number, matching: Matching = 'nearest', day = '2026-12-01') =>
  normFor([season], { day, mass: grams * 1000, count: 1, temperature: degrees * M, matching })?.rate

describe('a norm is found', () => {
  test('by the row whose range holds the average, and the column that the company’s matching says', () => {
    expect(look(20, 10)).toBe(2.0 * M)
    expect(look(12, 12)).toBe(2.3 * M)
    expect(look(11.999, 12)).toBe(3.0 * M)
    expect([look(20, 9.1), look(20, 9), look(20, 8.9)]).toEqual([2.0 * M, 1.7 * M, 1.7 * M])
    expect([look(20, 8.1, 'round_up'), look(20, 8, 'round_up')]).toEqual([2.0 * M, 1.7 * M])
    expect([look(20, 9.9, 'round_down'), look(20, 10, 'round_down')]).toEqual([1.7 * M, 2.0 * M])
  })

  test('up to the last row’s own bound, and no further', () => {
    expect(look(39.1, 10)).toBe(1.7 * M)
    expect(look(39.101, 10)).toBeUndefined()
    expect(look(5.099, 10)).toBeUndefined()
  })

  test('beyond the outermost columns by the nearest of them, not by rounding that way', () => {
    expect([look(20, -1), look(20, 25)]).toEqual([1.0 * M, 4.0 * M])
    expect([look(20, -1, 'round_up'), look(20, 20.1, 'round_up')]).toEqual([1.0 * M, undefined])
    expect([look(20, 25, 'round_down'), look(20, 1.9, 'round_down')]).toEqual([4.0 * M, undefined])
  })

  test('in the season of the day, which may go over New Year', () => {
    const summer: Season = { ...season, from: { day: 1, month: 4 }, to: { day: 31, month: 10 } }
    const [first, second] = [seasonOn([season, summer], '2026-11-01'), seasonOn([season, summer], '2027-03-31')]
    expect([first, second]).toEqual([season, season])
    expect(seasonOn([season, summer], '2026-04-01')).toBe(summer)
    expect(seasonOn([season], '2026-07-01')).toBeNull()
  })

  test('for counts and masses beyond what a float could compare', () => {
    const rows = [
      { min: 0, max: 9_000_000 },
      { min: 9_000_000, max: 9_000_001 },
    ]
    const count = 999_999_999
    expect(rowFor(rows, 9_000_000 * count - 1, count)).toBe(rows[0])
    expect(rowFor(rows, 9_000_000 * count, count)).toBe(rows[1])
    expect(rowFor(rows, 9_000_001 * count, count)).toBe(rows[1])
    expect(rowFor(rows, 9_000_001 * count + 1, count)).toBeNull()
  })
})

test('the nearest column is the one with the least distance, the lower of two', () => {
  const columns = fc.uniqueArray(fc.integer({ min: -2, max: 35 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(columns, fc.integer({ min: -5 * M, max: 40 * M }), (some, temperature) => {
      const sorted = [...some].sort((a, b) => a - b)
      const distance = (column: number) => Math.abs(column * M - temperature)
      const best = sorted.reduce((a, b) => (distance(b) < distance(a) ? b : a))
      expect(sorted[columnFor(sorted, temperature, 'nearest')!]).toBe(best)
    }),
  )
})

describe('ration and gain', () => {
  const norm: Norm = { rate: 1.5 * M, fcr: 1.05 * M, coefficient: M }

  test('of three days without rounding between them', () => {
    let stock: Stock = { count: 10_000, mass: 2000 * M }
    const days = [1, 2, 3].map(() => {
      const { ration, gain, after } = feedDay(stock, norm)
      stock = after
      return [kg(ration), kg(gain), kg(after.mass / after.count)]
    })
    expect(days).toEqual([
      [30, 28.571429, 0.202857],
      [30.428571, 28.979592, 0.205755],
      [30.863265, 29.393586, 0.208694],
    ])
  })

  test('in cold water, where a kilogram of growth takes more feed', () => {
    const ration = rationOf(2000 * M, 0.8 * M)
    expect([kg(ration), kg(gainOf(ration, { fcr: 1.05 * M, coefficient: 1.1 * M }))]).toEqual([16, 13.852814])
    expect(bookedGain(16 * M, { fcr: 1.05 * M, coefficient: 1.1 * M })).toBe(13_852_814)
  })

  test('with the calculation’s coefficient', () => {
    expect(kg(rationOf(2000 * M, 1.5 * M, 0.8 * M))).toBe(24)
  })

  test('are no growth, never a division by zero, where a coefficient is 0', () => {
    for (const zero of [
      { fcr: 0, coefficient: M },
      { fcr: M, coefficient: 0 },
    ])
      expect([gainOf(30 * M, zero), bookedGain(30 * M, zero)]).toEqual([0, 0])
  })

  test('booked to a whole milligram, half up, as far as numbers go', () => {
    const amount = fc.integer({ min: 0, max: 10 ** 12 })
    const ratio = fc.integer({ min: 1, max: 999 * M })
    fc.assert(
      fc.property(amount, ratio, ratio, (fed, fcr, coefficient) => {
        const by = BigInt(fcr) * BigInt(coefficient)
        const exact = (BigInt(fed) * 10n ** 12n * 2n + by) / (by * 2n)
        // beyond what a group may hold the ledger refuses, so the nearest number will do
        expect(bookedGain(fed, { fcr, coefficient })).toBe(Number(exact))
      }),
    )
  })
})

test('the column that a feeding carries picks the coefficients it grows by', () => {
  expect(fcrTable([season], '2026-12-01', 6)).toEqual({ rows: season.rows, coefficient: 1.1 * M })
  expect(fcrTable([season], '2026-12-01', 7)).toBeNull()
  expect(fcrTable([season], '2026-12-01', null)).toBeNull()
  expect(fcrTable([season], '2026-07-01', 6)).toBeNull()
})

test('the lake’s usual temperature is a month’s own at its middle and between them a straight line', () => {
  expect(climateOn('2026-08-15', LADOGA)).toBe(15.7 * M)
  expect(climateOn('2026-12-31', LADOGA)).toBe(Math.round((2 + (0.7 - 2) * (16 / 31)) * M))
  expect(climateOn('2027-01-01', LADOGA)).toBe(Math.round((2 + (0.7 - 2) * (17 / 31)) * M))
  expect(climateOn('2026-05-01', [0, 0, 0, 10, 30, 0, 0, 0, 0, 0, 0, 0])).toBe(Math.round((10 + 20 * (16 / 30)) * M))
})
