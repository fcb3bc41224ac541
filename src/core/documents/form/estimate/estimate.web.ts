/**
 * Estimates what a cage holds from the server's last answer and the records that wait for the network. Used when the
 * server cannot be asked; its answer replaces the estimate.
 */
import { groupBy } from '../../../../shared/collections'
import { parseDay } from '../../../../shared/dates'
import type { Document } from '../../../../shared/ledger/document'
import { apply, keyOf, type CageState, type Effect, type Posting } from '../../../../shared/ledger/fold'
import { isWhole, stateOf } from '../../../../shared/ledger/preview-effect'
import { averageKg, MG_PER_KG, toKg, toMg } from '../../../../shared/numbers'
import type { OutboxRecord } from '../../../../web/offline/outbox/records'
import type { CageRow } from '../../../cages/cage.contract'
import { averageKgOf, readCount, readMg } from '../../fields/fish-math.web'
import { documentSettings, draftOf, knownGroups, sentOf } from '../../fields/preview-effect.web'
import { groupKey, type KindWeb, sumOf, type Group, type Values } from '../../fields/form-model.web'
import { cachedGoodOf } from '../../fields/goods.web'
import type { Growing } from '../../recent/growing.web'
import { kinds, rulesOf, type KindName } from '../../kinds/kinds.contract'
import { kindForms } from '../../kinds/kinds.web'
import { recordKinds, type BatchName } from './batch-names.web'

type Names = ReadonlyMap<string, Group>

/** Groups after postings; a group new to the cage takes its names from a cage that has it. */
function applied(groups: Group[], postings: Posting[], names: Names): Group[] {
  const next = new Map(groups.map((group) => [groupKey(group), group]))
  for (const { generation, category, after } of postings) {
    const key = keyOf(generation, category)
    const group = next.get(key) ??
      names.get(key) ?? { ...NAMELESS, generation_id: generation, age_category_id: category }
    next.set(key, { ...group, count: after.count, weight: toKg(after.mass), avg_weight: averageKgOf(after) })
  }
  return [...next.values()]
}

const NAMELESS: Omit<Group, 'generation_id' | 'age_category_id'> = {
  id: 0,
  generation_name: '',
  age_category_name: '',
  species_name: '',
  count: 0,
  weight: 0,
  avg_weight: 0,
}

interface RecordedOperation {
  kind: string
  typed: Values | null
}

/** Typed values, recorded already or not. */
type TypedRecord = Pick<OutboxRecord, 'kind' | 'typed' | 'values'>

/** The operations in a record: one for each row of a window for many cages. */
export function operationsOf({ kind, typed, values }: TypedRecord): RecordedOperation[] {
  const one = (Object.keys(recordKinds) as BatchName[]).find((name) => recordKinds[name] === kind)
  const also = typed && (kindForms[kind as KindName] as KindWeb | undefined)?.also?.(typed)
  if (!one) return [{ kind, typed }, ...(also ? [also] : [])]
  const [cageKey] = kindForms[one].cageKeys!
  const rows = Object.entries(values.batch as Record<string, Values>)
  const date = String(values.date)
  return rows.map(([cage, row]) => ({ kind: one, typed: { ...row, date, [cageKey]: cage } }))
}

const unique = (names: string[]) => [...new Set(names.filter(Boolean))].join(', ')

/** The cage with other groups and everything that follows from them. */
function withGroups(cage: CageRow, groups: Group[]): CageRow {
  const alive = groups.filter(({ count }) => count > 0)
  const { count, mass } = sumOf(alive)
  return {
    ...cage,
    groups: alive,
    count,
    weight: toKg(mass),
    avg_weight: averageKg(mass, count),
    density: cage.volume > 0 ? Math.round((mass / MG_PER_KG / cage.volume) * 100) / 100 : 0,
    generation_names: unique(alive.map((group) => group.generation_name)),
    age_categories_names: unique(alive.map((group) => group.age_category_name)),
    age_category_name: unique(alive.map((group) => group.age_category_name)),
  }
}

/** What a cage was given and lost today. */
function withToday(cage: CageRow, kind: string, typed: Values): CageRow {
  const daily = rulesOf.get(kind)?.daily
  if (daily === 'fed_today' && cage.fed_today !== null)
    return { ...cage, fed_today: toKg(toMg(cage.fed_today) + (readMg(typed.volume) ?? 0)) }
  if (daily === 'lost_today' && cage.lost_today !== null)
    return { ...cage, lost_today: cage.lost_today + (readCount(typed.count) ?? 0) }
  return cage
}

/** Millionths of a good in a warehouse by the server's last answer. */
function amountKnown(good: number, stock: number): number {
  const known = cachedGoodOf('good', String(good)) ?? cachedGoodOf('workshop_good', String(good))
  return toMg(known?.stocks_count[stock] ?? 0)
}

/** 'good:warehouse' → millionths that these records take; negative for what they bring. */
export function takenBy(records: readonly TypedRecord[]): Map<string, number> {
  const taken = new Map<string, number>()
  for (const { kind, typed } of records.flatMap(operationsOf)) {
    const rules = kinds[kind as KindName] as (typeof kinds)[KindName] | undefined
    if (!rules?.goods || !typed) continue
    const sent = sentOf(kindForms[kind as KindName], typed, false)
    for (const { good, stock, amount, counted } of rules.goods(draftOf(rules, sent, [], documentSettings(false)))) {
      const key = `${good}:${stock}`
      taken.set(key, counted === undefined ? (taken.get(key) ?? 0) - amount : amountKnown(good, stock) - counted)
    }
  }
  return taken
}

/** Goods and warehouses whose amounts a record changes; records about the same ones are sent in order. */
export const placesOf = (record: TypedRecord): string[] => [
  ...new Set(
    [...takenBy([record]).keys()].flatMap((pair) => {
      const [good, stock] = pair.split(':')
      return [`good:${good}`, `stock:${stock}`]
    }),
  ),
]

interface Options {
  weightAllowed: boolean
  /** DD.MM.YYYY, the day whose feed and losses count as today's */
  today: string
  growing: Growing
}

/** With the norms that it will be recorded with, when it gives something to a cage. */
function grown(draft: Document, typed: Values, { columnOf }: Growing): Document {
  const { cage_id: cage, good_id: good } = draft
  const day = parseDay(typed.date ?? '')
  if (cage === null || good === null || day === null) return draft
  return { ...draft, at: `${day}T00:00`, ...columnOf({ cage, good, day }) }
}

/** The outcome as far as it is known: an operation that takes more than there is takes everything. */
function outcomeOf(effect: Effect, world: (cage: number) => CageState | undefined): Posting[] {
  const { postings, refusal } = apply(effect, world, null, true)
  if (effect.type !== 'move' || !refusal || refusal.shortage === 0) return postings
  const count = effect.count - refusal.shortage
  return count > 0 ? apply({ ...effect, count, mass: null }, world, null, true).postings : []
}

/** The cages with the records applied in order. Records of other forms move no fish. */
export function estimate(
  cages: readonly CageRow[],
  records: readonly OutboxRecord[],
  { weightAllowed, today, growing }: Options,
): CageRow[] {
  const rows = new Map(cages.map((cage) => [cage.id, cage]))
  const names: Names = new Map(cages.flatMap(({ groups }) => groups.map((group) => [groupKey(group), group])))
  const settings = documentSettings(weightAllowed)
  for (const { kind, typed } of records.flatMap(operationsOf)) {
    const rules = kinds[kind as KindName] as (typeof kinds)[KindName] | undefined
    if (!rules || !typed) continue
    const web = kindForms[kind as KindName]
    const own = rows.get(Number(web.cageKeys && typed[web.cageKeys[0]]))
    const draft = draftOf(rules, sentOf(web, typed, weightAllowed), own?.groups ?? [], settings)
    const effect = rules.effect?.(grown(draft, typed, growing), growing.norms)
    const world = (id: number) => (rows.has(id) ? stateOf(knownGroups(rows.get(id)!.groups)) : undefined)
    const postings = effect && isWhole(effect) ? outcomeOf(effect, world) : []
    for (const [id, some] of groupBy(postings, (posting) => posting.cage)) {
      const cage = rows.get(id)!
      rows.set(id, withGroups(cage, applied(cage.groups, some, names)))
    }
    const after = own && rows.get(own.id)
    if (after && typed.date === today) rows.set(after.id, withToday(after, kind, typed))
  }
  return [...rows.values()]
}
