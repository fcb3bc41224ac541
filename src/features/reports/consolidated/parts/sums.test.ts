/** Sums are told exactly, whether a number holds them or not. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { average, kg } from './sums.server'

const SAFE = BigInt(Number.MAX_SAFE_INTEGER)

test('kilograms of a sum are its milligrams', () => {
  const sums = fc.bigInt(-SAFE * 100n, SAFE * 100n)
  fc.assert(fc.property(sums, (mg) => void expect(Math.abs(kg(mg) * 1e6 - Number(mg))).toBeLessThan(1024)))
  fc.assert(fc.property(fc.bigInt(-SAFE, SAFE), (mg) => void expect(kg(mg)).toBe(Number(mg) / 1e6)))
})

test('an average is rounded half up to the milligram, however large its sums are', () => {
  const sums = fc.tuple(fc.bigInt(0n, SAFE * 8n), fc.bigInt(1n, SAFE * 2n))
  const rounded = ([mg, count]: [bigint, bigint]) => (2n * mg + count) / (2n * count)
  fc.assert(
    fc.property(
      sums.filter((one) => rounded(one) <= SAFE),
      (one) => void expect(average(...one)).toBe(Number(rounded(one)) / 1e6),
    ),
  )
  expect([average(0n, 0n), average(3n, 2n), average(5n, 0n)]).toEqual([0, 2e-6, 0])
})
