/**
 * Sends what waits: once, in order, one at a time, by one tab of the browser. A record leaves the device only after its
 * answer.
 */
import { createStore, useStore } from '@mantine/store'
import type { Endpoint } from '../../../shared/contract'
import { sessionCalls } from '../../../shared/user'
import { call } from '../../api'
import { currentConnectivity, setConnectivity, watchConnectivity } from '../../connectivity'
import { currentOwner, ownerOf, storeUser } from '../../session'
import { drop, put, reload, seeStored } from './box'
import {
  attempt,
  earlierValues,
  isPassedOver,
  outcomeOf,
  refuse,
  sendable,
  waitAfter,
  type Outcome,
  type OutboxRecord,
  type Values,
} from './records'

/** How long an answer is waited for, ms. A poor line is slow, but a call may also hang for ever. */
export const PATIENCE_MS = 12_000

export interface SenderState {
  /** the record under way */
  sending: number | null
  /** why nothing is sent now */
  stopped: 'no network' | 'server fails' | 'signed out' | 'another person' | 'subscription ended' | null
}

interface Hooks {
  /** a form waits for this record; true when it takes the refusal upon itself */
  settled: (record: OutboxRecord, outcome: Outcome) => boolean
  /** a pass is over; how many were taken, which were refused, how many were taken back */
  passed: (stored: number, refused: OutboxRecord[], removed: number) => void
  /** the answer of a stored record is changed into what the values say now; null when its kind has no such call */
  amend: (record: OutboxRecord, answer: unknown) => Promise<unknown> | null
  /** what a stored record brings to the caches, when no form does it; the ids of its rows */
  stored: (record: OutboxRecord, answer: unknown, followed: boolean) => number[]
  /** what it stored is deleted */
  remove: (record: OutboxRecord, answer: unknown) => Promise<unknown>
  /** it stands open in a form */
  held: (n: number) => boolean
}
let hooks: Hooks | null = null

const state = createStore<SenderState>({ sending: null, stopped: null })
const show = (change: Partial<SenderState>): void => state.setState({ ...state.getState(), ...change })
export const useSender = (): SenderState => useStore(state)

const timeout = () => AbortSignal.timeout(PATIENCE_MS)

const post = ({ method, path, key, owner }: OutboxRecord, values: Values): Promise<unknown> =>
  call({ method, path, ability: 'signed-in' } as Endpoint, values, {
    idempotencyKey: key,
    owner,
    quiet: true,
    signal: timeout(),
  })

const AMENDED = 'Сервер уже сохранил эту запись в прежнем виде. Исправьте её в журнале.'

/** The key is taken by earlier values: those are stored, and are changed into what the record says now. */
async function amendEarlier(record: OutboxRecord, refused: Outcome): Promise<Outcome> {
  for (const values of earlierValues(record)) {
    try {
      const amending = hooks?.amend(record, await post(record, values))
      if (amending) return { what: 'stored', answer: await amending }
      return { what: 'refused', status: 409, reason: AMENDED, errors: null, refusal: null }
    } catch (error) {
      const outcome = outcomeOf(error)
      if (outcome.what !== 'refused' || outcome.status !== 409) return outcome
    }
  }
  return refused
}

/** What the server answered when it stored the record, as far as forms ask for it. */
const answerOf = ({ stored }: OutboxRecord) => stored && { id: stored[0], rows: stored.map((id) => ({ id })) }

async function send(record: OutboxRecord): Promise<Outcome> {
  try {
    const amending = answerOf(record) && hooks?.amend(record, answerOf(record))
    if (amending) return { what: 'stored', answer: await amending }
    return { what: 'stored', answer: await post(record, record.values) }
  } catch (error) {
    const outcome = outcomeOf(error)
    const taken = outcome.what === 'refused' && outcome.status === 409 && !record.stored
    return taken ? amendEarlier(record, outcome) : outcome
  }
}

/**
 * What was sent under its key may be stored: asked again, the key answers with the row, which is deleted. Values that
 * the server refuses now were not stored before.
 */
async function takeBack(record: OutboxRecord): Promise<Outcome> {
  if (record.stored) return removeRow(record, answerOf(record))
  for (const values of record.attempted.toReversed()) {
    let answer: unknown
    try {
      answer = await post(record, values)
    } catch (error) {
      const outcome = outcomeOf(error)
      if (outcome.what === 'refused') continue
      return outcome
    }
    return removeRow(record, answer)
  }
  return { what: 'stored', answer: null }
}

async function removeRow(record: OutboxRecord, answer: unknown): Promise<Outcome> {
  try {
    await hooks?.remove(record, answer)
    return { what: 'stored', answer }
  } catch (error) {
    const outcome = outcomeOf(error)
    // somebody else has deleted it
    return outcome.what === 'refused' && outcome.status === 404 ? { what: 'stored', answer } : outcome
  }
}

/** A record with a slot stays for the page that asks for it. */
async function putDown(record: OutboxRecord, outcome: Outcome): Promise<void> {
  if (outcome.what === 'later') return put({ ...record, faults: record.faults + 1 })
  if (outcome.what !== 'stored' && outcome.what !== 'refused') return
  if (outcome.what === 'stored') seeStored(record)
  const followed = hooks?.settled(record, outcome) ?? false
  if (outcome.what === 'refused') return followed ? drop(record.n) : put(refuse(record, outcome))
  const stored = hooks?.stored(record, outcome.answer, followed) ?? []
  if (record.slot === null) return drop(record.n)
  return put({ ...record, state: 'stored', stored, attempted: [] })
}

/** Sends one record and puts down what came of it. */
async function settle(waiting: OutboxRecord): Promise<Outcome> {
  if (waiting.state === 'removing') {
    const outcome = await takeBack(waiting)
    // what was stored and could not be deleted stands as before
    if (outcome.what === 'refused' && waiting.stored) await put({ ...waiting, state: 'stored' })
    else if (outcome.what === 'stored' || outcome.what === 'refused') await drop(waiting.n)
    return outcome
  }
  const record = attempt(waiting)
  if (record !== waiting) await put(record)
  show({ sending: record.n })
  const outcome = await send(record)
  show({ sending: null })
  // somebody took it back while it was on its way: it is asked for again and deleted
  const takenBack = (await reload()).some(({ n, state }) => n === record.n && state === 'removing')
  if (!takenBack) await putDown(record, outcome)
  return outcome
}

const REASONS = {
  unreachable: 'no network',
  later: 'server fails',
  'signed-out': 'signed out',
  'another-person': 'another person',
  'subscription-ended': 'subscription ended',
} as const

/** Whose session the browser has now: another tab may have signed in somebody else. */
async function checkSession(): Promise<SenderState['stopped']> {
  const owner = currentOwner()
  try {
    const user = await call(sessionCalls.user, {}, { quiet: true, signal: timeout() })
    if (ownerOf(user) !== owner) return 'another person'
    storeUser(user)
    return null
  } catch (error) {
    const outcome = outcomeOf(error)
    return outcome.what in REASONS ? REASONS[outcome.what as keyof typeof REASONS] : 'server fails'
  }
}

interface Pass {
  stopped: SenderState['stopped']
  seconds: number | null
  stored: number
  refused: OutboxRecord[]
  removed: number
}

async function sendAll(owner: string): Promise<Pass> {
  const pass: Pass = { stopped: null, seconds: null, stored: 0, refused: [], removed: 0 }
  const tried = new Set<string>()
  const held = (n: number) => hooks?.held(n) ?? false
  for (;;) {
    const next = sendable(await reload(), owner, held).find(({ n, state }) => !tried.has(`${n} ${state}`))
    if (!next || currentOwner() !== owner) return pass
    tried.add(`${next.n} ${next.state}`)
    const outcome = await settle(next)
    if (outcome.what === 'stored') pass[next.state === 'waiting' ? 'stored' : 'removed'] += 1
    else if (outcome.what === 'refused') pass.refused.push(next)
    else {
      pass.stopped = REASONS[outcome.what]
      if (outcome.what === 'later') pass.seconds = outcome.seconds
      if (outcome.what !== 'later' || outcome.seconds !== null || !isPassedOver(next)) return pass
    }
  }
}

/** Only one tab sends. Without https browsers have no locks: then the keys alone keep everything single. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('sadok-outbox', work) : work()

let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined

function plan(seconds: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void flush(), seconds * 1000)
}

async function pass(): Promise<void> {
  const owner = currentOwner()
  if (!owner) return
  const waiting = sendable(await reload(), owner, () => false).length > 0
  if (!waiting && currentConnectivity() === 'online') return show({ stopped: null })
  // each write names its person; where the server was away it is asked first whether it answers again
  const stopped = currentConnectivity() === 'online' ? null : await checkSession()
  const nothing: Pass = { stopped, seconds: null, stored: 0, refused: [], removed: 0 }
  const done = stopped ? nothing : await alone(() => sendAll(owner))
  show({ stopped: done.stopped })
  failures = done.stopped ? failures + 1 : 0
  const { stored, refused, removed } = done
  if (stored + refused.length + removed > 0) hooks?.passed(stored, refused, removed)
  // a sign-in starts it again
  if (done.stopped === 'no network' || done.stopped === 'server fails') plan(done.seconds ?? waitAfter(failures))
}

let running: Promise<void> | null = null
let again = false

async function passes(): Promise<void> {
  do {
    again = false
    // a device that fails in the middle of it: everything stays as it was, and is tried again
    await pass().catch(() => plan(waitAfter((failures += 1))))
  } while (again)
}

/** Sends what waits, now. A call while it runs makes it look once more; resolves when all of it is done. */
export function flush(): Promise<void> {
  clearTimeout(timer)
  again = true
  running ??= passes().finally(() => (running = null))
  return running
}

/** Starts sending; the answer ends it. */
export function startSender(given: Hooks): () => void {
  hooks = given
  const stopWatching = watchConnectivity((connectivity) => {
    failures = 0
    if (connectivity === 'offline') plan(waitAfter(1))
    else void flush()
  })
  const now = () => void flush()
  const lost = () => setConnectivity('offline')
  window.addEventListener('online', now)
  window.addEventListener('offline', lost)
  void flush()
  return () => {
    hooks = null
    stopWatching()
    clearTimeout(timer)
    window.removeEventListener('online', now)
    window.removeEventListener('offline', lost)
  }
}
