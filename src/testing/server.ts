/** The one database server of a test run, and what is made on it before the tests start. */
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedServer } from '../server/db/embedded-server'
import { isAlive } from '../server/db/embedded/processes'
import { migrate } from '../server/db/migrate'

/** What test workers need to clone databases. */
export interface TestServer {
  adminUrl: string
  ownerUrl: string
  /** as the application, which owns nothing */
  webUrl: string
  template: string
}

const OWNER = 'sadok_test_owner'
const WEB = 'sadok_test_web'
const SCRATCH = 'sadok-test-'

/** Starts a scratch server, or uses TEST_DATABASE_URL, and makes a migrated template database on it. */
export async function startTestServer(): Promise<TestServer & { stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return onServer(given, async () => {})
  const place = scratchPlace()
  removeLeftovers(place)
  const dataDir = mkdtempSync(join(place, SCRATCH))
  // When the tests run as root, the database's own account has to pass.
  chmodSync(dataDir, 0o711)
  const server = await startEmbeddedServer({ dataDir, durable: false })
  return onServer(server.adminUrl, async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
}

/** Makes the roles and a migrated database on a server. */
export async function onServer(
  adminUrl: string,
  stopServer: () => Promise<void>,
): Promise<TestServer & { stop(): Promise<void> }> {
  const template = `sadok_test_${randomBytes(4).toString('hex')}`
  try {
    const ownerUrl = await query(adminUrl, (client) => makeOwner(client, adminUrl))
    const made = ownerUrl !== adminUrl
    const owner = new URL(ownerUrl).username
    await query(adminUrl, (client) =>
      client.query(`CREATE DATABASE ${template} OWNER ${pg.escapeIdentifier(owner)} TEMPLATE template0`),
    )
    await migrate(withDatabase(ownerUrl, template))
    const webUrl = made ? await query(adminUrl, (client) => makeRole(client, adminUrl, WEB, '')) : ownerUrl
    return { adminUrl, ownerUrl, webUrl, template, stop: () => dropAll(adminUrl, template).finally(stopServer) }
  } catch (error) {
    await stopServer()
    throw error
  }
}

/**
 * Row-level security does not bind superusers, so the tests get an owner of their own. Only on a server where the given
 * user is an ordinary one and may make no roles does that user serve itself.
 */
async function makeOwner(client: pg.Client, adminUrl: string): Promise<string> {
  const { rows } = await client.query<{ rolsuper: boolean; rolbypassrls: boolean }>(
    'SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user',
  )
  if (!rows[0]?.rolsuper) {
    if (rows[0]?.rolbypassrls)
      throw new Error('TEST_DATABASE_URL: the user bypasses row-level security, the tests would prove nothing')
    return adminUrl
  }
  return makeRole(client, adminUrl, OWNER, 'CREATEROLE CREATEDB')
}

/** A role that row-level security binds, a member of sadok_app when there is one already: its address. */
async function makeRole(client: pg.Client, adminUrl: string, name: string, rights: string): Promise<string> {
  const password = createHash('sha256').update(`${name}:${adminUrl}`).digest('hex').slice(0, 32)
  const exists = (await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name])).rowCount
  const verb = exists ? 'ALTER' : 'CREATE'
  await client.query(`${verb} ROLE ${name} LOGIN NOSUPERUSER NOBYPASSRLS ${rights} PASSWORD '${password}'`)
  const app = await client.query("SELECT 1 FROM pg_roles WHERE rolname = 'sadok_app'")
  const option = rights ? 'WITH ADMIN OPTION' : ''
  if (app.rowCount) await client.query(`GRANT sadok_app TO ${name} ${option}`)
  const url = new URL(adminUrl)
  url.username = name
  url.password = password
  return url.href
}

async function dropAll(adminUrl: string, template: string): Promise<void> {
  await query(adminUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [template],
    )
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
  })
}

export async function query<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** Memory, where there is plenty: ext4 makes the 400 files of a database ten times slower after many were deleted. */
function scratchPlace(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2e9 ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A killed test run leaves its server running; the next one ends it. */
function removeLeftovers(place: string): void {
  for (const name of readdirSync(place).filter((entry) => entry.startsWith(SCRATCH))) {
    const folder = join(place, name)
    try {
      const { pid } = JSON.parse(readFileSync(join(folder, 'sadok.lock'), 'utf8')) as { pid: number }
      if (isAlive(pid)) continue
      const server = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
      if (isAlive(server)) process.kill(server, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Being made or removed by another run, or another account's: not ours to touch.
    }
  }
}
