/** A cage while it is being folded: its state, the operations still to come, and what is stored of them. */
import { setImmediate } from 'node:timers/promises'
import type { Locked, Tx } from '../client'
import { keyAt, order, type Position, readOpeningBalances, readTail, type StoredEntry, type Tail } from './entries'
import type { CageState, GroupKey } from '../../../shared/ledger/fold'

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
  /** the cages' lock: what is read stays so until the transaction ends */
  held: Locked<'cages'>
  /** ids of operations that come from the change, not from the table; new ones are added after their insert */
  changed: Set<number>
  /** all of them are new, so no entries of theirs are stored */
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
  return { rows: rows.filter(({ id }) => !reading.changed.has(id)), stored, until, ahead, next: 0 }
}

/**
 * Cages from a position on; the caller handles the operation at the position itself. New operations usually have no
 * later ones, then only the opening balances are read; a change of stored operations reads tails in the same round
 * trip.
 */
export async function openTimelines(reading: Reading, cages: number[], from: Position): Promise<Timeline[]> {
  const { tx, company, changed, fresh } = reading
  const [openings, ...tails] = await Promise.all([
    readOpeningBalances(tx, company, cages, from, [...changed]),
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
