/**
 * A round on this device: by person, module and day. What is recorded lies in the outbox alone; here stand only the
 * page's own things, where one is and what is typed and not recorded yet.
 */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { groupBy } from '../../shared/collections'
import { call, errorText, newKey } from '../../web/api'
import { i18n } from '../../web/i18n'
import { notifyError, notifySuccess } from '../../web/notify'
import { drop, reload } from '../../web/offline/outbox/box'
import { recordAll, removeRecord, type Entry } from '../../web/offline/outbox/outbox'
import type { OutboxRecord } from '../../web/offline/outbox/records'
import { useSlots } from '../../web/offline/outbox/use-outbox'
import { invalidateFacts } from '../../web/query-client'
import type { CageRow } from '../../core/cages/cage.contract'
import { measurementCalls } from '../../core/cages/measurement.contract'
import { feedingBatch, retreatBatch } from '../../core/documents/batch/batch.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { afterWrite, contractOf } from '../../core/documents/form/operation-write.web'

import { NEW_ROUND, viewOf, type RecordKind, type RoundState, type RoundView } from './round-model.web'

const isStored = ({ state }: OutboxRecord) => state === 'stored'

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
export async function put(key: string, fresh: Record<string, Fresh>): Promise<OutboxRecord[]> {
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
  return entries.length > 0 ? recordAll(entries) : []
}

/** What the server has of these kinds goes with one call each. */
const removals = {
  feeding: (ids: number[]) => call(feedingBatch.remove, { ids }, { quiet: true }),
  retreat: (ids: number[]) => call(retreatBatch.remove, { ids }, { quiet: true }),
  note: (ids: number[]) => call(kinds.note.remove, { id: ids[0]! }, { quiet: true }),
  measurement: (ids: number[]) => call(measurementCalls.remove, { id: ids[0]! }, { quiet: true }),
}
const alone = new Set<RecordKind>(['note', 'measurement'])

async function removeStored(kind: RecordKind, records: readonly OutboxRecord[]): Promise<void> {
  const parts = alone.has(kind) ? records.map((record) => [record]) : [records]
  for (const part of parts) {
    const ids = part.flatMap(({ stored }) => stored ?? [])
    const answer = ids.length > 0 ? await removals[kind](ids) : {}
    if (kind === 'measurement') void invalidateFacts(['water'])
    else afterWrite(kind, answer as { cages?: CageRow[] })
    for (const { n } of part) await drop(n)
  }
}

/** Takes records back, wherever they are by now: on this device, on their way, on the server. Says what came of it. */
export async function takeBack(ns: readonly number[]): Promise<void> {
  try {
    const records = (await reload()).filter(({ n }) => ns.includes(n))
    const [stored, others] = [records.filter(isStored), records.filter((record) => !isStored(record))]
    for (const { n } of others) await removeRecord(n)
    for (const [kind, own] of groupBy(stored, (record) => record.kind)) await removeStored(kind as RecordKind, own)
    notifySuccess(i18n.t('Записи отменены'))
  } catch (error) {
    notifyError(i18n.t(errorText(error)))
  }
}
