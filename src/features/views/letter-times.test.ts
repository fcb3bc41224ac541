import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastMoment, nextMoment, type Times } from './letter-times.contract'

test.each<[Times, string, string, string]>([
  [{ every: 'day', day: 1, hour: 8 }, '2026-11-26T07:59', '2026-11-25T08:00', '2026-11-26T08:00'],
  [{ every: 'day', day: 1, hour: 8 }, '2026-11-26T08:00', '2026-11-26T08:00', '2026-11-27T08:00'],
  // the 26th is a Thursday
  [{ every: 'week', day: 1, hour: 9 }, '2026-11-26T10:00', '2026-11-23T09:00', '2026-11-30T09:00'],
  [{ every: 'week', day: 4, hour: 9 }, '2026-11-26T08:00', '2026-11-19T09:00', '2026-11-26T09:00'],
  [{ every: 'month', day: 31, hour: 0 }, '2026-03-01T00:00', '2026-02-28T00:00', '2026-03-31T00:00'],
  [{ every: 'month', day: 31, hour: 7 }, '2026-02-28T06:59', '2026-01-31T07:00', '2026-02-28T07:00'],
  [{ every: 'month', day: 1, hour: 23 }, '2026-01-01T22:00', '2025-12-01T23:00', '2026-01-01T23:00'],
])('%j at %s: last %s, next %s', (times, now, last, next) => {
  expect([lastMoment(times, now), nextMoment(times, now)]).toEqual([last, next])
})

test('the next moment after the last one is never passed over', () => {
  const times = fc.record({
    every: fc.constantFrom('day', 'week', 'month'),
    day: fc.integer({ min: 1, max: 7 }),
    hour: fc.integer({ min: 0, max: 23 }),
  })
  const moment = fc
    .integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) })
    .map((ms) => new Date(ms).toISOString().slice(0, 16))
  fc.assert(
    fc.property(times, moment, (own, now) => {
      const [last, next] = [lastMoment(own as Times, now), nextMoment(own as Times, now)]
      expect(last <= now && now < next).toBe(true)
      expect(nextMoment(own as Times, last)).toBe(next)
    }),
  )
})
