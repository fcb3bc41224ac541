/**
 * The fish ledger's arithmetic: pure, exact, in whole pieces and milligrams. A cage holds groups (generation × age
 * category); an operation has one effect; `apply` says what it does to the groups that are being folded.
 */
import { type FcrTable, rowFor } from '../feeding/norm'
import { bookedGain } from '../feeding/ration'
import { mulDiv } from '../numbers'

/** N fish of mass M. While N = 0 the last known average stays as the fraction last_mass / last_count. */
export interface GroupState {
  count: number
  mass: number
  last_count: number
  last_mass: number
}

export interface GroupRef {
  cage: number
  generation: number
  category: number
}

export type GroupKey = `${number}:${number}`
export type CageState = Map<GroupKey, GroupState>
export const keyOf = (generation: number, category: number): GroupKey => `${generation}:${category}`

export type Effect =
  /** fish go out of `from`, into `to`, or both; mass null means the book average. `representative`: see DOMAIN 2 */
  | { type: 'move'; from?: GroupRef; to?: GroupRef; count: number; mass: number | null; selection?: string | null }
  /**
   * the average becomes mass / count in the chosen generations, null being all. `unfound`: it is known to have found no
   * fish where some had been, and may be entered so
   */
  | {
      type: 'set_average'
      cage: number
      generations: number[] | null
      count: number
      mass: number
      unfound?: boolean
    }
  | { type: 'set_count'; group: GroupRef; count: number }
  /** all fish of a generation in the cage take one age category */
  | { type: 'recategorize'; cage: number; generation: number; category: number }
  /**
   * the cage gains what `fed` milligrams of feed grow fish of its average by, split between its groups by biomass;
   * without a norm nothing. `gain` is what is known of it, and asks no norm
   */
  | { type: 'grow'; cage: number; fed: number; norm: FcrTable | null; gain?: number | null }

/** What happened to one group. mass_delta − deviation moved, deviation is growth; `after` is the new state. */
export interface Posting extends GroupRef {
  count_delta: number
  mass_delta: number
  deviation: number
  after: GroupState
}

export interface Outcome {
  postings: Posting[]
  /** mass that a move carried */
  moved: number
  /** the rest kept its book average, because the typed mass was impossible: the UI proposes a weighing */
  rebooked: boolean
  /**
   * set instead of postings when the operation is impossible: how many pieces the cage lacks, 0 for «no fish there»; or
   * that a group would exceed its bound
   */
  refusal?: { cage: number; shortage: number; beyond?: 'count' | 'mass' }
}

/** What a group may hold at any instant, far above any farm and below 2^53, so that every number stays exact. */
const MAX_FISH = 1_000_000_000
const MAX_GROUP_MG = 9_000_000_000_000_000

/** The groups of a cage; undefined for a cage that is not being folded, whose stored entries stand. */
export type World = (cage: number) => CageState | undefined

const refuse = (cage: number, shortage: number, beyond?: 'count' | 'mass'): Outcome => ({
  postings: [],
  moved: 0,
  rebooked: false,
  refusal: { cage, shortage, ...(beyond && { beyond }) },
})
const done = (postings: Posting[], moved = 0, rebooked = false): Outcome => ({ postings, moved, rebooked })

/** N = 0 ⇔ M = 0: some fish never weigh nothing. */
const atLeastOne = (mass: number) => Math.max(1, mass)

function post(
  group: GroupRef,
  before: GroupState | undefined,
  count: number,
  mass: number,
  deviation: number,
  last?: { count: number; mass: number },
): Posting {
  const average =
    count > 0 ? { count, mass } : (last ?? { count: before?.last_count ?? 0, mass: before?.last_mass ?? 0 })
  return {
    cage: group.cage,
    generation: group.generation,
    category: group.category,
    count_delta: count - (before?.count ?? 0),
    mass_delta: mass - (before?.mass ?? 0),
    deviation,
    after: { count, mass, last_count: average.count, last_mass: average.mass },
  }
}

/**
 * Takes `count` fish of mass `typed`, or at the book average when it is null: DOMAIN 2, «Taking all» and «Taking part».
 */
function take(group: GroupRef, state: GroupState, count: number, typed: number | null, selection?: string | null) {
  const moved = typed ?? atLeastOne(mulDiv(count, state.mass, state.count))
  const rest = state.count - count
  if (rest === 0) {
    return { moved, rebooked: false, posting: post(group, state, 0, 0, moved - state.mass, { count, mass: moved }) }
  }
  const book = selection === 'representative' && typed !== null ? mulDiv(state.count, typed, count) : state.mass
  const expected = atLeastOne(mulDiv(rest, book, state.count))
  const left = book - moved
  const rebooked = left * 2 < expected || left > expected * 2
  const mass = rebooked ? expected : left
  return { moved, rebooked, posting: post(group, state, rest, mass, mass - (state.mass - moved)) }
}

function move(effect: Extract<Effect, { type: 'move' }>, world: World, known: number | null): Outcome {
  const postings: Posting[] = []
  let moved = effect.mass ?? known ?? 0
  let rebooked = false
  const source = effect.from && world(effect.from.cage)
  if (effect.from && source) {
    const state = source.get(keyOf(effect.from.generation, effect.from.category))
    if (!state || state.count < effect.count) return refuse(effect.from.cage, effect.count - (state?.count ?? 0))
    const taken = take(effect.from, state, effect.count, effect.mass, effect.selection)
    postings.push(taken.posting)
    moved = taken.moved
    rebooked = taken.rebooked
  }
  const target = effect.to && world(effect.to.cage)
  if (effect.to && target) {
    const state = target.get(keyOf(effect.to.generation, effect.to.category))
    postings.push(post(effect.to, state, (state?.count ?? 0) + effect.count, (state?.mass ?? 0) + moved, 0))
  }
  return done(postings, moved, rebooked)
}

/** The groups of a cage in a fixed order, so that a split does not depend on the order they were loaded in. */
const groupsOf = (cage: number, state: CageState): { ref: GroupRef; state: GroupState }[] =>
  [...state]
    .map(([key, group]) => {
      const [generation, category] = key.split(':').map(Number) as [number, number]
      return { ref: { cage, generation, category }, state: group }
    })
    .sort((a, b) => a.ref.generation - b.ref.generation || a.ref.category - b.ref.category)

function setAverage(effect: Extract<Effect, { type: 'set_average' }>, cage: CageState, strict: boolean): Outcome {
  const chosen = groupsOf(effect.cage, cage).filter(
    ({ ref }) => !effect.generations || effect.generations.includes(ref.generation),
  )
  const alive = chosen.filter(({ state }) => state.count > 0)
  if (strict && alive.length === 0 && !(effect.unfound && chosen.length > 0)) return refuse(effect.cage, 0)
  // with no fish a weighing only sets the last known average
  if (alive.length === 0) return done(chosen.map(({ ref, state }) => post(ref, state, 0, 0, 0, effect)))
  return done(
    alive.map(({ ref, state }) => {
      const mass = atLeastOne(mulDiv(state.count, effect.mass, effect.count))
      return post(ref, state, state.count, mass, mass - state.mass)
    }),
  )
}

function setCount({ group, count }: Extract<Effect, { type: 'set_count' }>, cage: CageState): Outcome {
  const state = cage.get(keyOf(group.generation, group.category))
  if (!state || state.last_count === 0) return refuse(group.cage, 0)
  const average =
    state.count > 0 ? { count: state.count, mass: state.mass } : { count: state.last_count, mass: state.last_mass }
  const mass = count === 0 ? 0 : atLeastOne(mulDiv(count, average.mass, average.count))
  return done([post(group, state, count, mass, 0, average)])
}

function recategorize(effect: Extract<Effect, { type: 'recategorize' }>, cage: CageState, strict: boolean): Outcome {
  const alive = groupsOf(effect.cage, cage).filter(
    ({ ref, state }) => ref.generation === effect.generation && state.count > 0,
  )
  if (strict && alive.length === 0) return refuse(effect.cage, 0)
  const others = alive.filter(({ ref }) => ref.category !== effect.category)
  if (others.length === 0) return done([])
  const target = { cage: effect.cage, generation: effect.generation, category: effect.category }
  const before = cage.get(keyOf(target.generation, target.category))
  const count = others.reduce((sum, { state }) => sum + state.count, before?.count ?? 0)
  const mass = others.reduce((sum, { state }) => sum + state.mass, before?.mass ?? 0)
  return done([
    ...others.map(({ ref, state }) => post(ref, state, 0, 0, 0, state)),
    post(target, before, count, mass, 0),
  ])
}

function gainByNorm({ fed, norm }: Extract<Effect, { type: 'grow' }>, biomass: number, count: number): number {
  const row = norm && rowFor(norm.rows, biomass, count)
  return row ? bookedGain(fed, { fcr: row.fcr, coefficient: norm.coefficient }) : 0
}

function grow(effect: Extract<Effect, { type: 'grow' }>, cage: CageState, strict: boolean): Outcome {
  const alive = groupsOf(effect.cage, cage).filter(({ state }) => state.count > 0)
  if (strict && alive.length === 0) return refuse(effect.cage, 0)
  const count = alive.reduce((sum, { state }) => sum + state.count, 0)
  let biomass = alive.reduce((sum, { state }) => sum + state.mass, 0)
  let gain = effect.gain ?? gainByNorm(effect, biomass, count)
  if (gain === 0) return done([])
  // Each group takes its share of what is left of the gain, so the shares add up exactly.
  return done(
    alive.map(({ ref, state }) => {
      const share = mulDiv(gain, state.mass, biomass)
      gain -= share
      biomass -= state.mass
      return post(ref, state, state.count, state.mass + share, share)
    }),
  )
}

function outcomeOf(effect: Effect, world: World, known: number | null, strict: boolean): Outcome {
  if (effect.type === 'move') return move(effect, world, known)
  const cage = world(effect.type === 'set_count' ? effect.group.cage : effect.cage)
  if (!cage) return done([])
  if (effect.type === 'set_average') return setAverage(effect, cage, strict)
  if (effect.type === 'set_count') return setCount(effect, cage)
  if (effect.type === 'recategorize') return recategorize(effect, cage, strict)
  return grow(effect, cage, strict)
}

/**
 * Applies an effect to the cages of `world`. `known` is the mass that a transfer is known to carry when its source is
 * not folded. `strict` is set for an operation being entered or moved: it makes «no fish there» refuse a weighing, a
 * feeding or a change of category, which a change elsewhere does not.
 */
export function apply(effect: Effect, world: World, known: number | null = null, strict = false): Outcome {
  const outcome = outcomeOf(effect, world, known, strict)
  for (const { cage, after } of outcome.postings) {
    if (after.count > MAX_FISH) return refuse(cage, 0, 'count')
    if (after.mass > MAX_GROUP_MG) return refuse(cage, 0, 'mass')
  }
  return outcome
}

/** The cages that an effect may touch. */
export function cagesOf(effect: Effect | null): number[] {
  if (!effect) return []
  if (effect.type === 'move') return [effect.from?.cage, effect.to?.cage].filter((cage) => cage !== undefined)
  return [effect.type === 'set_count' ? effect.group.cage : effect.cage]
}

/** Writes the states after postings into `world`. */
export function settle(postings: Posting[], world: World): void {
  for (const posting of postings) world(posting.cage)?.set(keyOf(posting.generation, posting.category), posting.after)
}

export const sameState = (a: GroupState | undefined, b: GroupState | undefined): boolean =>
  a === b ||
  (!!a &&
    !!b &&
    a.count === b.count &&
    a.mass === b.mass &&
    (a.count > 0 || (a.last_count === b.last_count && a.last_mass === b.last_mass)))
