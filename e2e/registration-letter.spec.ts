/**
 * Where letters leave the server: a farm is opened by the letter and the password together, by neither of them alone.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailServer } from '../src/testing/net/mail-server'
import { addressOf, startApp } from './app'
import { openPage } from './browser'
import { PASSWORD } from './farm'

let folder: string
let post: Awaited<ReturnType<typeof openMailServer>>
let app: ChildProcess
let address: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sadok-letters-'))
  chmodSync(folder, 0o711)
  post = await openMailServer()
  app = startApp({
    DATA_DIR: join(folder, 'data'),
    DEMO: 'off',
    SMTP_URL: post.url,
    BASE_URL: 'http://farm.example',
  })
  address = await addressOf(app)
})
afterAll(async () => {
  app.kill('SIGTERM')
  if (app.exitCode === null) await once(app, 'exit')
  post.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a newcomer registers at a desk and opens the farm on the phone where the letter came', async () => {
  const desk = await openPage({ width: 1440, context: { baseURL: address } })
  await desk.page.goto('/register')
  await desk.page.getByLabel('Название хозяйства').fill('Тихий плёс')
  await desk.page.getByLabel('Ваше имя').fill('Вера Окунева')
  await desk.page.getByLabel('E-mail').fill('vera@example.com')
  await desk.page.getByRole('textbox', { name: 'Пароль', exact: true }).fill(PASSWORD)
  await desk.page.getByRole('textbox', { name: 'Пароль ещё раз' }).fill(PASSWORD)
  await desk.page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  await desk.page.getByText(/На vera@example.com отправлено письмо/).waitFor()
  await desk.close()

  await expect.poll(() => post.letters.length).toBe(1)
  const path = /http:\/\/farm\.example(\/register#token=\S+)/.exec(post.letters[0]!)![1]!
  const phone = await openPage({ width: 390, height: 844, context: { baseURL: address } })
  const { page } = phone
  // a broken link in the same tab is followed by the right one
  await page.goto('/register#token=broken')
  await page.getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Создать хозяйство' }).click()
  await page.getByText('Ссылка устарела. Зарегистрируйтесь ещё раз.').waitFor()
  await page.goto(path)
  await page.getByRole('textbox', { name: 'Пароль' }).fill('чужая догадка')
  expect(page.url()).toBe(`${address}/register`)
  await page.getByRole('button', { name: 'Создать хозяйство' }).click()
  await page.getByText('Не тот пароль, что при регистрации').waitFor()
  await page.getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Создать хозяйство' }).click()
  await page.getByText('Данные о модулях не найдены.').waitFor()
  // the browser's own words about the answers 422
  expect(phone.errors.filter((one) => !one.includes('422'))).toEqual([])
  await phone.close()
})
