/**
 * The server dies in the middle of taking what was recorded without it, after it has stored a record and before it
 * could say so.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { addressOf, startApp } from './app'
import { openPage } from './browser'
import { registerPond } from './farm'
import { expectCage, expectText, fill, operate, save } from './actions'

let folder: string
let port: number
let app: ChildProcess

/** The same address before and after, as a farm's server has. */
async function start(): Promise<string> {
  app = startApp({ DATA_DIR: join(folder, 'data'), DEMO: '0', LOG_LEVEL: 'silent', PORT: String(port) })
  return addressOf(app)
}

async function kill(): Promise<void> {
  app.kill('SIGKILL')
  await once(app, 'exit')
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sadok-offline-'))
  chmodSync(folder, 0o711)
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  port = (probe.address() as AddressInfo).port
  probe.close()
  await once(probe, 'close')
})

afterAll(async () => {
  if (app.exitCode === null && app.signalCode === null) {
    app.kill('SIGTERM')
    await once(app, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

test('records wait for a stopped server, and a restart in the middle of sending stores each once and in order', async () => {
  const base = await start()
  const pond = await registerPond('Перезапуск', { cages: 2, stocked: 1, base })
  const context = { baseURL: base, serviceWorkers: 'allow' as const }
  const { page, close } = await openPage({ width: 1440, height: 900, context })
  await page.context().addCookies([{ name: 'sadok_session', value: pond.cookie, url: base }])
  await page.goto('/')
  await expectCage(page, '1', /1 000 шт/)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

  await kill()
  const lost = ['1', '2', '3', '4', '5']
  for (const count of lost) {
    await operate(page, '1', 'Отход')
    await fill(page, { Количество: count })
    await save(page)
  }
  const waiting = page.getByRole('button', { name: /^\d+ запис/ })
  await expectText(waiting, '5 записей ждут сети')

  // the third is stored, then the server is gone before its answer has left
  let taken = 0
  let died: Promise<string> | null = null
  await page.context().route('**/api/retreat', async (route) => {
    taken += 1
    if (taken !== 3) return route.continue()
    await route.fetch()
    await kill()
    await route.abort('connectionreset')
    died = start()
  })
  await start()
  await expect.poll(() => died, { timeout: 40_000 }).not.toBeNull()
  await died
  await expect.poll(() => waiting.count(), { timeout: 40_000 }).toBe(0)
  await expectCage(page, '1', /985 шт/)
  const answer = await pond.call(kinds.retreat.list, { start: pond.daysAgo(1), end: pond.daysAgo(0) })
  const rows = (Array.isArray(answer) ? answer : answer.rows).sort((one, other) => one.id - other.id)
  expect(rows.map(({ count }) => String(count))).toEqual(lost)
  await close()
})
