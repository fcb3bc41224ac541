/** What is done beside the calls, as those see it who look after a farm or an installation. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailServer } from '../src/testing/net/mail-server'
import { makeOperator } from '../src/testing/session'
import { addressOf, startApp } from './app'
import { expectText, fill, save } from './actions'
import { openPage } from './browser'
import { PASSWORD, registerPond, sql } from './farm'

let folder: string
let post: Awaited<ReturnType<typeof openMailServer>>
let app: ChildProcess
let address: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sadok-jobs-'))
  chmodSync(folder, 0o711)
  post = await openMailServer()
  const mail = { SMTP_URL: post.url, BASE_URL: 'http://farm.example' }
  app = startApp({ DATA_DIR: join(folder, 'data'), DEMO: 'off', ...mail })
  address = await addressOf(app)
})
afterAll(async () => {
  app.kill('SIGTERM')
  if (app.exitCode === null) await once(app, 'exit')
  post.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (path: string, body: object) =>
  fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** The session of a farm that was opened by its letter. */
async function register(): Promise<{ cookie: string }> {
  const farm = { company_name: 'Тихий плёс', name: 'Вера Окунева', email: 'vera@example.com' }
  await ask('/register', { ...farm, password: PASSWORD, password_confirmation: PASSWORD })
  await expect.poll(() => post.letters.length).toBe(1)
  const token = /register#token=(\S+)/.exec(post.letters[0]!)![1]!
  const entered = await ask('/register/confirm', { token, password: PASSWORD })
  return { cookie: /^sadok_session=([^;]+)/.exec(entered.headers.getSetCookie()[0]!)![1]! }
}

test('an administrator sees a letter that the mail server did not take, and sends it again when it does', async () => {
  const { cookie } = await register()
  const { page, errors, close } = await openPage({ width: 1440, context: { baseURL: address } })
  await page.context().addCookies([{ name: 'sadok_session', value: cookie, url: address }])
  const port = Number(new URL(post.url).port)
  post.close()
  await page.goto('/users')
  await page.getByRole('button', { name: 'Создать', exact: true }).click()
  await fill(page, { Имя: 'Семён Кормилов', 'E-mail': 'semen@example.com' })
  await save(page)
  await page.getByRole('button', { name: 'Готово' }).click()
  await page.goto('/jobs')
  const letter = page.getByRole('row').filter({ hasText: 'Почтовый сервер не отвечает.' })
  await expectText(letter, /Письмо.*Ждёт повтора/)
  expect(await page.content()).not.toMatch(/semen@example|token=/)

  post = await openMailServer(port)
  await letter.getByRole('button', { name: 'Повторить' }).click()
  await expect.poll(() => post.letters.length).toBe(1)
  expect(post.letters[0]).toContain('/invitation#token=')
  await letter.waitFor({ state: 'detached' })
  await expectText(page.getByRole('row').filter({ hasText: 'Письмо' }), /Выполнено/)
  expect(errors).toEqual([])
  await close()
})

test('an operator watches a long job, and runs one now without waiting for its hour', async () => {
  const pond = await registerPond('Задания')
  await makeOperator(sql, pond.user)
  const [run] = await sql<{ id: string }>(
    `insert into pgboss.job (name, data, state, started_on, output)
     values ('cleaning', '{}', 'active', now(), '{"done": 3, "total": 8}') returning id`,
  )
  const { page, errors, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/jobs/clock')
  const cleaning = page.getByRole('row').filter({ hasText: 'Уборка устаревшего' })
  await expectText(cleaning, /Выполняется.*3 из 8/)
  await sql(`update pgboss.job set output = '{"done": 5, "total": 8}' where id = $1`, [run!.id])
  await expectText(cleaning, /5 из 8/)
  await sql(`update pgboss.job set state = 'completed', completed_on = now(), output = null where id = $1`, [run!.id])
  await expectText(cleaning, /Выполнено/)
  await cleaning.getByRole('button', { name: 'Выполнить сейчас' }).click()
  await page.getByRole('tab', { name: 'Вся установка' }).click()
  const done = () =>
    sql<{ count: number }>(
      `select count(*)::int as count from pgboss.job
       where name = 'cleaning' and state = 'completed' and data ? 'asked' and created_on > now() - interval '1 minute'`,
    )
  await expect.poll(async () => (await done())[0]!.count, { timeout: 15_000 }).toBe(1)
  await expectText(page.getByRole('row').filter({ hasText: 'Уборка устаревшего' }).first(), /Выполнено/)
  expect(errors).toEqual([])
  await close()
})
