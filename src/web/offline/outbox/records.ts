/**
 * A record that waits for the network, and what becomes of it: pure, so that the rules can be read and tested by
 * themselves.
 *
 * One record has one idempotency key for its whole life. While nobody knows whether the server has got it, the key must
 * not change: the same values again store nothing twice, and changed values are answered 409 when the first ones were
 * stored.
 */
import type { KeyState, Method } from '../../../shared/contract'
import { dayOf, daysBetween } from '../../../shared/dates'
import type { Refusal } from '../../../shared/errors'
import type { CacheTag } from '../../../shared/cache-tags'
import { isApiError, isUnreachable, newKey } from '../../api'

export type Values = Record<string, unknown>

/**
 * `removing`: taken back while it may be stored; the server is asked under its key, and deletes what it stored. `kept`:
 * it could not be taken back, so its row stays on the server.
 */
export type RecordState = 'waiting' | 'refused' | 'removing' | 'kept' | 'stored'

export interface OutboxRecord {
  /** sequence number in the order of recording, assigned by the store */
  n: number
  /** its owner: it is only sent in a session of this user */
  owner: string
  owner_name: string
  /** who recorded it, when its owner is an administrator who sends it for them */
  maker?: { owner: string; name: string }
  method: Method
  /** path of the call, with its parameters in braces */
  path: string
  values: Values
  /** the form's values, to open it again */
  typed: Record<string, string> | null
  key: string
  /** which form opens it */
  kind: string
  /** «Садок 7, отход 12 шт» */
  label: string
  /** ids of the cages it touches */
  cages: number[]
  /** goods and warehouses whose amounts it changes: 'good:5', 'stock:3' */
  places?: string[]
  /** farm time of the click, 'YYYY-MM-DDTHH:mm' */
  recorded_at: string
  /** what the device knew of the farm then: the moment of the answer on the screen, by the server's clock, ms */
  known?: number | null
  state: RecordState
  /** counts changes by people: an answer settles only the version that was sent */
  version?: number
  /** its place on a page that asks for the outcome, 'round:…'; such a record stays for a while after it is stored */
  slot: string | null
  /** ids of the stored rows; if it is corrected or taken back later, it waits again to change these */
  stored: number[] | null
  /** all values sent under the key without an answer: any of them may be stored */
  attempted: Values[]
  /** how often the server failed on it */
  faults: number
  /** why the server refused it, in the language chosen then */
  reason: string | null
  errors: Record<string, string[]> | null
  refusal: Refusal | null
  /** names of files on this device that follow it: each becomes a record of its own when this one is stored */
  files?: string[]
  /** those of them that have one */
  spawned?: string[]
  /** of a record of a file: the name of the file that is sent with the values, and the row that it belongs to */
  file?: string
  follows?: number
}

/** The tags that stored records may change: documents and measurements are recorded, places and lists are not. */
export const RECORDED: readonly CacheTag[] = ['fish', 'goods', 'spending', 'water', 'tasks']

export type NewRecord = Omit<OutboxRecord, 'n'>

export type Outcome =
  | { what: 'stored'; answer: unknown }
  /** no answer: the server was not reached, or its answer was lost */
  | { what: 'unreachable' }
  /** the server cannot answer now; `seconds` when it says for how long */
  | { what: 'later'; seconds: number | null }
  /** too many calls, or the company's writes of the day are used up */
  | { what: 'too-much'; seconds: number | null; reason: string }
  | { what: 'signed-out' }
  /** the company requires a second factor first */
  | { what: 'factor-needed'; reason: string }
  /** somebody else is signed in in this browser */
  | { what: 'another-person' }
  /** the subscription has to be renewed; until then records wait */
  | { what: 'subscription-ended' }
  | RefusedOutcome

export interface RefusedOutcome extends Pick<OutboxRecord, 'errors' | 'refusal'> {
  what: 'refused'
  status: number
  reason: string
  /** state of the key according to this answer; absent when the call was refused before the key was looked up */
  keyState?: KeyState
  /** its rows, when a correction was refused and they became known only now */
  stored?: number[]
}

export function outcomeOf(error: unknown): Outcome {
  if (!isApiError(error) || isUnreachable(error)) return { what: 'unreachable' }
  const { status, errors, refusal, keyState } = error
  if (status === 401) return { what: 'signed-out' }
  if (error.factorNeeded) return { what: 'factor-needed', reason: error.message }
  if (error.subscriptionEnded) return { what: 'subscription-ended' }
  if (error.otherPerson) return { what: 'another-person' }
  const seconds = error.retryAfter ?? null
  if (status === 429) return { what: 'too-much', seconds, reason: error.message }
  if (status === 408 || status >= 500) return { what: 'later', seconds }
  const reason = error.message || Object.values(errors ?? {})[0]?.[0] || ''
  return { what: 'refused', status, reason, errors: errors ?? null, refusal: refusal ?? null, keyState }
}

const same = (one: Values, other: Values) => JSON.stringify(one) === JSON.stringify(other)

/** Called before its values leave the device: from then on they may be stored without the device knowing. */
export const attempt = (record: OutboxRecord): OutboxRecord =>
  record.attempted.some((values) => same(values, record.values))
    ? record
    : { ...record, attempted: [...record.attempted, record.values] }

/** Values that may be stored instead of the current ones. */
export const earlierValues = (record: OutboxRecord): Values[] =>
  record.attempted.filter((values) => !same(values, record.values))

const versionOf = ({ version }: OutboxRecord): number => version ?? 0

/** Whether nobody has changed it on this device since it was read. */
export const isSameVersion = (one: OutboxRecord, other: OutboxRecord | undefined): boolean =>
  other !== undefined && versionOf(one) === versionOf(other)

/** A person changed it: an answer to the earlier version no longer settles it. */
export const changed = (record: OutboxRecord, change: Partial<OutboxRecord>): OutboxRecord => ({
  ...record,
  ...change,
  version: versionOf(record) + 1,
})

const nothingStored = ({ keyState }: RefusedOutcome): boolean => keyState === 'new'

/**
 * A refused record becomes a draft. Only a refusal made after the server had looked up the key proves that nothing is
 * stored under it.
 */
export const refuse = (record: OutboxRecord, refused: RefusedOutcome): OutboxRecord => ({
  ...record,
  state: 'refused',
  reason: refused.reason,
  errors: refused.errors,
  refusal: refused.refusal,
  stored: refused.stored ?? record.stored,
  attempted: nothingStored(refused) ? [] : record.attempted,
  // the row to be changed is gone: the values become a new one
  ...(isGone(record, refused) && { stored: null, key: newKey() }),
})

const isGone = ({ stored }: OutboxRecord, refused: RefusedOutcome): boolean =>
  stored !== null && refused.status === 404 && nothingStored(refused)

/** Corrected by a person, or sent again as it is: it waits at its old place under its old key. */
export const correct = (
  record: OutboxRecord,
  change: Partial<Pick<OutboxRecord, 'values' | 'typed' | 'label' | 'cages' | 'places' | 'files'>>,
): OutboxRecord => ({
  ...changed(record, change),
  state: 'waiting',
  faults: 0,
  reason: null,
  errors: null,
  refusal: null,
})

/** An administrator sends it from now on in its author's name; no page asks for its slot any more. */
export const takenOver = (record: OutboxRecord, own: Pick<OutboxRecord, 'owner' | 'owner_name'>): OutboxRecord => {
  const { owner, owner_name: name, maker = { owner, name } } = record
  return changed(record, { ...own, slot: null, maker: maker.owner === own.owner ? undefined : maker })
}

/** Taken back while it is stored, or may be. */
export const buried = (record: OutboxRecord): OutboxRecord => changed(record, { state: 'removing', faults: 0 })

/** Restored: after its row was deleted it is stored as a new one. */
export const revived = (record: OutboxRecord): OutboxRecord =>
  changed(record, { state: 'waiting', key: newKey(), attempted: [], stored: null, faults: 0, spawned: undefined })

/** It could not be taken back: a page that asks for it sees it as stored, otherwise the person is told. */
export const unremoved = (record: OutboxRecord, { reason, stored }: RefusedOutcome): OutboxRecord => ({
  ...record,
  state: record.slot === null ? 'kept' : 'stored',
  stored: stored ?? record.stored,
  attempted: [],
  reason,
})

const PATIENCE = 5

/** A record on which the server fails again and again must not hold up the others: it waits while they are sent. */
export const isPassedOver = (record: OutboxRecord): boolean => record.faults >= PATIENCE

const FIRST_WAIT_S = 2
const LAST_WAIT_S = 60

/** Seconds until the next attempt after so many failed ones in a row: 2, 4, 8 … 60. */
export const waitAfter = (failures: number): number =>
  Math.min(FIRST_WAIT_S * 2 ** Math.max(0, failures - 1), LAST_WAIT_S)

export const byOrder = (one: OutboxRecord, other: OutboxRecord): number => one.n - other.n

/** A user's records that are to be sent, in order. */
export const waitingOf = (records: readonly OutboxRecord[], owner: string | null): OutboxRecord[] =>
  records.filter((record) => record.owner === owner && record.state === 'waiting').sort(byOrder)

/**
 * Those whose effect the server's numbers do not include yet. A correction of a stored record is included once it is
 * sent.
 */
export const uncountedOf = (records: readonly OutboxRecord[], owner: string | null): OutboxRecord[] =>
  waitingOf(records, owner).filter(({ stored }) => stored === null)

/** Numbers first: files are large, and wait until everything else is sent. */
const isFile = ({ file }: OutboxRecord): number => Number(file !== undefined)

const toSend = (records: readonly OutboxRecord[], owner: string): OutboxRecord[] =>
  records
    .filter((record) => record.owner === owner && (record.state === 'waiting' || record.state === 'removing'))
    .sort((one, other) => isFile(one) - isFile(other) || byOrder(one, other))

const placesOf = ({ cages, places = [] }: OutboxRecord): (string | number)[] => [...cages, ...places]

/**
 * Records that may be sent now, in order. One that is open in a form (`held`) is left out, with those that follow it on
 * the same cages, goods and warehouses.
 */
export function sendable(
  records: readonly OutboxRecord[],
  owner: string,
  held: (n: number) => boolean,
): OutboxRecord[] {
  const closed = new Set<string | number>()
  return toSend(records, owner).filter((record) => {
    const places = placesOf(record)
    const free = !held(record.n) && !places.some((place) => closed.has(place))
    if (!free) for (const place of places) closed.add(place)
    return free
  })
}

/** Whether it is not settled with the server yet, so that people see it. */
export const isOpen = ({ state }: OutboxRecord): boolean => state !== 'stored'

/** Whether it is shown in red: a person has to act. */
export const isRefused = ({ state }: OutboxRecord): boolean => state === 'refused' || state === 'kept'

/** A user's records by the part of their slot after the prefix; the last one counts. */
export const slotsOf = (
  records: readonly OutboxRecord[],
  owner: string | null,
  prefix: string,
): ReadonlyMap<string, OutboxRecord> =>
  new Map(
    records
      .filter(
        ({ slot, state, ...record }) => record.owner === owner && slot?.startsWith(prefix) && state !== 'removing',
      )
      .toSorted(byOrder)
      .map((record) => [record.slot!.slice(prefix.length), record]),
  )

/**
 * Whether it may simply be dropped: it was never sent, or it is a refused correction, which left the stored row as it
 * was.
 */
export const isUnsent = ({ attempted, state, stored }: OutboxRecord): boolean =>
  stored === null ? attempted.length === 0 : state === 'refused'

const KEPT_DAYS = 2

/** Whether it was stored long ago, so that no page asks for it. `today` is 'YYYY-MM-DD'. */
export const isForgotten = ({ state, recorded_at }: OutboxRecord, today: string): boolean =>
  state === 'stored' && daysBetween(dayOf(recorded_at), today) > KEPT_DAYS

/** Cage id → how many of its records are to be sent; 0 stands for records without a cage. */
export function waitingCages(records: readonly OutboxRecord[], owner: string | null): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { cages } of waitingOf(records, owner))
    for (const cage of cages.length > 0 ? cages : [0]) counts.set(cage, (counts.get(cage) ?? 0) + 1)
  return counts
}
