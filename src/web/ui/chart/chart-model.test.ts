import { describe, expect, test } from 'vitest'
import { atOf, momentsOf, msOf, nearestIndex, saidAt, tickText, withGaps } from './chart-model'
import { optionOf } from './chart-option'

const days = { from: '2026-11-01T00:00', to: '2026-11-30T23:59' }
const daily = (...days: number[]) =>
  days.map((day) => ({ at: `2026-11-${String(day).padStart(2, '0')}T08:00`, value: day }))
const line = (key: string, points: ReturnType<typeof daily>) =>
  ({ key, name: key, side: 'left', shade: 0, points }) as const

test('a farm instant keeps its digits on the axis, whatever the zone of the device', () => {
  expect(atOf(msOf('2026-11-20T08:30'))).toBe('2026-11-20T08:30')
  expect(msOf('2026-11-20T08:30')).toBe(Date.UTC(2026, 10, 20, 8, 30))
})

test('moments of all lines come once, in order', () => {
  const moments = momentsOf([line('a', daily(3, 5)), line('b', daily(1, 3))], days)
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
  const at = (instant: string) => saidAt({ points: daily(1, 2) }, msOf(instant), days)
  expect(at('2026-11-02T19:00')?.value).toBe(2)
  expect(at('2026-11-04T08:00')).toBe(null)
})

test('a balance holds until the next one, and is not parted', () => {
  const points = daily(1, 20)
  const at = (instant: string) => saidAt({ points, step: true, daily: true }, msOf(instant), days)
  expect(at('2026-11-19T23:00')?.value).toBe(1)
  expect(at('2026-11-21T08:00')?.value).toBe(20)
  expect(at('2026-10-31T08:00')).toBe(null)
  const option = optionOf([{ ...line('a', points), step: true }], days, { width: 400, language: 'ru' })
  expect(option).toMatchObject({ series: [{ step: 'end', data: [expect.anything(), expect.anything()] }] })
})

describe('a line', () => {
  test('of daily readings parts where days are missing', () => {
    expect(withGaps(daily(1, 2, 3, 12, 13)).map(([, value]) => value)).toEqual([1, 2, 3, null, 12, 13])
  })
  test('of weekly readings does not part between them', () => {
    expect(withGaps(daily(1, 8, 15, 22)).map(([, value]) => value)).toEqual([1, 8, 15, 22])
  })
})

test('a tick says the hour, at midnight the day, on the first the month, in January the year', () => {
  const says = (at: string) => tickText(msOf(at), 'ru')
  expect(says('2026-11-20T06:00')).toBe('06:00')
  expect(says('2026-11-20T00:00')).toBe('20.11')
  expect(says('2026-11-01T00:00')).toBe('нояб')
  expect(says('2027-01-01T00:00')).toBe('2027')
})

test('a moment is told by the day where a point is a day, else by the nearest reading', () => {
  const points = [
    { at: '2026-11-22T12:00', value: 22 },
    { at: '2026-11-23T12:00', value: 23 },
  ]
  const early = msOf('2026-11-23T04:00')
  expect(saidAt({ points, daily: true }, early, days)?.value).toBe(23)
  expect(saidAt({ points: points.slice(0, 1), daily: true }, early, days)).toBe(null)
  expect(saidAt({ points: points.slice(0, 1) }, early, days)?.at).toBe('2026-11-22T12:00')
})

describe('by categories', () => {
  const months = { categories: ['янв', 'фев', 'мар'] }
  const feed = (name: string, ...points: [string, number][]) => ({
    key: name,
    name,
    shade: 0,
    stack: 'feeds',
    points: points.map(([at, value]) => ({ at, value })),
  })
  const big = feed('8 мм', ['мар', 30], ['янв', 10])
  test('a bar stands in its category, and where there is none nothing is drawn', () => {
    const { series, xAxis } = optionOf([big, feed('6 мм', ['фев', 5])], months, { width: 600, language: 'ru' }) as {
      series: { type: string; stack: string; data: (number | null)[] }[]
      xAxis: { data: string[] }
    }
    expect(xAxis.data).toEqual(months.categories)
    expect(series.map(({ type, stack, data }) => [type, stack, data])).toEqual([
      ['bar', 'feeds', [10, null, 30]],
      ['bar', 'feeds', [null, 5, null]],
    ])
  })
  test('a moment is the category', () => {
    expect(momentsOf([big], months)).toEqual([0, 2])
    expect(saidAt(big, 2, months)?.value).toBe(30)
    expect(saidAt(big, 1, months)).toBe(null)
  })
})

test('bars stand on zero, lines are drawn between their least and most', () => {
  const one = { key: 'a', name: 'a', shade: 0, points: daily(1) }
  const scaleOf = (series: object) =>
    (optionOf([{ ...one, ...series }], days, { width: 600, language: 'ru' }) as { yAxis: { scale: boolean }[] })
      .yAxis[0]
  expect(scaleOf({})?.scale).toBe(true)
  expect(scaleOf({ stack: 'a' })?.scale).toBe(false)
})

test('an axis that comes near zero ends there, and one far from it does not', () => {
  const one = { key: 'a', name: 'a', shade: 0, side: 'right' as const, points: daily(1) }
  const { yAxis } = optionOf([one], days, { width: 600, language: 'ru' }) as {
    yAxis: { min: (extent: { min: number; max: number }) => number | undefined }[]
  }
  const least = (min: number, max: number) => yAxis[1]!.min({ min, max })
  expect([least(0, 40), least(5, 40), least(12, 40), least(-3, 40)]).toEqual([0, 0, undefined, undefined])
})
