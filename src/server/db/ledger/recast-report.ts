/** What a recast changes in each group and for how long, so that a person sees it before it is saved. Pure. */
import type { GroupKey, GroupRef, GroupState } from './fold'

export interface GroupChange extends GroupRef {
  /** entries that are new, differ or go */
  entries: number
  /** instants of the first and the last of them */
  first: string
  last: string
  /** from here on the group is as it was; null: it differs to this day */
  until: string | null
  /** the group after the last operation that leaves it different; alike when only entries differ */
  before: GroupState
  after: GroupState
}

/** Changes by cage and group. */
export type Noted = Map<string, GroupChange>

interface Seen {
  cage: number
  key: GroupKey
  at: string
  /** the entry of this operation is not the stored one */
  differs: boolean
  /** the group holds after it what it is stored to hold */
  same: boolean
  before: GroupState | undefined
  after: GroupState | undefined
}

const NOTHING: GroupState = { count: 0, mass: 0, last_count: 0, last_mass: 0 }

/** Told of each operation that touches a group, in folding order. */
export function noteChange(noted: Noted, { cage, key, at, differs, same, before, after }: Seen): void {
  const place = `${cage}:${key}`
  const known = noted.get(place)
  if (!known && !differs) return
  const change = known ?? begin(cage, key, at, before ?? NOTHING)
  if (!known) noted.set(place, change)
  if (differs) {
    change.entries++
    change.last = at
  }
  if (!same) Object.assign(change, { before: before ?? NOTHING, after: after ?? NOTHING, until: null })
  else change.until ??= at
}

function begin(cage: number, key: GroupKey, at: string, state: GroupState): GroupChange {
  const [generation, category] = key.split(':').map(Number) as [number, number]
  return { cage, generation, category, entries: 0, first: at, last: at, until: null, before: state, after: state }
}
