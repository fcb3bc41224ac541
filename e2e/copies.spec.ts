/** «Копии», as the operator of an installation sees them: the first copy, one made now, and none where they are not. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeOperator } from '../src/testing/session'
import { addressOf, startApp } from './app'
import { expectText, overflow } from './actions'
import { openPage } from './browser'
import { registerFarm, sql, sqlIn } from './farm'

let folder: string
let app: ChildProcess
let address: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sadok-copies-'))
  chmodSync(folder, 0o711)
  app = startApp({ DATA_DIR: join(folder, 'data'), BACKUP_DIR: join(folder, 'copies'), DEMO: 'off' })
  address = await addressOf(app)
})
afterAll(async () => {
  app.kill('SIGTERM')
  if (app.exitCode === null) await once(app, 'exit')
  rmSync(folder, { recursive: true, force: true })
})

const copiesOf = async (base: string, session: { cookie: string }, width: number) => {
  const opened = await openPage({ width, context: { baseURL: base } })
  await opened.page.context().addCookies([{ name: 'sadok_session', value: session.cookie, url: base }])
  await opened.page.goto('/jobs/copies')
  return opened
}

test('an operator sees the first copy, and makes another when it is wanted', async () => {
  const farm = await registerFarm('Копии', address)
  await makeOperator((text, values) => sqlIn(join(folder, 'data'), text, values), farm.user)
  const { page, errors, close } = await copiesOf(address, farm, 1440)
  const facts = page.locator('dl').first()
  await expectText(facts, `Папка${join(folder, 'copies')}`)
  await expectText(facts, 'Хранятсявсе за 7 дн. и по одной за 4 нед.')
  // below the header
  const copies = page.getByRole('row').filter({ has: page.getByRole('cell') })
  const count = () => expect.poll(() => copies.filter({ hasText: ':' }).count(), { timeout: 30_000 })
  await count().toBe(1)
  await expectText(facts, /Скопировано по\d\d\.\d\d\.\d{4} \d\d:\d\d/)
  await page.getByRole('button', { name: 'Сделать сейчас' }).click()
  await count().toBe(2)
  expect(errors).toEqual([])
  await close()

  const phone = await copiesOf(address, farm, 390)
  await expectText(phone.page.locator('dl').first(), 'Скопировано по')
  await expect.poll(() => overflow(phone.page)).toBe(0)
  // the last of four tabs
  await expect
    .poll(async () => {
      const { x, width } = (await phone.page.getByRole('tab', { name: 'Копии' }).boundingBox())!
      return x + width
    })
    .toBeLessThanOrEqual(390)
  expect(phone.errors).toEqual([])
  await phone.close()
})

test('where no copies are made the page says how to have them', async () => {
  const farm = await registerFarm('Без копий')
  await makeOperator(sql, farm.user)
  const { page, errors, close } = await copiesOf(inject('baseUrl'), farm, 1440)
  await expectText(page.getByRole('main'), /Копии здесь не делаются.*BACKUP_DIR/)
  expect(errors).toEqual([])
  await close()
})
