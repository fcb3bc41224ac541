import { describe, expect, test } from 'vitest'
import { LADOGA } from '../settings'
import { climateOn } from '../feeding/climatology'
import { daysUntil, degreeDays, freeOn, isOpenOn, LONGEST_DAYS, periodOf } from './withdrawal-period'

const always = (celsius: number) => () => celsius * 1_000_000

test('a medicine that names no period has 500 degree-days, one that names something has that alone', () => {
  expect(periodOf({ days: null, degree_days: null })).toEqual({ days: 0, degree_days: 500 })
  expect(periodOf({ days: 7, degree_days: null })).toEqual({ days: 7, degree_days: 0 })
  expect(periodOf({ days: null, degree_days: 30 })).toEqual({ days: 0, degree_days: 30 })
})

describe('the fish are free', () => {
  test('so many days after the treatment', () => {
    expect(freeOn('2026-11-01', { days: 5, degree_days: 0 }, always(0))).toBe('2026-11-06')
  })

  test('when the days after the treatment have gathered the warmth, the day of it not counted', () => {
    expect(freeOn('2026-11-01', { days: 0, degree_days: 50 }, always(10))).toBe('2026-11-06')
    expect(freeOn('2026-11-01', { days: 0, degree_days: 51 }, always(10))).toBe('2026-11-07')
  })

  test('by the later of both', () => {
    expect(freeOn('2026-11-01', { days: 8, degree_days: 50 }, always(10))).toBe('2026-11-09')
    expect(freeOn('2026-11-01', { days: 3, degree_days: 50 }, always(10))).toBe('2026-11-06')
  })

  test('at once after a medicine whose period is nothing', () => {
    const free = freeOn('2026-11-01', { days: 0, degree_days: 0 }, always(10))
    expect([free, isOpenOn(free, '2026-11-01')]).toEqual(['2026-11-01', false])
  })

  test('nobody knows when in water that never warms', () => {
    expect(freeOn('2026-11-01', { days: 0, degree_days: 1 }, always(-1))).toBeNull()
    expect(isOpenOn(null, '2030-01-01')).toBe(true)
  })

  test('by the usual water of the lake not before the next summer', () => {
    const free = freeOn('2026-11-20', { days: 0, degree_days: 500 }, (day) => climateOn(day, LADOGA))
    expect(free! > '2027-06-01' && free! < '2027-07-15').toBe(true)
  })

  test('at the latest after the longest period that is looked at', () => {
    expect(freeOn('2026-01-01', { days: LONGEST_DAYS, degree_days: 0 }, always(0))).toBe('2028-01-01')
  })
})

test('degree-days are those of the days after, up to and with the last; frost takes nothing away', () => {
  const days: Record<string, number> = { '2026-11-02': 4, '2026-11-03': -1, '2026-11-04': 2.5 }
  expect(degreeDays('2026-11-01', '2026-11-04', (day) => days[day]! * 1_000_000)).toBe(6_500_000)
  expect(degreeDays('2026-11-01', '2026-11-01', always(9))).toBe(0)
})

test('days are left until the first free day', () => {
  expect(daysUntil('2026-11-06', '2026-11-01')).toBe(5)
  expect(daysUntil('2026-11-06', '2026-11-09')).toBe(0)
  expect(daysUntil(null, '2026-11-09')).toBeNull()
})
