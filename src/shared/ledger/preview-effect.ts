/**
 * Previews what an operation does to the groups in its cages, with the ledger's own fold. The form shows it while a
 * person types, and warnings are computed from it, on both sides. Mass is in milligrams.
 */
import type { Fish } from './warnings'
import type { CageFigures } from './warning-rules'
import type { Document } from './document'
import { NO_NORMS, type NormsOf } from './effects'
import { apply, keyOf, type CageState, type Effect, type Outcome } from './fold'

export interface KnownGroup extends Fish {
  generation_id: number
  age_category_id: number
}

/** A cage of the document at its instant; `volume` in m³, `density_limit` in kg/m³. */
export interface KnownCage {
  groups: KnownGroup[]
  volume: number
  density_limit: number
}

export interface StockChange {
  before: Fish
  after: Fish
  /** pieces that are missing for the operation; 0 when it fits */
  shortage: number
  /** the typed weight is impossible for the rest, which keeps its book average */
  deviates: boolean
}

/** The preview for one cage; without `change` only its current groups are known. */
export interface CagePreview {
  /** the groups that the operation concerns */
  groups: KnownGroup[]
  /** it concerns a single group */
  one: boolean
  /** of these groups, before */
  stock: Fish
  change: StockChange | null
}

const WHOLE: { [K in Effect['type']]: (effect: Extract<Effect, { type: K }>) => (number | null)[] } = {
  move: ({ from, to, count, mass }) => [count, ...refs(from), ...refs(to), from ? 0 : mass],
  set_average: ({ count, mass }) => [count, mass],
  set_count: ({ group, count }) => [count, ...refs(group)],
  recategorize: ({ generation, category }) => [generation, category],
  grow: ({ fed }) => [fed],
}
const refs = (group: { generation: number; category: number } | undefined) =>
  group ? [group.generation, group.category] : []

/** Whether all fields that the effect needs are typed. */
export const isWhole = (effect: Effect): boolean => !WHOLE[effect.type](effect as never).includes(null)

export const sumOfFish = (groups: readonly Fish[]): Fish => ({
  count: groups.reduce((sum, one) => sum + one.count, 0),
  mass: groups.reduce((sum, one) => sum + one.mass, 0),
})

/** Converts known groups to the state that the fold takes. */
export const stateOf = (groups: readonly KnownGroup[]): CageState =>
  new Map(
    groups.map(({ generation_id, age_category_id, count, mass }) => [
      keyOf(generation_id, age_category_id),
      { count, mass, last_count: count, last_mass: mass },
    ]),
  )

/** The groups of a cage that an effect concerns: those it names, and those that receive fish. */
function meant(effect: Effect, cage: number, groups: KnownGroup[]): Pick<CagePreview, 'groups' | 'one'> {
  const same = (ref: { generation: number; category: number }) => ({
    groups: groups.filter((group) => group.generation_id === ref.generation && group.age_category_id === ref.category),
    one: true,
  })
  if (effect.type === 'set_count') return same(effect.group)
  if (effect.type === 'move') return effect.from?.cage === cage ? same(effect.from) : { groups, one: false }
  if (effect.type === 'grow') return { groups, one: false }
  const generations = effect.type === 'set_average' ? effect.generations : [effect.generation]
  const own = groups.filter(({ generation_id }) => generations === null || generations.includes(generation_id))
  return { groups: own, one: generations?.length === 1 }
}

function changeOf(effect: Effect, outcome: Outcome, cage: number, stock: Fish): StockChange | null {
  const { refusal, postings, rebooked } = outcome
  const whole = { before: stock, shortage: 0, deviates: false }
  if (refusal) {
    if (refusal.shortage > 0 && refusal.cage === cage && effect.type === 'move' && stock.count > 0)
      return { ...whole, after: { count: stock.count - effect.count, mass: 0 }, shortage: refusal.shortage }
    // the average of an emptied group is its last known one, which only the server has
    return effect.type === 'set_count' && !refusal.beyond ? { ...whole, after: { count: effect.count, mass: 0 } } : null
  }
  const own = postings.filter((posting) => posting.cage === cage)
  const after = {
    count: own.reduce((sum, { count_delta }) => sum + count_delta, stock.count),
    mass: own.reduce((sum, { mass_delta }) => sum + mass_delta, stock.mass),
  }
  return { ...whole, after, deviates: rebooked }
}

/** A kind of document as far as its effect on fish goes. */
interface WithEffect {
  effect?(document: Document, norms: NormsOf): Effect | null
}

/** Stand-in ids for cages not chosen yet, so that what is typed can be previewed all the same. */
const NOWHERE = [-1, -2] as const

/** The cage as warnings see it. */
function placeOf({ generation_id, age_category_id }: Document, cage: KnownCage, preview?: CagePreview): CageFigures {
  const before = preview?.stock ?? sumOfFish(cage.groups)
  const named = cage.groups.filter(
    (group) => group.generation_id === generation_id && group.age_category_id === age_category_id,
  )
  return {
    before,
    after: preview?.change?.after ?? null,
    named: generation_id === null ? before : sumOfFish(named),
    mass: sumOfFish(cage.groups).mass,
    volume: cage.volume,
    limit: cage.density_limit,
  }
}

/**
 * Previews each cage of the document, in the order of its fields, as far as they are chosen. Also answers the
 * milligrams of the fish it moves, null while they are not typed. A document that moves no fish changes nothing.
 */
export function previewEffect(
  kind: WithEffect,
  document: Document,
  known: readonly KnownCage[],
): { cages: CagePreview[]; places: CageFigures[]; moved: number | null } {
  const { cages, moved } = changesOf(kind, document, known)
  return { cages, places: known.map((cage, index) => placeOf(document, cage, cages[index])), moved }
}

function changesOf(
  kind: WithEffect,
  document: Document,
  known: readonly KnownCage[],
): { cages: CagePreview[]; moved: number | null } {
  const [from, to] = [document.cage_id ?? NOWHERE[0], document.to_cage_id ?? NOWHERE[1]]
  const effect = kind.effect?.({ ...document, cage_id: from, to_cage_id: to }, NO_NORMS)
  if (!effect) return { cages: [], moved: null }
  const places = known.map(({ groups }, index) => ({ id: index === 0 ? from : to, groups }))
  const world = new Map(places.map(({ id, groups }) => [id, stateOf(groups)]))
  const outcome = isWhole(effect) ? apply(effect, (cage) => world.get(cage), null, true) : null
  const cages = places.map(({ id, groups }) => {
    const about = meant(effect, id, groups)
    const stock = sumOfFish(about.groups)
    return { ...about, stock, change: outcome && changeOf(effect, outcome, id, stock) }
  })
  return { cages, moved: outcome && !outcome.refusal ? outcome.moved : null }
}
