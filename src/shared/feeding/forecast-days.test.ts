import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../dates'
import { MATCHINGS, type Matching } from '../settings'
import { type DayTerms, forecastDays } from './forecast-days'
import type { Season } from './norm'

const M = 1_000_000
const kg = (mg: number) => Math.round(mg) / M

const wholeYear = (rates: number[], more: Partial<Season> = {}): Season => ({
  from: { day: 1, month: 1 },
  to: { day: 31, month: 12 },
  temperatures: rates.map((_, index) => index * 2),
  coefficients: rates.map(() => M),
  rows: [{ min: 100_000, max: 250_000, fcr: 1.05 * M, rates: rates.map((rate) => rate * M) }],
  ...more,
})
const days = (many: number, seasons: Season[] | null, more: Partial<DayTerms> = {}): DayTerms[] =>
  Array.from({ length: many }, (_, index) => ({
    day: addDays('2026-12-30', index),
    seasons,
    temperature: 6 * M,
    coefficient: M,
    ...more,
  }))

test('each day is fed by what the days before have made of the fish', () => {
  const found = forecastDays({ count: 10_000, mass: 2000 * M }, days(3, [wholeYear([1, 1, 1, 1.5])]), 'nearest')
  expect(found.map(({ before, ration, gain }) => [kg(before.mass / before.count), kg(ration), kg(gain)])).toEqual([
    [0.2, 30, 28.571429],
    [0.202857, 30.428571, 28.979592],
    [0.205755, 30.863265, 29.393586],
  ])
  expect(found[0]!.norm).toEqual({ min: 100_000, max: 250_000, rate: 1.5 * M, fcr: 1.05 * M, coefficient: M })
})

test('a day without a norm is a day without food, and the fish stay what they are', () => {
  const grown = wholeYear([1, 1, 1, 1.5], {
    rows: [{ min: 100_000, max: 202_000, fcr: M, rates: Array(4).fill(1.5 * M) }],
  })
  const stock = { count: 10_000, mass: 2000 * M }
  // the first day takes them out of the only row
  expect(forecastDays(stock, days(3, [grown]), 'nearest').map(({ ration }) => kg(ration))).toEqual([30, 0, 0])
  for (const terms of [days(2, null), days(2, []), days(2, [grown], { temperature: null })])
    expect(forecastDays(stock, terms, 'nearest')).toEqual(
      Array(2).fill({ before: stock, norm: null, ration: 0, gain: 0 }),
    )
  const fasting = forecastDays(stock, days(2, [grown], { coefficient: 0 }), 'nearest')
  expect(fasting.map(({ ration, before }) => [ration, before.mass])).toEqual(Array(2).fill([0, 2000 * M]))
})

/** As one would do it with a table and a pocket calculator. */
function byHand(mass: number, count: number, terms: DayTerms[], matching: Matching): number[] {
  const masses: number[] = []
  for (const { day, seasons, temperature, coefficient } of terms) {
    const date = Number(day.slice(5, 7)) * 100 + Number(day.slice(8))
    const season = seasons?.find(({ from, to }) => {
      const [first, last] = [from.month * 100 + from.day, to.month * 100 + to.day]
      return first <= last ? date >= first && date <= last : date >= first || date <= last
    })
    let best = -1
    for (const [index, column] of (season?.temperatures ?? []).entries()) {
      const off = column - temperature! / M
      const better = best < 0 || Math.abs(off) < Math.abs(season!.temperatures[best]! - temperature! / M)
      if (matching === 'nearest' && better) best = index
      if (matching === 'round_down' && off <= 0) best = index
      if (matching === 'round_up' && off >= 0 && best < 0) best = index
    }
    const average = mass / count
    const row = season?.rows.find(
      ({ min, max }, index) =>
        average >= min && (average < max || (index === season.rows.length - 1 && average === max)),
    )
    if (row && best >= 0) {
      const ration = mass * (row.rates[best]! / M / 100) * (coefficient / M)
      const fcr = (row.fcr / M) * (season!.coefficients[best]! / M)
      mass += fcr === 0 ? 0 : ration / fcr
    }
    masses.push(mass)
  }
  return masses
}

const rate = fc.integer({ min: 0, max: 8 * M })
const season = fc
  .record({
    temperatures: fc.uniqueArray(fc.integer({ min: -2, max: 25 }), { minLength: 1, maxLength: 6 }),
    bounds: fc.uniqueArray(fc.integer({ min: 1000, max: 900_000 }), { minLength: 2, maxLength: 6 }),
    fcr: fc.integer({ min: 0, max: 3 * M }),
    coefficient: fc.constantFrom(0, M, 1.2 * M),
    rates: fc.array(rate, { minLength: 36, maxLength: 36 }),
    from: fc.record({ day: fc.integer({ min: 1, max: 28 }), month: fc.integer({ min: 1, max: 12 }) }),
    to: fc.record({ day: fc.integer({ min: 1, max: 28 }), month: fc.integer({ min: 1, max: 12 }) }),
  })
  .map(({ temperatures, bounds, rates, fcr, coefficient, from, to }): Season => {
    const [columns, weights] = [temperatures.sort((a, b) => a - b), bounds.sort((a, b) => a - b)]
    return {
      from,
      to,
      temperatures: columns,
      coefficients: columns.map(() => coefficient),
      rows: weights.slice(1).map((max, row) => ({
        min: weights[row]!,
        max,
        fcr,
        rates: columns.map((_, column) => rates[row * 6 + column]!),
      })),
    }
  })

test('months of it are the same by hand', () => {
  fc.assert(
    fc.property(
      fc.array(season, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(fc.integer({ min: -2 * M, max: 27 * M }), fc.integer({ min: 0, max: 2 * M })), {
        maxLength: 60,
      }),
      fc.integer({ min: 1, max: 200_000 }),
      fc.integer({ min: 1000, max: 800_000 }),
      fc.constantFrom(...MATCHINGS),
      (seasons, water, count, average, matching) => {
        const terms = water.map(([temperature, coefficient], index) => ({
          day: addDays('2026-11-20', index * 5),
          seasons,
          temperature,
          coefficient,
        }))
        const found = forecastDays({ count, mass: count * average }, terms, matching)
        const masses = found.map(({ before, gain }) => before.mass + gain)
        for (const [index, mass] of byHand(count * average, count, terms, matching).entries())
          expect(masses[index]! / mass).toBeCloseTo(1, 9)
      },
    ),
  )
})
