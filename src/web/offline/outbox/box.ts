/** The waiting records, in memory and on the device; all tabs of a browser share them. */
import { createStore, useStore } from '@mantine/store'
import { changeRecord, onDevice } from '../device-db'
import { byOrder, type NewRecord, type OutboxRecord } from './records'

const box = createStore<readonly OutboxRecord[]>([])
let loaded: Promise<void> | null = null

export const currentRecords = (): readonly OutboxRecord[] => box.getState()
export const watchRecords = (watch: () => void): (() => void) => box.subscribe(watch)

/** All records on this device, of all users, in order. */
export const useRecords = (): readonly OutboxRecord[] => useStore(box)

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sadok-outbox')
if (channel) channel.onmessage = () => void reload()

/** Reads the records of the device; none when the browser stores nothing. */
export async function reload(): Promise<readonly OutboxRecord[]> {
  const stored = await onDevice<OutboxRecord[]>('records', 'readonly', (store) => store.getAll()).catch(() => null)
  if (stored) box.setState(stored.sort(byOrder))
  return currentRecords()
}

/** Read once at the start. */
export const loadRecords = (): Promise<void> => (loaded ??= reload().then(() => undefined))

const tell = () => channel?.postMessage('changed')

const without = (n: number) => currentRecords().filter((record) => record.n !== n)

/**
 * Stores new records at the end and changed ones in their places, all or none. Rejects when the browser stores nothing.
 */
export async function add(records: readonly (NewRecord | OutboxRecord)[]): Promise<OutboxRecord[]> {
  const ns = await onDevice('records', 'readwrite', (store) => records.map((record) => store.put(record)))
  const kept = records.map((record, index) => ({ ...record, n: Number(ns[index]) }))
  const fresh = new Set(kept.map(({ n }) => n))
  box.setState([...currentRecords().filter(({ n }) => !fresh.has(n)), ...kept].sort(byOrder))
  tell()
  return kept
}

/**
 * Replaces a record, as it is on the disk now, with the result of `change`: null removes it, undefined leaves it.
 * Resolves with what is left. `more` are stored in the same transaction, unless it was left.
 */
export async function change(
  n: number,
  change: (record: OutboxRecord | undefined) => OutboxRecord | null | undefined,
  more: readonly NewRecord[] = [],
): Promise<OutboxRecord | undefined> {
  const left = await changeRecord<OutboxRecord>(n, change, more)
  if (more.length > 0) await reload()
  else box.setState((left ? [...without(n), left] : without(n)).toSorted(byOrder))
  tell()
  return left
}

/** Notes at once that the server has the record, so that its numbers come from there; the disk follows. */
export const seeStored = (record: OutboxRecord): void =>
  box.setState([...without(record.n), { ...record, state: 'stored' as const }].sort(byOrder))

export const drop = (n: number): Promise<unknown> => change(n, () => null)

/** Files of these rows that still wait: the rows are gone. */
export async function dropFilesOf(rows: readonly number[]): Promise<void> {
  for (const { n, follows } of currentRecords())
    if (follows !== undefined && rows.includes(follows)) await drop(n).catch(() => undefined)
}
