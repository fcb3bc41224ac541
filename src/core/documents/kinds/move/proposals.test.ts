/** What a move proposes to take. */
import { expect, test } from 'vitest'
import type { GoodRow } from '../../../goods/good.contract'
import { allOf, neededFor, standingOf, type Standing } from './proposals.web'

const M = 1_000_000
const standing = (given: Partial<Standing>): Standing => ({ here: 0, there: 0, used: 0, pieces: false, ...given })

test('all is what lies there, of pieces whole ones, and never less than nothing', () => {
  expect(allOf(standing({ here: 12.5 * M }))).toBe(12.5 * M)
  expect(allOf(standing({ here: 12.5 * M, pieces: true }))).toBe(12 * M)
  expect(allOf(standing({ here: -3 * M }))).toBe(0)
})

test('for some days as much is missing as is used up in them, less what lies there', () => {
  expect(neededFor(7, standing({ used: 280 * M, there: 20 * M }))).toBe(50 * M)
  expect(neededFor(1, standing({ used: 280 * M, there: 20 * M }))).toBe(0)
  expect(neededFor(7, standing({ there: 20 * M }))).toBeNull()
})

test('what is missing is rounded up: to whole pieces, to kilograms, a little of something to grams', () => {
  expect(neededFor(3, standing({ used: 10 * M, pieces: true }))).toBe(2 * M)
  expect(neededFor(10, standing({ used: 1000 * M }))).toBe(358 * M)
  expect(neededFor(10, standing({ used: 0.1 * M }))).toBe(0.036 * M)
  expect(neededFor(3, standing({ used: 28 * M * 7 }))).toBe(21 * M)
})

test('other lines of the good count, and an edited move does not stand in its own way', () => {
  const feed = {
    id: 5,
    measure: 'kg',
    stocks_count: { 1: 60, 2: 70 },
    stocks_used: { 2: 280 },
  } as unknown as GoodRow
  const lines = [
    { good_id: '5', amount: '40' },
    { good_id: '5', amount: '10,5' },
    { good_id: '6', amount: '1' },
    { good_id: '5', amount: '' },
  ]
  const former = [
    { good: 5, stock: 1, amount: -40 * M },
    { good: 5, stock: 2, amount: 40 * M },
  ]
  expect(standingOf(feed, 0, { from: '1', to: '2', lines, former })).toEqual({
    here: 89.5 * M,
    there: 40.5 * M,
    used: 280 * M,
    pieces: false,
  })
})
