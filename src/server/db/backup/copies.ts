/**
 * The folder of copies: a folder for each base, named by the moment it began, with the log that goes on from it. What
 * is not complete has another name, and is nobody's copy.
 */
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { isAlive } from '../embedded/processes'
import { syncFolder } from './stored-file'

export const BASE_FILE = 'base.tar.gz'
export const KEYS_FILE = 'keys.gz'
export const MANIFEST = 'manifest.json'
/** up to when the log is copied: replaced at each copy */
export const LOG_STATE = 'log.json'

const manifest = z.object({
  format: z.literal(1),
  started_at: z.iso.datetime(),
  /** the earliest moment that can be brought back */
  finished_at: z.iso.datetime(),
  /** positions of the log */
  start: z.string(),
  stop: z.string(),
  timeline: z.number(),
  segment_bytes: z.number(),
  server_version: z.string(),
  /** what the key is told by; null when the copy is not encrypted */
  key_mark: z.string().nullable(),
  base: z.object({ bytes: z.number(), sha256: z.string() }),
})
export type Manifest = z.infer<typeof manifest>

const logState = z.object({ until: z.iso.datetime(), position: z.string() })
export type LogState = z.infer<typeof logState>

export interface Copy {
  /** the name of its folder */
  id: string
  folder: string
  manifest: Manifest
  /** null when the log was never copied, and then the base alone cannot be used */
  log: LogState | null
}

/** How long copies are kept, and where. */
export interface BackupSettings {
  folder: string
  /** 32 bytes; null for none */
  key: Buffer | null
  /** all of so many days are kept */
  days: number
  /** and the newest one of each of so many weeks */
  weeks: number
}

/** hears of the file */
type OnDamaged = (path: string) => void

const ID = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/
const DRAFT = /^\.part-(\d+)-/
const GONE = '.gone-'

export const idOf = (begun: Date): string => begun.toISOString().replace(/[:.]/g, '-')
/** of this process, which may be killed */
export const draftOf = (id: string): string => `.part-${process.pid}-${id}`

/** Makes the folder, but not the one above it: a disk that is not there must not be taken for an empty one. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** A copy whose own notes are damaged is none; the others are not held up by it. */
async function readJson<T>(path: string, shape: z.ZodType<T>, onDamaged: OnDamaged): Promise<T | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    onDamaged(path)
    return null
  }
}

async function readCopy(parent: string, id: string, onDamaged: OnDamaged): Promise<Copy | null> {
  const folder = join(parent, id)
  const found = await readJson(join(folder, MANIFEST), manifest, onDamaged)
  return found && { id, folder, manifest: found, log: await readJson(join(folder, LOG_STATE), logState, onDamaged) }
}

/** The newest first; none when there is no such folder. */
export async function listCopies(folder: string, onDamaged: OnDamaged = () => undefined): Promise<Copy[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const ids = names.filter((name) => ID.test(name)).sort()
  const found = await Promise.all(ids.reverse().map((id) => readCopy(folder, id, onDamaged)))
  return found.filter((copy) => copy !== null)
}

/** Bytes of the files in a folder of a copy. */
export async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder)
  // a file may go while it is looked at
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Removes what killed processes left unfinished. */
export async function clean(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const maker = Number(DRAFT.exec(name)?.[1] ?? 0)
    const left = maker > 0 && (maker === process.pid || !isAlive(maker))
    if (left || name.startsWith(GONE)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

const WEEK_MS = 7 * 86_400_000
/** Weeks begin on Monday, as 1970-01-05 was one. */
const weekOf = (copy: Copy): number => Math.floor((Date.parse(copy.manifest.started_at) - 4 * 86_400_000) / WEEK_MS)

/** Those that need not be kept any longer: the newest one always is. */
export function outdated(copies: readonly Copy[], { days, weeks }: BackupSettings, now: Date): Copy[] {
  const newest = [...copies].sort((one, other) => (one.id > other.id ? -1 : 1))
  const kept = new Set(newest.slice(0, 1))
  const ofWeeks = new Map<number, Copy>()
  for (const copy of newest) {
    if (Date.parse(copy.manifest.started_at) >= now.getTime() - days * 86_400_000) kept.add(copy)
    if (!ofWeeks.has(weekOf(copy))) ofWeeks.set(weekOf(copy), copy)
  }
  for (const copy of [...ofWeeks.values()].slice(0, weeks)) kept.add(copy)
  return newest.filter((copy) => !kept.has(copy))
}

/** Renamed first, so that half a copy is never taken for one. */
export async function removeCopy(parent: string, { id, folder }: Copy): Promise<void> {
  const gone = join(parent, `${GONE}${id}`)
  await rename(folder, gone)
  await syncFolder(parent)
  await rm(gone, { recursive: true, force: true })
}
