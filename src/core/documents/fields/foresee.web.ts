/**
 * What an operation does to its cages, foreseen while one types: the kind's own facts (its contract) make a document of what is typed, and
 * the ledger's fold says what that does to the groups that are known. The same functions as on the server, which stays the truth.
 */
import type * as z from 'zod'
import type { CageState, Effect, Outcome } from '../../../shared/ledger/fold'
import { apply, keyOf } from '../../../shared/ledger/fold'
import { type Document, EMPTY } from '../../../shared/ledger/document'
import type { AnyFacts, DocumentSettings } from '../engine/operation.contract'
import { type Change, type FishAmount, mgOf } from './fish-math.web'
import {
  chosenGroup,
  groupKey,
  sumOf,
  type Book,
  type Foreseen,
  type Group,
  type KindWeb,
  type OperationRow,
  type Values,
} from './form-model.web'

/** Whatever of the typed values can be read; a field that cannot is null. */
function readLoosely(facts: AnyFacts, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts.fields).map(([key, schema]) => {
      const { data } = (schema as z.ZodType).safeParse(values[key] ?? '')
      return [key, data ?? null]
    }),
  )
}

const WHOLE: { [K in Effect['type']]: (effect: Extract<Effect, { type: K }>) => (number | null)[] } = {
  move: ({ from, to, count, mass }) => [count, ...refs(from), ...refs(to), from ? 0 : mass],
  set_average: ({ count, mass }) => [count, mass],
  set_count: ({ group, count }) => [count, ...refs(group)],
  recategorize: ({ generation, category }) => [generation, category],
  grow: ({ mass }) => [mass],
}
const refs = (group: { generation: number; category: number } | undefined) =>
  group ? [group.generation, group.category] : []

/** Everything that the effect needs is typed. */
export const isWhole = (effect: Effect): boolean => !WHOLE[effect.type](effect as never).includes(null)

/** The document that typed values make, as far as they say it: the cage's only group is meant when none is named. */
export function draftOf(
  facts: AnyFacts,
  values: Record<string, unknown>,
  groups: Group[],
  settings: DocumentSettings,
  before?: Document,
): Document {
  const input = readLoosely(facts, values)
  const document: Document = {
    ...EMPTY,
    id: 0,
    kind: facts.kind,
    at: '',
    moves_fish: facts.effect !== undefined,
    user_id: null,
    ...facts.document(input as never, settings, before),
  }
  if (!('group_id' in facts.fields)) return document
  const { generation_id, age_category_id } = input as Pick<Document, 'generation_id' | 'age_category_id'>
  const named = generation_id && age_category_id ? { generation_id, age_category_id } : null
  const { generation_id: generation = null, age_category_id: category = null } = named ?? chosenGroup({}, groups) ?? {}
  return { ...document, generation_id: generation, age_category_id: category }
}

/** What is known of the groups, as the fold takes it. */
export const stateOf = (groups: Group[]): CageState =>
  new Map(
    groups.map(({ generation_id, age_category_id, count, weight }) => {
      const mass = mgOf(weight)
      return [keyOf(generation_id, age_category_id), { count, mass, last_count: count, last_mass: mass }]
    }),
  )

/** The groups of a cage that an effect is about: those it names, all that fish come to. `one`: it is about a single group. */
function meant(effect: Effect, cage: number, groups: Group[]): { groups: Group[]; one: boolean } {
  const same = (ref: { generation: number; category: number }) => ({
    groups: groups.filter((group) => groupKey(group) === keyOf(ref.generation, ref.category)),
    one: true,
  })
  if (effect.type === 'set_count') return same(effect.group)
  if (effect.type === 'move') return effect.from?.cage === cage ? same(effect.from) : { groups, one: false }
  if (effect.type === 'grow') return { groups, one: false }
  const generations = effect.type === 'set_average' ? effect.generations : [effect.generation]
  const own = groups.filter(({ generation_id }) => generations === null || generations.includes(generation_id))
  return { groups: own, one: generations?.length === 1 }
}

function changeOf(effect: Effect, outcome: Outcome, cage: number, stock: FishAmount): Change | null {
  const { refusal, postings, rebooked } = outcome
  const whole = { before: stock, shortage: 0, deviates: false }
  if (refusal) {
    if (refusal.shortage > 0 && refusal.cage === cage && effect.type === 'move' && stock.count > 0)
      return { ...whole, after: { count: stock.count - effect.count, mass: 0 }, shortage: refusal.shortage }
    // an emptied group takes its last known average, which only the server knows
    return effect.type === 'set_count' && !refusal.beyond ? { ...whole, after: { count: effect.count, mass: 0 } } : null
  }
  const own = postings.filter((posting) => posting.cage === cage)
  const after = {
    count: own.reduce((sum, { count_delta }) => sum + count_delta, stock.count),
    mass: own.reduce((sum, { mass_delta }) => sum + mass_delta, stock.mass),
  }
  return { ...whole, after, deviates: rebooked }
}

/** Ids of cages that are not chosen yet, so that what is typed can be looked at all the same. */
const NOWHERE = [-1, -2] as const

export function foresee(
  facts: AnyFacts,
  values: Record<string, unknown>,
  [book, target]: readonly [Book, Book],
  settings: DocumentSettings,
  before?: Document,
): Foreseen {
  const draft = draftOf(facts, values, book.groups, settings, before)
  const twoCages = 'from_id' in facts.fields && 'to_id' in facts.fields
  const [from, to] = [draft.cage_id ?? NOWHERE[0], draft.to_cage_id ?? NOWHERE[1]]
  const effect = facts.effect?.({ ...draft, cage_id: from, to_cage_id: to })
  if (!effect) return { changes: [], moved: null }
  const places = [{ id: from, book }, ...(twoCages && draft.to_cage_id !== null ? [{ id: to, book: target }] : [])]
  const world = new Map(places.map(({ id, book: { groups } }) => [id, stateOf(groups)]))
  const outcome = isWhole(effect) ? apply(effect, (cage) => world.get(cage), null, true) : null
  const changes = places.map(({ id, book: { cage, groups } }) => {
    const about = meant(effect, id, groups)
    const stock = sumOf(about.groups)
    const change = outcome && changeOf(effect, outcome, id, stock)
    return { cage, group: about.one ? about.groups[0] : undefined, stock, change }
  })
  return { changes, moved: outcome && !outcome.refusal ? outcome.moved : null }
}

/** The settings of a company that the facts of a kind ask for. */
export const documentSettings = (weightAllowed: boolean): DocumentSettings => ({
  'retreat-weight-allowed': weightAllowed,
})

/** What is sent: typed values, and what a kind says in their place. */
export const sentOf = (
  { payload }: Pick<KindWeb, 'payload'>,
  values: Values,
  weightAllowed: boolean,
): Record<string, unknown> => ({ ...values, ...payload?.(values, { weightAllowed }) })

/** What an edit keeps of the stored row though the form does not show it: a weight that was typed while that was allowed. */
export const formerOf = (row: OperationRow | undefined): Document | undefined =>
  row && ({ ...EMPTY, weight: row.weight_typed ? mgOf(Number(row.weight)) : null } as Document)
