/** Rows of fish_entries: what is stored of an operation, and how changes are written. Only the ledger imports this. */
import { sql } from 'kysely'
import type { Tx } from '../client'
import type { LedgerRow } from '../../../shared/ledger/document'
import type { GroupState, Posting } from '../../../shared/ledger/fold'
import type { OperationChange } from './fish-ledger'

/** A moment in the order of folding: instant, then operation id. */
export interface Position {
  at: string
  id: number
}
export const order = (a: Position, b: Position): number => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id - b.id)
/** The id of an unsaved operation: it sorts after all stored ids, in the order of its batch. */
export const provisionalId = (index = 0): number => 2 ** 52 + index
export const keyAt = (at: string, id: number) => `${at}|${id}`

export interface StoredEntry {
  group_id: number
  at: string
  operation_id: number
  count_delta: number
  mass_delta: number
  deviation: number
  count_after: number
  mass_after: number
  last_count: number | null
  last_mass: number | null
}

export const stateOf = (entry: StoredEntry): GroupState =>
  entry.count_after > 0
    ? { count: entry.count_after, mass: entry.mass_after, last_count: entry.count_after, last_mass: entry.mass_after }
    : { count: 0, mass: 0, last_count: entry.last_count ?? 0, last_mass: entry.last_mass ?? 0 }

export const sameEntry = (entry: StoredEntry, p: Posting): boolean =>
  entry.count_delta === p.count_delta &&
  entry.mass_delta === p.mass_delta &&
  entry.deviation === p.deviation &&
  entry.count_after === p.after.count &&
  entry.mass_after === p.after.mass &&
  (p.after.count > 0 || (entry.last_count === p.after.last_count && entry.last_mass === p.after.last_mass))

export interface EntryWrite extends Position {
  group: number
  kind: string
  posting: Posting
  /** what is stored now, when it is replaced */
  before?: StoredEntry
}

/** The write buffer of a fold, flushed with one statement of each sort. */
export interface Writes {
  inserts: EntryWrite[]
  updates: EntryWrite[]
  deletes: StoredEntry[]
}

function columns(writes: EntryWrite[]) {
  const of = <T>(pick: (write: EntryWrite) => T) => writes.map(pick)
  const lastOf = (pick: (p: Posting) => number) => of(({ posting }) => (posting.after.count > 0 ? null : pick(posting)))
  return sql`unnest(${of((w) => w.group)}::int[], ${of((w) => w.at)}::timestamp[], ${of((w) => w.id)}::bigint[],
    ${of((w) => w.posting.cage)}::int[], ${of((w) => w.kind)}::text[], ${of((w) => w.posting.count_delta)}::int[],
    ${of((w) => w.posting.mass_delta)}::bigint[], ${of((w) => w.posting.deviation)}::bigint[],
    ${of((w) => w.posting.after.count)}::int[], ${of((w) => w.posting.after.mass)}::bigint[],
    ${lastOf((p) => p.after.last_count)}::int[], ${lastOf((p) => p.after.last_mass)}::bigint[])
    as n (group_id, at, operation_id, cage_id, kind, count_delta, mass_delta, deviation, count_after, mass_after,
      last_count, last_mass)`
}

/** Queues the buffered writes, awaited by nobody, and empties the buffer. */
export function flush(tx: Tx, company: number, writes: Writes): void {
  const { inserts, updates, deletes } = writes
  Object.assign(writes, { inserts: [], updates: [], deletes: [] })
  if (deletes.length > 0) {
    tx.later(
      sql`delete from fish_entries e
        using unnest(${deletes.map((e) => e.group_id)}::int[], ${deletes.map((e) => e.at)}::timestamp[],
          ${deletes.map((e) => e.operation_id)}::bigint[]) as n (group_id, at, operation_id)
        where e.company_id = ${company} and e.group_id = n.group_id
          and e.at = n.at and e.operation_id = n.operation_id`,
    )
  }
  if (updates.length > 0) {
    tx.later(
      sql`update fish_entries e
        set kind = n.kind, count_delta = n.count_delta, mass_delta = n.mass_delta, deviation = n.deviation,
        count_after = n.count_after, mass_after = n.mass_after, last_count = n.last_count, last_mass = n.last_mass
        from ${columns(updates)}
        where e.company_id = ${company} and e.group_id = n.group_id
          and e.at = n.at and e.operation_id = n.operation_id`,
    )
  }
  if (inserts.length > 0) {
    tx.later(
      sql`insert into fish_entries (company_id, group_id, at, operation_id, cage_id, kind, count_delta, mass_delta,
        deviation, count_after, mass_after, last_count, last_mass)
        select ${company}::int, n.* from ${columns(inserts)}`,
    )
  }
}

/*
 * The lifetime of a group: from its first entry (`first_at`) until the entry that emptied it for good (`closed_at`,
 * null while it has fish). It is derived from entries and stored, so that a reading of the farm at an instant only
 * looks at groups alive then.
 */

/** The group began or was emptied by this entry: only such entries can change a lifetime. */
const atAnEnd = (entry: Pick<StoredEntry, 'count_delta' | 'count_after'>) =>
  entry.count_after === 0 || entry.count_after === entry.count_delta

/**
 * Adds the groups whose lifetimes may change by these writes. Lifetimes are computed from all entries, so they are
 * written after the last of them.
 */
export function noteLifetimes(moved: Set<number>, { inserts, updates, deletes }: Writes): void {
  for (const { group, posting, before } of [...inserts, ...updates]) {
    const after = { count_delta: posting.count_delta, count_after: posting.after.count }
    if (atAnEnd(after) || (before && atAnEnd(before))) moved.add(group)
  }
  for (const entry of deletes) if (atAnEnd(entry)) moved.add(entry.group_id)
}

/** SQL: the lifetime of a group `g` by its entries, in two index steps. */
const LIFETIME = sql`
  select f.at as first_at, case when l.count_after = 0 then l.at end as closed_at
  from (select 1) one
  left join lateral (
    select at from fish_entries where company_id = g.company_id and group_id = g.id
    order by at, operation_id limit 1) f on true
  left join lateral (
    select at, count_after from fish_entries where company_id = g.company_id and group_id = g.id
    order by at desc, operation_id desc limit 1) l on true`

export const writeLifetimes = (tx: Tx, company: number, groups: number[]): void =>
  tx.later(sql`
    update fish_groups set first_at = s.first_at, closed_at = s.closed_at
    from (select g.id, lifetime.* from fish_groups g cross join lateral (${LIFETIME}) lifetime
      where g.company_id = ${company} and g.id = any(${groups}::int[])) s
    where fish_groups.company_id = ${company} and fish_groups.id = s.id
      and (fish_groups.first_at, fish_groups.closed_at) is distinct from (s.first_at, s.closed_at)`)

/** A sentence for each group whose stored lifetime differs from its entries. */
export async function checkLifetimes(tx: Tx, company: number): Promise<string[]> {
  const wrong = await tx.rows<{ id: number; stored: string; counted: string }>(sql`
    select g.id, concat(g.first_at, ' to ', g.closed_at) as stored,
      concat(lifetime.first_at, ' to ', lifetime.closed_at) as counted
    from fish_groups g cross join lateral (${LIFETIME}) lifetime
    where g.company_id = ${company}
      and (g.first_at, g.closed_at) is distinct from (lifetime.first_at, lifetime.closed_at)
    order by g.id limit 1000`)
  return wrong.map(({ id, stored, counted }) => `group ${id}: had fish ${stored}, its entries say ${counted}`)
}

/** What a fold meets in time order: an operation that changes, or a stored one. */
export interface Event extends Position {
  row: LedgerRow | null
  kind: string
  own: boolean
  strict: boolean
}

const moved = ({ before, after }: OperationChange) =>
  !before ||
  (!!after &&
    (before.at !== after.at ||
      before.cage_id !== after.cage_id ||
      before.generation_id !== after.generation_id ||
      before.age_category_id !== after.age_category_id))

/** The effects of the changes by instant, in folding order; an operation that keeps its instant is one event. */
export function eventsOf(changes: OperationChange[]): Event[] {
  return changes
    .flatMap((change): Event[] => {
      const { before, after } = change
      const leaves =
        before && before.at !== after?.at
          ? [{ at: before.at, id: before.id, row: null, kind: before.kind, own: true, strict: false }]
          : []
      return after
        ? [...leaves, { at: after.at, id: after.id, row: after, kind: after.kind, own: true, strict: moved(change) }]
        : leaves
    })
    .sort(order)
}
