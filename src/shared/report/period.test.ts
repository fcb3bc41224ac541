import { expect, test } from 'vitest'
import { datedQuery, PERIODS, type PeriodWord } from './period'

test.each<[PeriodWord, string, string, string]>([
  ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['last-7', '2026-03-03', '2026-02-25', '2026-03-03'],
  ['last-30', '2026-01-10', '2025-12-12', '2026-01-10'],
  // a Thursday; a Monday; a Sunday
  ['last-week', '2026-11-26', '2026-11-16', '2026-11-22'],
  ['last-week', '2026-11-23', '2026-11-16', '2026-11-22'],
  ['last-week', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['this-month', '2026-11-26', '2026-11-01', '2026-11-26'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2026-01-01', '2025-12-01', '2025-12-31'],
  ['this-year', '2026-11-26', '2026-01-01', '2026-11-26'],
  ['last-year', '2026-01-01', '2025-01-01', '2025-12-31'],
])('%s on %s is %s to %s', (word, today, start, end) => expect(PERIODS[word].days(today)).toEqual({ start, end }))

test('an address keeps the word, and gets the days of today beside it', () => {
  expect(datedQuery({ period: 'last-month', locationId: '2' }, '2026-11-26')).toEqual({
    period: 'last-month',
    locationId: '2',
    start: '01.10.2026',
    end: '31.10.2026',
    date: '31.10.2026',
    year: '2026',
  })
  const plain = { start: '01.10.2026', period: 'sometime' }
  expect(datedQuery(plain, '2026-11-26')).toBe(plain)
})
