/** What a row of a plain table was in the earlier period, beside what it is now. */
import { expect, test } from 'vitest'
import { comparedCells, comparedRows, earlierDays } from './compared-rows'

const row = (id: number, lost: number, name = `Садок ${id}`) => ({ id, name, lost, fed: 100 })

test('rows of now have the numbers of then and the change, those that were only then have no others', () => {
  const now = [row(1, 12), row(2, 5)]
  const then = [row(1, 8), row(3, 4)]
  expect(comparedRows(now, then, ['lost'], ({ name }) => ({ name }))).toEqual([
    { ...row(1, 12), 'then-lost': 8, 'change-lost': 50 },
    { ...row(2, 5), 'then-lost': null, 'change-lost': null },
    { id: 3, name: 'Садок 3', 'then-lost': 4, 'change-lost': null },
  ])
})

test('nothing then has no change, whatever there is now', () => {
  expect(comparedCells({ lost: 3 }, { lost: 0 }, ['lost'])).toEqual({ 'then-lost': 0, 'change-lost': null })
})

test('a month is compared with the month before it, and with that of last year', () => {
  const march = { start: '01.03.2026', end: '31.03.2026' }
  expect(earlierDays(march, 'previous')).toEqual({ start: '01.02.2026', end: '28.02.2026' })
  expect(earlierDays(march, 'year')).toEqual({ start: '01.03.2025', end: '31.03.2025' })
})
