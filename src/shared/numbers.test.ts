/** Whole numbers that may be larger than a number holds. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_QUANTITY, MILLIONTHS, mulDiv, plusWhole, sumOfWhole, unitsOf, wholeOf, wholesIn } from './numbers'

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

/** Whole numbers of every size up to the largest quantity. */
const sized = fc.integer({ min: 0, max: 15 }).chain((digits) => fc.integer({ min: 0, max: 10 ** digits }))
const exactly = (a: bigint, b: bigint, c: bigint) => Number((2n * a * b + c) / (2n * c))

test('a share is exact and rounded half up, whatever its size', () => {
  fc.assert(
    fc.property(sized, sized, sized, (a, b, c) => {
      expect(mulDiv(a, b, c + 1)).toBe(exactly(BigInt(a), BigInt(b), BigInt(c + 1)))
    }),
    { numRuns: 2_000 },
  )
  expect(mulDiv(1, 1, 2)).toBe(1)
  expect(mulDiv(MAX_QUANTITY, MAX_QUANTITY, MAX_QUANTITY)).toBe(MAX_QUANTITY)
})

test('a share right beside a half is rounded to its own side', () => {
  // b = c · whole / a + a little more or less than a half: a · b / c lies as near to the half as whole numbers can
  const nearHalf = fc.tuple(fc.integer({ min: 1, max: 10 ** 14 }), fc.integer({ min: 0, max: 10 ** 13 }))
  fc.assert(
    fc.property(nearHalf, fc.integer({ min: -1, max: 1 }), ([half, whole], beside) => {
      const c = BigInt(half) * 2n
      const product = BigInt(whole) * c + BigInt(half + beside)
      expect(mulDiv(1, product, c)).toBe(exactly(1n, product, c))
    }),
    { numRuns: 2_000 },
  )
})
