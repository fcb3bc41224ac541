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
import { call, errorText, failedHere, failure, isUnreachable, type ApiError } from '../../api'
import { i18n } from '../../i18n'
import { notifyError } from '../../notify'
import { clockWentBack, currentConnectivity, isSilent } from '../../connectivity'
import { cachedUser, farmTimeOf, ownerOf } from '../../session'
import { add, change, currentRecords, loadRecords } from './box'
import { correct, waitingOf, type NewRecord, type Outcome, type OutboxRecord, type Values } from './records'
import { fileNamed } from '../files/kept-files'
import { followingOf } from './following'
import { formOf } from './forms'
import { knownNow } from './known'
import { flush } from './sender'
import { PATIENCE_MS } from './settle'

export interface RecordOptions {
  idempotencyKey: string
  /** the form that opens it: a name registered by `offerForm` */
  kind: string
  /** its text for people, translated: «Садок 7, отход 12 шт» */
  label: string
  /** ids of its cages, which are marked until it is sent */
  cages: number[]
  /** goods and warehouses whose amounts it changes: 'good:5', 'stock:3' */
  places?: string[]
  /** the values of the form, when they differ from those that are sent */
  typed?: Record<string, string>
  /** names its place on a page, which asks for its outcome later (`useSlots`) */
  slot?: string
  /** names of files on this device that follow it */
  files?: string[]
  /** of a file: its name, and the row that it belongs to */
  file?: string
  follows?: number
}

/** A write to be recorded together with others. */
export interface Entry extends RecordOptions {
  endpoint: Endpoint
  values: Values
}

export type RecordOutcome<A> = { sent: true; answer: A } | { sent: false; n: number }

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
    places: options.places,
    slot: options.slot ?? null,
    files: options.files,
    file: options.file,
    follows: options.follows,
    recorded_at: farmTimeOf(),
    known: knownNow(),
    state: 'waiting',
    stored: null,
    attempted: [],
    faults: 0,
    reason: null,
    errors: null,
    refusal: null,
  }
}

/** until when the user has confirmed that the device's clock is right, ms by that clock */
let clockTrusted = 0
const TRUST_MS = 10 * 60_000

/**
 * A record made with a clock that was set back would silently get a wrong day: the second attempt confirms the clock.
 */
function checkClock(path: string): void {
  const now = Date.now()
  if (!clockWentBack() || Math.abs(clockTrusted - now) < TRUST_MS) return
  clockTrusted = now
  throw failedHere(path, 0, CLOCK_WENT_BACK)
}

const held = new Set<number>()

interface Follower {
  resolve: (recorded: RecordOutcome<unknown>) => void
  reject: (error: ApiError) => void
  /** only the form keeps refused values; a corrected record also stays as a draft */
  alone: boolean
}
const followers = new Map<number, Follower>()

const errorOf = ({ path }: OutboxRecord, refused: Extract<Outcome, { what: 'refused' }>): ApiError =>
  failure(path, refused.status, {
    message: refused.reason,
    errors: refused.errors ?? undefined,
    refusal: refused.refusal ?? undefined,
  })

/**
 * Reports the outcome of a record to the form that waits for it; true when a refused record lives on only in that form.
 */
export function settleFollower(record: OutboxRecord, outcome: Outcome): boolean {
  const follower = followers.get(record.n)
  if (!follower) return false
  followers.delete(record.n)
  if (outcome.what === 'stored') follower.resolve({ sent: true, answer: outcome.answer })
  else if (outcome.what === 'refused') follower.reject(errorOf(record, outcome))
  else follower.resolve({ sent: false, n: record.n })
  return follower.alone
}

/** How long a form waits for the answer once the record is stored on the device. */
export const FORM_WAITS_MS = 2_500

/** Waits for the answer to a stored record, if one can come at all. */
function follow<A>(n: number, alone: boolean): Promise<RecordOutcome<A>> {
  if (currentConnectivity() === 'offline' || isSilent()) {
    void flush()
    return Promise.resolve({ sent: false, n })
  }
  return new Promise<RecordOutcome<unknown>>((resolve, reject) => {
    followers.set(n, { resolve, reject, alone })
    // a slow connection, or records before it: it is safe on the device, so the form stops waiting
    const giveUp = () => followers.delete(n) && resolve({ sent: false, n })
    setTimeout(giveUp, FORM_WAITS_MS)
    void flush().then(giveUp)
  }) as Promise<RecordOutcome<A>>
}

const keep = (record: NewRecord): Promise<OutboxRecord | null> =>
  add([record]).then(
    ([kept]) => kept!,
    () => null,
  )

/** In a browser that stores nothing, recording works while the server can be reached. */
async function sendUnkept(record: NewRecord): Promise<unknown> {
  const { method, path, values, key } = record
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const file = record.file === undefined ? undefined : ((await fileNamed(record.file)) ?? undefined)
    const given = { idempotencyKey: key, quiet: true, signal, known: knownNow(), file }
    const answer = await call({ method, path, ability: 'signed-in' } as Endpoint, values, given)
    const { rows, file: fileCall } = formOf(record.kind) ?? {}
    const [row] = rows?.(answer) ?? []
    if (row !== undefined && fileCall)
      for (const one of followingOf(record, row, fileCall(row))) await sendUnkept(one).catch(tellLost)
    return answer
  } catch (error) {
    throw isUnreachable(error) ? failedHere(path, 0, KEEPS_NOTHING) : error
  }
}

const tellLost = (error: unknown) => notifyError(i18n.t('Фото не отправлено. {{why}}', { why: errorText(error) }))

export async function record<E extends Endpoint>(
  endpoint: E,
  values: InputOf<E>,
  options: RecordOptions,
): Promise<RecordOutcome<AnswerOf<E>>> {
  checkClock(endpoint.path)
  await loadRecords()
  const fresh = newRecord({ endpoint, values: values as Values, ...options })
  // the first in the queue is marked as sent in the same write to the disk that stores it
  const first = currentConnectivity() === 'online' && waitingOf(currentRecords(), fresh.owner).length === 0
  const kept = await keep(first ? { ...fresh, attempted: [fresh.values] } : fresh)
  if (kept) return follow(kept.n, true)
  return { sent: true, answer: (await sendUnkept(fresh)) as AnswerOf<E> }
}

/**
 * A refused record of the same slot is replaced; it keeps its place, and its key while something may be stored under
 * it.
 */
function entryOf(entry: Entry): NewRecord | OutboxRecord {
  const fresh = newRecord(entry)
  const refused = currentRecords().find(
    ({ slot, state, owner }) => slot !== null && slot === fresh.slot && state === 'refused' && owner === fresh.owner,
  )
  if (!refused) return fresh
  const { values, typed, label, cages, places, files } = fresh
  return correct(refused, { values, typed, label, cages, places, files })
}

/**
 * Records several writes: when it resolves, all of them are on the disk; when it rejects, none. They are sent in order,
 * whatever page is open.
 */
export async function recordAll(entries: readonly Entry[]): Promise<OutboxRecord[]> {
  checkClock(entries[0]?.endpoint.path ?? '')
  await loadRecords()
  const kept = await add(entries.map(entryOf)).catch(() => {
    throw failedHere(entries[0]?.endpoint.path ?? '', 0, KEEPS_NOT_ALL)
  })
  void flush()
  return kept
}

const GONE = 'Пока вы исправляли, запись ушла на сервер в прежнем виде. Исправьте её в журнале.'

export type Correction = Pick<OutboxRecord, 'values' | 'label' | 'cages' | 'places' | 'files'> & {
  typed?: Record<string, string>
}

/** Changes a record that waits or was refused; it keeps its place and its key. */
export async function correctRecord(n: number, correction: Correction): Promise<RecordOutcome<unknown>> {
  let found = false
  await change(n, (current) => {
    found = current !== undefined
    return current && correct(current, { ...correction, typed: correction.typed ?? null })
  }).catch(() => {
    throw failedHere('', 0, KEEPS_NOTHING)
  })
  if (!found) throw failedHere('', 409, GONE)
  release(n)
  return follow(n, false)
}

/** Sends a refused record again as it is: the reason may be gone. */
export async function sendAgain(n: number): Promise<void> {
  await change(n, (current) => current && correct(current, {}))
  void flush()
}

/** While a record is open in a form, neither it nor those that follow it are sent. */
export const hold = (n: number): void => void held.add(n)
export function release(n: number): void {
  held.delete(n)
  void flush()
}
export const isHeld = (n: number): boolean => held.has(n)
