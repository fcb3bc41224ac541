import { randomBytes } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { PlainError } from '../base/plain-error'
import { chooseLauncher } from './embedded/account'
import { type BackupSource, sourceOf } from './embedded/backup-source'
import { findBinaries } from './embedded/binaries'
import {
  findRunning,
  initialize,
  passwordOf,
  RECOVERY_MS,
  rotateLog,
  startServer,
  stopServer,
  urlOf,
} from './embedded/cluster'
import type { Cluster, LoginRole, RunningServer } from './embedded/cluster'
import { lockFolder } from './embedded/folder-lock'
import { isAlive } from './embedded/processes'
import { finishSwap } from './embedded/swap'

export interface EmbeddedServerOptions {
  dataDir: string
  /** false turns fsync off, for tests only */
  durable?: boolean
  log?: (line: string) => void
  /** milliseconds that it may replay its log for; two minutes unless said */
  patience?: number
}

export interface EmbeddedServer {
  /** database `sadok` as its owner, who is no superuser */
  url: string
  /** the same as the application, which owns nothing */
  webUrl: string
  /** database `postgres` as superuser, only for tests and roles */
  adminUrl: string
  /** what copies are made of */
  backup: BackupSource
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL server that lives in the data folder, or takes over the one that a killed app left running
 * there. Throws a PlainError when another live app holds the folder or the server cannot run here.
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const dataDir = resolve(options.dataDir)
  makeDataDir(dataDir)
  const unlock = await lockFolder(dataDir)
  try {
    finishSwap(dataDir)
    const cluster = openCluster(dataDir, options)
    const server = (await findRunning(cluster)) ?? (await startFresh(cluster))
    await bootstrap(cluster, server)
    const stop = watch(cluster, server)
    return {
      url: urlOf(cluster, server, 'sadok_owner', 'sadok'),
      webUrl: urlOf(cluster, server, 'sadok_web', 'sadok'),
      adminUrl: urlOf(cluster, server, 'postgres', 'postgres'),
      backup: sourceOf(cluster, server),
      stop: once(() => stop().finally(unlock)),
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The server that a running app has on this folder, for what may be done beside it; null when there is none. */
export async function findServer(dataDir: string): Promise<BackupSource | null> {
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) return null
  const cluster = openCluster(resolve(dataDir), { dataDir })
  const server = await findRunning(cluster)
  return server && sourceOf(cluster, server)
}

/** Ends the server that a killed app left running on this folder. */
export async function endServer(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) return
  const cluster = openCluster(resolve(dataDir), { dataDir })
  const server = await findRunning(cluster)
  if (server) await stopServer(cluster, server)
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => (done ??= work())
}

function makeDataDir(dataDir: string): void {
  try {
    if (!existsSync(dataDir)) {
      mkdirSync(dataDir, { recursive: true })
      // When the app runs as root, the database's account may traverse this folder, but not list it.
      if (process.platform !== 'win32') chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
    }
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { message } = error as Error
    throw new PlainError(
      `В папку данных нельзя писать, задайте другую в DATA_DIR.\nThe data folder cannot be written, set another in DATA_DIR.\n${message}`,
    )
  }
}

function openCluster(dataDir: string, options: EmbeddedServerOptions): Cluster {
  const folder = join(dataDir, 'postgres')
  const launcher = chooseLauncher(findBinaries(), dataDir, folder)
  return {
    dataDir,
    folder,
    password: readPassword(dataDir, existsSync(join(folder, 'PG_VERSION'))),
    launcher,
    durable: options.durable ?? true,
    patience: options.patience ?? RECOVERY_MS,
    log: options.log ?? (() => {}),
  }
}

function readPassword(dataDir: string, clusterExists: boolean): string {
  const file = join(dataDir, 'postgres.password')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  if (clusterExists) throw new PlainError(`${file} is missing: without it the database in ${dataDir} cannot be opened.`)
  const password = randomBytes(24).toString('hex')
  writeFileSync(file, password, { mode: 0o600 })
  return password
}

async function startFresh(cluster: Cluster): Promise<RunningServer> {
  await initialize(cluster)
  rotateLog(cluster)
  return startServer(cluster)
}

const LOGINS: [role: LoginRole, rights: string][] = [
  ['sadok_owner', 'CREATEROLE CREATEDB'],
  ['sadok_web', ''],
  ['sadok_backup', 'REPLICATION'],
]

/** The superuser only creates the roles, to which row-level security applies, and the owner's database. */
async function bootstrap(cluster: Cluster, server: RunningServer): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(cluster, server, 'postgres', 'postgres') })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('SELECT rolname AS name FROM pg_roles')
    const known = new Set(rows.map(({ name }) => name))
    if (!known.has('sadok_app')) await client.query('CREATE ROLE sadok_app NOLOGIN')
    for (const [role, rights] of LOGINS) {
      if (known.has(role)) continue
      const password = client.escapeLiteral(passwordOf(cluster, role))
      await client.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS ${rights} PASSWORD ${password}`)
    }
    await client.query('GRANT sadok_app TO sadok_owner, sadok_web')
    const database = await client.query("SELECT 1 FROM pg_database WHERE datname = 'sadok'")
    if (database.rowCount === 0) await client.query('CREATE DATABASE sadok OWNER sadok_owner')
  } finally {
    await client.end()
  }
}

/** Restarts the server at its address when it dies. Returns what stops both. */
function watch(cluster: Cluster, first: RunningServer): () => Promise<void> {
  let server = first
  let restarting: Promise<void> | null = null
  const restart = async (): Promise<void> => {
    cluster.log(`The database server (pid ${server.pid}) is gone, starting it again`)
    try {
      server = await startServer(cluster, server)
      cluster.log(`The database server (pid ${server.pid}) answers again`)
    } catch (error) {
      cluster.log(String(error))
    }
    restarting = null
  }
  const timer = setInterval(() => {
    if (!restarting && !isAlive(server.pid)) restarting = restart()
  }, 500)
  timer.unref()
  const rotation = setInterval(() => rotateLog(cluster), 3_600_000)
  rotation.unref()
  return async () => {
    clearInterval(timer)
    clearInterval(rotation)
    await restarting
    await stopServer(cluster, server)
  }
}
