/** Copies of the embedded database: any moment comes back as it was, and whatever is cut off or wrong is said. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ledgerReading } from '../../core/documents/kinds/kinds.server'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { type BackupSettings, listCopies } from '../../server/db/backup/copies'
import { type Backup, openBackup } from '../../server/db/backup/keeper'
import { copyOnce } from '../../server/db/backup/once'
import { restore, type RestoreOptions } from '../../server/db/backup/restore'
import { openDatabase } from '../../server/db/client'
import { companyIds } from '../../server/db/companies'
import { type EmbeddedServer, startEmbeddedServer } from '../../server/db/embedded-server'
import { checkLedger } from '../../server/db/ledger/check'
import { migrate } from '../../server/db/migrate'
import { openPond, type Pond } from '../../testing/farm/pond'
import { query, withDatabase } from '../../testing/server'
import { makeOperator } from '../../testing/session'
import { noticesCall } from '../../shared/notices/notices'
import { backupJob } from './backup-job.server'
import { backupsCall } from './backups.contract'

let folder: string
let server: EmbeddedServer
let backup: Backup
let pond: Pond
let cage: number

const place = (name: string) => join(folder, name)
const settings = (more: Partial<BackupSettings> = {}): BackupSettings => ({
  folder: place('copies'),
  key: null,
  days: 7,
  weeks: 4,
  ...more,
})
const sql = <T extends object>(text: string, values: unknown[] = []) =>
  query(withDatabase(server.adminUrl, 'sadok'), async (client) => (await client.query<T>(text, values)).rows)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sadok-backups-'))
  chmodSync(folder, 0o711)
  server = await startEmbeddedServer({ dataDir: place('data') })
  await migrate(server.url)
  backup = openBackup(server.backup, settings())
  pond = await openPond({ databaseUrl: server.webUrl, backup })
  cage = (await pond.cage()).id
  await pond.stock(cage, 20, 1000)
})
afterAll(async () => {
  await pond.farm.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** All rows of all tables: table → their digest. What the queues do by themselves is left out. */
async function stateOf(adminUrl: string): Promise<Record<string, string>> {
  return query(withDatabase(adminUrl, 'sadok'), async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    const state: Record<string, string> = {}
    for (const { name } of rows) {
      const digest = `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`
      state[name] = (await client.query<{ sum: string }>(digest)).rows[0]!.sum
    }
    return state
  })
}

/** The moment by the server's clock, with all that is committed before it. */
const now = async () => (await sql<{ now: Date }>('select clock_timestamp() as now'))[0]!.now

const isRight = async (url: string) => {
  const database = openDatabase(url, 1)
  try {
    for await (const company of companyIds(database))
      expect(await database.transaction(company, (tx) => checkLedger(tx, company, ledgerReading))).toEqual([])
    return true
  } finally {
    await database.close()
  }
}

/** Brings a moment back on a machine that has nothing but the copies. */
const bringBack = (name: string, wanted: Partial<RestoreOptions> = {}) =>
  restore({ dataDir: place(name), from: settings(), at: null, check: isRight, log: () => undefined, ...wanted })

async function stateThere(name: string): Promise<Record<string, string>> {
  const there = await startEmbeddedServer({ dataDir: place(name) })
  try {
    return await stateOf(there.adminUrl)
  } finally {
    await there.stop()
  }
}

describe('a moment', () => {
  let before: Record<string, string>
  let after: Record<string, string>
  let moment: Date
  beforeAll(async () => {
    await backup.copyNow()
    const kept = await pond.lose(cage, 10, 40)
    before = await stateOf(server.adminUrl)
    moment = await now()
    // the disaster
    await pond.lose(cage, 9, 300)
    await pond.farm.call(kinds.retreat.remove, { id: kept.id })
    await sql('truncate audit_log')
    await sql('create table later as select generate_series(1, 100000) as n')
    after = await stateOf(server.adminUrl)
    await backup.copyNow()
  })

  it('comes back exactly as it was, on a machine that has only the copies', async () => {
    const { copy } = await bringBack('there', { at: moment })
    expect(await stateThere('there')).toEqual(before)
    expect(before).not.toEqual(after)
    expect(copy.manifest.key_mark).toBeNull()
  })

  it('without one everything comes back that was acknowledged before the last copy of the log', async () => {
    await bringBack('last')
    expect(await stateThere('last')).toEqual(after)
  })

  it('is not put in place when its books are not right', async () => {
    await expect(bringBack('wrong', { check: () => Promise.resolve(false) })).rejects.toThrow(
      /Книги этого момента не сходятся/,
    )
    expect(readdirSync(place('wrong'))).toEqual(['restore'])
  })

  it('before the first base or after the last log is refused with those that there are', async () => {
    await expect(bringBack('early', { at: new Date(0) })).rejects.toThrow(/раньше .* вернуть нельзя/)
    await expect(bringBack('late', { at: new Date(Date.now() + 60_000) })).rejects.toThrow(/не скопирован: последний/)
    await expect(bringBack('none', { from: settings({ folder: place('nowhere') }) })).rejects.toThrow(
      /нет готовых копий/,
    )
  })
})

describe('an encrypted copy', () => {
  const key = randomBytes(32)
  const sealed = () => settings({ folder: place('sealed'), key })
  beforeAll(async () => {
    await copyOnce(server.backup, sealed())
  })
  it('comes back with its key, and without it or with another one is refused by a sentence', async () => {
    await expect(bringBack('closed', { from: { ...sealed(), key: null } })).rejects.toThrow(
      /зашифрована, задайте BACKUP_KEY/,
    )
    await expect(bringBack('closed', { from: { ...sealed(), key: randomBytes(32) } })).rejects.toThrow(
      /не от этой копии/,
    )
    await bringBack('opened', { from: sealed() })
    expect(await stateThere('opened')).toEqual(await stateOf(server.adminUrl))
  })
  it('shows nothing of the database', async () => {
    const [copy] = await listCopies(place('sealed'))
    const password = readFileSync(join(place('data'), 'postgres.password'), 'utf8')
    for (const name of readdirSync(copy!.folder)) {
      const bytes = readFileSync(join(copy!.folder, name))
      expect(bytes.includes(password), name).toBe(false)
      if (name.endsWith('.gz')) expect(bytes.subarray(0, 7).toString(), name).toBe('SADOKCP')
    }
  })
  it('a damaged file of it is named', async () => {
    const [copy] = await listCopies(place('sealed'))
    const base = join(copy!.folder, 'base.tar.gz')
    truncateSync(base, 100_000)
    await expect(bringBack('damaged', { from: sealed() })).rejects.toThrow(`Файл копии повреждён: ${base}`)
    expect(readdirSync(place('damaged'))).toEqual(['restore'])
  })
})

describe('copying goes on', () => {
  it('after it was cut off: what is half done is nobody’s copy, and is cleared away', async () => {
    const other = openBackup(server.backup, settings({ folder: place('cut') }))
    await other.makeBase()
    const half = place('cut/.part-999999999-2026-11-20T00-00-00-000Z')
    mkdirSync(half)
    appendFileSync(join(half, 'base.tar.gz'), 'half')
    const [copy] = await other.copies()
    // nor is one whose notes are damaged
    cpSync(copy!.folder, place('cut/2026-01-01T00-00-00-000Z'), { recursive: true })
    truncateSync(place('cut/2026-01-01T00-00-00-000Z/manifest.json'), 20)
    appendFileSync(join(copy!.folder, '000000010000000000000001.gz.part'), 'half')
    expect(await other.copies()).toHaveLength(1)
    await other.makeBase()
    const names = readdirSync(place('cut'), { recursive: true, encoding: 'utf8' })
    expect(names.filter((name) => name.includes('.part'))).toEqual([])
    const [newer, older] = await other.copies()
    // no moment between the two is missing
    expect(Date.parse(older!.log!.until)).toBeGreaterThan(Date.parse(newer!.manifest.finished_at))
  })

  it('from a new base when the server no longer keeps the log of the last one', async () => {
    await sql('select pg_drop_replication_slot(slot_name) from pg_replication_slots')
    const count = (await backup.copies()).length
    await backup.copyNow()
    expect((await backup.copies()).length).toBe(count + 1)
  })

  it('and keeps the log only for the base that it goes on from', async () => {
    await backup.makeBase()
    const [newest] = await backup.copies()
    const slots = await sql<{ slot_name: string }>('select slot_name from pg_replication_slots')
    expect(slots.map(({ slot_name }) => slot_name.toUpperCase())).toEqual([`SADOK_${newest!.id.replace(/\W/g, '_')}`])
  })
})

describe('the operator', () => {
  const read = () => pond.farm.call(backupsCall, {})
  const bell = async (on?: FastifyInstance) =>
    (await pond.farm.call(noticesCall, {}, { on })).filter(({ kind }) => kind === 'backup-late')
  const disk = mkdtempSync(join(tmpdir(), 'sadok-small-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'sadok-small', disk]).status === 0
  afterAll(() => {
    vi.useRealTimers()
    if (mounted) spawnSync('umount', [disk])
    rmSync(disk, { recursive: true, force: true })
  })
  beforeAll(async () => {
    await query(withDatabase(server.adminUrl, 'sadok'), (client) =>
      makeOperator(async (text, values) => (await client.query(text, values)).rows, pond.farm.session.user),
    )
  })
  it('sees which moments can be brought back, and that all is well', async () => {
    const found = await read()
    expect(found).toMatchObject({ folder: place('copies'), days: 7, weeks: 4, fault: null })
    const [newest] = await backup.copies()
    expect(found.rows[0]).toMatchObject({ id: newest!.id, encrypted: false })
    expect(found.rows[0]!.from <= found.rows[0]!.until).toBe(true)
    expect(found.rows[0]!.base_size).toBeGreaterThan(1)
    expect(await bell()).toEqual([])
  })
  it('is told on the page why copies fail, while the farm works on, until they do again', async () => {
    const gone = openBackup(server.backup, settings({ folder: place('away/copies') }))
    await expect(gone.copyNow()).rejects.toThrow('ENOENT')
    const app = await pond.farm.process({ backup: gone })
    const there = await pond.farm.call(backupsCall, {}, { on: app })
    expect(there).toMatchObject({ fault: { text: 'Папка на диске недоступна.' }, rows: [] })
    mkdirSync(place('away'))
    await gone.copyNow()
    expect(await pond.farm.call(backupsCall, {}, { on: app })).toMatchObject({ fault: null, rows: [{}] })
  })
  it.skipIf(!mounted)('is told of a full disk, and copies go on once there is room', async () => {
    const small = openBackup(server.backup, settings({ folder: join(disk, 'copies') }))
    await expect(small.copyNow()).rejects.toThrow('ENOSPC')
    const app = await pond.farm.process({ backup: small })
    const there = () => pond.farm.call(backupsCall, {}, { on: app })
    expect(await there()).toMatchObject({ fault: { text: 'На диске сервера кончилось место.' }, rows: [] })
    // the farm works on, and half a copy is not there
    await pond.lose(cage, 3, 1)
    expect(readdirSync(join(disk, 'copies'))).toEqual([])
    spawnSync('mount', ['-o', 'remount,size=512m', disk])
    await small.copyNow()
    expect(await there()).toMatchObject({ fault: null, rows: [{}] })
  })

  it('hears in the bell that copies have failed for ten minutes, and that the last whole one is two days old', async () => {
    const away = openBackup(server.backup, settings({ folder: place('unplugged/copies') }))
    await expect(away.copyNow()).rejects.toThrow('ENOENT')
    const app = await pond.farm.process({ backup: away })
    const told = async () => (await bell(app)).map(({ text }) => text)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    expect(await told()).toEqual([expect.stringMatching(/^Копии базы не делаются с .* Папка на диске недоступна\.$/)])
    mkdirSync(place('unplugged'))
    await away.copyNow()
    expect(await told()).toEqual([])
    vi.setSystemTime(Date.now() + 49 * 3_600_000)
    expect(await told()).toEqual([expect.stringMatching(/^Полной копии базы нет больше двух суток: последняя /)])
    vi.useRealTimers()
  })

  it('nobody else does, and the job makes a copy', async () => {
    const other = await pond.farm.company()
    await pond.farm.call(backupsCall, {}, { as: other, expect: 403 })
    const count = (await backup.copies()).length
    await backupJob.run({ backup, progress: () => undefined } as never, undefined as never)
    expect((await backup.copies()).length).toBe(count + 1)
  })
})
