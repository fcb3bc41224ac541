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
 * `removing`: taken back while it may be stored; the server is asked under its key, and what it stored is deleted.
 * `kept`: it could not be taken back, its row stands on the server.
 */
export type RecordState = 'waiting' | 'refused' | 'removing' | 'kept' | 'stored'

export interface OutboxRecord {
  /** the order in which people recorded; the store gives it */
  n: number
  /** whose it is: it is sent in this person's session only */
  owner: string
  owner_name: string
  /** who recorded it, when its owner is an administrator who sends it for them */
  maker?: { owner: string; name: string }
  method: Method
  /** of the contract, with its parameters in braces */
  path: string
  values: Values
  /** what stood in the form, to open it again */
  typed: Record<string, string> | null
  key: string
  /** which form opens it */
  kind: string
  /** «Садок 7, отход 12 шт» */
  label: string
  /** ids of the cages it touches */
  cages: number[]
  /** goods and warehouses that it moves something of: 'good:5', 'stock:3' */
  places?: string[]
  /** farm time of the click, 'YYYY-MM-DDTHH:mm' */
  recorded_at: string
  /** what the device knew of the farm then: the moment of the answer on screen, by the clock of the server, ms */
  known?: number | null
  state: RecordState
  /** counts what people changed on it: an answer settles the version that was sent, and no other */
  version?: number
  /** the place of a page that asks what became of it, 'round:…'; such a record stays a while after it is stored */
  slot: string | null
  /** ids of the stored rows, once it is stored; corrected or taken back later, it waits again and these are changed */
  stored: number[] | null
  /** everything that was sent under the key without an answer: one of them may be stored */
  attempted: Values[]
  /** how often the server failed on it */
  faults: number
  /** why the server refused it, a sentence in the language that the person had chosen then */
  reason: string | null
  errors: Record<string, string[]> | null
  refusal: Refusal | null
}

/** What a stored record may have changed: documents and measurements are recorded, places and lists are not. */
export const RECORDED: readonly CacheTag[] = ['fish', 'goods', 'spending', 'water']

export type NewRecord = Omit<OutboxRecord, 'n'>

export type Outcome =
  | { what: 'stored'; answer: unknown }
  /** no answer: the server was not reached, or its answer was lost */
  | { what: 'unreachable' }
  /** the server cannot now; `seconds` when it says how long */
  | { what: 'later'; seconds: number | null }
  /** too many calls, or the day's quota is used up */
  | { what: 'too-much'; seconds: number | null; reason: string }
  | { what: 'signed-out' }
  /** the company wants a second factor of them first */
  | { what: 'factor-needed'; reason: string }
  /** the browser's session is another person's */
  | { what: 'another-person' }
  /** the farm has to be paid for first: what was recorded waits until it is */
  | { what: 'subscription-ended' }
  | RefusedOutcome

export interface RefusedOutcome extends Pick<OutboxRecord, 'errors' | 'refusal'> {
  what: 'refused'
  status: number
  reason: string
  /** what stands under its key by this answer; missing when it was refused before anybody looked */
  keyState?: KeyState
  /** its rows, where it is a correction that was refused and the row is found only now */
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

/** Before its values leave the device: from now on they may be stored without anyone here knowing. */
export const attempt = (record: OutboxRecord): OutboxRecord =>
  record.attempted.some((values) => same(values, record.values))
    ? record
    : { ...record, attempted: [...record.attempted, record.values] }

/** What may be stored in place of the values as they are now. */
export const earlierValues = (record: OutboxRecord): Values[] =>
  record.attempted.filter((values) => !same(values, record.values))

const versionOf = ({ version }: OutboxRecord): number => version ?? 0

/** Nobody has changed it on this device since it was read. */
export const isSameVersion = (one: OutboxRecord, other: OutboxRecord | undefined): boolean =>
  other !== undefined && versionOf(one) === versionOf(other)

/** A person has changed it: what is under way for the version before no longer settles it. */
export const changed = (record: OutboxRecord, change: Partial<OutboxRecord>): OutboxRecord => ({
  ...record,
  ...change,
  version: versionOf(record) + 1,
})

const nothingStored = ({ keyState }: RefusedOutcome): boolean => keyState === 'new'

/**
 * A refusal makes a draft of it. Only one that was decided after the server had looked at the key proves that nothing
 * is stored under it.
 */
export const refuse = (record: OutboxRecord, refused: RefusedOutcome): OutboxRecord => ({
  ...record,
  state: 'refused',
  reason: refused.reason,
  errors: refused.errors,
  refusal: refused.refusal,
  stored: refused.stored ?? record.stored,
  attempted: nothingStored(refused) ? [] : record.attempted,
  // the row that was to be changed is gone: what is typed becomes a new one
  ...(isGone(record, refused) && { stored: null, key: newKey() }),
})

const isGone = ({ stored }: OutboxRecord, refused: RefusedOutcome): boolean =>
  stored !== null && refused.status === 404 && nothingStored(refused)

/** Corrected by hand, or sent again as it is: waits at its old place, under its old key. */
export const correct = (
  record: OutboxRecord,
  change: Partial<Pick<OutboxRecord, 'values' | 'typed' | 'label' | 'cages' | 'places'>>,
): OutboxRecord => ({
  ...changed(record, change),
  state: 'waiting',
  faults: 0,
  reason: null,
  errors: null,
  refusal: null,
})

/** An administrator sends it from now on, in the name of whoever recorded it; no page asks for its slot any more. */
export const takenOver = (record: OutboxRecord, own: Pick<OutboxRecord, 'owner' | 'owner_name'>): OutboxRecord => {
  const { owner, owner_name: name, maker = { owner, name } } = record
  return changed(record, { ...own, slot: null, maker: maker.owner === own.owner ? undefined : maker })
}

/** Taken back while it is or may be stored. */
export const buried = (record: OutboxRecord): OutboxRecord => changed(record, { state: 'removing', faults: 0 })

/** Brought back: after its row was deleted it is a new one, to be stored once more. */
export const revived = (record: OutboxRecord): OutboxRecord =>
  changed(record, { state: 'waiting', key: newKey(), attempted: [], stored: null, faults: 0 })

/** It could not be taken back: a page that asks for it sees it stored, anybody else is told. */
export const unremoved = (record: OutboxRecord, { reason, stored }: RefusedOutcome): OutboxRecord => ({
  ...record,
  state: record.slot === null ? 'kept' : 'stored',
  stored: stored ?? record.stored,
  attempted: [],
  reason,
})

const PATIENCE = 5

/** A record that the server fails on again and again must not hold the others for ever: it waits, they go on. */
export const isPassedOver = (record: OutboxRecord): boolean => record.faults >= PATIENCE

const FIRST_WAIT_S = 2
const LAST_WAIT_S = 60

/** Seconds until the next attempt after so many failed ones in a row: 2, 4, 8 … 60. */
export const waitAfter = (failures: number): number =>
  Math.min(FIRST_WAIT_S * 2 ** Math.max(0, failures - 1), LAST_WAIT_S)

export const byOrder = (one: OutboxRecord, other: OutboxRecord): number => one.n - other.n

/** Those of a person that are to be sent, in order. */
export const waitingOf = (records: readonly OutboxRecord[], owner: string | null): OutboxRecord[] =>
  records.filter((record) => record.owner === owner && record.state === 'waiting').sort(byOrder)

/**
 * Of these, what the numbers of the server do not count yet. A correction of a stored record counts once it is sent.
 */
export const uncountedOf = (records: readonly OutboxRecord[], owner: string | null): OutboxRecord[] =>
  waitingOf(records, owner).filter(({ stored }) => stored === null)

const toSend = (records: readonly OutboxRecord[], owner: string): OutboxRecord[] =>
  records
    .filter((record) => record.owner === owner && (record.state === 'waiting' || record.state === 'removing'))
    .sort(byOrder)

const placesOf = ({ cages, places = [] }: OutboxRecord): (string | number)[] => [...cages, ...places]

/**
 * What may be sent now, in order. One that stands open in a form (`held`) is not; nor is what follows it on the same
 * cages, goods and warehouses. The others go on.
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

/** What is on this device and not yet settled with the server: people see it. */
export const isOpen = ({ state }: OutboxRecord): boolean => state !== 'stored'

/** Told in red: a person has to do something about it. */
export const isRefused = ({ state }: OutboxRecord): boolean => state === 'refused' || state === 'kept'

/** Of a person, by what follows the prefix of their slot; the last one counts. */
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
 * It may simply go: it was never sent, or it is a refused correction, which leaves the row on the server as it was.
 */
export const isUnsent = ({ attempted, state, stored }: OutboxRecord): boolean =>
  stored === null ? attempted.length === 0 : state === 'refused'

const KEPT_DAYS = 2

/** Stored long ago: no page asks for it any more. `today` is 'YYYY-MM-DD'. */
export const isForgotten = ({ state, recorded_at }: OutboxRecord, today: string): boolean =>
  state === 'stored' && daysBetween(dayOf(recorded_at), today) > KEPT_DAYS

/** Cage id → how many records about it are to be sent; 0 is what happens in no cage. */
export function waitingCages(records: readonly OutboxRecord[], owner: string | null): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { cages } of waitingOf(records, owner))
    for (const cage of cages.length > 0 ? cages : [0]) counts.set(cage, (counts.get(cage) ?? 0) + 1)
  return counts
}
