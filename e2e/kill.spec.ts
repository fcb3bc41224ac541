/** The built app under kill -9, a dying database and SIGTERM, each in the middle of writes. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressOf, startApp } from './app'

let folder: string
let dataDir: string
const started: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sadok-kill-'))
  chmodSync(folder, 0o711)
  dataDir = join(folder, 'data')
})

afterEach(async () => {
  for (const app of started.splice(0)) {
    if (app.exitCode !== null || app.signalCode !== null) continue
    app.kill('SIGTERM')
    await once(app, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<{ app: ChildProcess; address: string }> {
  const app = startApp({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent', RATE_LIMIT: '0' })
  started.push(app)
  return { app, address: await addressOf(app) }
}

const postmaster = (): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Registers a farm and gives its session cookie. */
async function register(address: string): Promise<string> {
  const password = 'a-long-password-1'
  const body = { company_name: 'К', name: 'К', email: 'k@example.com', password, password_confirmation: password }
  const response = await fetch(`${address}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return response.headers.getSetCookie()[0]!.split(';')[0]!
}

interface Writers {
  /** names whose creation was answered with success */
  acknowledged: string[]
  /** answers other than success, in order */
  refused: number[]
  stop(): Promise<void>
}

/** Four writers that create species one after another, until stopped; a failed request is only counted. */
function startWriters(address: string, cookie: string): Writers {
  const acknowledged: string[] = []
  const refused: number[] = []
  let stopped = false
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; !stopped; n++) {
      const name = `вид ${writer}-${n}`
      const response = await fetch(`${address}/api/crud/species`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ name }),
      }).catch(() => null)
      if (response?.ok) acknowledged.push(name)
      else {
        refused.push(response?.status ?? 0)
        await sleep(50)
      }
    }
  }
  const all = Promise.all([0, 1, 2, 3].map(write))
  const stop = async (): Promise<void> => {
    stopped = true
    await all
  }
  return { acknowledged, refused, stop }
}

const someMore = async ({ acknowledged }: Writers): Promise<void> => {
  const enough = acknowledged.length + 25
  await expect.poll(() => acknowledged.length, { timeout: 20_000, interval: 20 }).toBeGreaterThan(enough)
}

async function missing(address: string, cookie: string, names: string[]): Promise<string[]> {
  const response = await fetch(`${address}/api/crud/species`, { headers: { cookie } })
  const rows = (await response.json()) as { name: string }[]
  const found = new Set(rows.map(({ name }) => name))
  return names.filter((name) => !found.has(name))
}

test('kill -9 of app and database loses nothing answered, and the session goes on', async () => {
  const first = await start()
  const cookie = await register(first.address)
  const writers = startWriters(first.address, cookie)
  await someMore(writers)
  process.kill(postmaster(), 'SIGKILL')
  first.app.kill('SIGKILL')
  await writers.stop()

  const { address } = await start()
  expect(await missing(address, cookie, writers.acknowledged)).toEqual([])
})

test('when the database dies the app brings it back and goes on', async () => {
  const { address } = await start()
  const cookie = await register(address)
  const writers = startWriters(address, cookie)
  await someMore(writers)
  const before = postmaster()
  process.kill(before, 'SIGKILL')
  await expect.poll(() => writers.refused.length, { timeout: 5000 }).toBeGreaterThan(0)
  await someMore(writers)
  await writers.stop()
  expect(postmaster()).not.toBe(before)
  expect(await missing(address, cookie, writers.acknowledged)).toEqual([])
})

test('a second app on the same folder is refused; SIGTERM answers what is under way and stops the database', async () => {
  const { app, address } = await start()
  await expect(start()).rejects.toThrow(/already running/)
  const cookie = await register(address)
  const writers = startWriters(address, cookie)
  await someMore(writers)
  app.kill('SIGTERM')
  const [code] = (await once(app, 'exit')) as [number]
  await writers.stop()
  expect(code).toBe(0)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  // 0 is a connection that was not taken any more; a request that was taken is never answered with a fault.
  expect(writers.refused.filter((status) => status >= 500 && status !== 503)).toEqual([])
  const again = await start()
  expect(await missing(again.address, cookie, writers.acknowledged)).toEqual([])
})

test('kill -9 in the middle of transformations leaves all of each or nothing', async () => {
  const first = await start()
  const cookie = await register(first.address)
  const call = async (address: string, method: string, path: string, body?: object) => {
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(`${address}/api${path}`, { method, headers, body: JSON.stringify(body) })
    return { ok: response.ok, body: (await response.json()) as never }
  }
  const made = async (path: string, body: object): Promise<{ id: number }> =>
    (await call(first.address, 'POST', path, body)).body
  const stock = await made('/crud/stock', { name: 'Цех' })
  const salt = await made('/goods', { name: 'Соль', type: 'workshop', measure: 'kg' })
  const fillet = await made('/workshop-goods', { name: 'Филе', type: 'fillet', measure: 'kg' })
  const moment = { date: '01.06.2026', time: '10:00' }
  await made(`/transact-good/${salt.id}`, { ...moment, stock: stock.id, count: 100_000 })
  const transform = {
    ...moment,
    from_goods: [{ good_id: salt.id, count: 3, stock_id: stock.id }],
    to_workshop_goods: [{ workshop_good_id: fillet.id, count: 3, stock_id: stock.id }],
  }
  let answered = 0
  let stopped = false
  const writers = [0, 1, 2, 3].map(async () => {
    while (!stopped) {
      const { ok } = await call(first.address, 'POST', '/transform-goods', transform).catch(() => ({ ok: false }))
      if (ok) answered += 1
    }
  })
  await expect.poll(() => answered, { timeout: 20_000, interval: 20 }).toBeGreaterThan(25)
  process.kill(postmaster(), 'SIGKILL')
  first.app.kill('SIGKILL')
  stopped = true
  await Promise.all(writers)

  const { address } = await start()
  const amount = async (path: string, good: { id: number }): Promise<number> => {
    const all = (await call(address, 'GET', path)).body as Record<string, Record<string, number>>
    return all[good.id]![stock.id]!
  }
  const [left, came] = [await amount('/all-goods-amounts', salt), await amount('/all-workshop-goods-amounts', fillet)]
  const period = '/goods-transforms?start=01.06.2026&end=01.06.2026'
  const stored = Object.keys((await call(address, 'GET', period)).body).length
  expect(left + came).toBe(100_000)
  expect(came).toBe(3 * stored)
  expect(stored).toBeGreaterThanOrEqual(answered)
})
