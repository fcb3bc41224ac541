/**
 * Values goods. Amounts are whole millionths of the unit, prices whole kopecks a unit; a value is their exact product
 * in millionths of a kopeck, and may exceed 2^53. Nothing is rounded between steps: kopecks are computed where a value
 * is shown. All warehouses count as one: a move between them is neither receipt nor consumption.
 */

/**
 * A receipt from outside, or goods that were made. The order is instant, operation id, line; within a document receipts
 * precede what it takes.
 */
export interface Receipt {
  /** 'YYYY-MM-DDTHH:mm' */
  at: string
  operation: number
  line: number
  amount: number
  /** null when it was not given: a surplus, or a product of the workshop */
  price: number | null
}

export interface Priced extends Receipt {
  price: number
  /** the price of an earlier receipt was assumed, or 0 when there is none */
  assumed: boolean
}

/** A receipt of which something is still left. */
export interface Layer extends Priced {
  left: number
}

/** A value that need not be a whole number of millionths of a kopeck. */
export interface Fraction {
  over: bigint
  under: bigint
}

const product = (amount: number, price: number): bigint => BigInt(amount) * BigInt(price)

/**
 * Gives receipts without a price the last one known before, or 0. Entries with a negative amount (used, sold, written
 * off) may stand in between: their price is ignored.
 */
export function priced<R extends Receipt>(entries: readonly R[], before = 0): (R & Priced)[] {
  let known = before
  return entries.map((entry) => {
    if (entry.amount > 0) known = entry.price ?? known
    return { ...entry, price: known, assumed: entry.price === null }
  })
}

/**
 * First in, first out, from the end: answers the latest receipts, as much of them as is still there. Older receipts and
 * consumption are not needed.
 */
export function layersLeft<R extends Priced>(receipts: readonly R[], amount: bigint): (R & Layer)[] {
  const layers: (R & Layer)[] = []
  let missing = amount
  for (let index = receipts.length - 1; index >= 0 && missing > 0n; index--) {
    const receipt = receipts[index]!
    const left = missing < receipt.amount ? Number(missing) : receipt.amount
    layers.push({ ...receipt, left })
    missing -= BigInt(left)
  }
  return layers.reverse()
}

export const worthOf = (layers: readonly Layer[]): bigint =>
  layers.reduce((sum, { left, price }) => sum + product(left, price), 0n)

/** What is left of the first `count` receipts is worth: the same, without saying of which. */
export function worthLeft(receipts: readonly Priced[], amount: bigint, count = receipts.length): bigint {
  let [missing, worth] = [amount, 0n]
  for (let index = count - 1; index >= 0 && missing > 0n; index--) {
    const { amount: there, price } = receipts[index]!
    const left = missing < there ? missing : BigInt(there)
    worth += left * BigInt(price)
    missing -= left
  }
  return worth
}

/** The cost of each issue, first in, first out. `opening` holds the layers from before, oldest first. */
export function issueCosts(opening: readonly Layer[], entries: readonly Priced[]): bigint[] {
  const queue = opening.map((layer) => ({ ...layer }))
  const costs: bigint[] = []
  let oldest = 0
  for (const entry of entries) {
    if (entry.amount > 0) {
      queue.push({ ...entry, left: entry.amount })
      continue
    }
    let [missing, cost] = [-entry.amount, 0n]
    while (missing > 0 && oldest < queue.length) {
      const layer = queue[oldest]!
      const taken = Math.min(layer.left, missing)
      cost += product(taken, layer.price)
      layer.left -= taken
      missing -= taken
      if (layer.left === 0) oldest++
    }
    costs.push(cost)
  }
  return costs
}

/** so long numbers are multiplied in less time than they are reduced */
const SHORT = 1n << 512n

/** Long ones are reduced to lowest terms: otherwise they would grow without bound over the years. */
function fraction(over: bigint, under: bigint): Fraction {
  if (over < SHORT && under < SHORT) return { over, under }
  let [common, rest] = [over, under]
  while (rest > 0n) [common, rest] = [rest, common % rest]
  return { over: over / common, under: under / common }
}

const NOTHING: Fraction = { over: 0n, under: 1n }

/** Receipts of a calendar year: the amount, and its cost in millionths of a kopeck. */
export interface Received {
  year: number
  amount: bigint
  worth: bigint
  /** not all of it came with a price */
  assumed: boolean
}

/**
 * Values the rest at the average price of each calendar year: the opening value plus receipts, over both amounts; the
 * rest goes into the next year at that price. `amounts` holds the amount at the end of each year, for the last one at
 * the requested moment; a year that it lacks had no consumption.
 */
export function averageWorth(
  received: readonly Received[],
  amounts: ReadonlyMap<number, bigint>,
): { worth: Fraction; assumed: boolean } {
  const last = Math.max(...amounts.keys())
  let [worth, volume, assumed, place] = [NOTHING, 0n, false, 0]
  for (let year = received[0]?.year ?? last; year <= last; year++) {
    if (received[place]?.year === year) {
      const own = received[place++]!
      worth = { ...worth, over: worth.over + own.worth * worth.under }
      volume += own.amount
      assumed ||= own.assumed
    }
    const left = amounts.get(year) ?? volume
    worth = left > 0n && volume > 0n ? fraction(worth.over * left, worth.under * volume) : NOTHING
    assumed &&= left > 0n
    volume = left
  }
  return { worth, assumed }
}

/** Whole millionths of a kopeck as a fraction. */
export const whole = (worth: bigint): Fraction => ({ over: worth, under: 1n })

const KOPECK = 1_000_000n

/** The share `part / all` of a value in whole kopecks, rounded half up; `part` and `all` are amounts. */
export function kopecksOf({ over, under }: Fraction, part = 1n, all = 1n): bigint {
  if (all === 0n) return 0n
  const [top, bottom] = [over * part, under * all * KOPECK]
  return (2n * top + bottom) / (2n * bottom)
}

/** Differences between neighbouring sums. */
const steps = (sums: readonly bigint[]) => sums.map((sum, index) => sum - (sums[index - 1] ?? 0n))

/** Running sums. */
function running(parts: readonly bigint[]): bigint[] {
  let sum = 0n
  return parts.map((part) => (sum += part))
}

/**
 * Splits a whole into kopecks that add up to the rounded whole: each part is the difference of two rounded running
 * sums. No part differs from its exact value by a kopeck or more.
 */
export const kopecksOfAll = (worths: readonly bigint[]): bigint[] =>
  steps(running(worths).map((sum) => kopecksOf(whole(sum))))

/** The same for shares of a value: each amount over the sum of all. */
export const kopecksOfShares = (worth: Fraction, amounts: readonly bigint[], all: bigint): bigint[] =>
  steps(running(amounts).map((sum) => kopecksOf(worth, sum, all)))
