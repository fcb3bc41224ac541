/** Reports what a refold changes in each group and for how long, for a preview. Pure. */
import type { GroupKey, GroupRef, GroupState } from '../../../shared/ledger/fold'

/** The visible state of a group; only the fold knows the last average of an empty one. */
export type GroupBalance = Pick<GroupState, 'count' | 'mass'>

/** An operation whose entry is added, changed or removed: the group after it, before and after the change. */
export interface RecordChange {
  id: number
  kind: string
  at: string
  before: GroupBalance
  after: GroupBalance
}

/** How many operations of a group are listed, the first ones; nobody reads more. */
const MAX_RECORDS = 12

export interface GroupChange extends GroupRef {
  /** entries that are new, differ or go */
  entries: number
  records: RecordChange[]
  /** instants of the first and the last of them */
  first: string
  last: string
  /** from here on the group is unchanged; null: it differs until now */
  until: string | null
  /** after the last operation with a difference; equal when only entries differ */
  before: GroupBalance
  after: GroupBalance
}

/** Changes by cage and group. */
export type GroupChanges = Map<string, GroupChange>

interface VisitedGroup {
  cage: number
  key: GroupKey
  at: string
  id: number
  kind: string
  /** the operation's new entry differs from the stored one */
  differs: boolean
  before: GroupState | undefined
  after: GroupState | undefined
}

const heldIn = (state: GroupState | undefined): GroupBalance => ({ count: state?.count ?? 0, mass: state?.mass ?? 0 })

/** Called for each operation that touches a group, in folding order. */
export function noteChange(noted: GroupChanges, { cage, key, at, id, kind, differs, ...states }: VisitedGroup): void {
  const place = `${cage}:${key}`
  const known = noted.get(place)
  if (!known && !differs) return
  const [before, after] = [heldIn(states.before), heldIn(states.after)]
  const change = known ?? begin(cage, key, at, before)
  if (!known) noted.set(place, change)
  if (differs) {
    change.entries++
    change.last = at
    if (change.records.length < MAX_RECORDS) change.records.push({ id, kind, at, before, after })
  }
  if (before.count === after.count && before.mass === after.mass) change.until ??= at
  else Object.assign(change, { before, after, until: null })
}

function begin(cage: number, key: GroupKey, at: string, held: GroupBalance): GroupChange {
  const [generation, category] = key.split(':').map(Number) as [number, number]
  return {
    cage,
    generation,
    category,
    entries: 0,
    records: [],
    first: at,
    last: at,
    until: null,
    before: held,
    after: held,
  }
}

const placeOf = ({ cage, generation, category }: GroupRef) => `${cage}:${generation}:${category}`

function joined(one: GroupChange, next: GroupChange): GroupChange {
  const records = new Map(one.records.map((record) => [record.id, record]))
  for (const record of next.records)
    records.set(record.id, { ...record, before: records.get(record.id)?.before ?? record.before })
  const later = one.until === null && next.until !== null ? one : next
  return {
    ...one,
    entries: one.entries + next.entries,
    records: [...records.values()],
    last: one.last > next.last ? one.last : next.last,
    until: later.until,
    after: later.after,
  }
}

/** What two changes, made one after the other, do together. */
export function changesOfBoth(one: readonly GroupChange[], next: readonly GroupChange[]): GroupChange[] {
  const found = new Map(one.map((change) => [placeOf(change), change]))
  for (const change of next) {
    const known = found.get(placeOf(change))
    found.set(placeOf(change), known ? joined(known, change) : change)
  }
  return [...found.values()]
}
