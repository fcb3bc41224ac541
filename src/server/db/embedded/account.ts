/**
 * PostgreSQL refuses to run as root. Here is how it runs when the app does: as an unprivileged account that owns the
 * database folder, or, where that account cannot reach the files, inside a user namespace of our own.
 */
import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { cpSync, existsSync, lchownSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from '../../base/plain-error'
import { program, type Binaries } from './binaries'

interface Account {
  uid: number
  gid: number
}

/** One way to run PostgreSQL's programs. */
export interface Launcher {
  bin: string
  /** who the database folder has to belong to; null leaves it as it is */
  owner: Account | null
  /** put before the program */
  prefix: string[]
  /** whom the process becomes */
  runAs: Account | null
}

/** Starts a program of PostgreSQL the given way, in a process group of its own so that Ctrl-C does not reach it. */
export function launch(launcher: Launcher, file: string, args: string[], stdio: SpawnOptions['stdio']): ChildProcess {
  const [command, ...rest] = [...launcher.prefix, file, ...args]
  return spawn(command!, rest, { ...baseOptions(launcher), stdio, detached: true, windowsHide: true })
}

/** The first way that works for these programs and this data folder. Throws a PlainError when none does. */
export function chooseLauncher(binaries: Binaries, dataDir: string, databaseFolder: string): Launcher {
  const plain: Launcher = { bin: binaries.bin, owner: null, prefix: [], runAs: null }
  if (process.platform === 'win32') return plain
  if (process.getuid?.() !== 0) {
    refuseForeign(databaseFolder)
    return plain
  }
  const account = unprivileged(databaseFolder)
  const namespace = { ...plain, owner: { uid: 0, gid: 0 }, prefix: namespacePrefix }
  const ways: (() => Launcher)[] = [
    () => ({ ...plain, owner: account, runAs: account }),
    () => namespace,
    () => ({ ...plain, owner: account, prefix: capabilityPrefix(account) }),
    () => ({ ...plain, bin: readableCopy(binaries, dataDir, account), owner: account, runAs: account }),
  ]
  for (const way of ways) {
    const launcher = way()
    if (works(launcher, dataDir)) return launcher
  }
  throw new PlainError(
    `База данных не запускается от root: учётной записи без прав (uid ${account.uid}) недоступна папка ${dataDir}. ` +
      `Запустите Садок обычным пользователем или задайте DATA_DIR в папке, открытой для всех, например /var/lib/sadok.\n` +
      `The database does not run as root, and an unprivileged account (uid ${account.uid}) cannot reach ${dataDir}. ` +
      `Run Sadok as an ordinary user, or set DATA_DIR to a place open to all, such as /var/lib/sadok.`,
  )
}

/** Gives a file, or a folder and all in it, to the account that the launcher needs, when it belongs to someone else. */
export function give(launcher: Launcher, path: string): void {
  if (!launcher.owner) return
  const { uid, gid } = launcher.owner
  const found = statSync(path)
  if (found.uid === uid) return
  const entries = found.isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : []
  for (const entry of entries) lchownSync(join(path, entry), uid, gid)
  // The folder itself comes last, so that a change cut short is seen and done again.
  lchownSync(path, uid, gid)
}

function refuseForeign(folder: string): void {
  if (!existsSync(folder) || statSync(folder).uid === process.getuid?.()) return
  throw new PlainError(
    `База данных в ${folder} принадлежит другой учётной записи. Запустите Садок от неё или от root.\n` +
      `The database in ${folder} belongs to another account. Run Sadok as that account or as root.`,
  )
}

const namespacePrefix = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']

/** Lets the account pass closed folders such as a 0700 home; it works in containers that forbid user namespaces. */
const capabilityPrefix = ({ uid, gid }: Account): string[] => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  // Without this bit the kernel leaves capabilities out when a program asks whether it may open a file.
  '--securebits=+no_setuid_fixup',
  '--',
]

/** What a program needs to find itself and its libraries; nothing of our settings, some of which are secret. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'USERNAME']

function baseOptions(launcher: Launcher): SpawnOptions {
  const cwd = process.platform === 'win32' ? undefined : '/'
  const kept = Object.fromEntries(KEPT.map((name) => [name, process.env[name]]))
  return { cwd, env: { ...kept, LC_ALL: 'C' }, ...(launcher.runAs ?? {}) }
}

function works(launcher: Launcher, dataDir: string): boolean {
  const test = [
    '/bin/sh',
    '-c',
    'cd "$1" && test -x "$2" && "$2" --version',
    'sh',
    dataDir,
    program(launcher.bin, 'postgres'),
  ]
  const [command, ...args] = [...launcher.prefix, ...test]
  return spawnSync(command!, args, { ...baseOptions(launcher), stdio: 'ignore' }).status === 0
}

/**
 * The owner of an existing database, when it is an ordinary account; else the account `sadok`, else nobody, which other
 * programs share.
 */
function unprivileged(databaseFolder: string): Account {
  if (existsSync(databaseFolder)) {
    const { uid, gid } = statSync(databaseFolder)
    if (uid !== 0) return { uid, gid }
  }
  const [uid, gid] = (['-u', '-g'] as const).map((flag) => idOf(flag, 'sadok') ?? idOf(flag, 'nobody') ?? 65534)
  return { uid: uid!, gid: gid! }
}

function idOf(flag: '-u' | '-g', name: string): number | null {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout.trim()) : null
}

function readableCopy({ bin, native }: Binaries, dataDir: string, account: Account): string {
  const reached = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dataDir], { cwd: '/', ...account }).status === 0
  if (!native || !reached) return bin
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(dataDir, `postgres-programs-${version}`)
  if (!existsSync(copy)) {
    const part = `${copy}.part`
    rmSync(part, { recursive: true, force: true })
    cpSync(native, part, { recursive: true, verbatimSymlinks: true })
    renameSync(part, copy)
  }
  return join(copy, 'bin')
}
