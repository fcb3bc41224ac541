/** The first start: calls are answered while the demo farm is filled, and a filling that was killed begins again. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, demoOf, healthOf, startApp } from './app'
import { openPage } from './browser'

let folder: string
const started: ChildProcess[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sadok-filling-'))
  chmodSync(folder, 0o711)
})
afterAll(async () => {
  await stop('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<string> {
  const app = startApp({ DATA_DIR: join(folder, 'data') })
  started.push(app)
  return (await addressOf(app)).replace('localhost', '127.0.0.1')
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  for (const app of started.splice(0)) {
    app.kill(signal)
    await once(app, 'exit')
  }
}

const post = async (address: string, path: string, body: object) => {
  const answer = await fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

const PASSWORD = 'a-long-password-1'

test('others register meanwhile, and a killed filling begins again and fills it once', async () => {
  const first = await start()
  const { page, errors, close } = await openPage()
  await page.goto(`${first}/login`)
  await page.getByText(/Демонстрационное хозяйство заполняется: \d+\s%/).waitFor()
  expect(errors).toEqual([])
  await close()
  const own = { email: 'own@example.com', password: PASSWORD }
  const farm = { ...own, company_name: 'Своё', name: 'Анна', password_confirmation: PASSWORD }
  const { status, cookie } = await post(first, '/register', farm)
  expect(status).toBe(200)
  // whoever comes first can have alarms sent to their device
  const push = await fetch(`${first}/api/push/key`, { headers: { cookie } })
  expect(await push.json()).toMatchObject({ key: expect.any(String) as string })
  expect(await healthOf(first)).toMatchObject({ demo: false, demo_filling: expect.any(Number) as number })
  await stop('SIGKILL')

  const second = await start()
  await demoOf(second)
  expect((await post(second, '/login', own)).status).toBe(200)
  const demo = await post(second, '/login', { email: 'demo@example.com', password: 'demo-farm' })
  const cages = await fetch(`${second}/api/cages`, { headers: { cookie: demo.cookie } })
  expect((await cages.json()) as unknown[]).toHaveLength(36)
  await stop('SIGTERM')

  const third = await start()
  expect(await healthOf(third)).toMatchObject({ demo: true })
  expect(await healthOf(third)).not.toHaveProperty('demo_filling')
}, 300_000)
