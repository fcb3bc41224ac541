/** Reading and writing fish_entries in bulk. Only the ledger imports this. */
import { type RawBuilder, sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { ledgerKeys, type LedgerRow } from '../../../shared/ledger/document'
import type { Tx } from '../client'
import { type CageState, type GroupKey, type GroupState, keyOf, type Posting } from '../../../shared/ledger/fold'

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

export const LEDGER_COLUMNS = sql.raw(['id', 'kind', 'at', ...ledgerKeys].map((column) => `o.${column}`).join(', '))

/**
 * What a cage held before a position, the ids of its groups, and whether there are later operations other than
 * `changed`.
 */
export interface OpeningBalance {
  state: CageState
  ids: Map<GroupKey, number>
  later: boolean
}

type GroupRow = StoredEntry & { cage: number; id: number | null; generation_id: number; age_category_id: number }

export async function readOpeningBalances(tx: Tx, company: number, cages: number[], from: Position, changed: number[]) {
  const comesLater = (column: 'cage_id' | 'to_cage_id') => sql`exists (
    select from operations where company_id = ${company} and ${sql.raw(column)} = c.cage and moves_fish
      and (at, id) >= (${from.at}::timestamp, ${from.id}::bigint) and id <> all(${changed}::bigint[]))`
  const rows = await tx.rows<GroupRow & { later: boolean }>(sql`
    select c.cage, l.later, g.id, g.generation_id, g.age_category_id,
      e.count_after, e.mass_after, e.last_count, e.last_mass
    from unnest(${cages}::int[]) c (cage)
    cross join lateral (select ${comesLater('cage_id')} or ${comesLater('to_cage_id')} as later) l
    left join fish_groups g on g.company_id = ${company} and g.cage_id = c.cage
    left join lateral (
      select count_after, mass_after, last_count, last_mass from fish_entries
      where company_id = ${company} and group_id = g.id
        and (at, operation_id) < (${from.at}::timestamp, ${from.id}::bigint)
      order by at desc, operation_id desc limit 1
    ) e on true`)
  const openings = new Map(
    cages.map((cage): [number, OpeningBalance] => [cage, { state: new Map(), ids: new Map(), later: false }]),
  )
  for (const row of rows) {
    const opening = openings.get(row.cage)!
    opening.later = row.later
    if (row.id === null) continue
    const key = keyOf(row.generation_id, row.age_category_id)
    opening.ids.set(key, row.id)
    if (row.count_after !== null) opening.state.set(key, stateOf(row))
  }
  return openings
}

/** Operations from a position on with what is stored of them, by position. */
export interface Tail {
  rows: LedgerRow[]
  stored: Map<string, StoredEntry[]>
  /** how far they go; left out when to the end */
  until?: Position
}

/** The first `limit` operations that move fish of a cage, from a position on, in folding order. */
function laterOf<T>(columns: RawBuilder<unknown>, company: number, cage: number, { at, id }: Position, limit: number) {
  const branch = (column: 'cage_id' | 'to_cage_id') => sql`(
    select ${columns} from operations o
    where o.company_id = ${company} and o.${sql.raw(column)} = ${cage} and o.moves_fish
      and (o.at, o.id) >= (${at}::timestamp, ${id}::bigint)
    order by o.at, o.id limit ${limit})`
  return sql<T>`${branch('cage_id')} union all ${branch('to_cage_id')} order by at, id limit ${limit}`
}

/**
 * Up to `limit` operations that move fish of a cage, from a position on, and the entries stored up to the last. One
 * round trip.
 */
export async function readTail(tx: Tx, company: number, cage: number, from: Position, limit: number): Promise<Tail> {
  const [rows, entries] = await Promise.all([
    tx.rows(laterOf<LedgerRow>(LEDGER_COLUMNS, company, cage, from, limit)),
    tx.rows<StoredEntry>(sql`
      with last as (
        select at, id from (${laterOf(sql`o.at, o.id`, company, cage, from, limit)}) o
        order by at, id offset ${limit - 1})
      select e.group_id, e.at, e.operation_id, e.count_delta, e.mass_delta, e.deviation, e.count_after, e.mass_after,
        e.last_count, e.last_mass
      from fish_groups g join fish_entries e on e.company_id = ${company} and e.group_id = g.id
      where g.company_id = ${company} and g.cage_id = ${cage}
        and (e.at, e.operation_id) >= (${from.at}::timestamp, ${from.id}::bigint)
        and (e.at, e.operation_id) <= (select coalesce(max(at), 'infinity'), coalesce(max(id), 0) from last)`),
  ])
  return { rows, stored: groupBy(entries, (entry) => keyAt(entry.at, entry.operation_id)), until: rows[limit - 1] }
}

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
