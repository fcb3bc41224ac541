/**
 * Whether there is room to write. A write that fails for want of it turns this on; from then on each health check tries
 * a small write until one succeeds, because a server taken out of service gets no other writes.
 */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from './db/client'

/** PostgreSQL's disk_full and out_of_memory; the operating system's full disk and exhausted quota */
const FULL = ['53100', '53200', 'ENOSPC', 'EDQUOT']

export const isFull = (error: unknown): boolean => FULL.includes((error as { code?: string }).code ?? '')

export interface Room {
  /** of a write that failed */
  note(error: unknown): void
  isLeft(): Promise<boolean>
}

/** Writes a megabyte, which is gone with the statement. */
const TRIAL = sql`create temporary table trial_of_room on commit drop as
  select repeat(md5(n::text), 32) as text from generate_series(1, 1000) as n`

export async function tryFile(folder: string): Promise<void> {
  const path = join(folder, `.room-${process.pid}`)
  try {
    await writeFile(path, Buffer.alloc(64_000), { mode: 0o600 })
  } finally {
    await rm(path, { force: true })
  }
}

export function openRoom(database: Database, dataDir: string): Room {
  let full = false
  const tryAll = () => Promise.all([database.plain(TRIAL), tryFile(dataDir)])
  return {
    note: (error) => void (full ||= isFull(error)),
    isLeft: async () => {
      if (full) full = await tryAll().then(() => false, isFull)
      return !full
    },
  }
}
