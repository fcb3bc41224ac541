/** What fish cost: a month by hand, and any history at all, in which no kopeck is lost or made. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply, type CageState, type Effect, settle } from '../ledger/fold'
import { addDays, daysBetween } from '../dates'
import { totalOf } from './cost'
import { type Charge, costsOf, type CostMonth, foldMonth, type GoodCost, LEFT, SHARE_KEYS } from './fold'
import { type Booked, finish, type Swimming, type Used } from './walk'

const KG = 1_000_000
const RUB = 100
const FEED = 9

/** Minutes from the beginning of one day to an hour of another. */
const minutesTo = (first: string, day: string, hour = 0) => (daysBetween(first, day) * 24 + hour) * 60

const group = (id: number, cage: number, generation = 1, category = 1): Swimming => ({
  id,
  cage,
  location: cage % 2,
  generation,
  category,
  count: 0,
  mass: 0,
})
const booked = (day: string, operation: number, kind: string, id: number, count: number, kg: number): Booked => ({
  minute: minutesTo('2026-06-01', `2026-06-${day}`, 10),
  operation,
  kind,
  group: id,
  count,
  mass: kg * KG,
  deviation: 0,
})
const fed = (day: string, operation: number, cage: number, kg: number): Used => ({
  minute: minutesTo('2026-06-01', `2026-06-${day}`, 11),
  operation,
  part: 'feed',
  cage,
  good: FEED,
  amount: kg * KG,
})
const forAll = { cage: null, location: null, generation: null }

/**
 * 1 000 fish of 100 kg for 50 000 ₽; 100 kg of feed at 100 ₽; half of them go to cage 2; half of the rest is sold, then
 * 40 % of what is left dies at once. Living fish are 2 452.5 kg-days, so that 24 525 ₽ are 10 ₽ for each.
 */
const june: CostMonth = {
  first: '2026-06-01',
  last: '2026-06-30',
  groups: [group(1, 1), group(2, 2)],
  booked: [
    booked('01', 1, 'stocking', 1, 1000, 100),
    booked('10', 3, 'retreat', 1, -100, -10),
    booked('11', 4, 'transfer', 1, -450, -45),
    booked('11', 4, 'transfer', 2, 450, 45),
    booked('20', 6, 'withdrawal', 1, -225, -22.5),
    booked('21', 7, 'retreat', 1, -90, -9),
  ],
  used: [fed('02', 2, 1, 100), fed('12', 5, 2, 100)],
  paid: new Map([[1, 50_000 * RUB]]),
  unsold: new Set(),
  goods: new Map([[FEED, { amount: BigInt(300 * KG), kopecks: 30_000 * RUB, unpriced: 0n }]]),
  charges: [{ ...forAll, kopecks: 24_525 * RUB }],
  key: 'biomass',
  lossPercent: 10,
}

const roubles = (kopecks: readonly number[]) => kopecks.map((one) => one / RUB)
const told = (month: CostMonth, until?: string) => {
  const { groups, nobody, sold } = finish(foldMonth(month, new Map(), until))
  const of = (id: number) => roubles(groups.get(id)!.closing.parts)
  const left = (id: number) => roubles(LEFT.map((how) => groups.get(id)!.left[how]))
  return { one: of(1), two: of(2), left: left(1), moved: groups.get(2)!.moved / RUB, nobody, sold, groups }
}

describe('a month by hand', () => {
  it('moves costs with the mass, lets the living bear usual losses, and tells abnormal ones apart', () => {
    const { one, two, left, moved, sold } = told(june)
    // half of 50 000 + 10 000 + 990 kg-days
    expect(moved).toBe(34_950)
    expect(two).toEqual([25_000, 15_000, 0, 0, 13_950])
    // sold: half of 34 950 + 405 kg-days; abnormal: 40 % of the rest + 22.5 kg-days
    expect(left).toEqual([19_500, 0, 7890, 0])
    expect(one).toEqual([7500, 1500, 0, 0, 4185])
    expect([...sold]).toEqual([[6, 19_500 * RUB]])
  })

  it('stops at the end of any day, at the prices of the month', () => {
    expect(told(june, '2026-06-10').one).toEqual([50_000, 10_000, 0, 0, 9900])
    expect(told(june, '2026-06-11').one).toEqual([25_000, 5000, 0, 0, 4950 + 450])
  })

  it('takes expenses for a cage, a module or a generation to these alone', () => {
    const charges = [
      { ...forAll, cage: 2, kopecks: 700 * RUB },
      { ...forAll, generation: 5, kopecks: 30 * RUB },
    ]
    const { one, two, nobody } = told({ ...june, charges })
    expect([one[3], two[3], nobody.spent / RUB]).toEqual([0, 700, 30])
  })

  it('names what has no price, and what was fed to nobody', () => {
    const goods = new Map([[FEED, { amount: BigInt(300 * KG), kopecks: 0, unpriced: BigInt(300 * KG) }]])
    const used = [...june.used, fed('13', 8, 3, 50)]
    const unknown = told({ ...june, goods, used, paid: new Map() }).groups.get(2)!.closing
    expect(unknown).toMatchObject({ unpricedFeed: 150 * KG, unpricedFish: 50 * KG })
    expect(told({ ...june, used }).nobody.used / RUB).toBe(5000)
  })

  it('gives the cost of the last fish to losses', () => {
    const lost = booked('25', 9, 'retreat', 2, -450, -45)
    const all = [...june.booked, lost]
    const { groups } = told({ ...june, booked: all, charges: [], lossPercent: 100 })
    expect(groups.get(2)!.left).toMatchObject({ lost: (30_000 + 10_000) * RUB, abnormal: 0 })
    expect(totalOf(groups.get(2)!.closing.parts)).toBe(0)
  })

  it('divides by pieces or by feed where that is chosen', () => {
    expect(told({ ...june, key: 'fed' }).two[4]).toBe(24_525 / 4 + 24_525 / 2)
    const pieces = told({ ...june, key: 'pieces', charges: [{ ...forAll, cage: 2, kopecks: 900 * RUB }] })
    expect(pieces.two[3]).toBe(900)
  })
})

const KINDS = ['stocking', 'transfer', 'withdrawal', 'retreat', 'correction', 'category_change', 'weighing'] as const
const step = fc.record({
  kind: fc.constantFrom(...KINDS, 'feeding' as const, 'feeding' as const),
  day: fc.integer({ min: 0, max: 60 }),
  cage: fc.integer({ min: 1, max: 3 }),
  to: fc.integer({ min: 1, max: 3 }),
  generation: fc.integer({ min: 1, max: 2 }),
  category: fc.integer({ min: 1, max: 2 }),
  count: fc.integer({ min: 1, max: 300 }),
  mass: fc.option(fc.integer({ min: 1, max: 5_000_001 })),
  paid: fc.option(fc.integer({ min: 0, max: 9_999_999 })),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

function effectOf(one: Step): Effect | null {
  const { kind, cage, to, generation, category, count, mass } = one
  const ref = { cage, generation, category }
  if (kind === 'stocking') return { type: 'move', to: ref, count, mass: mass ?? 77 }
  if (kind === 'transfer')
    return cage === to ? null : { type: 'move', from: ref, to: { ...ref, cage: to }, count, mass }
  if (kind === 'withdrawal' || kind === 'retreat') return { type: 'move', from: ref, count, mass }
  if (kind === 'correction') return { type: 'set_count', group: ref, count: count < 30 ? 0 : count }
  if (kind === 'category_change') return { type: 'recategorize', cage, generation, category }
  return kind === 'weighing' ? { type: 'set_average', cage, generations: null, count, mass: mass ?? 999 } : null
}

const FIRST = '2026-05-01'
const idOf = (cage: number, generation: number, category: number) => cage * 100 + generation * 10 + category
const ids = [1, 2, 3].flatMap((cage) =>
  [1, 2].flatMap((generation) => [1, 2].map((category) => ({ cage, generation, category }))),
)

/** The ledger of the steps that it does not refuse. */
function ledgerOf(steps: readonly Step[]) {
  const world = new Map<number, CageState>([1, 2, 3].map((cage) => [cage, new Map()]))
  const entries: Booked[] = []
  const used: Used[] = []
  for (const [index, one] of steps.toSorted((a, b) => a.day - b.day).entries()) {
    const head = { minute: minutesTo(FIRST, addDays(FIRST, one.day), 10), operation: index + 1 }
    if (one.kind === 'feeding')
      used.push({ ...head, part: index % 5 ? 'feed' : 'medicine', cage: one.cage, good: FEED, amount: one.count * 7 })
    const effect = effectOf(one)
    const { postings, refusal } = effect ? apply(effect, (cage) => world.get(cage)) : { postings: [], refusal: null }
    if (refusal) continue
    settle(postings, (cage) => world.get(cage))
    for (const { cage, generation, category, count_delta, mass_delta, deviation } of postings)
      entries.push({
        ...head,
        kind: one.kind,
        group: idOf(cage, generation, category),
        count: count_delta,
        mass: mass_delta,
        deviation,
      })
  }
  return { entries, used }
}

const charge: fc.Arbitrary<Charge> = fc.record({
  cage: fc.option(fc.integer({ min: 1, max: 4 })),
  location: fc.option(fc.integer({ min: 0, max: 1 })),
  generation: fc.option(fc.integer({ min: 1, max: 2 })),
  kopecks: fc.integer({ min: 1, max: 9_999_999 }),
})

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)

it('no kopeck is lost or made, in any history, on any day', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60 }),
      fc.array(charge, { maxLength: 4 }),
      fc.constantFrom(...SHARE_KEYS),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 1, max: 99_999_999 }),
      (steps, charges, key, day, kopecks) => {
        const { entries, used } = ledgerOf(steps)
        const paid = new Map(
          steps
            .toSorted((a, b) => a.day - b.day)
            .flatMap((one, index) => (one.paid === null ? [] : [[index + 1, one.paid]])),
        )
        const until = addDays(FIRST, day)
        let opening: ReturnType<typeof costsOf> = new Map()
        let groups = ids.map(({ cage, generation, category }) =>
          group(idOf(cage, generation, category), cage, generation, category),
        )
        for (const [first, last] of [
          ['2026-05-01', '2026-05-31'],
          ['2026-06-01', '2026-06-30'],
        ] as const) {
          if (first > until) break
          const [begins, ends] = [first, addDays(last, 1)].map((day) => minutesTo(FIRST, day))
          const within = <T extends { minute: number }>(all: T[]) =>
            all
              .filter(({ minute }) => minute >= begins! && minute < ends!)
              .map((one) => ({ ...one, minute: one.minute - begins! }))
          const own = within(used)
          const all: GoodCost = { amount: BigInt(sum(own.map(({ amount }) => amount))), kopecks, unpriced: 0n }
          const month: CostMonth = {
            first,
            last,
            groups,
            booked: within(entries),
            used: own,
            paid,
            unsold: new Set(),
            charges,
            key,
            goods: new Map([[FEED, all]]),
            lossPercent: 20,
          }
          const end = last < until ? last : until
          const after = finish(foldMonth(month, opening, end))
          for (const one of after.groups.values()) {
            const left = sum(LEFT.map((how) => one.left[how]))
            expect(one.opening + totalOf(one.came) + one.moved - left).toBe(totalOf(one.closing.parts))
            expect(one.closing.parts.every((part) => part >= 0)).toBe(true)
            if (one.group.count === 0) expect(totalOf(one.closing.parts)).toBe(0)
          }
          const months = [...after.groups.values()]
          expect(sum(months.map(({ moved }) => moved))).toBe(0)
          const stocked = within(entries).filter(
            ({ minute, kind }) => minute < minutesTo(first, addDays(end, 1)) && kind === 'stocking',
          )
          expect(sum(months.map(({ came }) => came[0]!))).toBe(
            sum(stocked.map(({ operation }) => paid.get(operation) ?? 0)),
          )
          if (end === last) {
            const fedFor = sum(months.map(({ came }) => came[1]! + came[2]!)) + after.nobody.used
            expect(fedFor).toBe(own.length > 0 ? kopecks : 0)
            const spent = sum(months.map(({ came }) => came[3]! + came[4]!)) + after.nobody.spent
            expect(spent).toBe(sum(charges.map((one) => one.kopecks)))
          }
          opening = costsOf(after)
          groups = months.map((one) => one.group)
        }
      },
    ),
    { numRuns: 400 },
  )
})
