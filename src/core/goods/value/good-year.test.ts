/** A good's year by hand, and both methods against a replay of every single entry. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advance, NO_STANDING } from '../../../shared/ledger/standing'
import { priced, type Receipt } from '../../../shared/ledger/valuation'
import { type Bound, goodYear, type GoodFacts, lossOf } from './good-year.server'

const KG = 1_000_000
const RUB = 100
const receipt = (at: string, operation: number, kg: number, roubles: number | null) => ({
  at: `${at}T08:00`,
  operation,
  line: 0,
  amount: kg * KG,
  price: roubles === null ? null : roubles * RUB,
})
/** What a good's receipts are, and how much of it lay there as days began; how it was lost. */
interface History {
  receipts: readonly Receipt[]
  bounds: readonly { until: string; amount: bigint }[]
  losses: readonly { at: string; operation: number; amount: bigint; before: bigint }[]
  years?: readonly { until: string; amount: bigint }[]
}

/** As they are read: from the beginning on. */
function factsOf({ receipts, bounds, losses, years = [] }: History): GoodFacts {
  const days = [...years, ...bounds]
  const steps = days.map(({ until, amount }, index) => ({
    came: receipts.filter(({ at }) => at < until && (index === 0 || at >= days[index - 1]!.until)),
    amount,
  }))
  const standings = advance(NO_STANDING, [], steps)
  const all = days.map((day, index): Bound => ({ ...day, standing: standings[index]! }))
  const none: Bound = { until: '', amount: 0n, standing: NO_STANDING }
  return {
    bounds: all.slice(years.length),
    years: [none, ...all.slice(0, years.length)],
    losses: losses.map((loss) => lossOf(priced(receipts), loss)),
  }
}

const sum = (amount: number, money: number) => ({ amount: BigInt(amount * KG), money: BigInt(Math.round(money * RUB)) })

/** 1 000 kg at 100 ₽ in January, 1 000 kg at 120 ₽ in March; 500 kg used up in February, 1 000 kg in March. */
const facts: History = {
  receipts: [receipt('2026-01-10', 1, 1000, 100), receipt('2026-03-10', 2, 1000, 120)],
  bounds: [
    { until: '2026-01-01', amount: 0n },
    { until: '2026-02-01', amount: BigInt(1000 * KG) },
    { until: '2026-03-01', amount: BigInt(500 * KG) },
    { until: '2026-04-01', amount: BigInt(500 * KG) },
  ],
  losses: [],
}

describe('a year by hand', () => {
  it('takes the oldest first', () => {
    const year = goodYear('fifo', factsOf(facts))
    expect(year.received).toEqual([sum(1000, 100_000), sum(0, 0), sum(1000, 120_000)])
    expect(year.consumed).toEqual([sum(0, 0), sum(500, 50_000), sum(1000, 110_000)])
    expect([year.opening, year.closing]).toEqual([sum(0, 0), sum(500, 60_000)])
  })

  it('or takes all at the price of the year', () => {
    const year = goodYear('avg', factsOf(facts))
    expect(year.consumed).toEqual([sum(0, 0), sum(500, 55_000), sum(1000, 110_000)])
    expect(year.closing).toEqual(sum(500, 55_000))
  })

  it('opens with what the year before left, at its price', () => {
    const later = { ...facts, bounds: facts.bounds.slice(3).concat({ until: '2026-05-01', amount: BigInt(100 * KG) }) }
    const opening = {
      ...later,
      bounds: later.bounds.map((one) => ({ ...one, until: one.until.replace('2026', '2027') })),
    }
    const year = factsOf(opening)
    expect(goodYear('fifo', year).opening).toEqual(sum(500, 60_000))
    expect(goodYear('avg', year).opening).toEqual(sum(500, 55_000))
    expect(goodYear('avg', year).consumed).toEqual([sum(400, 44_000)])
  })

  it('tells losses apart, and what hangs on receipts without a price', () => {
    const lost = { at: '2026-02-10T10:00', operation: 9, amount: BigInt(100 * KG), before: BigInt(1000 * KG) }
    const receipts = [receipt('2026-01-10', 1, 1000, 100), receipt('2026-03-10', 2, 1000, null)]
    const year = goodYear('fifo', factsOf({ ...facts, receipts, losses: [lost] }))
    expect(year.lost[1]).toEqual(sum(100, 10_000))
    expect(year.consumed[1]).toEqual(sum(400, 40_000))
    expect(year.unpriced).toEqual({ receipts: 1, ...sum(1000, 100_000) })
  })
})

interface Entry {
  month: number
  amount: number
  price: number
  lost: boolean
}

const entry: fc.Arbitrary<Entry> = fc.record({
  month: fc.integer({ min: 0, max: 23 }),
  amount: fc.integer({ min: -3_000_001, max: 4_000_003 }),
  price: fc.integer({ min: 1, max: 99_999 }),
  lost: fc.boolean(),
})

const first = (month: number) => `${2025 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`

/** Every gram in its own piece: the plainest first in, first out that there is. */
function replay(entries: readonly Entry[]) {
  const queue: { left: bigint; price: bigint }[] = []
  return entries.map(({ amount, price }) => {
    if (amount > 0) queue.push({ left: BigInt(amount), price: BigInt(price) })
    let [missing, cost] = [amount < 0 ? BigInt(-amount) : 0n, 0n]
    while (missing > 0n) {
      const layer = queue[0]!
      const taken = layer.left < missing ? layer.left : missing
      cost += taken * layer.price
      missing -= taken
      layer.left -= taken
      if (layer.left === 0n) queue.shift()
    }
    return cost
  })
}

const half = (worth: bigint) => (2n * worth + 1_000_000n) / 2_000_000n

it('equals a replay of all entries, entry by entry', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), (all) => {
      // nothing is taken that is not there
      let there = 0
      const entries = all
        .toSorted((a, b) => a.month - b.month)
        .filter(({ amount }) => there + amount >= 0 && (there += amount) >= 0 && amount !== 0)
      const instants = entries.map(
        (_, index) => `${first(entries[index]!.month).slice(0, 8)}15T00:${String(index).padStart(2, '0')}`,
      )
      const amountBefore = (until: string) =>
        entries.reduce((sum, { amount }, index) => (instants[index]! < until ? sum + amount : sum), 0)
      const receipts = entries.flatMap(({ amount, price }, index): Receipt[] =>
        amount > 0 ? [{ at: instants[index]!, operation: index, line: 0, amount, price }] : [],
      )
      const year = factsOf({
        receipts,
        bounds: Array.from({ length: 13 }, (_, index) => {
          const until = index === 12 ? '2027-01-01' : first(12 + index)
          return { until, amount: BigInt(amountBefore(until)) }
        }),
        losses: entries.flatMap(({ amount, lost }, index) => {
          if (amount > 0 || !lost || instants[index]! < '2026') return []
          const before = entries.slice(0, index).reduce((sum, one) => sum + one.amount, 0)
          return [{ at: instants[index]!, operation: index, amount: BigInt(-amount), before: BigInt(before) }]
        }),
      })
      const costs = replay(entries)
      const sumOf = (of: (one: Entry) => boolean) =>
        entries.reduce((sum, one, index) => (instants[index]! >= '2026' && of(one) ? sum + costs[index]! : sum), 0n)
      const fifo = goodYear('fifo', year)
      const money = (sums: readonly { money: bigint }[]) => sums.reduce((total, one) => total + one.money, 0n)
      expect(money(fifo.consumed)).toBe(half(sumOf(({ amount, lost }) => amount < 0 && !lost)))
      expect(money(fifo.lost)).toBe(half(sumOf(({ amount, lost }) => amount < 0 && lost)))
      for (const method of ['fifo', 'avg'] as const) {
        const { opening, received, consumed, lost, closing } = goodYear(method, year)
        const amount = (sums: readonly { amount: bigint }[]) => sums.reduce((total, one) => total + one.amount, 0n)
        expect(opening.amount + amount(received) - amount(consumed) - amount(lost)).toBe(closing.amount)
        const rest = opening.money + money(received) - money(consumed) - money(lost) - closing.money
        expect(rest >= -2n && rest <= 2n).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})
