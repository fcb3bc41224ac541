/** Cages during a fold: their locks, what is read under them, the state of each and the operations to come. */
import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { ledgerKeys, type LedgerRow } from '../../../shared/ledger/document'
import { type CageState, type GroupKey, keyOf } from '../../../shared/ledger/fold'
import type { Locked, Tx } from '../client'
import type { Norms } from './norms'
import { keyAt, order, type Position, stateOf, type StoredEntry } from './entries'

/*
 * Advisory locks of cages, of two int keys: company and cage. Always taken in ascending order, so that no two
 * transactions deadlock.
 */

/** Locks cages of operations that only need fish to be there. */
export const lockCages = (tx: Tx, company: number, cages: number[]) =>
  tx.lock(
    'cages',
    sql`
      select pg_advisory_xact_lock(${company}, cage_id)
      from (select unnest(${cages}::int[]) as cage_id order by 1 offset 0) c`,
  )

/**
 * Locks cages, and all that untyped transfers from them can reach from an instant on. A report locks nothing, so that
 * nobody waits: it may or may not see what is recorded meanwhile.
 */
export const lockReach = (tx: Tx, company: number, cages: number[], from: string, { report = false } = {}) =>
  tx.lock(
    'cages',
    sql<{ cage_id: number }>`
      with recursive reach (cage_id) as (
        select unnest(${cages}::int[])
        union
        select unnest(t.cages) from reach r cross join lateral (
          select array_agg(distinct to_cage_id) as cages from operations
          where company_id = ${company} and cage_id = r.cage_id and moves_fish and to_cage_id is not null
            and weight is null and at >= ${from}::timestamp) t
      )
      select cage_id${report ? sql`` : sql`, pg_advisory_xact_lock(${company}, cage_id)`}
      from (select cage_id from reach order by cage_id offset 0) r`,
  )

export const LEDGER_COLUMNS = sql.raw(['id', 'kind', 'at', ...ledgerKeys].map((column) => `o.${column}`).join(', '))

/**
 * What a cage held before a position, the ids of its groups, and whether there are later operations other than
 * `changed`, which is asked only where nothing later is read anyway.
 */
interface OpeningBalance {
  state: CageState
  ids: Map<GroupKey, number>
  later: boolean
}

type GroupRow = StoredEntry & { cage: number; id: number | null; generation_id: number; age_category_id: number }

async function readOpeningBalances(tx: Tx, company: number, cages: number[], from: Position, changed: number[] | null) {
  const comesLater = (column: 'cage_id' | 'to_cage_id') => sql`exists (
    select from operations where company_id = ${company} and ${sql.raw(column)} = c.cage and moves_fish
      and (at, id) >= (${from.at}::timestamp, ${from.id}::bigint) and id <> all(${changed}::bigint[]))`
  const later = changed ? sql`${comesLater('cage_id')} or ${comesLater('to_cage_id')}` : sql`true`
  const rows = await tx.rows<GroupRow & { later: boolean }>(sql`
    select c.cage, l.later, g.id, g.generation_id, g.age_category_id,
      e.count_after, e.mass_after, e.last_count, e.last_mass
    from unnest(${cages}::int[]) c (cage)
    cross join lateral (select ${later} as later) l
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
interface Tail {
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
async function readTail(tx: Tx, company: number, cage: number, from: Position, limit: number): Promise<Tail> {
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

export interface Timeline extends Tail {
  cage: number
  /** as the fold has it, and as it is stored */
  state: CageState
  old: CageState
  ids: Map<GroupKey, number>
  keys: Map<number, GroupKey>
  /** which of `rows` comes next */
  next: number
  /** read-ahead of what lies beyond `until` */
  ahead: Promise<Tail> | null
  /** groups whose state differs from the stored one */
  dirty: Set<GroupKey>
}

export interface Reading {
  tx: Tx
  company: number
  norms: Norms
  /** the lock of the cages: what is read stays valid until the transaction ends */
  held: Locked<'cages'>
  /** ids of operations that come from the change, not from the table; new ones are added after their insert */
  changed: Set<number>
  /** all of them are new, so they have no stored entries */
  fresh: boolean
  /** operations per read, so that the tail of a busy cage is never in memory whole */
  chunk: number
}

const read = ({ tx, company, chunk }: Reading, cage: number, from: Position) => readTail(tx, company, cage, from, chunk)

const NOTHING_LATER = (): Tail => ({ rows: [], stored: new Map() })

/** The part of a timeline that comes from its tail, with the read-ahead of the next. */
async function follow(reading: Reading, cage: number, { rows, stored, until }: Tail) {
  const ahead = until ? read(reading, cage, { at: until.at, id: until.id + 1 }) : null
  ahead?.catch(() => undefined)
  // yield, so that the read-ahead is sent now and other requests run between chunks
  if (ahead) await setImmediate()
  await reading.norms.load(rows)
  return { rows: rows.filter(({ id }) => !reading.changed.has(id)), stored, until, ahead, next: 0 }
}

/**
 * Opens cages from a position on; the caller handles the operation at the position itself. New operations usually have
 * no later ones, so only opening balances are read; for a change of stored operations tails are read in the same round
 * trip.
 */
export async function openTimelines(reading: Reading, cages: number[], from: Position): Promise<Timeline[]> {
  const { tx, company, changed, fresh } = reading
  const [openings, ...tails] = await Promise.all([
    readOpeningBalances(tx, company, cages, from, fresh ? [...changed] : null),
    ...(fresh ? [] : cages.map((cage) => read(reading, cage, from))),
  ])
  return Promise.all(
    cages.map(async (cage, index): Promise<Timeline> => {
      const { state, ids, later } = openings.get(cage)!
      const tail = tails[index] ?? (later ? await read(reading, cage, from) : NOTHING_LATER())
      const { rows, ...followed } = await follow(reading, cage, tail)
      return {
        cage,
        state,
        old: new Map(state),
        ids,
        keys: new Map([...ids].map(([key, id]) => [id, key] as const)),
        dirty: new Set(),
        ...followed,
        rows: rows.filter((row) => order(row, from) !== 0),
      }
    }),
  )
}

/** Continues with the read-ahead, after everything before it has been folded. */
export async function extendTimeline(reading: Reading, timeline: Timeline): Promise<void> {
  Object.assign(timeline, await follow(reading, timeline.cage, await timeline.ahead!))
}

export const storedAt = (timeline: Timeline | undefined, { at, id }: Position): StoredEntry[] =>
  timeline?.stored.get(keyAt(at, id)) ?? []

/** Mass that the stored entries say moved into (+) or out of (−) a cage. */
export const storedFlow = (entries: StoredEntry[]): number =>
  entries.reduce((sum, entry) => sum + entry.mass_delta - entry.deviation, 0)
