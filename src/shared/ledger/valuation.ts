/**
 * What goods are worth. Amounts are whole millionths of the unit, prices whole kopecks for one unit; a worth is their
 * exact product, millionths of a kopeck; a worth and what lies in several warehouses may be larger than 2^53. Nothing
 * is rounded between steps: kopecks come to be where a value is shown. A good is one whole over all warehouses: a move
 * between them is neither receipt nor consumption.
 */

import { groupBy } from '../collections'

/**
 * What came from outside, or was made. In order: by instant, operation id, line; those of a document before what it
 * takes.
 */
export interface Receipt {
  /** 'YYYY-MM-DDTHH:mm' */
  at: string
  operation: number
  line: number
  amount: number
  /** null when it was not told: of a surplus, of what the workshop made */
  price: number | null
}

export interface Priced extends Receipt {
  price: number
  /** the price is that of an earlier receipt, or 0 when there is none */
  assumed: boolean
}

/** A receipt of which something is left. */
export interface Layer extends Priced {
  left: number
}

/** A worth that may be no whole number of millionths of a kopeck. */
export interface Fraction {
  over: bigint
  under: bigint
}

const product = (amount: number, price: number): bigint => BigInt(amount) * BigInt(price)

/**
 * A receipt without a price has the last one known before it; without any it costs nothing. What was used up, sold or
 * written off may stand between them, with a negative amount: its price is of no account.
 */
export function priced<R extends Receipt>(entries: readonly R[]): (R & Priced)[] {
  let known = 0
  return entries.map((entry) => {
    if (entry.amount > 0) known = entry.price ?? known
    return { ...entry, price: known, assumed: entry.price === null }
  })
}

/**
 * First in, first out, looked at from its end: of the receipts those are left that came last, as much of them as lies
 * there. Neither older receipts nor what was used up have to be known.
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

/**
 * What each of the entries that take something costs, in their order, when the oldest goes first. `opening` is what was
 * there before, oldest first.
 */
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

/** In lowest terms: over the years the numbers would grow without end. */
function fraction(over: bigint, under: bigint): Fraction {
  let [common, rest] = [over, under]
  while (rest > 0n) [common, rest] = [rest, common % rest]
  return { over: over / common, under: under / common }
}

const NOTHING: Fraction = { over: 0n, under: 1n }
const yearOf = ({ at }: Receipt) => Number(at.slice(0, 4))

/** What came in a calendar year: its amount, and what that cost in millionths of a kopeck. */
export interface Received {
  year: number
  amount: bigint
  worth: bigint
  /** not all of it came with a price */
  assumed: boolean
}

/** Receipts in their order, year by year. */
export const receivedByYear = (receipts: readonly Priced[]): Received[] =>
  [...groupBy(receipts, yearOf)].map(([year, own]) => ({
    year,
    amount: own.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    worth: own.reduce((sum, { amount, price }) => sum + product(amount, price), 0n),
    assumed: own.some(({ assumed }) => assumed),
  }))

/**
 * By the average of each calendar year: what the year began with and what came in it, over the amounts of both; what
 * is left goes into the next year at that price. `amounts` says what lay there at the end of a year, of the last one at
 * the moment that is asked for; in a year that it leaves out nothing was taken.
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

/** The share `part / all` of a worth in whole kopecks, half up; `part` and `all` are amounts. */
export function kopecksOf({ over, under }: Fraction, part = 1n, all = 1n): bigint {
  if (all === 0n) return 0n
  const [top, bottom] = [over * part, under * all * KOPECK]
  return (2n * top + bottom) / (2n * bottom)
}

/** Differences of rounded running sums. */
const steps = (sums: readonly bigint[]) => sums.map((sum, index) => sum - (sums[index - 1] ?? 0n))

/** What has come together by each of the parts. */
function running(parts: readonly bigint[]): bigint[] {
  let sum = 0n
  return parts.map((part) => (sum += part))
}

/**
 * Kopecks of parts of a whole, that add up to the rounded whole: each is the difference of two rounded running sums, so
 * what rounding leaves over falls to the part at which it has become half a kopeck. No part is a kopeck away from its
 * exact value.
 */
export const kopecksOfAll = (worths: readonly bigint[]): bigint[] =>
  steps(running(worths).map((sum) => kopecksOf(whole(sum))))

/** In the same way those of shares of a worth: of so much each out of `all`. */
export const kopecksOfShares = (worth: Fraction, amounts: readonly bigint[], all: bigint): bigint[] =>
  steps(running(amounts).map((sum) => kopecksOf(worth, sum, all)))
