/**
 * What the fish of each group have cost, through a month. What came in is found again: opening + came + moved − sold −
 * taken − abnormal − lost = closing, to the kopeck, for each group and so for all of them.
 */
import {
  addParts,
  addUse,
  type Cost,
  give,
  handOut,
  noCost,
  noParts,
  type Part,
  PARTS,
  type Parts,
  type Purse,
  purseOf,
  take,
  totalOf,
  type Uses,
} from './cost'
import { type Booked, type Fish, type MonthDays, type Steps, type Swimming, type Used, walk } from './walk'

/** By what spending is divided between groups of fish. */
export const SHARE_KEYS = ['biomass', 'pieces', 'fed'] as const
export type ShareKey = (typeof SHARE_KEYS)[number]

/** What was paid in a month, for all fish or for some. */
export interface Charge {
  cage: number | null
  location: number | null
  generation: number | null
  kopecks: number
}

/** What a good that was used up in the month cost; of so much of it nobody knows the price. */
export interface GoodCost {
  amount: bigint
  kopecks: number
  unpriced: bigint
}

export interface CostMonth extends MonthDays {
  /** of a stocking; without one it has no price */
  paid: ReadonlyMap<number, number>
  /** withdrawals that are no sales */
  unsold: ReadonlySet<number>
  goods: ReadonlyMap<number, GoodCost>
  charges: readonly Charge[]
  key: ShareKey
  /** a loss of more of a group at once is abnormal, % */
  lossPercent: number
}

export const LEFT = ['sold', 'taken', 'abnormal', 'lost'] as const
export type Left = (typeof LEFT)[number]

/** A group in a month: kopecks. */
export interface GroupMonth {
  group: Swimming
  opening: number
  came: Parts
  /** with fish from other groups, less what went to others */
  moved: number
  left: Record<Left, number>
  closing: Cost
  uses: Uses
}

export interface CostsAfter {
  groups: Map<number, GroupMonth>
  /** kopecks that no fish could take: of feed and medicine given where nothing swam, of spending for no fish */
  nobody: { used: number; spent: number }
  /** withdrawal → what the fish that it sold had cost */
  sold: Map<number, number>
}

const MG_PER_GRAM = 1000
const keyOfDay: Partial<Record<ShareKey, (group: Swimming) => number>> = {
  biomass: ({ mass }) => Math.round(mass / MG_PER_GRAM),
  pieces: ({ count }) => count,
}

/** Group → its share of the key, through the whole month. */
function* keysOf(month: CostMonth): Steps<Map<number, number>> {
  const keys = new Map<number, number>()
  const add = (id: number, amount: number) => keys.set(id, (keys.get(id) ?? 0) + amount)
  const daily = keyOfDay[month.key]
  yield* walk(month, month.last, {
    ...(daily && {
      dayOver: (living) => {
        for (const group of living) if (group.count > 0) add(group.id, daily(group))
      },
    }),
    ...(!daily && { used: ({ part }, group, amount) => void (part === 'feed' && group && add(group.id, amount)) }),
  })
  return keys
}

const isFor = ({ cage, location, generation }: Charge, group: Swimming) =>
  (cage === null || cage === group.cage) &&
  (location === null || location === group.location) &&
  (generation === null || generation === group.generation)

/** Each charge as a purse for the groups that it is for, and what is for none. */
function* pursesOf(month: CostMonth) {
  const byGroup = new Map<number, [Part, Purse][]>()
  let spent = 0
  if (month.charges.length === 0) return { byGroup, spent }
  const keys = yield* keysOf(month)
  for (const charge of month.charges) {
    const groups = month.groups.filter((group) => keys.get(group.id) && isFor(charge, group))
    if (groups.length === 0) spent += charge.kopecks
    const purse = purseOf(
      charge.kopecks,
      groups.reduce((sum, { id }) => sum + BigInt(keys.get(id)!), 0n),
    )
    const part = (charge.cage ?? charge.location ?? charge.generation) ? 'own' : 'shared'
    for (const { id } of groups) byGroup.set(id, [...(byGroup.get(id) ?? []), [part, purse]])
  }
  return { byGroup, spent }
}

/** A group while the month is folded. */
interface Open extends GroupMonth {
  /** of the key, since spending was last divided */
  pending: number
}

interface Folding {
  month: CostMonth
  groups: Map<number, Open>
  purses: ReadonlyMap<number, [Part, Purse][]>
  after: CostsAfter
}

const placeOf = Object.fromEntries(PARTS.map((part, place) => [part, place])) as Record<Part, number>

function came(group: Open, part: Part, kopecks: number): void {
  group.came[placeOf[part]]! += kopecks
  group.closing.parts[placeOf[part]]! += kopecks
}

/** Spending becomes part of the cost before fish leave, and at the end. */
function settle({ purses }: Folding, group: Open): void {
  if (group.pending === 0) return
  for (const [part, purse] of purses.get(group.group.id) ?? []) came(group, part, handOut(purse, group.pending))
  group.pending = 0
}

const LOSSES = new Set(['retreat', 'correction', 'close_out'])

/** Where the cost goes of what leaves a group, and how much of it; null: the living fish bear it. */
function leaving({ month }: Folding, { kind, operation, count, mass, deviation }: Booked, before: Swimming) {
  const emptied = before.count + count === 0
  const gone = deviation - mass
  const share = emptied ? ([1, 1] as const) : ([gone, gone + before.mass + mass] as const)
  if (!LOSSES.has(kind)) {
    const how: Left | 'moved' = kind !== 'withdrawal' ? 'moved' : month.unsold.has(operation) ? 'taken' : 'sold'
    return { how, share }
  }
  const abnormal = kind === 'retreat' && -count * 100 > month.lossPercent * before.count
  if (abnormal) return { how: 'abnormal' as const, share }
  return emptied ? { how: 'lost' as const, share } : null
}

/** What leaves a group in an operation, kept by where it goes; answers what moves on to another group. */
function depart(folding: Folding, entry: Booked, before: Swimming, moving: Cost): void {
  const goes = leaving(folding, entry, before)
  if (!goes) return
  const group = folding.groups.get(entry.group)!
  settle(folding, group)
  const taken = take(group.closing, ...goes.share)
  const cost = totalOf(taken.parts)
  if (goes.how === 'moved') {
    group.moved -= cost
    return give(moving, taken)
  }
  group.left[goes.how] += cost
  if (goes.how === 'sold') folding.after.sold.set(entry.operation, cost)
}

/** Fish that come: with a price, with the cost of those that moved, or from nowhere. */
function arrive(
  folding: Folding,
  { kind, operation, group: id, mass, deviation }: Booked,
  before: Swimming,
  moving: Cost,
) {
  const group = folding.groups.get(id)!
  const paid = folding.month.paid.get(operation)
  if (kind === 'stocking' && paid !== undefined) return came(group, 'stocking', paid)
  const recounted = kind === 'correction' || kind === 'close_out'
  if (kind === 'stocking' || (recounted && before.count === 0)) {
    group.closing.unpricedFish += mass - deviation
    return
  }
  if (recounted) return
  group.moved += totalOf(moving.parts)
  give(group.closing, moving)
}

function book(folding: Folding, entries: readonly Booked[], fish: Fish): void {
  if (entries.every(({ count }) => count === 0)) return
  const moving = noCost()
  for (const entry of entries) if (entry.count < 0) depart(folding, entry, fish.get(entry.group)!, moving)
  for (const entry of entries) if (entry.count > 0) arrive(folding, entry, fish.get(entry.group)!, moving)
}

/** Gives a group its share of the cost of what its cage was given. */
function eating({ month, groups, after }: Folding) {
  const purses = new Map(
    [...month.goods].map(([id, { kopecks, amount, unpriced }]) => [
      id,
      { paid: purseOf(kopecks, amount), without: purseOf(Number(unpriced), amount) },
    ]),
  )
  return ({ part, good }: Used, swimming: Swimming | null, amount: number) => {
    const own = purses.get(good)
    const cost = own ? handOut(own.paid, amount) : 0
    const without = own ? handOut(own.without, amount) : amount
    if (!swimming) {
      after.nobody.used += cost
      return
    }
    const group = groups.get(swimming.id)!
    came(group, part, cost)
    addUse(group.uses, good, { amount, kopecks: cost })
    if (part === 'feed') group.closing.unpricedFeed += without
    if (part === 'feed' && month.key === 'fed') group.pending += amount
  }
}

function openGroups({ groups }: CostMonth, opening: ReadonlyMap<number, Cost>): Map<number, Open> {
  return new Map(
    groups.map((group): [number, Open] => {
      const { parts, unpricedFeed, unpricedFish } = opening.get(group.id) ?? noCost()
      const left = { sold: 0, taken: 0, abnormal: 0, lost: 0 }
      const closing = { parts: [...parts], unpricedFeed, unpricedFish }
      return [
        group.id,
        { group, opening: totalOf(parts), came: noParts(), moved: 0, left, closing, uses: new Map(), pending: 0 },
      ]
    }),
  )
}

/**
 * Folds a month to the end of a day. Prices and shares are those of the whole month, so that a day's cost is the same
 * whichever day is asked for.
 */
export function* foldMonth(
  month: CostMonth,
  opening: ReadonlyMap<number, Cost>,
  until = month.last,
): Steps<CostsAfter> {
  const { byGroup: purses, spent } = yield* pursesOf(month)
  const groups = openGroups(month, opening)
  const after: CostsAfter = { groups, nobody: { used: 0, spent }, sold: new Map() }
  const folding: Folding = { month, groups, purses, after }
  const daily = keyOfDay[month.key]
  const swims = new Map<number, Swimming>()
  yield* walk(month, until, {
    booked: (entries, fish) => book(folding, entries, fish),
    used: eating(folding),
    dayOver: (living) => {
      for (const group of living) {
        swims.set(group.id, group)
        if (daily && group.count > 0) groups.get(group.id)!.pending += daily(group)
      }
    },
  })
  for (const group of groups.values()) {
    settle(folding, group)
    group.group = { ...(swims.get(group.group.id) ?? group.group) }
  }
  return after
}

/** What is left of each group goes into the next month. */
export const costsOf = ({ groups }: Pick<CostsAfter, 'groups'>): Map<number, Cost> =>
  new Map([...groups].flatMap(([id, { closing, group }]) => (group.count > 0 ? [[id, closing] as const] : [])))

/** Sums of groups: of a cage, a module, a generation, the farm. */
export function addMonths(all: readonly GroupMonth[]): Omit<GroupMonth, 'group' | 'uses'> {
  const sum = { opening: 0, came: noParts(), moved: 0, left: { sold: 0, taken: 0, abnormal: 0, lost: 0 } }
  const closing = noCost()
  for (const one of all) {
    sum.opening += one.opening
    addParts(sum.came, one.came)
    sum.moved += one.moved
    for (const how of LEFT) sum.left[how] += one.left[how]
    give(closing, one.closing)
  }
  return { ...sum, closing }
}
