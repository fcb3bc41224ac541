/** One database folder and the server on it: making it, starting, finding a running one, stopping. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { PlainError } from '../../base/plain-error'
import { give, launch, type Launcher } from './account'
import { program } from './binaries'
import { freePort } from './free-port'
import { isAlive, processName, sleep, waitForExit } from './processes'

export interface Cluster {
  dataDir: string
  /** PostgreSQL's own folder inside dataDir */
  folder: string
  password: string
  launcher: Launcher
  /** false only in tests: no fsync */
  durable: boolean
  /** milliseconds that it may replay its log for */
  patience: number
  log: (line: string) => void
}

/** Where a server answers. */
export interface Address {
  port: number
  /** the folder of its socket, which only its account may enter; null is 127.0.0.1, whose port any program may take */
  socket: string | null
}

export interface RunningServer extends Address {
  pid: number
}

export type LoginRole = 'postgres' | 'sadok_owner' | 'sadok_web' | 'sadok_backup'

const RETRY_MS = 10_000
export const RECOVERY_MS = 120_000

/** `sadok_owner` has always been `owner` here. */
export function passwordOf({ password }: Cluster, role: LoginRole): string {
  if (role === 'postgres') return password
  return createHash('sha256')
    .update(`${role.replace('sadok_', '')}:${password}`)
    .digest('hex')
    .slice(0, 40)
}

export function urlOf(cluster: Cluster, { port, socket }: Address, role: LoginRole, database: string): string {
  const url = `postgres://${role}:${passwordOf(cluster, role)}@127.0.0.1:${port}/${database}`
  return socket ? `${url}?host=${encodeURIComponent(socket)}` : url
}

/** Each folder has a socket of its own, so the number tells nothing. */
const SOCKET_PORT = 5432
const socketFile = (folder: string) => join(folder, `.s.PGSQL.${SOCKET_PORT}`)
/** What every system takes as the path of a socket. */
const MAX_SOCKET_PATH = 100

const hasSocket = ({ folder }: Cluster) =>
  process.platform !== 'win32' && Buffer.byteLength(socketFile(folder)) <= MAX_SOCKET_PATH

/** Makes the database folder when it is missing. Cut short it leaves only a scratch folder, made anew next time. */
export async function initialize(cluster: Cluster): Promise<void> {
  if (existsSync(join(cluster.folder, 'PG_VERSION'))) return
  cluster.log('Creating the database')
  const scratch = `${cluster.folder}.new`
  const passwordFile = join(cluster.dataDir, 'postgres.pwfile')
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { mode: 0o700 })
  give(cluster.launcher, scratch)
  try {
    writeFileSync(passwordFile, cluster.password, { mode: 0o600 })
    give(cluster.launcher, passwordFile)
    let output = ''
    for (const locale of localeOptions) {
      const result = await run(cluster, [...initdbOptions, ...locale, `--pwfile=${passwordFile}`, '-D', scratch])
      if (result.code === 0) return renameSync(scratch, cluster.folder)
      output = result.output
    }
    throw new PlainError(`The database could not be created:\n${output}`)
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The server that an earlier, killed app left running on this folder; null when there is none. */
export async function findRunning(cluster: Cluster): Promise<RunningServer | null> {
  const deadline = Date.now() + RECOVERY_MS
  for (;;) {
    const found = readPidFile(cluster)
    if (!found) return null
    if (!isOurs(found.pid, cluster)) {
      // The number went to another program. Left in place, the file would keep PostgreSQL from starting.
      for (const file of [join(cluster.folder, 'postmaster.pid'), `${socketFile(cluster.folder)}.lock`])
        rmSync(file, { force: true })
      return null
    }
    if (found.port && (await probe(urlOf(cluster, found, 'postgres', 'postgres')))) return found
    if (Date.now() > deadline)
      throw new PlainError(`A database server (pid ${found.pid}) on ${cluster.folder} does not answer.`)
    await sleep(50)
  }
}

/** Starts a server and waits until it answers. An early exit (port taken, old server ending) is retried for 10 s. */
export async function startServer(cluster: Cluster, fixed?: Address): Promise<RunningServer> {
  const deadline = Date.now() + RETRY_MS
  give(cluster.launcher, cluster.folder)
  for (;;) {
    const address = fixed ?? (await newAddress(cluster))
    const pid = await tryStart(cluster, address)
    if (pid !== null) return { ...address, pid }
    if (Date.now() > deadline) throw new PlainError(`The database did not start:\n${logTail(cluster)}`)
    await sleep(200)
  }
}

const newAddress = async (cluster: Cluster): Promise<Address> =>
  hasSocket(cluster) ? { port: SOCKET_PORT, socket: cluster.folder } : { port: await freePort(), socket: null }

/** Stops the server: sessions end, everything is written. As a last resort it is killed, which its log survives. */
export async function stopServer(cluster: Cluster, { pid }: RunningServer): Promise<void> {
  if (!isAlive(pid)) return
  if (process.platform === 'win32') {
    await run(cluster, ['stop', '-m', 'fast', '-w', '-D', cluster.folder], 'pg_ctl')
    return
  }
  process.kill(pid, 'SIGINT')
  if (await waitForExit(pid, 30_000)) return
  process.kill(pid, 'SIGQUIT')
  await waitForExit(pid, 5_000)
}

const initdbOptions = ['-U', 'postgres', '-E', 'UTF8', '--auth=scram-sha-256', '--no-instructions']

// The second is for systems whose C library knows no C.UTF-8.
const localeOptions = [['--locale=C.UTF-8'], ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']]

/** Sized for a machine of 2 GB; parallel plans are off, as they want shared memory that small containers lack. */
function settings(cluster: Cluster, { port, socket }: Address): string[] {
  const values = {
    port,
    listen_addresses: socket ? '' : '127.0.0.1',
    // the database's own folder, in which the server stands
    unix_socket_directories: socket ? '.' : '',
    unix_socket_permissions: '0700',
    max_connections: 50,
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    work_mem: '16MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '512MB',
    max_parallel_maintenance_workers: 0,
    // what is kept for copies that cannot be made, on a disk that is away; beyond that they begin anew
    max_slot_wal_keep_size: '4GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_checkpoints: 'off',
    // for tests, which open many applications on one server
    ...(cluster.durable
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 150 }),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function tryStart(cluster: Cluster, address: Address): Promise<number | null> {
  const out = openSync(logFile(cluster), 'a', 0o600)
  const child =
    process.platform === 'win32'
      ? launch(cluster.launcher, program(cluster.launcher.bin, 'pg_ctl'), pgCtlStart(cluster, address), [
          'ignore',
          out,
          out,
        ])
      : launch(
          cluster.launcher,
          program(cluster.launcher.bin, 'postgres'),
          ['-D', cluster.folder, ...settings(cluster, address)],
          ['ignore', out, out],
        )
  closeSync(out)
  child.unref()
  let ended = false
  child.once('error', () => (ended = true))
  child.once('exit', (code) => (ended = process.platform !== 'win32' || code !== 0))
  const url = urlOf(cluster, address, 'postgres', 'postgres')
  const deadline = Date.now() + cluster.patience
  while (!ended) {
    if (await probe(url))
      return process.platform === 'win32' ? (readPidFile(cluster)?.pid ?? null) : (child.pid ?? null)
    if (Date.now() > deadline) throw new PlainError(`The database does not answer:\n${logTail(cluster)}`)
    await sleep(15)
  }
  return null
}

// On Windows pg_ctl drops an administrator's rights, without which postgres refuses to start.
const pgCtlStart = (cluster: Cluster, address: Address): string[] => [
  'start',
  '-D',
  cluster.folder,
  '-l',
  `${logFile(cluster)}.server`,
  '-o',
  settings(cluster, address).join(' '),
]

async function probe(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function readPidFile(cluster: Cluster): RunningServer | null {
  try {
    const lines = readFileSync(join(cluster.folder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    const socket = lines[4] ? cluster.folder : null
    return pid > 0 && isAlive(pid) ? { pid, port: Number(lines[3] ?? 0), socket } : null
  } catch {
    return null
  }
}

/** A server stands in its folder. Where that cannot be read, the program's name has to do. */
function isOurs(pid: number, cluster: Cluster): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster.folder)
  } catch {
    return (processName(pid) ?? 'postgres').startsWith('postgres')
  }
}

function run(
  cluster: Cluster,
  args: string[],
  name: 'initdb' | 'pg_ctl' = 'initdb',
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = ''
    const child = launch(cluster.launcher, program(cluster.launcher.bin, name), args, ['ignore', 'pipe', 'pipe'])
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

const logFile = (cluster: Cluster): string => join(cluster.dataDir, 'postgres.log')

const MAX_LOG = 5_000_000

/** Keeps the server's log from growing without end. It writes at the end of the file, wherever that is. */
export function rotateLog(cluster: Cluster): void {
  const file = logFile(cluster)
  if (!existsSync(file) || statSync(file).size < MAX_LOG) return
  copyFileSync(file, `${file}.1`)
  truncateSync(file)
}

function logTail(cluster: Cluster): string {
  try {
    return readFileSync(logFile(cluster), 'utf8').trimEnd().split('\n').slice(-8).join('\n')
  } catch {
    return ''
  }
}
