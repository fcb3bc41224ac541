/**
 * The demo farm where others reach it: its password is made at random, told once in the terminal, and announced
 * nowhere.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, healthOf, startApp } from './app'

let folder: string
let app: ChildProcess | null = null
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sadok-demo-'))
  chmodSync(folder, 0o711)
})
afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(env: NodeJS.ProcessEnv) {
  app = startApp({ DATA_DIR: join(folder, 'data'), ...env })
  let said = ''
  app.stdout!.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const address = (await addressOf(app)).replace('localhost', '127.0.0.1')
  const login = async (password: string) => {
    const response = await fetch(`${address}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'demo@example.com', password }),
    })
    return response.status
  }
  return { login, health: () => healthOf(address), said: () => said }
}

async function stop(): Promise<void> {
  if (!app || app.exitCode !== null) return
  app.kill('SIGTERM')
  await once(app, 'exit')
}

// it starts the application three times, and fills a farm
test('nothing is made on an open address unless it is asked for, and then its password is nobody’s', async () => {
  const first = await start({ HOST: '0.0.0.0' })
  // told behind the address
  await expect.poll(first.said).toContain('passwords cross the network unencrypted')
  expect(await first.login('demo-farm')).toBe(422)
  expect((await first.health()).demo).toBe(false)
  await stop()

  const second = await start({ HOST: '0.0.0.0', DEMO: '1' })
  const told = /demo@example\.com, (\S+) \(/
  await expect.poll(second.said, { timeout: 100_000 }).toMatch(told)
  const password = told.exec(second.said())![1]!
  expect(password).toMatch(/^[\w-]{12}$/)
  expect((await second.health()).demo).toBe(false)
  expect(await second.login('demo-farm')).toBe(422)
  expect(await second.login(password)).toBe(200)
  await stop()

  const third = await start({ HOST: '0.0.0.0', DEMO: '1' })
  expect(third.said()).not.toContain(password)
  expect(await third.login(password)).toBe(200)
}, 150_000)
