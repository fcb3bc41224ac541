/**
 * How a good stands at a moment: all that ever came of it, and what is left of that, first in, first out. It is all
 * that a later standing needs of the time before, so that what came and left long ago is not gone through again.
 */
import { type Layer, priced, type Receipt, type Received } from './valuation'

export interface Standing {
  /** millionths that ever came, and their cost in millionths of a kopeck; of them those that came without a price */
  received: bigint
  cost: bigint
  unpriced: bigint
  unpricedCost: bigint
  unpricedReceipts: number
  /** what is left of it, what that is worth, and how much of it came without a price */
  amount: bigint
  worth: bigint
  unsure: bigint
  /** what a receipt without a price takes */
  price: number
  /** the oldest receipt of which something is left */
  oldest: Layer | null
}

export const NO_STANDING: Standing = {
  received: 0n,
  cost: 0n,
  unpriced: 0n,
  unpricedCost: 0n,
  unpricedReceipts: 0,
  amount: 0n,
  worth: 0n,
  unsure: 0n,
  price: 0,
  oldest: null,
}

/** What came until the next moment, and all that lies there then. */
export interface Step {
  came: readonly Receipt[]
  amount: bigint
}

const product = (amount: number, price: number): bigint => BigInt(amount) * BigInt(price)
const whole = (receipts: readonly Receipt[], before: number): Layer[] =>
  priced(receipts, before).map(({ at, operation, line, amount, price, assumed }) => ({
    ...{ at, operation, line, amount, price, assumed },
    left: amount,
  }))

/** Adds what came to all that did, and to what is left. */
function receive(to: Standing, layer: Layer): void {
  const { amount, price, assumed } = layer
  const cost = product(amount, price)
  to.received += BigInt(amount)
  to.cost += cost
  to.amount += BigInt(amount)
  to.worth += cost
  to.price = price
  if (!assumed) return
  to.unpriced += BigInt(amount)
  to.unpricedCost += cost
  to.unpricedReceipts++
  to.unsure += BigInt(amount)
}

/** Takes the oldest, and answers the place in the queue of what is the oldest then. */
function take(from: Standing, queue: readonly Layer[], place: number, amount: bigint): number {
  let [missing, at] = [amount, place]
  while (missing > 0n && at < queue.length) {
    const layer = queue[at]!
    const taken = missing < layer.left ? Number(missing) : layer.left
    from.amount -= BigInt(taken)
    from.worth -= product(taken, layer.price)
    if (layer.assumed) from.unsure -= BigInt(taken)
    missing -= BigInt(taken)
    layer.left -= taken
    if (layer.left === 0) at++
  }
  return at
}

/** How much of what a standing has is used up by the last of the steps, beside what is left of its oldest receipt. */
export function usedBeyond({ amount, oldest }: Standing, steps: readonly Step[]): bigint {
  let [there, most] = [amount, 0n]
  for (const step of steps) {
    for (const receipt of step.came) there += BigInt(receipt.amount)
    if (there - step.amount > most) most = there - step.amount
  }
  return most - BigInt(oldest?.left ?? 0)
}

/**
 * The standing after each step. `following` are the receipts after the oldest one, up to the moment of the first
 * standing: so many that more came with them than is used up, or all of them.
 */
export function advance(from: Standing, following: readonly Receipt[], steps: readonly Step[]): Standing[] {
  const queue = from.oldest ? [{ ...from.oldest }, ...whole(following, from.oldest.price)] : []
  const standing = { ...from }
  let place = 0
  return steps.map(({ came, amount }) => {
    for (const layer of whole(came, standing.price)) {
      queue.push(layer)
      receive(standing, layer)
    }
    place = take(standing, queue, place, standing.amount - amount)
    const oldest = queue[place]
    return { ...standing, oldest: oldest ? { ...oldest } : null }
  })
}

/** What came by calendar year: each standing is that of its end. The first is of the time before them. */
export function receivedBetween([first, ...ends]: readonly { year: number; standing: Standing }[]): Received[] {
  let before = first!.standing
  return ends.flatMap(({ year, standing }) => {
    const amount = standing.received - before.received
    const worth = standing.cost - before.cost
    const assumed = standing.unpriced > before.unpriced
    before = standing
    return amount > 0n ? [{ year, amount, worth, assumed }] : []
  })
}
