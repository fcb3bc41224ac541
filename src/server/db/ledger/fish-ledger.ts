/**
 * The one way into fish_entries. A change re-folds the cages it touches from its instant on, in the caller's
 * transaction: cages are locked in ascending order, operations are replayed in one pass over all cages in time order, a
 * cage joins when a transfer into it changes its mass, and leaves as soon as its balances equal the stored ones.
 */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { retry, type Tx } from '../client'
import {
  type EntryWrite,
  type Event,
  eventsOf,
  flush,
  keyAt,
  noteLifetimes,
  order,
  type Position,
  sameEntry,
  stateOf,
  writeLifetimes,
  type Writes,
} from './entries'
import type { LedgerRow } from '../../../shared/ledger/document'
import type { EffectOf } from '../../../shared/ledger/effects'
import { openNorms } from './norms'
import type { Progress, RefoldOptions, Trial } from './refold-options'
import { extendTimeline, lockReach, openTimelines, type Reading, storedAt, storedFlow, type Timeline } from './timeline'
import {
  apply,
  cagesOf,
  type GroupKey,
  keyOf,
  type Outcome,
  type Posting,
  sameState,
} from '../../../shared/ledger/fold'
import { type GroupChange, noteChange, type GroupChanges } from './refold-report'

/** before null: created; after null: deleted. Ids are assigned beforehand and never change. */
export interface OperationChange {
  before: LedgerRow | null
  after: LedgerRow | null
}

/**
 * Thrown when a balance would go below zero or beyond what a group may hold, or an operation finds no fish. Causes a
 * rollback.
 */
export interface LedgerRefusal extends Error {
  refusal: { row: LedgerRow; own: boolean } & NonNullable<Outcome['refusal']>
}
export const isRefusal = (error: unknown): error is LedgerRefusal => error instanceof Error && 'refusal' in error

export interface Refold {
  /** cages whose entries changed */
  cages: Set<number>
  /** what changed in each group and for how long, if a report was requested */
  groups: GroupChange[]
  /** ids of changed operations with an impossible typed mass */
  rebooked: Set<number>
}

const CHUNK = 1000
/** A fold that takes longer lets other requests run so often. */
const BREATH_MS = 10
const NO_WRITES = (): Writes => ({ inserts: [], updates: [], deletes: [] })
const nothingWritten = () => ({ writes: NO_WRITES(), partly: false, lifetimes: new Set<number>() })

interface Fold extends Reading {
  effectOf: EffectOf
  dry: boolean
  report: boolean
  until?: Position
  progress?: Progress
  trial?: Trial
  locked: Set<number>
  timelines: Map<number, Timeline>
  /** changes still to come, in folding order */
  pending: Event[]
  nextPending: number
  writes: Writes
  /** some writes have been flushed, others are buffered */
  partly: boolean
  /** groups whose lifetime may have changed */
  lifetimes: Set<number>
  noted: GroupChanges
  result: Omit<Refold, 'groups'>
}

/** The next operation in time order over all cages being folded and all changes. */
async function nextEvent(fold: Fold): Promise<Event | null> {
  const pending = fold.pending[fold.nextPending]
  // a change within what was read comes first: reading on would lose its stored entries
  const spent = (timeline: Timeline) =>
    timeline.next === timeline.rows.length && timeline.until && !(pending && order(pending, timeline.until) <= 0)
  for (const timeline of fold.timelines.values()) while (spent(timeline)) await extendTimeline(fold, timeline)
  const heads = [...fold.timelines.values()].filter((timeline) => timeline.next < timeline.rows.length)
  let first: LedgerRow | undefined
  for (const timeline of heads)
    if (!first || order(timeline.rows[timeline.next]!, first) < 0) first = timeline.rows[timeline.next]!
  if (pending && (!first || order(pending, first) < 0)) {
    fold.nextPending++
    return pending
  }
  if (!first) return null
  for (const timeline of heads) if (timeline.rows[timeline.next]!.id === first.id) timeline.next++
  return { at: first.at, id: first.id, row: first, kind: first.kind, own: false, strict: false }
}

const NOTHING: Outcome = { postings: [], moved: 0, rebooked: false }

async function outcomeOf(fold: Fold, event: Event): Promise<Outcome> {
  if (fold.trial && event.own && event.row) {
    const held = fold.timelines.get(event.row.cage_id!)?.state
    if (!fold.trial.meet(event.row, held)) return NOTHING
  }
  const effect = event.row && fold.effectOf(event.row, fold.norms.of)
  if (!effect) return NOTHING
  const world = (cage: number) => fold.timelines.get(cage)?.state
  const transfer =
    effect.type === 'move' && effect.from && effect.to ? { from: effect.from.cage, to: effect.to.cage } : null
  const known =
    transfer && !fold.timelines.has(transfer.from) ? storedFlow(storedAt(fold.timelines.get(transfer.to), event)) : null
  const outcome = apply(effect, world, known, event.strict)
  const follows = transfer && !outcome.refusal && fold.timelines.has(transfer.from) && !fold.timelines.has(transfer.to)
  if (!follows || outcome.moved === -storedFlow(storedAt(fold.timelines.get(transfer.from), event))) return outcome
  if (!fold.locked.has(transfer.to)) throw retry()
  // a cage that rejoins the fold is read again, so its writes must be flushed completely or not at all
  if (fold.partly) write(fold)
  const [timeline] = await openTimelines(fold, [transfer.to], event)
  fold.timelines.set(transfer.to, timeline!)
  return apply(effect, world, known, event.strict)
}

async function groupId(fold: Fold, timeline: Timeline, posting: Posting): Promise<number> {
  const key = keyOf(posting.generation, posting.category)
  const known = timeline.ids.get(key)
  if (known) return known
  const { id } = fold.trial ? { id: -1 - timeline.ids.size } : await newGroup(fold, posting)
  timeline.ids.set(key, id)
  timeline.keys.set(id, key)
  return id
}

const newGroup = (fold: Fold, posting: Posting) =>
  fold.tx.one<{ id: number }>(sql`
    insert into fish_groups (company_id, cage_id, generation_id, age_category_id)
    values (${fold.company}, ${posting.cage}, ${posting.generation}, ${posting.category}) returning id`)

/** Compares the fold of one cage at one operation with what is stored, and notes the difference. */
async function record(fold: Fold, timeline: Timeline, event: Event, postings: Posting[]): Promise<void> {
  const stored = new Map(storedAt(timeline, event).map((entry) => [entry.group_id, entry]))
  /** group → its entry differs */
  const touched = new Map<GroupKey, boolean>()
  for (const posting of postings) {
    const group = await groupId(fold, timeline, posting)
    const write: EntryWrite = { at: event.at, id: event.id, kind: event.kind, group, posting }
    const entry = stored.get(group)
    const differs = !entry || !sameEntry(entry, posting)
    if (!entry) fold.writes.inserts.push(write)
    else if (differs) fold.writes.updates.push({ before: entry, ...write })
    const key = keyOf(posting.generation, posting.category)
    timeline.state.set(key, posting.after)
    if (entry) timeline.old.set(key, stateOf(entry))
    stored.delete(group)
    touched.set(key, differs)
  }
  for (const entry of stored.values()) {
    fold.writes.deletes.push(entry)
    const key = timeline.keys.get(entry.group_id)!
    timeline.old.set(key, stateOf(entry))
    touched.set(key, true)
  }
  for (const [key, differs] of touched) {
    if (differs) fold.result.cages.add(timeline.cage)
    const [before, after] = [timeline.old.get(key), timeline.state.get(key)]
    if (sameState(before, after)) timeline.dirty.delete(key)
    else timeline.dirty.add(key)
    if (fold.report) noteChange(fold.noted, { ...event, cage: timeline.cage, key, differs, before, after })
  }
}

/** Throws; a trial leaves the operation out. */
function refuse({ trial }: Fold, event: Event, refusal: NonNullable<Outcome['refusal']>): Outcome {
  if (trial) {
    trial.refused(event.row!, event.own, refusal)
    return NOTHING
  }
  const error = new Error('the ledger refuses') as LedgerRefusal
  error.refusal = { row: event.row!, own: event.own, ...refusal }
  throw error
}

function write(fold: Fold): void {
  if (fold.dry) fold.writes = NO_WRITES()
  else {
    noteLifetimes(fold.lifetimes, fold.writes)
    flush(fold.tx, fold.company, fold.writes)
    fold.partly = true
  }
}

async function replay(fold: Fold): Promise<void> {
  let began = performance.now()
  for (let event = await nextEvent(fold); event; event = await nextEvent(fold)) {
    if (fold.until && order(event, fold.until) >= 0) return
    const tried = await outcomeOf(fold, event)
    const outcome = tried.refusal ? refuse(fold, event, tried.refusal) : tried
    if (outcome.rebooked && event.own) fold.result.rebooked.add(event.id)
    const { own, row } = event
    for (const timeline of fold.timelines.values()) {
      // one that changes may be stored in any cage, others in their own
      if (!own && row && row.cage_id !== timeline.cage && row.to_cage_id !== timeline.cage) continue
      const postings = outcome.postings.filter((posting) => posting.cage === timeline.cage)
      if (postings.length > 0 || timeline.stored.has(keyAt(event.at, event.id)))
        await record(fold, timeline, event, postings)
    }
    if (fold.nextPending === fold.pending.length)
      for (const timeline of fold.timelines.values())
        if (timeline.dirty.size === 0) fold.timelines.delete(timeline.cage)
    if (fold.writes.updates.length + fold.writes.inserts.length >= fold.chunk) write(fold)
    if (performance.now() - began > BREATH_MS) {
      fold.progress?.(fold.nextPending, fold.pending.length)
      await setImmediate()
      began = performance.now()
    }
  }
}

const emptyFold = (
  given: Pick<Fold, 'tx' | 'company' | 'effectOf' | 'norms' | 'fresh' | 'changed' | 'held'>,
  { chunk = CHUNK, trial, dry = trial !== undefined, report = dry, until, progress }: RefoldOptions,
): Fold => ({
  progress,
  trial,
  chunk,
  dry,
  report,
  until,
  locked: new Set(),
  timelines: new Map(),
  pending: [],
  nextPending: 0,
  ...nothingWritten(),
  noted: new Map(),
  result: { cages: new Set(), rebooked: new Set() },
  ...given,
})

/**
 * Posts changes of operations whose rows are stored already (the caller removes a deleted row afterwards), or are
 * stored by `store`. Throws LedgerRefusal with the first operation, in time order, that would break; nothing is kept
 * then.
 */
export async function refold(
  tx: Tx,
  company: number,
  changes: OperationChange[],
  effectOf: EffectOf,
  options: RefoldOptions = {},
): Promise<Refold> {
  const rows = changes.flatMap(({ before, after }) => [before, after]).filter((row) => row !== null)
  const fresh = changes.every(({ before }) => before === null)
  const changed = new Set(options.store ? [] : rows.map((row) => row.id))
  const norms = openNorms(tx, company)
  const moved = new Set<number>()
  for (const [index, row] of rows.entries()) {
    for (const cage of cagesOf(effectOf(row, norms.of))) moved.add(cage)
    // of very many others have their turn
    if (index % CHUNK === CHUNK - 1) await setImmediate()
  }
  const cages = [...moved]
  const store = async () => {
    await options.store?.()
    for (const row of rows) changed.add(row.id)
  }
  if (cages.length === 0) {
    await store()
    return { groups: [], cages: new Set(), rebooked: new Set() }
  }
  // a common start: an untyped transfer may carry the earliest change into any of the cages
  const { at, id } = rows.reduce((first, row) => (order(row, first) < 0 ? row : first))
  const held = lockReach(tx, company, cages, at, { report: options.until !== undefined || options.trial !== undefined })
  const fold = emptyFold({ tx, company, effectOf, norms, fresh, changed, held }, options)
  // new rows are stored in the same round trip as the opening balances, after the lock, which makes ids ascend
  const [timelines] = await tx.allInOrder(openTimelines(fold, cages, { at, id }), norms.load(rows), store())
  fold.locked = new Set((await held.rows).map(({ cage_id }) => cage_id))
  if (rows.length > CHUNK) await setImmediate()
  fold.pending = eventsOf(changes)
  for (const timeline of timelines) fold.timelines.set(timeline.cage, timeline)
  await replay(fold)
  write(fold)
  if (fold.lifetimes.size > 0) writeLifetimes(tx, company, [...fold.lifetimes])
  return { groups: [...fold.noted.values()], ...fold.result }
}
