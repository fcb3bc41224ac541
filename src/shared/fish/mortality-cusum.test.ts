import { describe, expect, test } from 'vitest'
import { addDays } from '../dates'
import { controlOf } from './mortality-cusum'

/** So many dead a day, of 10 000 fish unless said otherwise. */
const days = (dead: readonly number[], count = 10_000) =>
  dead.map((one, place) => ({ day: addDays('2026-06-01', place), dead: one, count }))
const many = (length: number, dead: number) => Array<number>(length).fill(dead)
const signals = (dead: readonly number[], count?: number) =>
  controlOf(days(dead, count)).flatMap(({ signal }, place) => (signal ? [[place, signal]] : []))

describe('worked by hand', () => {
  // usual 1 a day: √1.375 = 1.172604, MAD 0, so the least deviation of 0.5
  test('a day far above the usual rings at once', () => {
    const control = controlOf(days([...many(20, 1), 13]))
    // (√13.375 − √1.375) / 0.5 − 1 = (3.657185 − 1.172604) / 0.5 − 1
    expect(control[20]!.score).toBeCloseTo(3.969162, 5)
    expect(control[20]!.signal).toBe(null)
    // (√14.375 − √1.375) / 0.5 − 1 = 4.237668
    const next = controlOf(days([...many(20, 1), 14]))
    expect(next[20]).toMatchObject({ signal: 'sum', usual: 1 })
    expect(next[20]!.score).toBeCloseTo(4.237668, 5)
  })

  test('a smaller rise adds up, day after day', () => {
    // 5 a day: (√5.375 − √1.375) / 0.5 − 1 = 1.292189 a day: 5.168757 on the fourth
    expect(signals([...many(20, 1), ...many(4, 5)])).toEqual([[23, 'sum']])
    // what rang is watched anew: four more days until it rings again
    expect(signals([...many(20, 1), ...many(7, 5)])).toEqual([[23, 'sum']])
  })

  test('the deviation is 1.4826 · MAD where the cage is restless', () => {
    // roots of 4 and 16: 2.091650 and 4.046603; median 3.069127, MAD 0.977477, deviation 1.449207
    const control = controlOf(days([...Array.from({ length: 32 }, (_, place) => (place % 2 ? 16 : 4)), 0, 0, 60]))
    // two days without losses empty the sum; (√60.375 − 3.069127) / 1.449207 − 1
    expect(control[34]!.score).toBeCloseTo(2.243847, 4)
  })
})

test('nothing rings before there are fourteen days to compare with, but for the hard line', () => {
  expect(signals([...many(13, 1), 0, 0, 30, 0])).toEqual([])
  expect(signals([...many(13, 1), 50])).toEqual([[13, 'line']])
})

test('fewer than five fish ring nothing, whatever share they are', () => {
  expect(signals([...many(30, 0), 4], 100)).toEqual([])
  expect(signals([...many(30, 0), 5], 100)).toEqual([[30, 'line']])
})

test('the hard line is half a per cent a day', () => {
  const restless = Array.from({ length: 60 }, (_, place) => (place % 2 ? 49 : 40))
  expect(signals(restless)).toEqual([])
  expect(signals([...restless, 50])).toEqual([[60, 'line']])
})

test('an outbreak does not become usual at once: three days before are left out, and a median is slow', () => {
  const control = controlOf(days([...many(31, 2), ...many(10, 40)]))
  expect(control.slice(31).every(({ signal }) => signal === 'sum')).toBe(true)
  expect(control.at(-1)!.usual).toBeCloseTo(2)
})

test('what was long ago is forgotten', () => {
  // 28 days of 20 after a month of none: the baseline ends three days ago
  expect(controlOf(days([...many(40, 0), ...many(31, 20)])).at(-1)!.usual).toBeCloseTo(20)
})

test('median and scatter of any numbers are those of a sort', () => {
  let seed = 7
  const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647
  const dead = Array.from({ length: 200 }, () => Math.floor(chance() * 40))
  const middle = (values: number[]) => {
    const sorted = values.toSorted((one, other) => one - other)
    const half = sorted.length >> 1
    return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
  }
  let sum = 0
  for (const [place, { score, usual, signal }] of controlOf(days(dead)).entries()) {
    const window = dead.slice(Math.max(0, place - 30), Math.max(0, place - 2)).map((one) => Math.sqrt(one + 0.375))
    if (window.length < 14) continue
    const median = middle(window)
    const mad = middle(window.map((value) => Math.abs(value - median)))
    const expected = Math.max(0, sum + (Math.sqrt(dead[place]! + 0.375) - median) / Math.max(0.5, mad * 1.4826) - 1)
    expect(score).toBeCloseTo(expected, 9)
    expect(usual).toBeCloseTo(Math.max(0, median ** 2 - 0.375), 9)
    sum = signal ? 0 : score
  }
})
