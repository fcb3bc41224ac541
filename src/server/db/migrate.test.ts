import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../testing/database'
import { query } from '../../testing/server'
import { migrate } from './migrate'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await freshDatabase()
  await query(database.url, (client) => client.query('DELETE FROM schema_migrations'))
  folder = mkdtempSync(join(tmpdir(), 'sadok-migrations-'))
})

afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

const file = (name: string, sql: string): void => writeFileSync(join(folder, name), sql)
const run = (): Promise<number> => migrate(database.url, undefined, folder)

test('applies in name order, once', async () => {
  file('0002-b.sql', 'INSERT INTO probe VALUES (2)')
  file('0001-a.sql', 'CREATE TABLE probe (n int); INSERT INTO probe VALUES (1)')
  expect(await run()).toBe(2)
  expect(await run()).toBe(0)
  const { rows } = await query(database.url, (client) => client.query('SELECT n FROM probe ORDER BY n'))
  expect(rows).toEqual([{ n: 1 }, { n: 2 }])
})

test('several processes at once apply each migration once', async () => {
  file('0001-a.sql', 'CREATE TABLE probe (n int)')
  const counts = await Promise.all([run(), run(), run(), run()])
  expect(counts.sort()).toEqual([0, 0, 0, 1])
})

test('a failing migration leaves nothing behind and names its line', async () => {
  file('0001-a.sql', 'CREATE TABLE probe (n int);\n\nSELECT nonsense;')
  await expect(run()).rejects.toThrow(/0001-a\.sql, line 3: .*nonsense/)
  const { rows } = await query(database.url, (client) => client.query("SELECT to_regclass('probe') AS probe"))
  expect(rows).toEqual([{ probe: null }])
})

test('an applied migration may not change, except for line ends', async () => {
  file('0001-a.sql', 'CREATE TABLE probe\n(n int)')
  await run()
  file('0001-a.sql', 'CREATE TABLE probe\r\n(n int)')
  expect(await run()).toBe(0)
  file('0001-a.sql', 'CREATE TABLE probe (n bigint)')
  await expect(run()).rejects.toThrow(/0001-a\.sql was changed/)
})

test('an older version refuses a newer database', async () => {
  file('0001-a.sql', 'CREATE TABLE probe (n int)')
  file('0002-b.sql', 'SELECT 1')
  await run()
  rmSync(join(folder, '0002-b.sql'))
  await expect(run()).rejects.toThrow(/newer than this version/)
})

test('the owner of a test database is bound by row-level security', async () => {
  const { rows } = await query(database.url, (client) =>
    client.query('SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user'),
  )
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }])
})
