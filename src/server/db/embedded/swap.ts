/**
 * Puts a database that was brought back into the place of the one before. It is a few renamings, each of which is there
 * or not after a power cut; what is missing is done by the next start.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files of a data folder without which its database cannot be opened, or the second factors in it. */
export const KEPT_FILES = ['postgres.password', 'second-factor.key'] as const

/** In the data folder: what is being brought back. */
export const RESTORE = 'restore'
const ORDER = 'swap.json'

const orderOf = (dataDir: string) => join(dataDir, RESTORE, ORDER)
/** The data folder of what was brought back. */
export const restoredIn = (dataDir: string): string => join(dataDir, RESTORE, 'data')

const read = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null)

function write(path: string, text: string): void {
  writeFileSync(`${path}.part`, text, { mode: 0o600, flush: true })
  renameSync(`${path}.part`, path)
}

function sync(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Which folder the present database goes to. */
export const asideOf = (dataDir: string, stamp: string): string => join(dataDir, `postgres-before-${stamp}`)

/** Gives the order, and carries it out. The caller holds the data folder, on which no server runs. */
export function swap(dataDir: string, stamp: string): void {
  write(orderOf(dataDir), JSON.stringify({ stamp }))
  sync(join(dataDir, RESTORE))
  finishSwap(dataDir)
}

/** Carries out an order that was cut off; nothing when there is none. */
export function finishSwap(dataDir: string): void {
  const order = read(orderOf(dataDir))
  if (order === null) return
  const { stamp } = JSON.parse(order) as { stamp: string }
  const [present, restored] = [join(dataDir, 'postgres'), join(restoredIn(dataDir), 'postgres')]
  if (existsSync(restored)) {
    if (existsSync(present)) renameSync(present, asideOf(dataDir, stamp))
    putFiles(dataDir, stamp)
    renameSync(restored, present)
    sync(dataDir)
  }
  rmSync(join(dataDir, RESTORE), { recursive: true, force: true })
}

/** The password is that of the copy; of the keys none is lost, the first of them seals. */
function putFiles(dataDir: string, stamp: string): void {
  for (const name of KEPT_FILES) {
    const [own, copied] = [read(join(dataDir, name)), read(join(restoredIn(dataDir), name))]
    if (copied === null || copied === own) continue
    if (own === null) write(join(dataDir, name), copied)
    else if (name === 'second-factor.key') write(join(dataDir, name), linesOf(own, copied))
    else {
      write(join(dataDir, `${name}-before-${stamp}`), own)
      write(join(dataDir, name), copied)
    }
  }
}

const linesOf = (...texts: string[]): string =>
  [...new Set(texts.flatMap((text) => text.trim().split('\n')))].join('\n')
