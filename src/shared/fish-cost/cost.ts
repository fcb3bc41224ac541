/**
 * What fish have cost so far, in whole kopecks, part by part. Nothing is rounded twice: a part is what is left when
 * another was taken, so whatever came in is found again, to the kopeck.
 */
import { mulDiv, narrow, plusWhole, type Whole } from '../numbers'

export const PARTS = ['stocking', 'feed', 'medicine', 'own', 'shared'] as const
export type Part = (typeof PARTS)[number]

/** Kopecks, in the order of PARTS. */
export type Parts = number[]

/** The cost of a group, and what in it has no price. */
export interface Cost {
  parts: Parts
  /** of the feed that it ate, millionths */
  unpricedFeed: number
  /** of the fish themselves, mg as they came */
  unpricedFish: number
}

export const noParts = (): Parts => PARTS.map(() => 0)
export const noCost = (): Cost => ({ parts: noParts(), unpricedFeed: 0, unpricedFish: 0 })

export const totalOf = (parts: Parts): number => parts.reduce((sum, part) => sum + part, 0)

export function addParts(to: Parts, other: Parts, sign = 1): void {
  for (const [index, part] of other.entries()) to[index]! += sign * part
}

/** The share over / under of all parts: together it is rounded once, and no part gives more than it has. */
function shareOfParts(parts: Parts, over: number, under: number): Parts {
  let [sum, given] = [0, 0]
  return parts.map((part) => {
    sum += part
    const until = mulDiv(sum, over, under)
    const own = until - given
    given = until
    return own
  })
}

/** Takes the share over / under out of a cost. */
export function take(cost: Cost, over: number, under: number): Cost {
  const all = over === under
  const taken: Cost = {
    parts: all ? [...cost.parts] : shareOfParts(cost.parts, over, under),
    unpricedFeed: all ? cost.unpricedFeed : mulDiv(cost.unpricedFeed, over, under),
    unpricedFish: all ? cost.unpricedFish : mulDiv(cost.unpricedFish, over, under),
  }
  addParts(cost.parts, taken.parts, -1)
  cost.unpricedFeed -= taken.unpricedFeed
  cost.unpricedFish -= taken.unpricedFish
  return taken
}

export function give(to: Cost, { parts, unpricedFeed, unpricedFish }: Cost): void {
  addParts(to.parts, parts)
  to.unpricedFeed += unpricedFeed
  to.unpricedFish += unpricedFish
}

/** A sum that is handed out bit by bit, in proportion of amounts whose sum is known: in the end just all of it. */
export interface Purse {
  kopecks: number
  /** of all that it is handed out for */
  all: Whole
  /** handed out so far, and for what */
  given: number
  amount: Whole
}

export const purseOf = (kopecks: number, all: bigint): Purse => ({ kopecks, all: narrow(all), given: 0, amount: 0 })

/** Kopecks for the next amount: how much the rounded running sum grows. */
export function handOut(purse: Purse, amount: number): number {
  if (purse.kopecks === 0 || !purse.all) return 0
  purse.amount = plusWhole(purse.amount, amount)
  const until = mulDiv(purse.kopecks, purse.amount, purse.all)
  const own = until - purse.given
  purse.given = until
  return own
}

/** Good → what was given of it, in millionths, and what that cost. */
export type Uses = Map<number, { amount: number; kopecks: number }>

export function addUse(to: Uses, good: number, { amount, kopecks }: { amount: number; kopecks: number }): void {
  const sum = to.get(good)
  if (sum) {
    sum.amount += amount
    sum.kopecks += kopecks
  } else to.set(good, { amount, kopecks })
}

export function addUses(all: readonly Uses[]): Uses {
  const sums: Uses = new Map()
  for (const uses of all) for (const [good, use] of uses) addUse(sums, good, use)
  return sums
}
