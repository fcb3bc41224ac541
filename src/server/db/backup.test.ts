/** A backup made and restored by the commands of docs/deploy.md is the same farm. */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../app.server'
import { cageCalls } from '../../core/cages/cage.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { projectRoot } from '../base/project-root'
import { openPond, type Pond } from '../../testing/farm/pond'
import { query, withDatabase } from '../../testing/server'

const DEBIAN = '/usr/lib/postgresql'
/** The newest first. */
const BINS = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
const PATH = [...BINS.map((version) => join(DEBIAN, version, 'bin')), process.env['PATH'] ?? ''].join(delimiter)

const text = readFileSync(join(projectRoot, 'docs', 'deploy.md'), 'utf8')
const block = (word: string) =>
  [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, code]) => code!).find((code) => code.includes(word))!

let pond: Pond
let folder: string
beforeAll(async () => {
  pond = await openPond()
  folder = mkdtempSync(join(tmpdir(), 'sadok-backup-'))
})
afterAll(async () => {
  await pond.farm.close()
  rmSync(folder, { recursive: true, force: true })
})

const major = (version: string | undefined) => Number(/(\d+)/.exec(version ?? '')?.[1] ?? 0)

/** Why the programs of this machine cannot save this server, or null. */
async function obstacle(): Promise<string | null> {
  const { stdout, status } = spawnSync('pg_dump', ['--version'], { env: { PATH }, encoding: 'utf8' })
  if (status !== 0) return 'there is no pg_dump here'
  const [server] = await pond.farm.sql<{ server_version: string }>('show server_version')
  const [own, needed] = [major(stdout), major(server!.server_version)]
  return own < needed ? `pg_dump ${own} does not read a server of version ${needed}` : null
}

function environmentOf(url: URL): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH,
    PGHOST: url.searchParams.get('host') ?? url.hostname,
    PGPORT: url.searchParams.get('port') ?? url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
  }
}

it('a restored backup is the same farm', async (context) => {
  const { farm } = pond
  const reason = await obstacle()
  context.skip(reason !== null, reason ?? '')
  const cage = await pond.cage()
  await pond.stock(cage.id, 20, 1000)
  await pond.lose(cage.id, 10, 40)
  const admin = new URL(farm.database.adminUrl)
  const database = admin.pathname.slice(1)
  const restored = `${database}_back`
  const owner = decodeURIComponent(new URL(farm.database.url).username)
  const run = (code: string, name: string) => {
    const own = code.replaceAll('/var/backups', folder).replace(/\bsadok_owner\b/, owner)
    // the database is the last word of its line, or an option
    const named = own.replace(/(\s|--dbname=)sadok(?=\s)/g, `$1${name}`)
    return promisify(execFile)('sh', ['-ec', named], { env: environmentOf(admin) })
  }
  await run(block('pg_dump '), database)
  await run(block('pg_restore'), restored)
  const app = await buildApp({
    databaseUrl: withDatabase(farm.database.webUrl, restored),
    dataDir: folder,
    webRoot: null,
    smtpUrl: null,
    baseUrl: null,
    logLevel: 'error',
    poolSize: 2,
  })
  try {
    const there = await farm.call(cageCalls.list, {}, { on: app })
    expect(there).toEqual(await farm.call(cageCalls.list, {}))
    expect(there[0]).toMatchObject({ count: 960 })
    // and may be written to, in its own company alone
    await farm.call(kinds.retreat.create, { ...pond.on(5), from_id: cage.id, ...pond.group, count: 1 }, { on: app })
  } finally {
    await app.close()
    await query(farm.database.adminUrl, (client) => client.query(`drop database ${restored} with (force)`))
  }
})
