import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from '../../base/plain-error'
import { isAlive, processSignature, sleep } from './processes'

/** How long the holder, which may just be stopping, is waited for. */
const WAIT_MS = 2000

/**
 * Takes the data folder for this process. Throws a PlainError when another live process holds it; the lock of a killed
 * one is taken over.
 * @returns what gives the folder back
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const file = join(folder, 'sadok.lock')
  const own = `${file}.${process.pid}`
  const content = JSON.stringify({ pid: process.pid, signature: processSignature(process.pid) })
  const deadline = Date.now() + WAIT_MS
  writeFileSync(own, content, { mode: 0o600 })
  try {
    for (;;) {
      if (tryLink(own, file)) return () => release(file, content)
      const holder = clearDead(file)
      if (holder !== null && (holder === process.pid || Date.now() > deadline)) throw inUse(folder, holder)
      await sleep(50)
    }
  } finally {
    rmSync(own, { force: true })
  }
}

function tryLink(own: string, file: string): boolean {
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
  }
  // A file system without hard links: nearly as good, only the writing itself is not atomic.
  try {
    writeFileSync(file, readFileSync(own), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** The live holder's pid; or null, and then a dead holder's lock is moved away. */
function clearDead(file: string): number | null {
  const seen = read(file)
  if (seen === null) return null
  const holder = liveHolder(seen)
  if (holder !== null) return holder
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return null
  }
  // Another start may have replaced the lock in between: it gets it back.
  if (read(aside) !== seen) tryLink(aside, file)
  rmSync(aside, { force: true })
  return null
}

function liveHolder(content: string): number | null {
  try {
    const { pid, signature } = JSON.parse(content) as { pid: number; signature: string | null }
    if (!Number.isInteger(pid) || !isAlive(pid)) return null
    const now = processSignature(pid)
    return signature && now && signature !== now ? null : pid
  } catch {
    return null
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function release(file: string, content: string): void {
  if (read(file) === content) rmSync(file, { force: true })
}

function inUse(folder: string, pid: number): PlainError {
  return new PlainError(
    `Садок уже запущен (pid ${pid}) с папкой данных ${folder}. Остановите его или задайте другую папку в DATA_DIR.\n` +
      `Sadok is already running (pid ${pid}) with the data folder ${folder}. Stop it, or set another folder in DATA_DIR.`,
  )
}
