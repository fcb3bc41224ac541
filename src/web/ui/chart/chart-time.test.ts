import { describe, expect, test } from 'vitest'
import { atOf, momentsOf, msOf, nearestIndex, pointNear, saidAt, ticksOf, tickText, withGaps } from './chart-time'

const HOUR = 3_600_000
const daily = (...days: number[]) =>
  days.map((day) => ({ at: `2026-11-${String(day).padStart(2, '0')}T08:00`, value: day }))
const line = (key: string, points: ReturnType<typeof daily>) =>
  ({ key, name: key, side: 'left', shade: 0, points }) as const

test('a farm instant keeps its digits on the axis, whatever the zone of the device', () => {
  expect(atOf(msOf('2026-11-20T08:30'))).toBe('2026-11-20T08:30')
  expect(msOf('2026-11-20T08:30')).toBe(Date.UTC(2026, 10, 20, 8, 30))
})

test('moments of all lines come once, in order', () => {
  const moments = momentsOf([line('a', daily(3, 5)), line('b', daily(1, 3))])
  expect(moments.map(atOf)).toEqual(['2026-11-01T08:00', '2026-11-03T08:00', '2026-11-05T08:00'])
})

describe('the nearest moment', () => {
  const moments = [10, 20, 40]
  test.each([
    [-5, 0],
    [14, 0],
    [16, 1],
    [29, 1],
    [31, 2],
    [99, 2],
  ])('of %i is number %i', (ms, index) => expect(nearestIndex(moments, ms)).toBe(index))
  test('of nothing is none', () => expect(nearestIndex([], 5)).toBe(-1))
})

test('a line says nothing of a time at which nobody measured', () => {
  const points = daily(1, 2)
  expect(pointNear(points, msOf('2026-11-02T19:00'))?.value).toBe(2)
  expect(pointNear(points, msOf('2026-11-04T08:00'))).toBe(null)
  expect(pointNear(points, msOf('2026-11-02T09:00'), 0)).toBe(null)
})

describe('a line', () => {
  test('of daily readings parts where days are missing', () => {
    expect(withGaps(daily(1, 2, 3, 12, 13)).map(([, value]) => value)).toEqual([1, 2, 3, null, 12, 13])
  })
  test('of weekly readings does not part between them', () => {
    expect(withGaps(daily(1, 8, 15, 22)).map(([, value]) => value)).toEqual([1, 8, 15, 22])
  })
})

describe('ticks', () => {
  const ticks = (from: string, to: string, most: number) => ticksOf(msOf(from), msOf(to), most).map(atOf)
  test('of a day stand at whole hours', () => {
    expect(ticks('2026-11-20T00:00', '2026-11-20T23:59', 4)).toEqual([
      '2026-11-20T00:00',
      '2026-11-20T06:00',
      '2026-11-20T12:00',
      '2026-11-20T18:00',
    ])
  })
  test('of a month stand at midnights, as far apart as there is room', () => {
    const month = ticks('2026-11-01T00:00', '2026-11-30T23:59', 6)
    expect(month.every((at) => at.endsWith('T00:00'))).toBe(true)
    expect(month).toHaveLength(6)
    expect(ticks('2026-11-01T00:00', '2026-11-30T23:59', 30)).toHaveLength(30)
  })
  test('of two years stand at the first of a month', () => {
    expect(ticks('2025-11-22T00:00', '2027-11-21T23:59', 5)).toEqual([
      '2026-01-01T00:00',
      '2026-07-01T00:00',
      '2027-01-01T00:00',
      '2027-07-01T00:00',
    ])
  })
  test('never are more than there is room for', () => {
    for (const days of [1, 2, 3, 10, 40, 100, 300, 365, 730, 3650]) {
      const to = atOf(msOf('2026-01-15T00:00') + days * 24 * HOUR)
      for (const most of [3, 5, 12]) expect(ticks('2026-01-15T00:00', to, most).length).toBeLessThanOrEqual(most + 1)
    }
  })
})

describe('a tick says', () => {
  const ms = msOf('2026-11-20T00:00')
  test('the hour, and the day at midnight', () => {
    expect(tickText(ms + 6 * HOUR, 6 * HOUR, 'ru')).toBe('06:00')
    expect(tickText(ms, 6 * HOUR, 'ru')).toBe('20.11')
    expect(tickText(ms, 5 * 24 * HOUR, 'ru')).toBe('20.11')
  })
  test('the month, and the year in January', () => {
    const month = 30 * 24 * HOUR
    expect(tickText(msOf('2026-11-01T00:00'), month, 'ru')).toBe('нояб')
    expect(tickText(msOf('2027-01-01T00:00'), month, 'ru')).toBe('2027')
  })
})

test('a moment is told by the day where a point is a day, else by the nearest reading', () => {
  const points = [
    { at: '2026-11-22T12:00', value: 22 },
    { at: '2026-11-23T12:00', value: 23 },
  ]
  const early = msOf('2026-11-23T04:00')
  expect(saidAt({ points, daily: true }, early)?.value).toBe(23)
  expect(saidAt({ points: points.slice(0, 1), daily: true }, early)).toBe(null)
  expect(saidAt({ points: points.slice(0, 1) }, early)?.at).toBe('2026-11-22T12:00')
})
