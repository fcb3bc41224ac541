/**
 * What happened to a good in stretches of a year, in amounts and in kopecks, by either method. The worth of what is
 * left comes from the one valuation of goods; what was used up is the difference of two such worths.
 */
import { receivedBetween, type Standing } from '../../../shared/ledger/standing'
import {
  averageWorth,
  kopecksOf,
  kopecksOfAll,
  kopecksOfShares,
  type Priced,
  whole,
  worthLeft,
} from '../../../shared/ledger/valuation'

/** A moment between stretches: the first instant after it, the millionths that lay there, and what they are made of. */
export interface Bound {
  until: string
  amount: bigint
  standing: Standing
}

/** Goods that were written off, or that a stocktake missed: what they cost, first in, first out. */
export interface Loss {
  at: string
  amount: bigint
  cost: bigint
  /** how much of them came without a price */
  unpriced: bigint
}

export interface GoodFacts {
  /** in order; a stretch lies between two of them, and all of them in one year */
  bounds: readonly Bound[]
  losses: readonly Loss[]
  /** what stood as earlier years began, from before the first receipt on; for the average alone */
  years: readonly Bound[]
}

/** in millionths of it */
const KOPECK = 1_000_000n

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

const summed = (amounts: readonly bigint[], moneys: readonly bigint[]): Sum[] =>
  amounts.map((amount, index) => ({ amount, money: moneys[index]! }))

/** What came and what left in each stretch, in millionths. */
function turned({ bounds, losses }: GoodFacts) {
  return bounds.slice(1).map(({ until, amount, standing }, index) => {
    const { until: since, amount: there, standing: before } = bounds[index]!
    const own = losses.filter(({ at }) => at >= since && at < until)
    const lost = own.reduce((sum, one) => sum + one.amount, 0n)
    const received = standing.received - before.received
    const lostCost = own.reduce((sum, { cost }) => sum + cost, 0n)
    return { cost: standing.cost - before.cost, received, lost, lostCost, consumed: there + received - amount - lost }
  })
}

/** A loss as an entry has it, with all that lay there just before. */
interface Lost {
  at: string
  operation: number
  amount: bigint
  before: bigint
}

const PRICELESS = (receipts: readonly Priced[]) => receipts.map((one) => ({ ...one, price: one.assumed ? 1 : 0 }))

/** What it took is the difference of what lay there before it and after it. */
export function lossOf(receipts: readonly Priced[], { at, operation, amount, before }: Lost): Loss {
  const later = receipts.findIndex((one) => one.at > at || (one.at === at && one.operation > operation))
  const known = later < 0 ? receipts.length : later
  const taken = (all: readonly Priced[]) => worthLeft(all, before, known) - worthLeft(all, before - amount, known)
  const unsure = receipts.some(({ assumed }) => assumed)
  return { at, amount, cost: taken(receipts), unpriced: unsure ? taken(PRICELESS(receipts)) : 0n }
}

/** The same facts of what came without a price alone, each millionth worth as much as a kopeck. */
export const unpricedOf = ({ bounds, losses, years }: GoodFacts): GoodFacts => {
  const of = ({ standing, ...bound }: Bound): Bound => ({
    ...bound,
    standing: { ...standing, cost: standing.unpriced * KOPECK, worth: standing.unsure * KOPECK },
  })
  return {
    bounds: bounds.map(of),
    years: years.map(of),
    losses: losses.map((loss) => ({ ...loss, cost: loss.unpriced * KOPECK })),
  }
}

function fifoYear(facts: GoodFacts): Omit<GoodYear, 'unpriced'> {
  const { bounds } = facts
  const worths = bounds.map(({ standing }) => standing.worth)
  const parts = turned(facts)
  const costs = parts.map(({ cost, lostCost }, index) => ({
    received: cost,
    lost: lostCost,
    consumed: worths[index]! + cost - worths[index + 1]! - lostCost,
  }))
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

const yearBefore = (until: string) => Number(until.slice(0, 4)) - 1

function averageYear(facts: GoodFacts): Omit<GoodYear, 'unpriced'> {
  const { bounds, years } = facts
  const [first, last] = [bounds[0]!, bounds.at(-1)!]
  const ends = [...years, first].map(({ until, amount, standing }) => ({ year: yearBefore(until), amount, standing }))
  const { worth: opening } = averageWorth(
    receivedBetween(ends),
    new Map(ends.slice(1).map(({ year, amount }) => [year, amount])),
  )
  const parts = turned(facts)
  const came = parts.map(({ cost }) => cost)
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

function withoutPrice({ bounds }: GoodFacts): GoodYear['unpriced'] {
  const [{ standing: first }, { standing: last }] = [bounds[0]!, bounds.at(-1)!]
  return {
    receipts: last.unpricedReceipts - first.unpricedReceipts,
    amount: last.unpriced - first.unpriced,
    money: kopecksOf(whole(last.unpricedCost - first.unpricedCost)),
  }
}

export const goodYear = (method: Method, facts: GoodFacts): GoodYear => ({
  ...(method === 'fifo' ? fifoYear : averageYear)(facts),
  unpriced: withoutPrice(facts),
})
