/** A sum that is handed out bit by bit, against whole numbers of any size. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { handOut, purseOf } from './cost'

/** Small ones, whose shares lie at halves, and large ones. */
const whole = (most: number) => fc.oneof(fc.nat(20), fc.nat(2 ** 30), fc.integer({ min: 0, max: most }))

test('a sum is handed out as whole numbers reckon it, and all of it', () => {
  fc.assert(
    fc.property(whole(2 ** 50), fc.array(whole(2 ** 50), { minLength: 1 }), (kopecks, amounts) => {
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
