/** Sends one record, or takes one back, and stores the outcome. */
import type { Endpoint } from '../../../shared/contract'
import { call, failure, newKey } from '../../api'
import { i18n } from '../../i18n'
import { fileNamed } from '../files/kept-files'
import { change, dropFilesOf, seeStored } from './box'
import {
  attempt,
  earlierValues,
  isSameVersion,
  outcomeOf,
  refuse,
  unremoved,
  type NewRecord,
  type Outcome,
  type OutboxRecord,
  type RefusedOutcome,
  type Values,
} from './records'

/** How long to wait for an answer, ms. A poor connection is slow, but a call may also hang for ever. */
export const PATIENCE_MS = 12_000

/** What pages provide for records. */
export interface Hooks {
  /** called with the outcome for a waiting form; true when the form takes over a refusal */
  settled: (record: OutboxRecord, outcome: Outcome) => boolean
  /** changes the stored row of an answer to the record's current values; null when its kind has no such call */
  amend: (record: OutboxRecord, answer: unknown) => Promise<unknown> | null
  /** puts a stored record into the caches, when no form does */
  stored: (record: OutboxRecord, answer: unknown, followed: boolean) => void
  /** ids of the rows in an answer; null when its kind does not provide them */
  rows: (record: OutboxRecord, answer: unknown) => number[] | null
  /** records for files that follow it, now that its row is stored */
  following: (record: OutboxRecord, rows: number[]) => NewRecord[]
  /** what it stored is deleted */
  remove: (record: OutboxRecord, answer: unknown) => Promise<unknown>
}

export const timeout = () => AbortSignal.timeout(PATIENCE_MS)

/** A file takes as long as a request may take. */
const FILE_PATIENCE_MS = 60_000
const NO_FILE = 'Этого фото больше нет на устройстве.'

async function post({ method, path, key, owner, maker, known, file }: OutboxRecord, values: Values): Promise<unknown> {
  const content = file === undefined ? undefined : await fileNamed(file)
  // nothing can be stored under its key any more
  if (content === null) throw failure(path, 410, { message: i18n.t(NO_FILE) }, { keyState: 'new' })
  return call({ method, path, ability: 'signed-in' } as Endpoint, values, {
    idempotencyKey: key,
    owner,
    maker: maker?.owner,
    known,
    quiet: true,
    signal: content ? AbortSignal.timeout(FILE_PATIENCE_MS) : timeout(),
    file: content,
  })
}

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

/** A refusal of a call about a stored row says nothing about the key under which the row was made. */
const ofRow = (outcome: Outcome, stored: number[] | null): Outcome =>
  outcome.what === 'refused' && stored ? { ...outcome, stored } : outcome

/** Earlier values are stored under the key: changes that row to the record's current values. */
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
        // without row ids the key is the only way to find the rows
        return outcome.what === 'refused' && !rows ? { ...outcome, keyState: undefined } : ofRow(outcome, rows)
      },
    )
  }
  return refused
}

/** The server's answer when it stored the record, as far as forms need it. */
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
 * Takes back a record that may be stored: the key is sent again and answers with the row, which is deleted. The record
 * is taken back when the row is deleted, or when the server has looked up the key and nothing is stored under it.
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
      // refused before the key was looked up, which says nothing about what is stored under it
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
  return record.slot === null
    ? null
    : { ...record, state: 'stored' as const, stored: rows, attempted: [], spawned: record.files }
}

/**
 * Notes what will be sent before it leaves the device; undefined when that is noted already, or there is nothing to
 * send.
 */
function toBeSent(current: OutboxRecord | undefined): OutboxRecord | undefined {
  if (current?.state !== 'waiting') return undefined
  const noted = attempt(current)
  return noted === current ? undefined : noted
}

export interface Settled {
  outcome: Outcome
  /** a form has taken over the refusal */
  taken: boolean
}

async function settleRemoval(record: OutboxRecord, hooks: Hooks): Promise<Settled> {
  const outcome = await takeBack(record, hooks)
  const answer = outcome.what === 'stored' ? outcome.answer : null
  const rows = record.stored ?? (answer === null ? null : hooks.rows(record, answer))
  if (outcome.what === 'stored' && rows && record.file === undefined) await dropFilesOf(rows)
  await change(record.n, (current) => {
    if (outcome.what === 'stored') {
      if (isSameVersion(record, current)) return null
      // restored in the meantime, and its row is deleted: it is stored anew
      return current && { ...current, key: newKey(), attempted: [], stored: null }
    }
    if (!isSameVersion(record, current)) return undefined
    if (outcome.what === 'refused') return unremoved(record, outcome)
    return outcome.what === 'later' ? { ...record, faults: record.faults + 1 } : undefined
  })
  return { outcome, taken: false }
}

/** null when it is no longer to be sent, or has changed: the sender then looks again. */
export async function settle(found: OutboxRecord, hooks: Hooks, sending: (n: number | null) => void) {
  if (found.state === 'removing') return settleRemoval(found, hooks)
  const record = await change(found.n, toBeSent)
  if (record?.state !== 'waiting' || !isSameVersion(found, record)) return null
  sending(record.n)
  const outcome = await send(record, hooks)
  sending(null)
  // from now on its numbers come from the server; the disk follows
  if (outcome.what === 'stored') seeStored(record)
  const taken = (outcome.what === 'stored' || outcome.what === 'refused') && hooks.settled(record, outcome)
  if (outcome.what === 'stored') hooks.stored(record, outcome.answer, taken)
  const rows = outcome.what === 'stored' ? (hooks.rows(record, outcome.answer) ?? []) : []
  // changes by a person in any tab win over the answer: they are sent next
  await change(
    record.n,
    (current) => (isSameVersion(record, current) ? afterAnswer(record, outcome, taken, rows) : undefined),
    outcome.what === 'stored' ? hooks.following(record, rows) : [],
  )
  return { outcome, taken } satisfies Settled
}
