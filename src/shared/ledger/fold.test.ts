import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FcrTable } from '../feeding/norm'
import { apply, type CageState, type Effect, keyOf, settle, type World } from './fold'

const KG = 1_000_000
const group = { cage: 1, generation: 10, category: 100 }
const key = keyOf(10, 100)

const farm = (...cages: number[]) => {
  const states = new Map<number, CageState>(cages.map((cage) => [cage, new Map()]))
  const world: World = (cage) => states.get(cage)
  const run = (effect: Effect, strict = false) => {
    const outcome = apply(effect, world, null, strict)
    settle(outcome.postings, world)
    return outcome
  }
  return { run, of: (cage: number, at = key) => states.get(cage)!.get(at) }
}

/** Feed that grows fish of any weight by as much. */
const fed = (mg: number, rows: FcrTable['rows'] = [{ min: 0, max: 10 ** 15, fcr: KG }]): Effect => ({
  type: 'grow',
  cage: 1,
  fed: mg,
  norm: { rows, coefficient: KG },
})

const stock = (count: number, kg: number, to = group): Effect => ({
  type: 'move',
  to,
  count,
  mass: Math.round(kg * KG),
})
const takeOut = (count: number, kg: number | null, selection?: string): Effect => ({
  type: 'move',
  from: group,
  count,
  mass: kg === null ? null : Math.round(kg * KG),
  selection,
})

describe('the exact vector of the domain', () => {
  test('stocking, typed retreat, withdrawal and correction give the numbers written down', () => {
    const { run, of } = farm(1)
    run(stock(10_000, 2000))
    run(takeOut(50, 4))
    expect(of(1)).toMatchObject({ count: 9950, mass: 1996 * KG })
    run(takeOut(2000, 520))
    expect(of(1)).toMatchObject({ count: 7950, mass: 1476 * KG })
    run({ type: 'set_count', group, count: 7900 })
    expect(of(1)).toMatchObject({ count: 7900, mass: 1_466_716_981 })
  })
})

describe('taking fish', () => {
  test('a retreat without a weight leaves the average where it was', () => {
    const { run, of } = farm(1)
    run(stock(3, 1))
    const { postings } = run(takeOut(1, null))
    expect(postings[0]).toMatchObject({ mass_delta: -333_333, deviation: 0 })
    expect(of(1)).toMatchObject({ count: 2, mass: 666_667 })
  })

  test('taking all fish takes all mass, and the difference from the typed weight is kept as a deviation', () => {
    const { run, of } = farm(1)
    run(stock(100, 20))
    const { postings, rebooked } = run(takeOut(100, 23))
    expect(of(1)).toMatchObject({ count: 0, mass: 0 })
    expect(postings[0]).toMatchObject({ mass_delta: -20 * KG, deviation: 3 * KG })
    expect(rebooked).toBe(false)
  })

  test('a typed weight that would leave the rest impossible lets the rest keep its book average and asks for a weighing', () => {
    const { run, of } = farm(1)
    run(stock(100, 20))
    const heavy = run(takeOut(10, 15))
    expect(heavy.rebooked).toBe(true)
    expect(of(1)).toMatchObject({ count: 90, mass: 18 * KG })
    expect(heavy.postings[0]!.deviation).toBe(13 * KG)
    expect(heavy.moved).toBe(15 * KG)
  })

  test('half and twice the book average are still believed', () => {
    const { run, of } = farm(1)
    run(stock(100, 20))
    expect(run(takeOut(50, 15)).rebooked).toBe(false)
    expect(of(1)).toMatchObject({ count: 50, mass: 5 * KG })
  })

  test('a representative catch first sets the whole group to the measured average', () => {
    const { run, of } = farm(1)
    run(stock(100, 20))
    const { postings } = run(takeOut(25, 6, 'representative'))
    expect(of(1)).toMatchObject({ count: 75, mass: 18 * KG })
    expect(postings[0]!.deviation).toBe(4 * KG)
  })

  test('more than there is refuses with the shortage, and an unknown group lacks all of it', () => {
    const { run, of } = farm(1)
    run(stock(100, 20))
    expect(run(takeOut(120, null)).refusal).toEqual({ cage: 1, shortage: 20 })
    expect(of(1)).toMatchObject({ count: 100 })
    expect(run({ type: 'move', from: { ...group, generation: 11 }, count: 5, mass: null }).refusal).toEqual({
      cage: 1,
      shortage: 5,
    })
  })
})

describe('transfer', () => {
  test('the target receives what the source gave, to the milligram', () => {
    const { run, of } = farm(1, 2)
    run(stock(7, 1))
    run({ type: 'move', from: group, to: { ...group, cage: 2 }, count: 3, mass: null })
    expect(of(1)!.mass + of(2)!.mass).toBe(KG)
    expect(of(2)).toMatchObject({ count: 3, mass: 428_571 })
  })

  test('a transfer whose source is not folded carries the mass already known', () => {
    const states = new Map<number, CageState>([[2, new Map()]])
    const effect: Effect = { type: 'move', from: group, to: { ...group, cage: 2 }, count: 3, mass: null }
    const { postings } = apply(effect, (cage) => states.get(cage), 500_000)
    expect(postings).toHaveLength(1)
    expect(postings[0]).toMatchObject({ cage: 2, count_delta: 3, mass_delta: 500_000 })
  })
})

describe('weighing', () => {
  test('sets the mass of each chosen group from the sample and leaves the others', () => {
    const { run, of } = farm(1)
    run(stock(100, 20))
    run(stock(50, 5, { ...group, generation: 11 }))
    run({ type: 'set_average', cage: 1, generations: [11], count: 3, mass: 400_000 })
    expect(of(1)).toMatchObject({ mass: 20 * KG })
    expect(of(1, keyOf(11, 100))).toMatchObject({ count: 50, mass: 6_666_667 })
  })

  test('without fish it is refused when entered, and later only sets the last known average', () => {
    const { run, of } = farm(1)
    run(stock(100, 20))
    run(takeOut(100, null))
    const weighing: Effect = { type: 'set_average', cage: 1, generations: null, count: 1, mass: 300_000 }
    expect(run(weighing, true).refusal).toEqual({ cage: 1, shortage: 0 })
    // a past that is known to be so is entered, where there had been fish
    expect(run({ ...weighing, unfound: true }, true).refusal).toBeUndefined()
    expect(run({ ...weighing, unfound: true, generations: [99] }, true).refusal).toEqual({ cage: 1, shortage: 0 })
    run(weighing)
    run({ type: 'set_count', group, count: 10 })
    expect(of(1)).toMatchObject({ count: 10, mass: 3 * KG })
  })
})

describe('correction', () => {
  test('from an empty group uses the last known average; a group that never had fish is refused', () => {
    const { run, of } = farm(1)
    expect(run({ type: 'set_count', group, count: 5 }).refusal).toEqual({ cage: 1, shortage: 0 })
    run(stock(10, 2))
    run({ type: 'set_count', group, count: 0 })
    expect(of(1)).toMatchObject({ count: 0, mass: 0 })
    run({ type: 'set_count', group, count: 4 })
    expect(of(1)).toMatchObject({ count: 4, mass: 800_000 })
  })
})

describe('the last known average', () => {
  test('of a group that left whole with a typed weight is what it was weighed at then', () => {
    const { run, of } = farm(1)
    run(stock(100, 20))
    run(takeOut(100, 25))
    run({ type: 'set_count', group, count: 4 })
    expect(of(1)).toMatchObject({ count: 4, mass: KG })
  })
})

describe('category change', () => {
  test('moves all fish of the generation into one category and keeps count and mass', () => {
    const { run, of } = farm(1)
    run(stock(10, 2))
    run(stock(5, 3, { ...group, category: 101 }))
    run({ type: 'recategorize', cage: 1, generation: 10, category: 101 })
    expect(of(1)).toMatchObject({ count: 0, mass: 0 })
    expect(of(1, keyOf(10, 101))).toMatchObject({ count: 15, mass: 5 * KG })
  })

  test('of a generation the cage does not hold is refused', () => {
    const { run } = farm(1)
    expect(run({ type: 'recategorize', cage: 1, generation: 10, category: 101 }, true).refusal).toEqual({
      cage: 1,
      shortage: 0,
    })
  })
})

describe('growth', () => {
  test('is split between the groups by biomass and adds up exactly', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ count: fc.integer({ min: 1, max: 50_000 }), mass: fc.integer({ min: 1, max: 10 ** 12 }) }),
          { minLength: 1, maxLength: 5 },
        ),
        fc.nat(10 ** 11),
        (groups, gain) => {
          const state: CageState = new Map(
            groups.map(({ count, mass }, i) => [keyOf(i, 1), { count, mass, last_count: count, last_mass: mass }]),
          )
          const { postings } = apply(fed(gain), () => state)
          expect(postings.reduce((sum, p) => sum + p.mass_delta, 0)).toBe(gain)
          expect(postings.every((p) => p.mass_delta >= 0 && p.deviation === p.mass_delta)).toBe(true)
        },
      ),
    )
  })

  test('follows the conversion rate of the cage’s average at that moment', () => {
    const rows = [
      { min: 0, max: 200_000, fcr: 1.05 * KG },
      { min: 200_000, max: 300_000, fcr: 1.2 * KG },
    ]
    const grown = (average: number) => {
      const { run, of } = farm(1)
      run(stock(10_000, 10_000 * average))
      run(fed(30 * KG, rows))
      return of(1)!.mass - 10_000 * average * KG
    }
    expect([grown(0.199999), grown(0.2), grown(0.3), grown(0.300001)]).toEqual([28_571_429, 25_000_000, 25_000_000, 0])
  })

  test('beyond what a group may hold is refused', () => {
    const { run } = farm(1)
    run(stock(10, 8 * 10 ** 9))
    expect(run(fed(2 * 10 ** 15)).refusal).toMatchObject({ cage: 1, beyond: 'mass' })
  })

  test('with no fish feeds nothing', () => {
    expect(apply(fed(KG), () => new Map()).postings).toEqual([])
    expect(apply(fed(KG), () => new Map(), null, true).refusal).toEqual({ cage: 1, shortage: 0 })
  })
})

test('whatever is done, N = 0 exactly when M = 0 and what is posted is what changed', () => {
  const mass = fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 10 ** 9 }))
  const effect: fc.Arbitrary<Effect> = fc.oneof(
    fc.record({
      type: fc.constant('move' as const),
      to: fc.constant(group),
      count: fc.integer({ min: 1, max: 1000 }),
      mass: fc.integer({ min: 1000, max: 10 ** 9 }),
    }),
    fc.record({
      type: fc.constant('move' as const),
      from: fc.constant(group),
      count: fc.integer({ min: 1, max: 1000 }),
      mass,
      selection: fc.constantFrom(null, 'representative'),
    }),
    fc.record({
      type: fc.constant('set_average' as const),
      cage: fc.constant(1),
      generations: fc.constant(null),
      count: fc.integer({ min: 1, max: 100 }),
      mass: fc.integer({ min: 1, max: 10 ** 9 }),
    }),
    fc.record({ type: fc.constant('set_count' as const), group: fc.constant(group), count: fc.nat(1000) }),
    fc.nat(10 ** 8).map(fed),
  )
  fc.assert(
    fc.property(fc.array(effect, { maxLength: 40 }), (effects) => {
      const { run, of } = farm(1)
      for (const one of effects) {
        const before = of(1) ?? { count: 0, mass: 0 }
        const { postings } = run(one)
        const after = of(1) ?? { count: 0, mass: 0 }
        expect(after.count >= 0 && after.mass >= 0 && (after.count === 0) === (after.mass === 0)).toBe(true)
        expect(after.mass - before.mass).toBe(postings.reduce((sum, p) => sum + p.mass_delta, 0))
      }
    }),
    { numRuns: 300 },
  )
})
