/**
 * Sends what waits: once, in order, one at a time, by one tab of the browser. A record leaves the device only after its answer.
 */
import { createStore, useStore } from '@mantine/store'
import type { Endpoint } from '../../shared/contract'
import { sessionCalls } from '../../shared/user'
import { call } from '../api'
import { currentLink, setLink, watchLink } from '../link'
import { currentOwner, ownerOf, storeUser } from '../session'
import { drop, put, reload } from './box'
import {
  attempt,
  earlierValues,
  isPassedOver,
  outcomeOf,
  refuse,
  waitAfter,
  waitingOf,
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
  stopped: 'no network' | 'server fails' | 'signed out' | 'another person' | null
}

interface Hooks {
  /** a form waits for this record; true when it takes the refusal upon itself */
  settled: (record: OutboxRecord, outcome: Outcome) => boolean
  /** a pass is over; how many were taken and which were refused */
  passed: (stored: number, refused: OutboxRecord[]) => void
  /** the answer of a stored record is changed into what the values say now; null when its kind has no such call */
  amend: (record: OutboxRecord, answer: unknown) => Promise<unknown> | null
  /** it stands open in a form */
  held: (n: number) => boolean
}
let hooks: Hooks | null = null

const state = createStore<SenderState>({ sending: null, stopped: null })
const show = (change: Partial<SenderState>): void => state.setState({ ...state.getState(), ...change })
export const useSender = (): SenderState => useStore(state)

const timeout = () => AbortSignal.timeout(PATIENCE_MS)

const post = ({ method, path, key }: OutboxRecord, values: Values): Promise<unknown> =>
  call({ method, path, ability: 'signed-in' } as Endpoint, values, {
    idempotencyKey: key,
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

async function send(record: OutboxRecord): Promise<Outcome> {
  try {
    return { what: 'stored', answer: await post(record, record.values) }
  } catch (error) {
    const outcome = outcomeOf(error)
    const taken = outcome.what === 'refused' && outcome.status === 409
    return taken ? amendEarlier(record, outcome) : outcome
  }
}

/** Sends one record and puts down what came of it. */
async function settle(waiting: OutboxRecord): Promise<Outcome> {
  const record = attempt(waiting)
  if (record !== waiting) await put(record)
  show({ sending: record.n })
  const outcome = await send(record)
  show({ sending: null })
  if (outcome.what === 'stored') await drop(record.n)
  if (outcome.what === 'later') await put({ ...record, faults: record.faults + 1 })
  const taken = hooks?.settled(record, outcome)
  if (outcome.what === 'refused') await (taken ? drop(record.n) : put(refuse(record, outcome)))
  return outcome
}

const REASONS = {
  unreachable: 'no network',
  later: 'server fails',
  'signed-out': 'signed out',
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
}

async function sendAll(owner: string): Promise<Pass> {
  const pass: Pass = { stopped: null, seconds: null, stored: 0, refused: [] }
  const tried = new Set<number>()
  for (;;) {
    const next = waitingOf(await reload(), owner).find(({ n }) => !tried.has(n))
    if (!next || hooks?.held(next.n) || currentOwner() !== owner) return pass
    tried.add(next.n)
    const outcome = await settle(next)
    if (outcome.what === 'stored') pass.stored += 1
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
  if (waitingOf(await reload(), owner).length === 0 && currentLink() === 'up') return show({ stopped: null })
  const stopped = await checkSession()
  const done: Pass = stopped ? { stopped, seconds: null, stored: 0, refused: [] } : await alone(() => sendAll(owner))
  show({ stopped: done.stopped })
  failures = done.stopped ? failures + 1 : 0
  if (done.stored + done.refused.length > 0) hooks?.passed(done.stored, done.refused)
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
  const stopLink = watchLink((link) => {
    failures = 0
    if (link === 'down') plan(waitAfter(1))
    else void flush()
  })
  const now = () => void flush()
  const lost = () => setLink('down')
  window.addEventListener('online', now)
  window.addEventListener('offline', lost)
  void flush()
  return () => {
    hooks = null
    stopLink()
    clearTimeout(timer)
    window.removeEventListener('online', now)
    window.removeEventListener('offline', lost)
  }
}
