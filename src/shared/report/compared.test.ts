import { expect, test } from 'vitest'
import { type Comparison, earlierThan } from './compared'
import { type Detail, stretchesOf } from './report'

const period = (first: string, last: string) => ({ start: `${first}T00:00`, end: `${last}T23:59` })
const earlier = (first: string, last: string, detail: Detail | null, comparison: Comparison) => {
  const { start, end } = earlierThan(period(first, last), detail, comparison)
  return `${start}…${end}`
}

test('whole months are compared with as many before them, and with those of the year before', () => {
  expect(earlier('2026-07-01', '2026-07-31', 'month', 'previous')).toBe('2026-06-01T00:00…2026-06-30T23:59')
  expect(earlier('2026-07-01', '2026-07-31', null, 'previous')).toBe('2026-06-01T00:00…2026-06-30T23:59')
  expect(earlier('2026-02-01', '2026-02-28', null, 'previous')).toBe('2026-01-01T00:00…2026-01-31T23:59')
  expect(earlier('2026-01-01', '2026-06-30', 'month', 'previous')).toBe('2025-07-01T00:00…2025-12-31T23:59')
  expect(earlier('2024-02-01', '2024-02-29', 'month', 'year')).toBe('2023-02-01T00:00…2023-02-28T23:59')
})

test('days are compared with as many days, weeks with weeks of the same weekdays', () => {
  expect(earlier('2026-07-10', '2026-07-19', 'day', 'previous')).toBe('2026-06-30T00:00…2026-07-09T23:59')
  expect(earlier('2026-07-10', '2026-07-19', null, 'year')).toBe('2025-07-10T00:00…2025-07-19T23:59')
  expect(earlier('2026-07-08', '2026-07-17', 'week', 'previous')).toBe('2026-06-24T00:00…2026-07-03T23:59')
  expect(earlier('2026-07-08', '2026-07-17', 'week', 'year')).toBe('2025-07-09T00:00…2025-07-18T23:59')
})

test('however long, it has as many stretches', () => {
  for (const detail of ['day', 'week', 'month'] as const)
    for (const comparison of ['previous', 'year'] as const)
      for (const [first, last] of [
        ['2024-01-31', '2024-03-30'],
        ['2024-02-29', '2024-02-29'],
        ['2026-05-31', '2026-06-30'],
        ['2025-12-29', '2026-01-04'],
        ['2023-11-15', '2024-11-14'],
      ] as const) {
        const now = period(first, last)
        const then = earlierThan(now, detail, comparison)
        expect(stretchesOf(detail, then)!.length, `${first} ${last} ${detail} ${comparison}`).toBe(
          stretchesOf(detail, now)!.length,
        )
      }
})
