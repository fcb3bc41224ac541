import { expect, test } from 'vitest'
import { sweepPaths, unasked } from './sweep-calls'

test('the sweep asks every reading: none is without the parameters it needs', () => {
  expect(unasked()).toEqual([])
  const [day, month, year, ever] = ['2026-06-30', '2026-05-31', '2025-07-01', '2016-07-03']
  const paths = sweepPaths({ day, month, year, ever, cage: 1, receipt: 2, shipment: 3, product: 4, user: 5 })
  expect(paths.length).toBeGreaterThan(300)
  expect(paths.filter((path) => /[{}]|undefined/.test(path))).toEqual([])
})
