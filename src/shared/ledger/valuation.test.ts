import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { receivedByYear } from '../../testing/ledger/received-by-year'
import {
  averageWorth,
  issueCosts,
  kopecksOf,
  kopecksOfAll,
  kopecksOfShares,
  layersLeft,
  priced,
  type Receipt,
  whole,
  worthOf,
} from './valuation'

const UNIT = 1_000_000
const roubles = (kopecks: bigint) => Number(kopecks) / 100

let ids = 0
/** units, roubles for one */
const entry = (at: string, units: number, price: number | null = null): Receipt => ({
  at,
  operation: ++ids,
  line: 0,
  amount: units * UNIT,
  price: price === null ? null : price * 100,
})

const received = (entries: readonly Receipt[]) => priced(entries).filter(({ amount }) => amount > 0)
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
const balance = (entries: readonly Receipt[]) => BigInt(sum(entries.map(({ amount }) => amount)))

const fifo = (entries: readonly Receipt[]) => layersLeft(received(entries), balance(entries))
const fifoRoubles = (entries: readonly Receipt[]) => roubles(kopecksOf(whole(worthOf(fifo(entries)))))

/** what lay there at the end of each year of the entries */
function yearEnds(entries: readonly Receipt[]): Map<number, bigint> {
  const ends = new Map<number, bigint>()
  let total = 0n
  for (const { at, amount } of entries) ends.set(Number(at.slice(0, 4)), (total += BigInt(amount)))
  return ends
}
const average = (entries: readonly Receipt[]) => averageWorth(receivedByYear(received(entries)), yearEnds(entries))
const averageRoubles = (entries: readonly Receipt[]) => roubles(kopecksOf(average(entries).worth))

const bought = [entry('2026-03-01T08:00', 1000, 100), entry('2026-04-01T08:00', 1000, 120)]

describe('1 000 kg at 100 roubles, then 1 000 kg at 120, of which 1 500 are used', () => {
  const used = [...bought, entry('2026-05-01T08:00', -1500)]

  test('cost 160 000 when the oldest goes first, and leave 500 kg at 120', () => {
    expect(issueCosts([], priced(used)).map((cost) => roubles(kopecksOf(whole(cost))))).toEqual([160_000])
    expect(fifo(used)).toEqual([expect.objectContaining({ left: 500 * UNIT, price: 12_000, assumed: false })])
    expect(fifoRoubles(used)).toBe(60_000)
  })

  test('cost 165 000 by the average of the year, and leave 55 000', () => {
    expect(averageRoubles(used)).toBe(55_000)
    expect(averageRoubles(bought) - averageRoubles(used)).toBe(165_000)
  })

  test('go on into the next year at the average of this one', () => {
    // 500 kg for 55 000 and 100 kg for 14 000: 69 000 for 600 kg; 300 kg are left
    const next = [...used, entry('2027-01-10T08:00', 100, 140), entry('2027-02-01T08:00', -300)]
    expect(averageRoubles(next)).toBe(34_500)
    // 200 kg at 120 and the 100 at 140
    expect(fifoRoubles(next)).toBe(38_000)
  })
})

describe('a receipt without a price', () => {
  test('has that of the last one before it, and says so', () => {
    const entries = [...bought, entry('2026-04-02T08:00', 10), entry('2026-04-03T08:00', -2000)]
    expect(fifo(entries)).toEqual([expect.objectContaining({ price: 12_000, assumed: true })])
    expect(fifoRoubles(entries)).toBe(1200)
    expect(average(entries).assumed).toBe(true)
    expect(average(bought).assumed).toBe(false)
  })

  test('costs nothing when none is known; that of a sale is no price of a receipt', () => {
    const entries = [entry('2026-01-01T08:00', 5), entry('2026-01-02T08:00', -1, 300), entry('2026-01-03T08:00', 1)]
    expect(fifoRoubles(entries)).toBe(0)
    expect(fifo(entries).every(({ assumed }) => assumed)).toBe(true)
  })
})

test('amounts and prices as large as they may be are exact', () => {
  const most = [entry('2026-01-01T08:00', 999_999_999, 9_999_999_999_990)]
  expect(worthOf(fifo(most))).toBe(999_999_999_000_000n * 999_999_999_999_000n)
})

/** A history of small whole amounts over some years that never takes more than there is. */
const history = fc
  .array(
    fc.record({
      year: fc.integer({ min: 2024, max: 2026 }),
      amount: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: -9, max: -1 })),
      price: fc.option(fc.integer({ min: 0, max: 500 }), { freq: 4 }),
    }),
    { maxLength: 40 },
  )
  .map((steps): Receipt[] => {
    let left = 0
    return steps
      .sort((one, other) => one.year - other.year)
      .flatMap(({ year, amount, price }, operation) => {
        const taken = Math.max(amount, -left)
        left += taken
        return taken === 0 ? [] : [{ at: `${year}-06-01T08:00`, operation, line: 0, amount: taken, price }]
      })
  })

/** Every single millionth with its price, the oldest first. */
function unitByUnit(entries: readonly Receipt[]) {
  let units: { operation: number; price: number }[] = []
  let known = 0
  const costs: number[] = []
  for (const { amount, price, operation } of entries) {
    if (amount > 0) {
      known = price ?? known
      units.push(...Array.from({ length: amount }, () => ({ operation, price: known })))
    } else {
      costs.push(sum(units.slice(0, -amount).map((unit) => unit.price)))
      units = units.slice(-amount)
    }
  }
  return { units, costs }
}

test('layers and costs are what a replay unit by unit says', () => {
  fc.assert(
    fc.property(history, (entries) => {
      const { units, costs } = unitByUnit(entries)
      expect(issueCosts([], priced(entries)).map(Number)).toEqual(costs)
      const layers = fifo(entries)
      expect(layers.flatMap(({ operation, price, left }) => Array(left).fill({ operation, price }))).toEqual(units)
      // what came in is what was used and what is left
      const came = sum(received(entries).map(({ amount, price }) => amount * price))
      expect(Number(worthOf(layers)) + sum(costs)).toBe(came)
    }),
  )
})

test('costs from any moment on follow from what was left at it', () => {
  fc.assert(
    fc.property(history, fc.nat(40), (entries, cut) => {
      const [before, after] = [entries.slice(0, cut), priced(entries).slice(cut)]
      const all = issueCosts([], priced(entries))
      expect(issueCosts(fifo(before), after)).toEqual(all.slice(all.length - after.filter((e) => e.amount < 0).length))
    }),
  )
})

test('the newest receipts that hold the balance are enough to know the layers', () => {
  fc.assert(
    fc.property(history, (entries) => {
      const layers = fifo(entries)
      const newest = received(entries).slice(-layers.length || Infinity)
      expect(layersLeft(newest, balance(entries))).toEqual(layers)
    }),
  )
})

/** Each unit that is there has a share in all that was there and came in its year. */
function yearByYear(entries: readonly Receipt[]): number {
  let [worth, amount] = [0, 0]
  const all = priced(entries)
  for (const year of new Set(all.map(({ at }) => at.slice(0, 4)))) {
    const own = all.filter(({ at }) => at.startsWith(year))
    const came = own.filter((one) => one.amount > 0)
    const unit =
      (worth + sum(came.map((one) => one.amount * one.price))) / (amount + sum(came.map((one) => one.amount)))
    amount += Number(balance(own))
    worth = unit * amount || 0
  }
  return worth
}

test('the average is that of each year, of what it began with and what came', () => {
  fc.assert(
    fc.property(history, (entries) => {
      const { worth } = averageWorth(
        receivedByYear(received(entries)),
        entries.length > 0 ? yearEnds(entries) : new Map([[2026, 0n]]),
      )
      expect(Number(worth.over) / Number(worth.under)).toBeCloseTo(yearByYear(entries), 6)
    }),
  )
})

describe('kopecks of parts', () => {
  const worths = fc.array(fc.bigInt({ min: 0n, max: 10n ** 24n }), { minLength: 1, maxLength: 20 })
  const away = (kopecks: bigint, worth: bigint) => {
    const off = kopecks * 1_000_000n - worth
    return off < 0n ? -off : off
  }

  test('add up to the rounded whole, and none is a kopeck away from what it is', () => {
    fc.assert(
      fc.property(worths, (parts) => {
        const shown = kopecksOfAll(parts)
        const total = parts.reduce((all, part) => all + part, 0n)
        expect(shown.reduce((all, part) => all + part, 0n)).toBe(kopecksOf(whole(total)))
        shown.forEach((part, index) => expect(away(part, parts[index]!) <= 1_000_000n).toBe(true))
      }),
    )
  })

  test('of shares do so too', () => {
    fc.assert(
      fc.property(worths, fc.array(fc.nat(1e9), { minLength: 1, maxLength: 9 }), ([worth], amounts) => {
        const all = BigInt(sum(amounts))
        const shown = kopecksOfShares(whole(worth!), amounts.map(BigInt), all)
        expect(shown.reduce((total, part) => total + part, 0n)).toBe(all > 0n ? kopecksOf(whole(worth!)) : 0n)
      }),
    )
  })

  test('what is left over falls where it has become half a kopeck: three thirds of a kopeck are 0, 1 and 0', () => {
    expect(kopecksOfShares(whole(1_000_000n), [1n, 1n, 1n], 3n)).toEqual([0n, 1n, 0n])
  })
})
