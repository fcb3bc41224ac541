/**
 * Records a write so that it is never lost: sent at once when the server can be reached, kept on this device when it cannot.
 *
 *   const outcome = await record(endpoint, values, { idempotencyKey, kind: 'retreat', label: 'Садок 7, отход 12 шт', cages: [7] })
 *   if (outcome.sent) use(outcome.answer)
 *
 * Throws ApiError as `call` does when the server refuses, or when this device keeps nothing: the form stays open then.
 */
import type { AnswerOf, Endpoint, InputOf } from '../../shared/contract'
import { call, failure, isUnreachable, type ApiError } from '../api'
import { currentLink } from '../link'
import { cachedUser, farmTimeOf, ownerOf } from '../session'
import { add, currentRecords, drop, loadRecords, put, reload } from './box'
import { correct, waitingOf, type NewRecord, type Outcome, type OutboxRecord, type Values } from './records'
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
}

export type Recorded<A> = { sent: true; answer: A } | { sent: false; n: number }

const KEEPS_NOTHING =
  'Нет связи с сервером, а этот браузер ничего не хранит: частное окно или нет места. Не закрывайте окно, введённое останется в нём. Сохраните ещё раз, когда связь появится.'

const newRecord = (endpoint: Endpoint, values: Values, options: RecordOptions): NewRecord => {
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
    recorded_at: farmTimeOf(),
    state: 'waiting',
    attempted: [],
    faults: 0,
    reason: null,
    errors: null,
    refusal: null,
  }
}

const keep = (record: NewRecord): Promise<OutboxRecord> =>
  add(record).catch(() => {
    throw failure(record.path, 0, { message: KEEPS_NOTHING })
  })

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

/** Waits for the answer to a kept record, when one can be had at all. */
function follow<A>(n: number, alone: boolean): Promise<Recorded<A>> {
  if (currentLink() === 'down') {
    void flush()
    return Promise.resolve({ sent: false, n })
  }
  return new Promise<Recorded<unknown>>((resolve, reject) => {
    followers.set(n, { resolve, reject, alone })
    // others stand before it, or another tab sends it
    const giveUp = () => followers.delete(n) && resolve({ sent: false, n })
    setTimeout(giveUp, PATIENCE_MS)
    void flush().then(giveUp)
  }) as Promise<Recorded<A>>
}

/** What waits already must not be overtaken. */
async function mustQueue(owner: string): Promise<boolean> {
  await loadRecords()
  return waitingOf(currentRecords(), owner).length > 0
}

/** A poor line may take long; a page that is killed meanwhile must not lose what was typed. */
const SLOW_MS = 1_500

/** Keeps the record while the answer is on its way for long; the answer gives it back. */
function keepWhenSlow(fresh: NewRecord): () => Promise<OutboxRecord | null> {
  let keeping: Promise<OutboxRecord | null> | null = null
  const timer = setTimeout(() => {
    keeping = add(fresh).then(
      (kept) => {
        held.add(kept.n)
        return kept
      },
      () => null,
    )
  }, SLOW_MS)
  return async () => {
    clearTimeout(timer)
    const kept = await keeping
    if (kept) held.delete(kept.n)
    return kept
  }
}

export async function record<E extends Endpoint>(
  endpoint: E,
  values: InputOf<E>,
  options: RecordOptions,
): Promise<Recorded<AnswerOf<E>>> {
  const fresh = newRecord(endpoint, values as Values, options)
  if (await mustQueue(fresh.owner)) return follow((await keep(fresh)).n, true)
  // from here on the server may have got it: the key tells it so
  const attempted = { ...fresh, attempted: [fresh.values] }
  const kept = keepWhenSlow(attempted)
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await call(endpoint, values, { idempotencyKey: options.idempotencyKey, quiet: true, signal })
    await dropKept(await kept())
    return { sent: true, answer }
  } catch (error) {
    const early = await kept()
    if (isUnreachable(error)) return { sent: false, n: (early ?? (await keep(attempted))).n }
    await dropKept(early)
    throw error
  }
}

/** A record that stays although it is stored is sent once more, and its key answers. */
const dropKept = async (kept: OutboxRecord | null): Promise<void> => {
  if (kept) await drop(kept.n).catch(() => undefined)
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

/** Takes a record off the device; the answer brings it back. */
export async function removeRecord(n: number): Promise<() => Promise<void>> {
  const removed = currentRecords().find((record) => record.n === n)
  await drop(n)
  return async () => {
    if (removed) await put(removed)
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
