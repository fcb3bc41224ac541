/**
 * Sends waiting records once, in order, one at a time, from one tab of the browser. A record leaves the device only
 * after its answer.
 */
import { createStore, useStore } from '@mantine/store'
import { sessionCalls } from '../../../shared/user'
import { call } from '../../api'
import { currentConnectivity, setConnectivity, watchConnectivity } from '../../connectivity'
import { currentOwner, ownerOf, storeUser } from '../../session'
import { reload } from './box'
import { isPassedOver, outcomeOf, sendable, waitAfter, type Outcome, type OutboxRecord } from './records'
import { settle, timeout, type Hooks } from './settle'

/** Why nothing is sent now. */
export interface Stop {
  why:
    | 'no network'
    | 'server fails'
    | 'too much'
    | 'signed out'
    | 'another person'
    | 'factor needed'
    | 'subscription ended'
  /** the server's reason, a sentence for people */
  reason: string | null
  /** until when, according to the server, ms */
  until: number | null
}

export interface SenderState {
  /** the record under way */
  sending: number | null
  stopped: Stop | null
}

interface Passing extends Hooks {
  /** called after a pass, with how many were stored, which were refused and which were taken back */
  passed: (stored: number, refused: OutboxRecord[], removed: OutboxRecord[]) => void
  /** it stands open in a form */
  held: (n: number) => boolean
}
let hooks: Passing | null = null

const state = createStore<SenderState>({ sending: null, stopped: null })
const show = (change: Partial<SenderState>): void => state.setState({ ...state.getState(), ...change })
export const useSender = (): SenderState => useStore(state)

/** What an answer means for all waiting records; null when it is about this one only. */
function stopOf(outcome: Outcome): Stop | null {
  if (outcome.what === 'stored' || outcome.what === 'refused') return null
  const reason = 'reason' in outcome ? outcome.reason : null
  const seconds = 'seconds' in outcome ? outcome.seconds : null
  return { why: STOPS[outcome.what], reason, until: seconds === null ? null : Date.now() + seconds * 1000 }
}

const STOPS = {
  unreachable: 'no network',
  later: 'server fails',
  'too-much': 'too much',
  'signed-out': 'signed out',
  'another-person': 'another person',
  'factor-needed': 'factor needed',
  'subscription-ended': 'subscription ended',
} as const

const stopped = (why: Stop['why']): Stop => ({ why, reason: null, until: null })

/** Whose session the browser has now: another tab may have signed in as somebody else. */
async function checkSession(): Promise<Stop | null> {
  const owner = currentOwner()
  try {
    const user = await call(sessionCalls.user, {}, { quiet: true, signal: timeout() })
    if (ownerOf(user) !== owner) return stopped('another person')
    storeUser(user)
    return null
  } catch (error) {
    return stopOf(outcomeOf(error)) ?? stopped('server fails')
  }
}

interface Pass {
  stopped: Stop | null
  seconds: number | null
  stored: number
  refused: OutboxRecord[]
  removed: OutboxRecord[]
}

const idOf = ({ n, state, version }: OutboxRecord) => `${n} ${state} ${version ?? 0}`

async function sendAll(owner: string, { held, ...hooks }: Passing): Promise<Pass> {
  const pass: Pass = { stopped: null, seconds: null, stored: 0, refused: [], removed: [] }
  const tried = new Set<string>()
  for (;;) {
    const next = sendable(await reload(), owner, held).find((record) => !tried.has(idOf(record)))
    if (!next || currentOwner() !== owner) return pass
    tried.add(idOf(next))
    const settled = await settle(next, hooks, (sending) => show({ sending }))
    if (!settled) continue
    const { outcome, taken } = settled
    if (outcome.what === 'stored' && next.state === 'removing') pass.removed.push(next)
    else if (outcome.what === 'stored') pass.stored += 1
    else if (outcome.what !== 'refused') {
      pass.stopped = stopOf(outcome)
      if ('seconds' in outcome) pass.seconds = outcome.seconds
      if (outcome.what !== 'later' || outcome.seconds !== null || !isPassedOver(next)) return pass
    }
    // a form that shows the refusal already must be the only one to do so
    else if (!taken) pass.refused.push(next)
  }
}

/** Only one tab sends. Without https browsers have no locks: then the keys alone prevent duplicates. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('sadok-outbox', work) : work()

let failures = 0
/** Readings have been answered since the last write was; a write that fails even so is not tried at each of them. */
let readable = false
let writesBlocked = false
let timer: ReturnType<typeof setTimeout> | undefined

function plan(seconds: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void flush(), seconds * 1000)
}

/** Signing in starts it again; until then every attempt would be refused in the same way. */
const BY_SIGN_IN = new Set<Stop['why']>(['signed out', 'another person'])
const EACH_MINUTE = 60

/** The reason may be gone in a minute: a payment, a second factor, a new day. */
function secondsUntil({ stopped, seconds }: Pass, failures: number): number {
  const faults = stopped?.why === 'no network' || stopped?.why === 'server fails'
  return Math.min(seconds ?? (faults ? waitAfter(failures) : EACH_MINUTE), EACH_MINUTE)
}

async function pass(): Promise<void> {
  const owner = currentOwner()
  if (!owner || !hooks) return
  const waiting = sendable(await reload(), owner, () => false).length > 0
  if (!waiting && currentConnectivity() === 'online') return show({ stopped: null })
  // each write names its user; an unreachable server is asked first whether it answers again
  const stopped = currentConnectivity() === 'online' ? null : await checkSession()
  const nothing: Pass = { stopped, seconds: null, stored: 0, refused: [], removed: [] }
  const given = hooks
  const done = stopped ? nothing : await alone(() => sendAll(owner, given))
  show({ stopped: done.stopped })
  failures = done.stopped ? failures + 1 : 0
  if (!stopped) {
    writesBlocked = readable && done.stopped?.why === 'no network'
    if (!writesBlocked) readable = false
  }
  const { stored, refused, removed } = done
  if (stored + refused.length + removed.length > 0) given.passed(stored, refused, removed)
  if (done.stopped && !BY_SIGN_IN.has(done.stopped.why)) plan(secondsUntil(done, failures))
}

let running: Promise<void> | null = null
let again = false

async function passes(): Promise<void> {
  do {
    again = false
    // when the device fails in the middle, everything stays as it was and is retried
    await pass().catch(() => plan(waitAfter((failures += 1))))
  } while (again)
}

/** Sends waiting records now. A call during a pass makes it look once more; resolves when everything is done. */
export function flush(): Promise<void> {
  clearTimeout(timer)
  again = true
  running ??= passes().finally(() => (running = null))
  return running
}

/** Starts sending; answers a function that stops it. */
export function startSender(given: Passing): () => void {
  hooks = given
  const stopWatching = watchConnectivity((connectivity) => {
    // an answered reading is no sign then, so each attempt waits longer than the one before
    if (!writesBlocked) failures = 0
    if (connectivity === 'offline') return plan(waitAfter(failures + 1))
    if (writesBlocked) return
    readable = true
    void flush()
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
