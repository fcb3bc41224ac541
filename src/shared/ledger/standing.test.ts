/** Standings taken further from any moment are those taken from the beginning, and worth what the last receipts are. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { receivedByYear } from '../../testing/ledger/received-by-year'
import { advance, NO_STANDING, receivedBetween, type Step, usedBeyond } from './standing'
import { layersLeft, priced, type Receipt, worthOf } from './valuation'

const day = fc.record({
  came: fc.array(
    fc.record({ amount: fc.integer({ min: 1, max: 9 }), price: fc.option(fc.integer({ min: 0, max: 50 })) }),
    { maxLength: 3 },
  ),
  used: fc.integer({ min: 0, max: 12 }),
})

/** Nothing is used that is not there. */
function stepsOf(days: readonly { came: Pick<Receipt, 'amount' | 'price'>[]; used: number }[]): Step[] {
  let [operation, there] = [0, 0]
  return days.map(({ came, used }, index) => {
    const receipts = came.map((one) => ({ ...one, at: `${2020 + index}-05-01T08:00`, operation: ++operation, line: 0 }))
    for (const { amount } of came) there += amount
    there -= Math.min(used, there)
    return { came: receipts, amount: BigInt(there) }
  })
}

it('tells what is left of the last receipts, whatever was used before', () => {
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 12 }), (days) => {
      const steps = stepsOf(days)
      const standings = advance(NO_STANDING, [], steps)
      for (const [index, standing] of standings.entries()) {
        const receipts = priced(steps.slice(0, index + 1).flatMap(({ came }) => [...came]))
        const layers = layersLeft(receipts, steps[index]!.amount)
        expect([standing.worth, standing.amount]).toEqual([worthOf(layers), steps[index]!.amount])
        expect(standing.unsure).toBe(BigInt(layers.reduce((sum, one) => sum + (one.assumed ? one.left : 0), 0)))
        expect(standing.oldest).toEqual(layers[0] ?? null)
        const ends = standings.slice(0, index + 1).map((one, place) => ({ year: 2020 + place, standing: one }))
        expect(receivedBetween([{ year: 0, standing: NO_STANDING }, ...ends])).toEqual(receivedByYear(receipts))
        const without = receipts.filter(({ assumed }) => assumed)
        expect([standing.unpricedReceipts, standing.unpriced]).toEqual([
          without.length,
          BigInt(without.reduce((sum, { amount }) => sum + amount, 0)),
        ])
        expect(standing.unpricedCost).toBe(worthOf(without.map((one) => ({ ...one, left: one.amount }))))
      }
    }),
    { numRuns: 300 },
  )
})

it('goes on from any of them with the receipts that are used up and no others', () => {
  fc.assert(
    fc.property(fc.array(day, { minLength: 2, maxLength: 12 }), fc.nat(), (days, where) => {
      const steps = stepsOf(days)
      const from = where % steps.length
      const standings = advance(NO_STANDING, [], steps)
      const [known, later] = [standings[from]!, steps.slice(from + 1)]
      const before = steps.slice(0, from + 1).flatMap(({ came }) => [...came])
      const after = before.slice(before.findIndex(({ operation }) => operation === known.oldest?.operation) + 1)
      // one more than is used up
      let need = usedBeyond(known, later)
      const following = known.oldest ? after.filter(({ amount }) => need >= 0n && ((need -= BigInt(amount)), true)) : []
      expect(advance(known, following, later)).toEqual(standings.slice(from + 1))
    }),
    { numRuns: 300 },
  )
})
