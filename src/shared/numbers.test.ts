/** Whole numbers that may be larger than a number holds. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MILLIONTHS, plusWhole, sumOfWhole, unitsOf, wholeOf, wholesIn } from './numbers'

const LARGE = 2n ** 70n

test('the sum of whole numbers is exact, however large they are', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(0n, LARGE)), (parts) => {
      const sum = sumOfWhole(parts.map((part) => wholeOf(String(part))))
      expect(BigInt(sum)).toBe(parts.reduce((all, part) => all + part, 0n))
      expect(typeof sum).toBe(Number.isSafeInteger(Number(sum)) ? 'number' : 'bigint')
    }),
  )
  expect(sumOfWhole([Number.MAX_SAFE_INTEGER, 1, 1])).toBe(2n ** 53n + 1n)
  expect(sumOfWhole([])).toBe(0)
})

test('in units it is the nearest number', () => {
  expect(unitsOf(MILLIONTHS, 1_500_001)).toBe(1.500001)
  expect(unitsOf(MILLIONTHS, wholeOf('9007199254740993000000'))).toBe(9_007_199_254_740_992)
})

test('whole numbers of one text are read exactly, and added with their signs', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(-LARGE, LARGE)), (parts) => {
      const read = wholesIn(parts.join(','))
      expect(read.map(BigInt)).toEqual(parts)
      expect(BigInt(read.reduce(plusWhole, 0))).toBe(parts.reduce((all, part) => all + part, 0n))
    }),
  )
})
