import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { query } from '../testing/server'
import { startEmbeddedServer, type EmbeddedServer } from './embedded-server'
import { isAlive } from './embedded/processes'

let folder: string
let running: EmbeddedServer[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sadok-embedded-'))
  running = []
})

afterEach(async () => {
  for (const server of running) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({ dataDir: folder })
  running.push(server)
  return server
}

/** Another process that starts the server, prints its address and stays. */
async function startElsewhere(): Promise<{ holder: ChildProcess; url: string }> {
  const script = join(folder, 'holder.mts')
  const module = JSON.stringify(join(import.meta.dirname, 'embedded-server.ts'))
  writeFileSync(
    script,
    `import { startEmbeddedServer } from ${module}
    console.log((await startEmbeddedServer({ dataDir: ${JSON.stringify(folder)} })).url)
    setInterval(() => {}, 1000)`,
  )
  const holder = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(holder.stdout!, 'data')) as [Buffer]
  return { holder, url: line.toString().trim() }
}

const serverPid = (): number => Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

test('starts, keeps its data over a restart, and stops', async () => {
  const first = await start()
  await query(first.url, (client) => client.query('CREATE TABLE probe AS SELECT 7 AS n'))
  const pid = serverPid()
  await first.stop()
  expect(isAlive(pid)).toBe(false)
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)

  const second = await start()
  const { rows } = await query(second.url, (client) => client.query('SELECT n, lower($1) AS lower FROM probe', ['ЁЖ']))
  expect(rows).toEqual([{ n: 7, lower: 'ёж' }])
})

test('its owner is no superuser and may make roles', async () => {
  const { url } = await start()
  const { rows } = await query(url, (client) =>
    client.query(
      'SELECT current_user, rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = current_user',
    ),
  )
  expect(rows).toEqual([{ current_user: 'sadok_owner', rolsuper: false, rolbypassrls: false, rolcreaterole: true }])
})

test('refuses a folder that a live process holds, and takes over when that one was killed', async () => {
  const { holder, url } = await startElsewhere()
  await expect(startEmbeddedServer({ dataDir: folder })).rejects.toThrow(/already running/)
  await query(url, (client) => client.query('CREATE TABLE probe AS SELECT 1 AS n'))
  holder.kill('SIGKILL')
  await once(holder, 'exit')

  const pid = serverPid()
  const attached = await start()
  expect(serverPid()).toBe(pid)
  expect(attached.url).toBe(url)
  const { rows } = await query(attached.url, (client) => client.query('SELECT n FROM probe'))
  expect(rows).toEqual([{ n: 1 }])
  await attached.stop()
  expect(isAlive(pid)).toBe(false)
})

test('starts the database again on the same address when it is killed', async () => {
  const { url } = await start()
  await query(url, (client) => client.query('CREATE TABLE probe AS SELECT 1 AS n'))
  process.kill(serverPid(), 'SIGKILL')
  const answer = async (): Promise<unknown[]> =>
    (await query(url, (client) => client.query('SELECT n FROM probe'))).rows
  await expect.poll(() => answer().catch(() => null), { timeout: 15_000, interval: 100 }).toEqual([{ n: 1 }])
})

test('starts although the number of its dead server went to another program', async () => {
  const { stop } = await start()
  await stop()
  writeFileSync(
    join(folder, 'postgres', 'postmaster.pid'),
    `${process.pid}\n${folder}\n0\n1\n\n127.0.0.1\n\nready   \n`,
  )
  const { url } = await start()
  expect((await query(url, (client) => client.query('SELECT 1 AS n'))).rows).toEqual([{ n: 1 }])
})
