/**
 * What a cage holds as far as this device knows: what the server said last, and then the records that wait for the network, one
 * after another. Stands in when the server cannot be asked; the server stays the truth.
 */
import { MG_PER_KG, averageKg, mulDiv } from '../../../shared/numbers'
import type { OutboxRecord } from '../../../web/offline/outbox/records'
import type { CageRow } from '../../cages/cage.contract'
import { averageKgOf, kgOf, mgOf, readCount, readMg, type Stock } from '../fields/fish-math.web'
import {
  groupKey,
  sumOf,
  type Book,
  type Effect,
  type Group,
  type Settings,
  type Values,
} from '../fields/form-model.web'
import { recordKinds, type BatchName } from './batch-names.web'
import type { KindName } from '../kinds/kinds.contract'
import { kindForms } from '../kinds/kinds.web'

const settings = (weightAllowed: boolean): Settings => ({ unit: 'kg', setUnit: () => undefined, weightAllowed })

const withStock = (group: Group, stock: Stock): Group => ({
  ...group,
  count: stock.count,
  weight: kgOf(stock.mass),
  avg_weight: averageKgOf(stock),
})

/** A group that the cage did not have yet: of the cage the fish come from, or named by the record alone. */
const newGroup = (from: Group | undefined, typed: Values): Group =>
  from ?? {
    id: 0,
    generation_id: Number(typed.generation_id),
    generation_name: '',
    age_category_id: Number(typed.age_category_id),
    age_category_name: '',
    species_name: '',
    count: 0,
    weight: 0,
    avg_weight: 0,
  }

/** A weighing of all groups at once sets the average of each. */
const shareOut = (groups: Group[], after: Stock): Group[] =>
  groups.map((group) =>
    after.count ? withStock(group, { count: group.count, mass: mulDiv(after.mass, group.count, after.count) }) : group,
  )

function applied(groups: Group[], { group, stock, change }: Effect, typed: Values): Group[] {
  if (!change) return groups
  const after = { count: Math.max(0, change.after.count), mass: Math.max(0, change.after.mass) }
  const named = group ?? (typed.generation_id && typed.age_category_id ? newGroup(undefined, typed) : undefined)
  if (!named || (!group && stock.count > 0)) return shareOut(groups, after)
  const same = (one: Group) => groupKey(one) === groupKey(named)
  return groups.some(same)
    ? groups.map((one) => (same(one) ? withStock(one, after) : one))
    : [...groups, withStock(newGroup(named, typed), after)]
}

interface Recorded {
  kind: string
  typed: Values | null
}

/** What a record holds: of a window of many cages one operation a row. */
function operationsOf({ kind, typed, values }: OutboxRecord): Recorded[] {
  const one = (Object.keys(recordKinds) as BatchName[]).find((name) => recordKinds[name] === kind)
  if (!one) return [{ kind, typed }]
  const [cageKey] = kindForms[one].cageKeys
  const rows = Object.entries(values.batch as Record<string, Values>)
  const date = String(values.date)
  return rows.map(([cage, row]) => ({ kind: one, typed: { ...row, date, [cageKey!]: cage } }))
}

const unique = (names: string[]) => [...new Set(names.filter(Boolean))].join(', ')

/** A cage with other groups: everything that follows from them. */
function withGroups(cage: CageRow, groups: Group[]): CageRow {
  const alive = groups.filter(({ count }) => count > 0)
  const { count, mass } = sumOf(alive)
  return {
    ...cage,
    groups: alive,
    count,
    weight: kgOf(mass),
    avg_weight: averageKg(mass, count),
    density: cage.volume > 0 ? Math.round((mass / MG_PER_KG / cage.volume) * 100) / 100 : 0,
    generation_names: unique(alive.map((group) => group.generation_name)),
    age_categories_names: unique(alive.map((group) => group.age_category_name)),
    age_category_name: unique(alive.map((group) => group.age_category_name)),
  }
}

/** What a cage was given and lost today. */
function withToday(cage: CageRow, kind: string, typed: Values): CageRow {
  if (kind === 'feeding' && cage.fed_today !== null)
    return { ...cage, fed_today: kgOf(mgOf(cage.fed_today) + (readMg(typed.volume) ?? 0)) }
  if (kind === 'retreat' && cage.lost_today !== null)
    return { ...cage, lost_today: cage.lost_today + (readCount(typed.count) ?? 0) }
  return cage
}

/** 'good:warehouse' → millionths that these records take. */
export function takenBy(records: readonly OutboxRecord[]): Map<string, number> {
  const taken = new Map<string, number>()
  for (const { kind, typed } of records.flatMap(operationsOf)) {
    const good = kind === 'feeding' ? typed?.feed_type_id : kind === 'treatment' ? typed?.good_id : undefined
    const volume = readMg(typed?.volume)
    if (!good || !volume) continue
    const key = `${good}:${typed?.stock_id}`
    taken.set(key, (taken.get(key) ?? 0) + volume)
  }
  return taken
}

interface Options {
  weightAllowed: boolean
  /** DD.MM.YYYY, the day whose feed and losses count as today's */
  today: string
}

/** The cages with the records applied to them, in the order of the records. Records of other forms move no fish. */
export function estimate(
  cages: readonly CageRow[],
  records: readonly OutboxRecord[],
  { weightAllowed, today }: Options,
): CageRow[] {
  const rows = new Map(cages.map((cage) => [cage.id, cage]))
  for (const { kind, typed } of records.flatMap(operationsOf)) {
    const web = kindForms[kind as KindName] as (typeof kindForms)[KindName] | undefined
    if (!web || !typed) continue
    const [book, target] = web.cageKeys.map((key): Book => {
      const cage = key ? rows.get(Number(typed[key])) : undefined
      return { cage, groups: cage?.groups ?? [], known: true, failed: false, estimated: true }
    })
    const nowhere: Book = { cage: undefined, groups: [], known: true, failed: false, estimated: true }
    for (const effect of web.effects?.(typed, book ?? nowhere, target ?? nowhere, settings(weightAllowed)) ?? []) {
      const cage = effect.cage && rows.get(effect.cage.id)
      if (cage) rows.set(cage.id, withGroups(cage, applied(cage.groups, effect, typed)))
    }
    const own = book?.cage && rows.get(book.cage.id)
    if (own && typed.date === today) rows.set(own.id, withToday(own, kind, typed))
  }
  return [...rows.values()]
}
