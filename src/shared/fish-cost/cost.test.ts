/** A sum that is handed out bit by bit, against whole numbers of any size. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { handOut, purseOf } from './cost'

/** Small ones, whose shares lie at halves, and such large ones that a float of their shares is not sure. */
const small = fc.oneof(fc.nat(20), fc.nat(2 ** 30))
const large = fc.integer({ min: 2 ** 48, max: 2 ** 50 })
const cases = fc.oneof(
  fc.tuple(small, fc.array(small, { minLength: 1 })),
  fc.tuple(large, fc.array(large, { minLength: 5 })),
)

test('a sum is handed out as whole numbers reckon it, and all of it', () => {
  fc.assert(
    fc.property(cases, ([kopecks, amounts]) => {
      const all = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)
      const purse = purseOf(kopecks, all)
      let [given, amount] = [0, 0n]
      for (const one of amounts) {
        given += handOut(purse, one)
        amount += BigInt(one)
        const until = all === 0n ? 0n : (2n * BigInt(kopecks) * amount + all) / (2n * all)
        expect(given).toBe(Number(until))
      }
      if (all > 0n) expect(given).toBe(kopecks)
    }),
    { numRuns: 500 },
  )
})
