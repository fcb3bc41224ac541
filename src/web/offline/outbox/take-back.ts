/** Takes back records («Отменить» of a notice, «Убрать» in the list), and restores them. */
import { failedHere } from '../../api'
import { invalidateTags } from '../../query-client'
import { currentConnectivity, isSilent } from '../../connectivity'
import { add, change, currentRecords, dropFilesOf } from './box'
import { formOf } from './forms'
import { buried, changed, isUnsent, RECORDED, revived, type OutboxRecord } from './records'
import { FORM_WAITS_MS } from './outbox'
import { flush } from './sender'

const STAYS = 'Эта запись могла уже уйти на сервер. Отмените её там, когда появится связь.'

const MAX_LATELY = 20
const lately = new Map<number, { record: OutboxRecord; answer: unknown }>()

/** Remembers a stored record that no form waited for: its notice may still offer to take it back. */
export function rememberStored(record: OutboxRecord, answer: unknown): void {
  lately.set(record.n, { record, answer })
  for (const n of lately.keys()) if (lately.size > MAX_LATELY) lately.delete(n)
}

/** The outcome of taking a record back. */
export interface Removal {
  /** true when it is gone; otherwise it will be after the server's answer */
  done: boolean
  restore: () => Promise<void>
}

const ON_SERVER = 'Запись уже на сервере. Отмените её в журнале.'

/** It was stored after its notice appeared. */
async function removeStored(n: number): Promise<Removal> {
  const stored = lately.get(n)
  const remove = stored && formOf(stored.record.kind)?.remove
  if (!remove) throw failedHere('', 409, ON_SERVER)
  const { record, answer } = stored
  await remove(answer, `${record.key}.x`)
  if (record.file === undefined) await dropFilesOf(formOf(record.kind)?.rows?.(answer) ?? [])
  void invalidateTags(RECORDED)
  return { done: true, restore: () => bringBack(revived(record)) }
}

async function bringBack(record: OutboxRecord): Promise<void> {
  await add([record])
  void flush()
}

/**
 * Restores a record: before its row is deleted it becomes what it was, afterwards it is stored anew. Rows on the server
 * stay.
 */
async function digUp(before: OutboxRecord): Promise<void> {
  let gone = false
  await change(before.n, (current) => {
    gone = current === undefined
    return current?.state === 'removing' ? changed(current, { state: before.state }) : undefined
  })
  if (gone) await add([revived(before)])
  void flush()
}

/**
 * Takes back a record wherever it is: on this device, in flight or on the server. What is stored, or may be, is deleted
 * there by its row or its key.
 */
export async function removeRecord(n: number): Promise<Removal> {
  let before: OutboxRecord | undefined
  const left = await change(n, (current) => {
    before = current
    if (current === undefined) return undefined
    if (isUnsent(current)) return null
    return formOf(current.kind)?.remove ? buried(current) : undefined
  })
  if (!before) return removeStored(n)
  const removed = before
  if (!left) return { done: true, restore: () => bringBack(removed) }
  if (left.state !== 'removing') throw failedHere(left.path, 409, STAYS)
  return { done: await isTakenBack(n), restore: () => digUp(removed) }
}

/** Records whose removal a caller awaits and reports itself. */
const awaited = new Set<number>()
export const isAwaited = ({ n }: OutboxRecord): boolean => awaited.has(n)

/** Waits a while for the server, if it answers at all. */
async function isTakenBack(n: number): Promise<boolean> {
  const sent = flush()
  if (currentConnectivity() === 'offline' || isSilent()) return false
  awaited.add(n)
  const late = new Promise((resolve) => setTimeout(resolve, FORM_WAITS_MS))
  await Promise.race([sent, late])
  awaited.delete(n)
  return currentRecords().every((record) => record.n !== n)
}

/** Removes a record that could not be taken back from the list. */
export const putAway = (n: number): Promise<unknown> =>
  change(n, (current) => (current?.state === 'kept' ? null : undefined))
