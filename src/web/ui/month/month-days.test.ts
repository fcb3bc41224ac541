import { describe, expect, test } from 'vitest'
import { dayByKey, shiftMonth, weeksOf } from './month-days'

describe('the weeks of a month', () => {
  test('begin on Monday and hold the whole month', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks).toHaveLength(6)
    expect(weeks[0]).toEqual([
      '2026-10-26',
      '2026-10-27',
      '2026-10-28',
      '2026-10-29',
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
    ])
    expect(weeks.at(-1)!.at(-1)).toBe('2026-12-06')
  })
  test('are four when February begins on a Monday', () => {
    expect(weeksOf('2027-02').flat()).toHaveLength(28)
  })
})

test('a month later or earlier crosses the year', () => {
  expect(shiftMonth('2026-12', 1)).toBe('2027-01')
  expect(shiftMonth('2026-01', -1)).toBe('2025-12')
})

describe('from a day', () => {
  const today = '2026-11-20'
  test.each([
    ['ArrowLeft', '2026-11-18'],
    ['ArrowUp', '2026-11-12'],
    ['Home', '2026-11-16'],
    ['PageUp', '2026-10-19'],
    // days to come are shut
    ['End', '2026-11-20'],
    ['ArrowDown', '2026-11-20'],
    ['PageDown', '2026-11-20'],
    ['a', null],
  ])('%s leads to %s', (key, to) => expect(dayByKey(key, '2026-11-19', today)).toBe(to))
  test('the 31st of a shorter month is its last day', () => {
    expect(dayByKey('PageUp', '2026-10-31', today)).toBe('2026-09-30')
  })
})
