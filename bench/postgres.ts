/** The PostgreSQL server of a run, and its databases. */
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { addMonths } from '../src/core/documents/months/month-sums-job.server'
import { keepUses } from '../src/core/goods/month-uses.server'
import { keepCosts } from '../src/core/reports/fish-cost/keep-costs.server'
import { keepFacts } from '../src/core/reports/facts/month-facts.server'
import { openDatabase } from '../src/server/db/client'
import { keepStockMonths } from '../src/server/db/ledger/stock-months'
import { keepStandings } from '../src/server/db/ledger/stock-standings'
import { startEmbeddedServer } from '../src/server/db/embedded-server'
import { projectRoot } from '../src/server/base/project-root'
import type { Size } from './farm-plan'
import { COMPANY, loadFarm } from './load'
import { makeLife } from './sweep-life'

export const keep = process.env['BENCH_KEEP'] === '1'

export interface Server {
  /** a role that may create databases */
  url: string
  stop(): Promise<void>
}

/** BENCH_DATABASE_URL, else the product's own server in a scratch folder: from PG_BIN_DIR or the npm package. */
export async function startServer(): Promise<Server> {
  const given = process.env['BENCH_DATABASE_URL']
  if (given) return { url: given, stop: async () => undefined }
  const dataDir = process.env['BENCH_DIR'] ?? join(tmpdir(), 'sadok-bench')
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o711)
  const server = await startEmbeddedServer({ dataDir })
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      if (!keep) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export async function query<T extends pg.QueryResultRow>(url: string, text: string, values?: unknown[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

const SHOWN = [
  'server_version',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'shared_buffers',
  'effective_cache_size',
  'work_mem',
  'max_wal_size',
  'jit',
]

export async function describe(url: string): Promise<string> {
  const rows = await query<{ name: string; setting: string }>(
    url,
    `select name, current_setting(name) as setting from unnest($1::text[]) with ordinality as n (name, place)
     order by place`,
    [SHOWN],
  )
  return rows.map(({ name, setting }) => `${name} ${setting}`).join(', ')
}

const withDatabase = (url: string, name: string) => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** What a stored farm was made from: when that changes, it is made again. */
function fingerprint(size: Size): string {
  const sum = createHash('sha256').update(JSON.stringify(size))
  for (const name of readdirSync(join(projectRoot, 'migrations')).sort())
    sum.update(readFileSync(join(projectRoot, 'migrations', name)))
  for (const name of [
    'farm-plan.ts',
    'farm-life.ts',
    'load.ts',
    ...(size.whole ? ['goods-life.ts', 'sweep-life.ts'] : []),
  ])
    sum.update(readFileSync(join(projectRoot, 'bench', name)))
  return sum.digest('hex').slice(0, 10)
}

async function addLife(url: string, size: Size): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`select set_config('app.company_id', '1', false)`)
    const { rows } = await client.query<{ day: string }>('select max(at)::date as day from operations')
    await makeLife(client, rows[0]!.day, size)
    await addSums(url)
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

/** As the jobs have done in the nights before. */
export async function addSums(url: string): Promise<void> {
  const database = openDatabase(url, 1, { patient: true })
  await addMonths(database, COMPANY)
    .then(() => keepFacts(database, COMPANY))
    .then(() => keepStockMonths(database, COMPANY))
    .then(() => keepStandings(database, COMPANY))
    .then(() => keepUses(database, COMPANY))
    .then(() => keepCosts(database, COMPANY))
    .finally(() => database.close())
}

/** A database with the farm, cloned from a template that BENCH_KEEP=1 keeps for the next run. */
export async function openFarmDatabase({ url }: Server, size: Size, log: (line: string) => void) {
  const template = `sadok_bench_${size.cages}${size.whole ? '_whole' : ''}_${fingerprint(size)}`
  const found = await query(url, 'select 1 from pg_database where datname = $1', [template])
  if (found.length === 0) {
    const part = `${template}_part`
    await query(url, `drop database if exists ${part}`)
    await query(url, `create database ${part}`)
    await loadFarm(withDatabase(url, part), size, log)
    if (size.whole) await addLife(withDatabase(url, part), size)
    await query(url, `alter database ${part} rename to ${template}`)
  }
  const name = 'sadok_bench_run'
  await query(url, `drop database if exists ${name} with (force)`)
  await query(url, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: withDatabase(url, name),
    drop: async () => {
      await query(url, `drop database if exists ${name} with (force)`)
      if (!keep) await query(url, `drop database if exists ${template}`)
    },
  }
}
