import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { query } from '../../testing/server'
import { startEmbeddedServer, type EmbeddedServer } from './embedded-server'
import { type Cluster, rotateLog } from './embedded/cluster'
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

test('starts the database again on the same address each time it is killed, and ends the one that runs last', async () => {
  const log: string[] = []
  const server = await startEmbeddedServer({ dataDir: folder, log: (line) => log.push(line) })
  running.push(server)
  await query(server.url, (client) => client.query('CREATE TABLE probe AS SELECT 1 AS n'))
  const restarts = (): string[] => log.flatMap((line) => /\(pid (\d+)\) answers again/.exec(line)?.[1] ?? [])
  const killed: string[] = []
  while (killed.length < 2) {
    killed.push(String(serverPid()))
    process.kill(serverPid(), 'SIGKILL')
    // Until it says so the server is still being started, and its death then is only another try.
    await expect.poll(restarts, { timeout: 40_000, interval: 100 }).toHaveLength(killed.length)
    const { rows } = await query(server.url, (client) => client.query('SELECT n FROM probe'))
    expect(rows).toEqual([{ n: 1 }])
  }
  const last = serverPid()
  expect(restarts()).toEqual([killed[1], String(last)])
  expect(log.flatMap((line) => /\(pid (\d+)\) is gone/.exec(line)?.[1] ?? [])).toEqual(killed)
  await server.stop()
  expect(isAlive(last)).toBe(false)
})

test('starts although the number of its dead server went to another program', async () => {
  const { stop } = await start()
  await stop()
  writeFileSync(
    join(folder, 'postgres', 'postmaster.pid'),
    `${process.pid}\n${folder}\n0\n1\n\n127.0.0.1\n\nready   \n`,
  )
  writeFileSync(join(folder, 'postgres', '.s.PGSQL.5432.lock'), `${process.pid}\n${folder}\n0\n5432\n.\n`)
  const { url } = await start()
  expect((await query(url, (client) => client.query('SELECT 1 AS n'))).rows).toEqual([{ n: 1 }])
})

test('is reached by a socket in a folder that is closed to others, and by no port', async () => {
  const { url, webUrl, adminUrl } = await start()
  for (const address of [url, webUrl, adminUrl])
    expect(new URL(address).searchParams.get('host')).toBe(join(folder, 'postgres'))
  expect(statSync(join(folder, 'postgres')).mode & 0o077).toBe(0)
  expect(statSync(join(folder, 'postgres', '.s.PGSQL.5432')).isSocket()).toBe(true)
  const { rows } = await query(url, (client) => client.query("SELECT current_setting('listen_addresses') AS open"))
  expect(rows).toEqual([{ open: '' }])
})

test('is reached by a port of this machine alone where the path is too long for a socket', async () => {
  const long = join(folder, 'd'.repeat(120))
  const server = await startEmbeddedServer({ dataDir: long })
  running.push(server)
  const { hostname, searchParams } = new URL(server.url)
  expect([hostname, searchParams.get('host')]).toEqual(['127.0.0.1', null])
  const { rows } = await query(server.url, (client) =>
    client.query("SELECT current_setting('listen_addresses') AS open"),
  )
  expect(rows).toEqual([{ open: '127.0.0.1' }])
})

test('a folder of an earlier version gets the role of the application, and its owner stays', async () => {
  const first = await start()
  await query(first.adminUrl, (client) => client.query('DROP ROLE sadok_web'))
  await query(first.url, (client) => client.query('CREATE TABLE probe AS SELECT 7 AS n'))
  await first.stop()
  const { url, webUrl } = await start()
  const who = 'SELECT current_user AS me, rolsuper AS super FROM pg_roles WHERE rolname = current_user'
  expect((await query(webUrl, (client) => client.query(who))).rows).toEqual([{ me: 'sadok_web', super: false }])
  expect((await query(url, (client) => client.query('SELECT n FROM probe'))).rows).toEqual([{ n: 7 }])
  const spying = query(webUrl, (client) => client.query('SELECT n FROM probe'))
  await expect(spying).rejects.toMatchObject({ code: '42501' })
})

test('the server knows none of our settings, and its log does not grow without end while it runs', async () => {
  process.env['SMTP_URL'] = 'smtp://secret@example.com'
  const { url } = await start()
  delete process.env['SMTP_URL']
  if (existsSync('/proc/self/environ'))
    expect(readFileSync(`/proc/${serverPid()}/environ`, 'utf8')).not.toContain('secret')
  const log = join(folder, 'postgres.log')
  appendFileSync(log, 'x'.repeat(6_000_000))
  rotateLog({ dataDir: folder } as Cluster)
  const fail = query(url, (client) => client.query('SELECT nonsense'))
  await expect(fail).rejects.toMatchObject({ code: '42703' })
  expect(readFileSync(log, 'utf8')).toContain('nonsense')
  expect(statSync(log).size).toBeLessThan(10_000)
  expect(statSync(`${log}.1`).size).toBeGreaterThan(6_000_000)
})
