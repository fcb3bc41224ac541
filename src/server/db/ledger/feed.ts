/** A cage while it is being folded: its state, the operations still to come, and what is stored of them. */
import type { Tx } from '../client'
import {
  keyAt,
  type LedgerRow,
  order,
  type Position,
  readEntries,
  readState,
  readTail,
  type StoredEntry,
} from './entries'
import type { CageState, GroupKey } from './fold'

export interface Feed {
  cage: number
  /** as the fold has it, and as it is stored */
  state: CageState
  old: CageState
  ids: Map<GroupKey, number>
  keys: Map<number, GroupKey>
  rows: LedgerRow[]
  next: number
  stored: Map<string, StoredEntry[]>
  /** all later entries are in `stored`, not only those up to `until` */
  complete: boolean
  /** how far operations have been read; left out when to the end */
  until?: Position
  /** groups whose state differs from the stored one */
  dirty: Set<GroupKey>
}

export interface Reading {
  tx: Tx
  company: number
  /** operations being changed come from the change, not from the table */
  changed: ReadonlySet<number>
  /** they are new, so nothing is stored of them */
  fresh: boolean
  /** operations read at a time, so that the tail of a busy cage never stands in memory whole */
  chunk: number
}

/** Operations from a position on with what is stored of them. */
async function readLater({ tx, company, chunk }: Reading, cage: number, from: Position) {
  const [tail, first] = await Promise.all([
    readTail(tx, company, cage, from, chunk),
    readEntries(tx, company, cage, from, undefined, chunk * 2),
  ])
  // a long tail of entries was cut anywhere: read it again as far as its operations go
  const stored = first.complete ? first : await readEntries(tx, company, cage, from, tail.until)
  return { ...tail, stored: stored.byPosition, complete: first.complete }
}

const NOTHING_LATER = () => ({ rows: [], until: undefined, stored: new Map<string, StoredEntry[]>(), complete: true })

/**
 * A cage from a position on; the operation at the position itself is being handled by the caller. What is entered now has nothing
 * behind it, which the reading of the state tells; a change of what is stored reads all at once.
 */
export async function openFeed(reading: Reading, cage: number, from: Position): Promise<Feed> {
  const { tx, company, changed, fresh } = reading
  const [{ state, ids, later }, known] = await Promise.all([
    readState(tx, company, cage, from, [...changed]),
    fresh ? null : readLater(reading, cage, from),
  ])
  const tail = known ?? (later ? await readLater(reading, cage, from) : NOTHING_LATER())
  return {
    cage,
    state,
    old: new Map(state),
    ids,
    keys: new Map([...ids].map(([key, id]) => [id, key] as const)),
    rows: tail.rows.filter((row) => !changed.has(row.id) && order(row, from) !== 0),
    next: 0,
    stored: tail.stored,
    complete: tail.complete,
    until: tail.until,
    dirty: new Set(),
  }
}

/** Reads on, when all that was read has been folded. */
export async function extendFeed({ tx, company, changed, chunk }: Reading, feed: Feed): Promise<void> {
  const from = { at: feed.until!.at, id: feed.until!.id + 1 }
  const tail = await readTail(tx, company, feed.cage, from, chunk)
  feed.rows = tail.rows.filter((row) => !changed.has(row.id))
  feed.next = 0
  feed.until = tail.until
  if (!feed.complete) feed.stored = (await readEntries(tx, company, feed.cage, from, tail.until)).byPosition
}

export const storedAt = (feed: Feed | undefined, { at, id }: Position): StoredEntry[] =>
  feed?.stored.get(keyAt(at, id)) ?? []

/** Mass that the stored entries say moved into (+) or out of (−) a cage. */
export const storedFlow = (entries: StoredEntry[]): number =>
  entries.reduce((sum, entry) => sum + entry.mass_delta - entry.deviation, 0)
