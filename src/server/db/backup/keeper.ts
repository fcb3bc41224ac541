/**
 * Keeps copies of the running database in a folder: a base when there is none to go on from, and its log twice a
 * minute. All of it may be cut off at any point: what is complete has its name, and the next run goes on from there.
 */
import { join } from 'node:path'
import type { BackupSource } from '../embedded/backup-source'
import { copyBase, isUsable } from './base-copy'
import { type BackupSettings, clean, type Copy, idOf, listCopies, makeFolder, outdated, removeCopy } from './copies'
import { copyLog, neededFrom } from './log-copy'
import { openServerLog, type ServerLog } from './server-log'

/** The longest time whose writes a broken machine may lose, less what a copy takes. */
const LOG_MS = 30_000

/** Bytes of the database. */
type OnShare = (done: number, total: number) => void

export interface BackupFault {
  since: Date
  error: unknown
}

/** Up to when everything is copied, and when the base that its log goes on from was begun. */
export interface Latest {
  until: Date
  base: Date
}

export interface Backup {
  settings: BackupSettings
  /** makes a base, or waits for the one that is being made */
  makeBase(onShare?: OnShare): Promise<void>
  /** copies what was written since; makes a base first when the log of none can be continued */
  copyNow(): Promise<void>
  copies(): Promise<Copy[]>
  /** of the last copy that went well in this process */
  latest(): Latest | null
  /** why the last copy failed, and since when they do; null when it did not */
  fault(): BackupFault | null
  /** copies twice a minute until it is stopped; the last copy is made then */
  start(onFault: (error: unknown) => void): void
  stop(): Promise<void>
}

const withLog = async <T>({ url }: BackupSource, work: (log: ServerLog) => Promise<T>): Promise<T> => {
  const log = await openServerLog(url)
  return work(log).finally(() => log.close())
}

/** Runs one after the other. */
function openQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}

/** Copies the log of each base that the server keeps it for; the newest such base is the one that goes on. */
async function continueLogs(source: BackupSource, settings: BackupSettings, log: ServerLog): Promise<Latest | null> {
  const keeps = await log.keeps()
  const kept = (await listCopies(settings.folder)).filter(keeps)
  const [current] = kept
  if (!current) return null
  const end = await log.end()
  const from = { folder: join(source.folder, 'pg_wal'), ...end }
  for (const copy of kept) await copyLog(copy, from, settings.key)
  // the base before has its log up to the end of this one, so that no moment between them is missing
  for (const { id } of kept.slice(1)) await log.drop(id)
  await log.release(current.id, neededFrom(end.position, current.manifest.segment_bytes))
  return { until: end.until, base: new Date(current.manifest.started_at) }
}

async function makeOne(source: BackupSource, settings: BackupSettings, onShare: OnShare) {
  await makeFolder(settings.folder)
  await clean(settings.folder)
  return withLog(source, async (log) => {
    await log.dropAllBut((await listCopies(settings.folder)).map(({ id }) => id))
    const [facts, total, begun] = [await log.facts(), await log.databaseBytes(), new Date()]
    await log.keep(idOf(begun), false)
    return copyBase(source, settings, begun, facts, (bytes) => onShare(bytes, total))
  })
}

/** Where no copies are wanted the server keeps its log for none. */
export const forgetCopies = (source: BackupSource): Promise<void> => withLog(source, (log) => log.dropAllBut([]))

/** Notes how copies went. */
function openNotes() {
  let fault: BackupFault | null = null
  return {
    fault: () => fault,
    noted: async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        const done = await work()
        fault = null
        return done
      } catch (error) {
        fault = { since: fault?.since ?? new Date(), error }
        throw error
      }
    },
  }
}

/** Does it twice a minute, until it is stopped. */
function openLoop(work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()
  let stopped = false
  const start = (onFault: (error: unknown) => void) => {
    turn = work().catch(onFault)
    void turn.then(() => {
      if (!stopped) timer = setTimeout(() => start(onFault), LOG_MS)
    })
  }
  const stop = () => {
    stopped = true
    clearTimeout(timer)
    return turn
  }
  return { start, stop }
}

export function openBackup(source: BackupSource, settings: BackupSettings): Backup {
  const oneByOne = openQueue()
  const { fault, noted } = openNotes()
  let making: Promise<void> | null = null
  let latest: Latest | null = null

  const copyLogs = () =>
    oneByOne(() =>
      withLog(source, async (log) => {
        const copied = await continueLogs(source, settings, log)
        latest = copied ?? latest
        return copied !== null
      }),
    )
  const make = async (onShare: OnShare) => {
    await makeOne(source, settings, onShare)
    await copyLogs()
    for (const old of outdated(await listCopies(settings.folder), settings, new Date()))
      await removeCopy(settings.folder, old)
  }
  const makeBase = (onShare: OnShare = () => undefined) =>
    (making ??= noted(() => make(onShare)).finally(() => (making = null)))
  const copyNow = async () => {
    if (!(await noted(copyLogs))) await makeBase()
  }
  const loop = openLoop(copyNow)
  const stop = async () => {
    const ended = loop.stop()
    // a base under way is made anew next time
    if (making) return
    await ended
    await copyLogs().catch(() => undefined)
  }
  const copies = async () => (await listCopies(settings.folder)).filter(isUsable)
  return { settings, makeBase, copyNow, copies, latest: () => latest, fault, start: loop.start, stop }
}
