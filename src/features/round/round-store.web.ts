/**
 * Rounds as this device keeps them: by person, module and day, so that a reload or a killed page loses nothing. What is sent goes
 * on behind the next cage, one after another; a record that was under way when the page died is sent again under its own key.
 */
import { useCallback, useSyncExternalStore } from 'react'
import type { InputOf } from '../../shared/contract'
import { errorText, isApiError, newKey } from '../../web/api'
import { i18n } from '../../web/i18n'
import { record, removeRecord } from '../../web/outbox/outbox'
import { invalidate } from '../../web/query-client'
import { cachedUser } from '../../web/session'
import { measurementCalls } from '../measurements/measurement.contract'
import { removeOperation, storeOperation } from '../operations/operation-write.web'
import { NEW_ROUND, type RoundRecord, type RoundState } from './round-model.web'

const PREFIX = 'round:'
const rounds = new Map<string, RoundState>()
const watchers = new Set<() => void>()
/** one record after another, whichever page is open */
let queue: Promise<unknown> = Promise.resolve()

/** The name of a round; what is left of earlier days is forgotten on the way. */
export function roundKey(owner: string, location: number, day: string): string {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(`${PREFIX}${owner}:`) && !name.endsWith(day)) localStorage.removeItem(name)
    }
  } catch {
    // a forbidden storage only costs the memory of the round
  }
  return `${PREFIX}${owner}:${location}:${day}`
}

function stored(key: string): RoundState {
  try {
    return { ...NEW_ROUND, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<RoundState>) }
  } catch {
    return NEW_ROUND
  }
}

function read(key: string): RoundState {
  const known = rounds.get(key)
  if (known) return known
  const state = stored(key)
  rounds.set(key, state)
  for (const [slot, { state: how }] of Object.entries(state.records)) if (how === 'sending') send(key, slot)
  return state
}

/** Written to the device before anything is drawn or sent. */
export function change(key: string, next: (state: RoundState) => RoundState): void {
  const state = next(read(key))
  rounds.set(key, state)
  try {
    localStorage.setItem(key, JSON.stringify(state))
  } catch {
    // a full storage only costs the memory of the round
  }
  for (const watch of watchers) watch()
}

const subscribe = (watch: () => void) => {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

export const useRoundState = (key: string): RoundState =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => read(key), [key]),
  )

const setRecord = (key: string, slot: string, patch: Partial<RoundRecord>) =>
  change(key, (state) => {
    const before = state.records[slot]
    return before ? { ...state, records: { ...state.records, [slot]: { ...before, ...patch } } } : state
  })

async function storeReading({ values, key, what }: RoundRecord) {
  const options = { idempotencyKey: key, kind: 'measurement', label: what, cages: [] }
  const outcome = await record(measurementCalls.create, values as InputOf<typeof measurementCalls.create>, options)
  if (!outcome.sent) return { n: outcome.n }
  invalidate(measurementCalls.byLocation.path, measurementCalls.calendar.path, measurementCalls.chart.path)
  return { row: outcome.answer }
}

function storeRecord(sent: RoundRecord) {
  const { kind, values, key: idempotencyKey } = sent
  if (kind === 'measurement') return storeReading(sent)
  return storeOperation({ kind, values, idempotencyKey, units: cachedUser()?.settings['avg-weight-unit'] ?? {} })
}

const reasonOf = (error: unknown): string =>
  (isApiError(error) && Object.values(error.errors ?? {})[0]?.[0]) || errorText(error)

function send(key: string, slot: string): void {
  queue = queue.then(async () => {
    const sent = read(key).records[slot]
    if (sent?.state !== 'sending') return
    try {
      const { row, n } = await storeRecord(sent)
      setRecord(key, slot, row ? { state: 'stored', id: row.id } : { state: 'waiting', id: n })
    } catch (error) {
      setRecord(key, slot, { state: 'refused', reason: i18n.t(reasonOf(error)) })
    }
  })
}

type Fresh = Pick<RoundRecord, 'kind' | 'values' | 'at' | 'what'>

/** Notes records under their slots and sends them behind the scenes. */
export function put(key: string, fresh: Record<string, Fresh>): void {
  change(key, (state) => {
    const added = Object.entries(fresh).map(([slot, one]): [string, RoundRecord] => {
      const before = state.records[slot]
      // the same values again after a lost answer are the same write
      const same = before?.state === 'refused' && JSON.stringify(before.values) === JSON.stringify(one.values)
      return [slot, { ...one, key: same ? before.key : newKey(), state: 'sending' }]
    })
    return { ...state, records: { ...state.records, ...Object.fromEntries(added) } }
  })
  for (const slot of Object.keys(fresh)) send(key, slot)
}

/** Takes a stored or a waiting record back; true when it is gone. */
export async function takeBack(key: string, slot: string): Promise<boolean> {
  const { records } = read(key)
  const { kind, state, id } = records[slot] ?? {}
  if (!kind || kind === 'measurement' || id === undefined) return false
  if (state === 'waiting') await removeRecord(id)
  else if (!(await removeOperation(kind, id))) return false
  change(key, (before) => {
    const { [slot]: _, ...rest } = before.records
    return { ...before, records: rest }
  })
  return true
}
