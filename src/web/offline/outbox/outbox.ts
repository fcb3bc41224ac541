/**
 * Records writes so that they are never lost: each lies on the disk of this device before anything says that it is
 * recorded, is sent at once when the server can be reached, and leaves the device after its answer.
 *
 *   const told = { kind: 'retreat', label: 'Садок 7, отход 12 шт', cages: [7] }
 *   const outcome = await record(endpoint, values, { idempotencyKey, ...told })
 *   if (outcome.sent) use(outcome.answer)
 *
 * Throws ApiError as `call` does when the server refuses, or when this device keeps nothing: the form stays open then.
 */
import type { AnswerOf, Endpoint, InputOf } from '../../../shared/contract'
import { call, failure, isUnreachable, newKey, type ApiError } from '../../api'
import { clockWentBack, currentConnectivity, isSilent } from '../../connectivity'
import { invalidateFacts } from '../../query-client'
import { cachedUser, farmTimeOf, ownerOf } from '../../session'
import { add, currentRecords, drop, loadRecords, put, reload } from './box'
import { formOf } from './forms'
import {
  correct,
  isUnsent,
  RECORDED,
  waitingOf,
  type NewRecord,
  type Outcome,
  type OutboxRecord,
  type Values,
} from './records'
import { flush, PATIENCE_MS } from './sender'

export interface RecordOptions {
  idempotencyKey: string
  /** which form opens it again: a name given to `offerForm` */
  kind: string
  /** what it says to people, translated: «Садок 7, отход 12 шт» */
  label: string
  /** ids of the cages it touches: they are marked until it is sent */
  cages: number[]
  /** the values of the form, when they are not those that are sent */
  typed?: Record<string, string>
  /** the place of a page that asks later what became of it (`useSlots`) */
  slot?: string
}

/** A write to be recorded together with others. */
export interface Entry extends RecordOptions {
  endpoint: Endpoint
  values: Values
}

export type Recorded<A> = { sent: true; answer: A } | { sent: false; n: number }

const KEEPS_NOTHING =
  'Нет связи с сервером, а этот браузер ничего не хранит: частное окно или нет места. Не закрывайте окно, введённое останется в нём. Сохраните ещё раз, когда связь появится.'
const KEEPS_NOT_ALL = 'Этот браузер ничего не хранит: частное окно или нет места. Ничего не записано.'
const CLOCK_WENT_BACK =
  'Часы устройства ушли назад: данные прочитаны позже, чем они показывают. Проверьте дату и время. Если они верны, сохраните ещё раз.'

const newRecord = ({ endpoint, values, ...options }: Entry): NewRecord => {
  const user = cachedUser()!
  return {
    owner: ownerOf(user),
    owner_name: user.name,
    method: endpoint.method,
    path: endpoint.path,
    values,
    typed: options.typed ?? null,
    key: options.idempotencyKey,
    kind: options.kind,
    label: options.label,
    cages: [...new Set(options.cages)],
    slot: options.slot ?? null,
    recorded_at: farmTimeOf(),
    state: 'waiting',
    stored: null,
    attempted: [],
    faults: 0,
    reason: null,
    errors: null,
    refusal: null,
  }
}

/** until when the person has said that the clock of the device is right, ms by that clock */
let clockTrusted = 0
const TRUST_MS = 10 * 60_000

/**
 * A record made with a clock that was set back would stand on a wrong day without a word: the second touch says it is
 * right.
 */
function checkClock(path: string): void {
  const now = Date.now()
  if (!clockWentBack() || Math.abs(clockTrusted - now) < TRUST_MS) return
  clockTrusted = now
  throw failure(path, 0, { message: CLOCK_WENT_BACK })
}

const held = new Set<number>()

interface Follower {
  resolve: (recorded: Recorded<unknown>) => void
  reject: (error: ApiError) => void
  /** the form alone keeps what was refused; a corrected record stays a draft as well */
  alone: boolean
}
const followers = new Map<number, Follower>()

const errorOf = ({ path }: OutboxRecord, refused: Extract<Outcome, { what: 'refused' }>): ApiError =>
  failure(path, refused.status, {
    message: refused.reason,
    errors: refused.errors ?? undefined,
    refusal: refused.refusal ?? undefined,
    said: refused.said ?? undefined,
  })

/** Tells the form that waits for a record what came of it; true when a refusal lives on in the form alone. */
export function settleFollower(record: OutboxRecord, outcome: Outcome): boolean {
  const follower = followers.get(record.n)
  if (!follower) return false
  followers.delete(record.n)
  if (outcome.what === 'stored') follower.resolve({ sent: true, answer: outcome.answer })
  else if (outcome.what === 'refused') follower.reject(errorOf(record, outcome))
  else follower.resolve({ sent: false, n: record.n })
  return follower.alone
}

/** How long a form waits for the answer to what is safe on the device already. */
const FORM_WAITS_MS = 2_500

/** Waits for the answer to a kept record, when one can be had at all. */
function follow<A>(n: number, alone: boolean): Promise<Recorded<A>> {
  if (currentConnectivity() === 'offline' || isSilent()) {
    void flush()
    return Promise.resolve({ sent: false, n })
  }
  return new Promise<Recorded<unknown>>((resolve, reject) => {
    followers.set(n, { resolve, reject, alone })
    // a slow line, or others stand before it: it is safe on the device, and the person goes on
    const giveUp = () => followers.delete(n) && resolve({ sent: false, n })
    setTimeout(giveUp, FORM_WAITS_MS)
    void flush().then(giveUp)
  }) as Promise<Recorded<A>>
}

const keep = (record: NewRecord): Promise<OutboxRecord | null> =>
  add([record]).then(
    ([kept]) => kept!,
    () => null,
  )

/** A browser that keeps nothing still records while the server can be reached. */
async function sendUnkept<E extends Endpoint>(endpoint: E, values: InputOf<E>, key: string): Promise<AnswerOf<E>> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    return await call(endpoint, values, { idempotencyKey: key, quiet: true, signal })
  } catch (error) {
    throw isUnreachable(error) ? failure(endpoint.path, 0, { message: KEEPS_NOTHING }) : error
  }
}

export async function record<E extends Endpoint>(
  endpoint: E,
  values: InputOf<E>,
  options: RecordOptions,
): Promise<Recorded<AnswerOf<E>>> {
  checkClock(endpoint.path)
  await loadRecords()
  const fresh = newRecord({ endpoint, values: values as Values, ...options })
  // the first in line is sent at once: one write to the disk says both that it is there and that the server may have it
  const first = currentConnectivity() === 'online' && waitingOf(currentRecords(), fresh.owner).length === 0
  const kept = await keep(first ? { ...fresh, attempted: [fresh.values] } : fresh)
  if (kept) return follow(kept.n, true)
  return { sent: true, answer: await sendUnkept(endpoint, values, options.idempotencyKey) }
}

/**
 * One that was refused under the same slot gives way: it keeps its place, and its key while something may be stored
 * under it.
 */
function entryOf(entry: Entry): NewRecord | OutboxRecord {
  const fresh = newRecord(entry)
  const refused = currentRecords().find(
    ({ slot, state, owner }) => slot !== null && slot === fresh.slot && state === 'refused' && owner === fresh.owner,
  )
  if (!refused) return fresh
  const { values, typed, label, cages } = fresh
  return correct(refused, { values, typed, label, cages })
}

/**
 * Records several writes: all of them are on the disk when it resolves, or none. They are sent in order, whichever page
 * is open.
 */
export async function recordAll(entries: readonly Entry[]): Promise<OutboxRecord[]> {
  checkClock(entries[0]?.endpoint.path ?? '')
  await loadRecords()
  const kept = await add(entries.map(entryOf)).catch(() => {
    throw failure(entries[0]?.endpoint.path ?? '', 0, { message: KEEPS_NOT_ALL })
  })
  void flush()
  return kept
}

const GONE = 'Пока вы исправляли, запись ушла на сервер в прежнем виде. Исправьте её в журнале.'

export type Correction = Pick<OutboxRecord, 'values' | 'label' | 'cages'> & { typed?: Record<string, string> }

/** Changes a record that waits or was refused; it keeps its place and its key. */
export async function correctRecord(n: number, change: Correction): Promise<Recorded<unknown>> {
  const stored = (await reload()).find((record) => record.n === n)
  if (!stored) throw failure('', 409, { message: GONE })
  const corrected = correct(stored, { ...change, typed: change.typed ?? null })
  await put(corrected).catch(() => {
    throw failure(corrected.path, 0, { message: KEEPS_NOTHING })
  })
  release(n)
  return follow(n, false)
}

/** Sends a refused record once more as it is: the reason may be gone. */
export async function sendAgain(n: number): Promise<void> {
  const stored = currentRecords().find((record) => record.n === n)
  if (stored) await put(correct(stored, {}))
  void flush()
}

const STAYS = 'Эта запись могла уже уйти на сервер. Отмените её там, когда появится связь.'

/** It is or may be stored: its row, or what the server answers under its key, is deleted. */
async function bury(record: OutboxRecord): Promise<() => Promise<void>> {
  if (!formOf(record.kind)?.remove) throw failure(record.path, 409, { message: STAYS })
  await put({ ...record, state: 'removing' })
  void flush()
  return async () => {
    const still = (await reload()).some(({ n, state }) => n === record.n && state === 'removing')
    if (still) await put(record)
    else await add([{ ...record, state: 'waiting', key: newKey(), attempted: [], stored: null }])
    void flush()
  }
}

const MAX_LATELY = 20
const lately = new Map<number, { record: OutboxRecord; answer: unknown }>()

/** A record that no form waited for was stored: its notice may still offer to take it back. */
export function rememberStored(record: OutboxRecord, answer: unknown): void {
  lately.set(record.n, { record, answer })
  for (const n of lately.keys()) if (lately.size > MAX_LATELY) lately.delete(n)
}

const ON_SERVER = 'Запись уже на сервере. Отмените её в журнале.'

/** Stored since its notice appeared. */
async function removeStored(n: number): Promise<() => Promise<void>> {
  const stored = lately.get(n)
  const remove = stored && formOf(stored.record.kind)?.remove
  if (!remove) throw failure('', 409, { message: ON_SERVER })
  const { record, answer } = stored
  await remove(answer, `${record.key}.x`)
  void invalidateFacts(RECORDED)
  return async () => {
    await add([{ ...record, key: newKey(), attempted: [] }])
    void flush()
  }
}

/**
 * Takes back a record, wherever it may be by now: on this device, on its way, on the server. The answer brings it back.
 */
export async function removeRecord(n: number): Promise<() => Promise<void>> {
  const removed = (await reload()).find((record) => record.n === n)
  if (!removed) return removeStored(n)
  if (!isUnsent(removed)) return bury(removed)
  await drop(n)
  return async () => {
    await put(removed)
    void flush()
  }
}

/** While a record stands open in a form, neither it nor what follows it is sent. */
export const hold = (n: number): void => void held.add(n)
export function release(n: number): void {
  held.delete(n)
  void flush()
}
export const isHeld = (n: number): boolean => held.has(n)
