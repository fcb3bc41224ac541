import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { PlainError } from '../base/plain-error'
import { projectRoot } from '../base/project-root'

interface Migration {
  name: string
  sql: string
  checksum: string
}

/** Keys of our advisory locks; any two constants do, as long as all versions of the app use the same. */
const MIGRATION_LOCK = 720_301
const START_LOCK = 720_302

/**
 * Applies the migrations that the database lacks, in name order, each in its own transaction. Several app processes may
 * call it at once: one works, the others wait.
 * @param folder where the .sql files lie; tests pass their own
 * @returns how many were applied
 */
export async function migrate(
  url: string,
  log: (line: string) => void = () => {},
  folder = join(projectRoot, 'migrations'),
): Promise<number> {
  const migrations = readMigrations(folder)
  return withLock(url, MIGRATION_LOCK, async (client) => {
    const applied = await readApplied(client)
    refuseUnknown(migrations, applied)
    let count = 0
    for (const migration of migrations) {
      const checksum = applied.get(migration.name)
      if (checksum === undefined) {
        await apply(client, migration)
        log(`Migration ${migration.name}`)
        count++
      } else if (checksum !== migration.checksum) {
        throw new PlainError(
          `Migration ${migration.name} was changed after it had been applied. Put the change into a new migration.`,
        )
      }
    }
    return count
  })
}

/**
 * Runs work that only one of the app processes on this database may do at a time, such as filling an empty database.
 */
export function whileAlone<T>(url: string, work: () => Promise<T>): Promise<T> {
  return withLock(url, START_LOCK, work)
}

function withLock<T>(url: string, lock: number, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [lock])
    return work(client)
  })
}

/** A connection of its own for work at start. Throws a PlainError when the database cannot be reached. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  // A lost connection shows in the next query; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect().catch((error: Error) => {
    throw unreachable(client, error)
  })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function unreachable({ host, port, database }: pg.Client, { message }: Error): PlainError {
  return new PlainError(
    `База данных ${database} на ${host}:${port} недоступна, проверьте DATABASE_URL.\n` +
      `The database ${database} at ${host}:${port} cannot be reached, check DATABASE_URL. (${message})`,
  )
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => {
    // Git may check files out with CRLF; the checksum must not depend on it.
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows: found } = await client.query<{ found: boolean }>(
    "SELECT to_regclass('schema_migrations') IS NOT NULL AS found",
  )
  if (!found[0]?.found) {
    await client.query(
      'CREATE TABLE schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    )
  }
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function refuseUnknown(migrations: Migration[], applied: Map<string, string>): void {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new PlainError(
    `База данных новее этой версии Садка (${unknown.join(', ')}). Обновите приложение.\n` +
      `The database is newer than this version of Sadok (${unknown.join(', ')}). Update the app.`,
  )
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw explain(error, name, sql)
  }
}

function explain(error: unknown, name: string, sql: string): Error {
  const { code, message, position } = error as pg.DatabaseError
  if (code === '42501' && /role/i.test(message)) {
    return new PlainError(
      `Пользователь DATABASE_URL не может создать роль sadok_app. Дайте ему право CREATEROLE или создайте роль сами: CREATE ROLE sadok_app; GRANT sadok_app TO <пользователь>.\n` +
        `The user of DATABASE_URL may not create the role sadok_app. Give it CREATEROLE, or create the role yourself: CREATE ROLE sadok_app; GRANT sadok_app TO <user>. (${name}: ${message})`,
    )
  }
  const line = position ? `, line ${sql.slice(0, Number(position)).split('\n').length}` : ''
  return new Error(`Migration ${name}${line}: ${message}`, { cause: error })
}
