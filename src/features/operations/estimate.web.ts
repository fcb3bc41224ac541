/**
 * What a cage holds as far as this device knows: what the server said last, and then the records that wait for the network, one
 * after another. Stands in when the server cannot be asked; the server stays the truth.
 */
import { mulDiv } from '../../shared/numbers'
import type { OutboxRecord } from '../../web/outbox/records'
import type { CageRow } from '../cages/cage.contract'
import { averageKgOf, kgOf, type Stock } from './fish-math.web'
import { groupKey, type Book, type Effect, type Group, type Settings, type Values } from './form-model.web'
import { recordKinds, type BatchName } from './batch/batch-names.web'
import type { KindName } from './kinds.contract'
import { kindForms } from './kinds.web'

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
  return rows.map(([cage, row]) => ({ kind: one, typed: { ...row, [cageKey!]: cage } }))
}

/** The cages with the records applied to them, in the order of the records. Records of other forms move no fish. */
export function estimate(
  cages: readonly CageRow[],
  records: readonly OutboxRecord[],
  weightAllowed: boolean,
): CageRow[] {
  const rows = new Map(cages.map((cage) => [cage.id, cage]))
  for (const { kind, typed } of records.flatMap(operationsOf)) {
    const web = kindForms[kind as KindName] as (typeof kindForms)[KindName] | undefined
    if (!web?.effects || !typed) continue
    const [book, target] = web.cageKeys.map((key): Book => {
      const cage = key ? rows.get(Number(typed[key])) : undefined
      return { cage, groups: cage?.groups ?? [], known: true, failed: false, estimated: true }
    })
    const nowhere: Book = { cage: undefined, groups: [], known: true, failed: false, estimated: true }
    for (const effect of web.effects(typed, book ?? nowhere, target ?? nowhere, settings(weightAllowed))) {
      const cage = effect.cage
      if (cage) rows.set(cage.id, { ...cage, groups: applied(rows.get(cage.id)!.groups, effect, typed) })
    }
  }
  return [...rows.values()]
}
