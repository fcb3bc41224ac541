/** Sends one record, or takes one back, and puts down what came of it. */
import type { Endpoint } from '../../../shared/contract'
import { call, newKey } from '../../api'
import { change, seeStored } from './box'
import {
  attempt,
  earlierValues,
  isSameVersion,
  outcomeOf,
  refuse,
  unremoved,
  type Outcome,
  type OutboxRecord,
  type RefusedOutcome,
  type Values,
} from './records'

/** How long an answer is waited for, ms. A poor line is slow, but a call may also hang for ever. */
export const PATIENCE_MS = 12_000

/** What the pages know of records. */
export interface Hooks {
  /** a form waits for this record; true when it takes the refusal upon itself */
  settled: (record: OutboxRecord, outcome: Outcome) => boolean
  /** the answer of a stored record is changed into what the values say now; null when its kind has no such call */
  amend: (record: OutboxRecord, answer: unknown) => Promise<unknown> | null
  /** what a stored record brings to the caches, when no form does it */
  stored: (record: OutboxRecord, answer: unknown, followed: boolean) => void
  /** ids of the rows that an answer is about; null when its kind does not say */
  rows: (record: OutboxRecord, answer: unknown) => number[] | null
  /** what it stored is deleted */
  remove: (record: OutboxRecord, answer: unknown) => Promise<unknown>
}

export const timeout = () => AbortSignal.timeout(PATIENCE_MS)

const post = ({ method, path, key, owner, maker, known }: OutboxRecord, values: Values): Promise<unknown> =>
  call({ method, path, ability: 'signed-in' } as Endpoint, values, {
    idempotencyKey: key,
    owner,
    maker: maker?.owner,
    known,
    quiet: true,
    signal: timeout(),
  })

const AMENDED = 'Сервер уже сохранил эту запись в прежнем виде. Исправьте её в журнале.'
const UNKNOWN_VALUES = 'Сервер сохранил её с другими данными.'

const refusedWith = (reason: string): RefusedOutcome => ({
  what: 'refused',
  status: 409,
  reason,
  errors: null,
  refusal: null,
  keyState: 'known',
})

/** A refusal of a call about a stored row says nothing of the key under which the row was made. */
const ofRow = (outcome: Outcome, stored: number[] | null): Outcome =>
  outcome.what === 'refused' && stored ? { ...outcome, stored } : outcome

/** The key is taken by earlier values: those are stored, and are changed into what the record says now. */
async function amendEarlier(record: OutboxRecord, refused: Outcome, hooks: Hooks): Promise<Outcome> {
  for (const values of earlierValues(record)) {
    let answer: unknown
    try {
      answer = await post(record, values)
    } catch (error) {
      const outcome = outcomeOf(error)
      if (outcome.what !== 'refused' || outcome.keyState !== 'known') return outcome
      continue
    }
    const rows = hooks.rows(record, answer)
    const amending = hooks.amend(record, answer)
    if (!amending) return ofRow(refusedWith(AMENDED), rows)
    return amending.then(
      (amended): Outcome => ({ what: 'stored', answer: amended }),
      (error: unknown) => {
        const outcome = outcomeOf(error)
        // without its rows the key is all that leads to them
        return outcome.what === 'refused' && !rows ? { ...outcome, keyState: undefined } : ofRow(outcome, rows)
      },
    )
  }
  return refused
}

/** What the server answered when it stored the record, as far as forms ask for it. */
const answerOf = ({ stored }: OutboxRecord) => stored && { id: stored[0], rows: stored.map((id) => ({ id })) }

async function send(record: OutboxRecord, hooks: Hooks): Promise<Outcome> {
  try {
    const amending = answerOf(record) && hooks.amend(record, answerOf(record))
    if (amending) return { what: 'stored', answer: await amending }
    return { what: 'stored', answer: await post(record, record.values) }
  } catch (error) {
    const outcome = outcomeOf(error)
    const taken = outcome.what === 'refused' && outcome.keyState === 'known' && !record.stored
    return taken ? amendEarlier(record, outcome, hooks) : outcome
  }
}

const NOTHING_STANDS: Outcome = { what: 'stored', answer: null }
const ASK_LATER: Outcome = { what: 'later', seconds: null }

/**
 * What was sent under its key may be stored: asked again, the key answers with the row, which is deleted. It is taken
 * back when the row is gone, or when the server has looked at the key and nothing stands under it.
 */
async function takeBack(record: OutboxRecord, hooks: Hooks): Promise<Outcome> {
  if (record.stored) return removeRow(record, answerOf(record), hooks)
  for (const values of record.attempted.toReversed()) {
    let answer: unknown
    try {
      answer = await post(record, values)
    } catch (error) {
      const outcome = outcomeOf(error)
      if (outcome.what !== 'refused') return outcome
      if (outcome.keyState === 'new') return NOTHING_STANDS
      // refused before anybody looked at the key: that says nothing of what stands under it
      if (outcome.keyState === undefined) return ASK_LATER
      continue
    }
    return removeRow(record, answer, hooks)
  }
  return record.attempted.length > 0 ? refusedWith(UNKNOWN_VALUES) : NOTHING_STANDS
}

async function removeRow(record: OutboxRecord, answer: unknown, hooks: Hooks): Promise<Outcome> {
  try {
    await hooks.remove(record, answer)
    return { what: 'stored', answer }
  } catch (error) {
    const outcome = outcomeOf(error)
    if (outcome.what !== 'refused') return outcome
    // somebody else has deleted it
    if (outcome.status === 404 && outcome.keyState === 'new') return { what: 'stored', answer }
    return ofRow(outcome, record.stored ?? hooks.rows(record, answer))
  }
}

/** What is left of a record after its answer. One with a slot stays for the page that asks for it. */
function afterAnswer(record: OutboxRecord, outcome: Outcome, taken: boolean, rows: number[]) {
  if (outcome.what === 'later') return { ...record, faults: record.faults + 1 }
  if (outcome.what === 'refused') return taken ? null : refuse(record, outcome)
  if (outcome.what !== 'stored') return undefined
  return record.slot === null ? null : { ...record, state: 'stored' as const, stored: rows, attempted: [] }
}

/** What leaves the device is noted first; undefined when it is noted already, or there is nothing to send. */
function toBeSent(current: OutboxRecord | undefined): OutboxRecord | undefined {
  if (current?.state !== 'waiting') return undefined
  const noted = attempt(current)
  return noted === current ? undefined : noted
}

export interface Settled {
  outcome: Outcome
  /** a form has taken the refusal upon itself */
  taken: boolean
}

async function settleRemoval(record: OutboxRecord, hooks: Hooks): Promise<Settled> {
  const outcome = await takeBack(record, hooks)
  await change(record.n, (current) => {
    if (outcome.what === 'stored') {
      if (isSameVersion(record, current)) return null
      // brought back meanwhile, and its row is gone: it is stored anew
      return current && { ...current, key: newKey(), attempted: [], stored: null }
    }
    if (!isSameVersion(record, current)) return undefined
    if (outcome.what === 'refused') return unremoved(record, outcome)
    return outcome.what === 'later' ? { ...record, faults: record.faults + 1 } : undefined
  })
  return { outcome, taken: false }
}

/** null when it is no longer there to be sent, or has been changed: whoever sends looks again. */
export async function settle(found: OutboxRecord, hooks: Hooks, sending: (n: number | null) => void) {
  if (found.state === 'removing') return settleRemoval(found, hooks)
  const record = await change(found.n, toBeSent)
  if (record?.state !== 'waiting' || !isSameVersion(found, record)) return null
  sending(record.n)
  const outcome = await send(record, hooks)
  sending(null)
  // from this moment its numbers come from the server; the disk follows
  if (outcome.what === 'stored') seeStored(record)
  const taken = (outcome.what === 'stored' || outcome.what === 'refused') && hooks.settled(record, outcome)
  if (outcome.what === 'stored') hooks.stored(record, outcome.answer, taken)
  const rows = outcome.what === 'stored' ? (hooks.rows(record, outcome.answer) ?? []) : []
  // what a person has changed meanwhile, in whichever tab, wins over the answer: it is sent next, or taken back
  await change(record.n, (current) =>
    isSameVersion(record, current) ? afterAnswer(record, outcome, taken, rows) : undefined,
  )
  return { outcome, taken } satisfies Settled
}
