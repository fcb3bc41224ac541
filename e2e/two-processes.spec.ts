/**
 * Two processes of the built application on one database, with a role for the application and another for its owner, as
 * the README says.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newExternalUser } from '../src/server/outside/external-user'
import { startEmbeddedServer, type EmbeddedServer } from '../src/server/db/embedded-server'
import { withDatabase } from '../src/testing/server'
import { addressOf, startApp } from './app'
import { registerPond } from './farm'

let folder: string
let server: EmbeddedServer
const apps: ChildProcess[] = []
const addresses: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sadok-two-'))
  chmodSync(folder, 0o711)
  server = await startEmbeddedServer({ dataDir: folder, durable: false })
  for (let turn = 0; turn < 2; turn++) {
    const app = startApp({
      DATABASE_URL: server.webUrl,
      DATABASE_OWNER_URL: server.url,
      DATA_DIR: join(folder, `${turn}`),
    })
    apps.push(app)
    addresses.push(await addressOf(app))
  }
})
afterAll(async () => {
  for (const app of apps) {
    app.kill('SIGTERM')
    if (app.exitCode === null) await once(app, 'exit')
  }
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('count the requests of an application outside together', async () => {
  const pond = await registerPond('Ферма «Две»', { base: addresses[0] })
  const parameter = await pond.parameter({ location: pond.module.id })
  const { token, row } = newExternalUser(pond.user.company.id, 'Датчик')
  const client = new pg.Client({ connectionString: withDatabase(server.adminUrl, 'sadok') })
  await client.connect()
  await client.query(
    `insert into external_users (company_id, name, token_hash, token_end) values ($1, $2, $3, $4)`,
    Object.values(row),
  )
  await client.end()
  const push = async (turn: number) => {
    const response = await fetch(`${addresses[turn % 2]}/external/input/${parameter.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ value: 8, datetime: `${pond.daysAgo(2)} 10:00` }),
    })
    return response.status
  }
  const statuses = await Promise.all(Array.from({ length: 130 }, (_, turn) => push(turn)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(120)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})
