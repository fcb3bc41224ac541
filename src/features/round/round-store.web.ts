/**
 * A round on this device: by person, module and day. What is recorded lies in the outbox alone; here stand only the page's own things,
 * where one is and what is typed and not recorded yet.
 */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { recordAll, removeRecord, type Entry } from '../../web/outbox/outbox'
import { drop } from '../../web/outbox/box'
import { newKey } from '../../web/api'
import { useSlots } from '../../web/outbox/use-outbox'
import { measurementCalls } from '../measurements/measurement.contract'
import { contractOf, removeOperation } from '../operations/operation-write.web'
import {
  NEW_ROUND,
  viewOf,
  type RecordKind,
  type RoundRecord,
  type RoundState,
  type RoundView,
} from './round-model.web'

const PREFIX = 'round-page:'
const rounds = new Map<string, RoundState>()
const watchers = new Set<() => void>()

/** The name of a round; the pages of earlier days are forgotten on the way. */
export function roundKey(owner: string, location: number, day: string): string {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(`${PREFIX}${owner}:`) && !name.endsWith(day)) localStorage.removeItem(name)
    }
  } catch {
    // a forbidden storage only costs the memory of the page
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
  return state
}

export function change(key: string, next: (state: RoundState) => RoundState): void {
  const state = next(read(key))
  rounds.set(key, state)
  try {
    localStorage.setItem(key, JSON.stringify(state))
  } catch {
    // a full storage only costs the memory of the page
  }
  for (const watch of watchers) watch()
}

const subscribe = (watch: () => void) => {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

/** 'round-page:1:2:5:2026-11-23' → 'round:5:2026-11-23:1:', by which the outbox keeps what this round recorded. */
const slotPrefix = (key: string, { round }: RoundState) => `round:${key.split(':').slice(3).join(':')}:${round}:`

export function useRoundState(key: string): RoundView {
  const state = useSyncExternalStore(
    subscribe,
    useCallback(() => read(key), [key]),
  )
  const slots = useSlots(slotPrefix(key, state))
  return useMemo(() => viewOf(state, slots), [state, slots])
}

/** What is to be recorded, under its slot of the round. */
export interface Fresh {
  kind: RecordKind
  values: Record<string, string>
  /** «Садок 7, кормление 96 кг» */
  what: string
  cages: number[]
}

/** Records all of it or, where this device keeps nothing, none: then it throws. */
export async function put(key: string, fresh: Record<string, Fresh>): Promise<void> {
  const prefix = slotPrefix(key, read(key))
  const entries = Object.entries(fresh).map(([slot, { kind, values, what, cages }]): Entry => ({
    endpoint: kind === 'measurement' ? measurementCalls.create : contractOf(kind).create,
    values,
    typed: values,
    idempotencyKey: newKey(),
    kind,
    label: what,
    cages,
    slot: prefix + slot,
  }))
  if (entries.length > 0) await recordAll(entries)
}

/** Takes a record back, wherever it is by now; true when it is gone. */
export async function takeBack({ kind, state, id, n }: RoundRecord): Promise<boolean> {
  if (state === 'stored') {
    if (kind === 'measurement' || id === undefined || !(await removeOperation(kind, id))) return false
    await drop(n)
  } else await removeRecord(n)
  return true
}
