/**
 * What happened to a good in stretches of a year, in amounts and in kopecks, by either method. The worth of what is
 * left comes from the one valuation of goods; what was used up is the difference of two such worths.
 */
import {
  averageWorth,
  kopecksOf,
  kopecksOfAll,
  kopecksOfShares,
  type Priced,
  receivedByYear,
  whole,
  worthLeft,
} from '../../../shared/ledger/valuation'

/** A moment between stretches: the first instant after it, and all that lay there, in millionths. */
export interface Bound {
  until: string
  amount: bigint
}

/** Goods that were written off, or that a stocktake missed. */
export interface Loss {
  at: string
  operation: number
  amount: bigint
  /** all that lay there just before */
  before: bigint
}

export interface GoodFacts {
  /** all until the last bound, oldest first */
  receipts: readonly Priced[]
  /** in order; a stretch lies between two of them, and all of them in one year */
  bounds: readonly Bound[]
  losses: readonly Loss[]
  /** calendar year → amount at its end, of the years before */
  yearEnds: ReadonlyMap<number, bigint>
}

/** Millionths of the good's unit, kopecks. */
export interface Sum {
  amount: bigint
  money: bigint
}

export interface GoodYear {
  opening: Sum
  closing: Sum
  /** of each stretch */
  received: Sum[]
  consumed: Sum[]
  lost: Sum[]
  /** receipts that came without a price, within what was received */
  unpriced: Sum & { receipts: number }
}

export type Method = 'fifo' | 'avg'

const amountOf = (all: readonly { amount: number }[]) => all.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
const costOf = (all: readonly Priced[]) =>
  all.reduce((sum, { amount, price }) => sum + BigInt(amount) * BigInt(price), 0n)
const before = (receipts: readonly Priced[], until: string) => receipts.filter(({ at }) => at < until)
const summed = (amounts: readonly bigint[], moneys: readonly bigint[]): Sum[] =>
  amounts.map((amount, index) => ({ amount, money: moneys[index]! }))

/** What came and what left in each stretch, in millionths. */
function turned({ receipts, bounds, losses }: GoodFacts) {
  return bounds.slice(1).map(({ until, amount }, index) => {
    const { until: since, amount: there } = bounds[index]!
    const came = receipts.filter(({ at }) => at >= since && at < until)
    const own = losses.filter(({ at }) => at >= since && at < until)
    const lost = own.reduce((sum, one) => sum + one.amount, 0n)
    const received = amountOf(came)
    return { came, own, received, lost, consumed: there + received - amount - lost }
  })
}

/** What a loss took: the difference of what lay there before it and after it. */
function lossCost(receipts: readonly Priced[], { at, operation, amount, before: there }: Loss): bigint {
  const later = receipts.findIndex((one) => one.at > at || (one.at === at && one.operation > operation))
  const known = later < 0 ? receipts.length : later
  return worthLeft(receipts, there, known) - worthLeft(receipts, there - amount, known)
}

function fifoYear(facts: GoodFacts): Omit<GoodYear, 'unpriced'> {
  const { receipts, bounds } = facts
  const worths = bounds.map(({ until, amount }) => worthLeft(receipts, amount, before(receipts, until).length))
  const parts = turned(facts)
  const costs = parts.map(({ came, own }, index) => {
    const received = costOf(came)
    const lost = own.reduce((sum, loss) => sum + lossCost(receipts, loss), 0n)
    return { received, lost, consumed: worths[index]! + received - worths[index + 1]! - lost }
  })
  const rounded = (key: 'received' | 'lost' | 'consumed') =>
    summed(
      parts.map((part) => part[key]),
      kopecksOfAll(costs.map((cost) => cost[key])),
    )
  const at = (index: number): Sum => ({
    amount: bounds.at(index)!.amount,
    money: kopecksOf(whole(worths.at(index)!)),
  })
  return {
    opening: at(0),
    closing: at(-1),
    received: rounded('received'),
    lost: rounded('lost'),
    consumed: rounded('consumed'),
  }
}

function averageYear(facts: GoodFacts): Omit<GoodYear, 'unpriced'> {
  const { receipts, bounds, yearEnds } = facts
  const [first, last] = [bounds[0]!, bounds.at(-1)!]
  const earlier = receivedByYear(before(receipts, first.until))
  const ends = new Map(yearEnds).set(Number(first.until.slice(0, 4)) - 1, first.amount)
  const { worth: opening } = averageWorth(earlier, ends)
  const parts = turned(facts)
  const came = parts.map((part) => costOf(part.came))
  const all = {
    over: opening.over + came.reduce((sum, cost) => sum + cost, 0n) * opening.under,
    under: opening.under,
  }
  const volume = parts.reduce((sum, { received }) => sum + received, first.amount)
  const shared = (key: 'lost' | 'consumed') => {
    const amounts = parts.map((part) => part[key])
    return summed(amounts, kopecksOfShares(all, amounts, volume))
  }
  return {
    opening: { amount: first.amount, money: kopecksOf(opening) },
    closing: { amount: last.amount, money: kopecksOf(all, last.amount, volume) },
    received: summed(
      parts.map(({ received }) => received),
      kopecksOfAll(came),
    ),
    lost: shared('lost'),
    consumed: shared('consumed'),
  }
}

function unpricedOf({ receipts, bounds }: GoodFacts): GoodYear['unpriced'] {
  const [since, until] = [bounds[0]!.until, bounds.at(-1)!.until]
  const own = receipts.filter(({ at, assumed }) => assumed && at >= since && at < until)
  return { receipts: own.length, amount: amountOf(own), money: kopecksOf(whole(costOf(own))) }
}

export const goodYear = (method: Method, facts: GoodFacts): GoodYear => ({
  ...(method === 'fifo' ? fifoYear : averageYear)(facts),
  unpriced: unpricedOf(facts),
})
