/** A zootechnician saves a report under a name, finds it as it was, and gets it by letter. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { expectText, overflow } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'
import { readWorkbook } from './xlsx'

let farm: Awaited<ReturnType<typeof registerPond>>
let open: OpenPage
let page: Page
beforeAll(async () => {
  farm = await registerPond('Письма', { cages: 2, stocked: 2 })
  await farm.subscribedFor(300)
  const loss = { ...farm.group, date: farm.daysAgo(1), time: '09:00' }
  await farm.call(kinds.retreat.create, { ...loss, from_id: farm.cages[0]!, count: 7 })
  open = await openPage({ width: 1440, height: 1000, as: farm })
  page = open.page
})
afterAll(() => open.close())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const losses = () => page.getByRole('region', { name: 'Отходы по садкам', exact: true })

test('a report is saved with a period that moves', async () => {
  await page.goto('/reports/retreats')
  await expectText(losses(), /Итого/)
  await button('Сохранить как…').click()
  await page.getByLabel('Название').fill('Отход за месяц')
  await page.getByRole('dialog').getByLabel('Период').first().click()
  await page.getByRole('option', { name: 'Последние 30 дней' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
  await page.waitForURL(/\/reports\/retreats\?period=last-30&view=\d+$/)
  await expectText(losses(), /7/)
})

test('what differs from it is said, and put back', async () => {
  await page.getByText('Неделя', { exact: true }).first().click()
  await page.getByText('изменён', { exact: true }).waitFor()
  await button('Вернуть').click()
  await page.getByText('изменён', { exact: true }).waitFor({ state: 'detached' })
  await page.waitForURL(/period=last-30&view=\d+$/)
})

test('it opens from the list, where it is sent by letter with its file', async () => {
  await page.goto('/reports/saved')
  const row = page.locator('tbody tr').filter({ hasText: 'Отход за месяц' })
  await expectText(row, /Последние 30 дней/)
  await row.getByRole('button', { name: 'Слать по почте' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
  await expectText(row, /Каждый месяц, 1, 08:00/)
  await row.getByRole('button', { name: 'Действия' }).click()
  await page.getByRole('menuitem', { name: 'Прислать мне сейчас' }).click()
  const folder = join(inject('dataDir'), 'mail')
  const file = () => readdirSync(folder).find((name) => name.includes('Отход за месяц') && name.endsWith('.xlsx'))
  // its end is written last
  const written = () => file() !== undefined && readFileSync(join(folder, file()!)).includes('PK\u0005\u0006')
  await expect.poll(written, { timeout: 30_000 }).toBe(true)
  const sheet = readWorkbook(readFileSync(join(folder, file()!))).get('Отходы по садкам')!
  expect(sheet.flatMap((cells) => cells.flatMap((cell) => (cell && 'number' in cell ? [cell.number] : [])))).toContain(
    7,
  )
  await row.click()
  await page.waitForURL(/\/reports\/retreats\?period=last-30&view=\d+$/)
  expect(open.errors).toEqual([])
})

test('a spreadsheet reads it under an address of its own, until that is revoked', async () => {
  await page.goto('/reports/saved')
  const row = page.locator('tbody tr').filter({ hasText: 'Отход за месяц' })
  await row.getByRole('button', { name: 'Действия' }).click()
  await page.getByRole('menuitem', { name: 'Адрес для таблиц' }).click()
  const window = page.getByRole('dialog').filter({ hasText: 'Адрес для таблиц' })
  await window.getByRole('button', { name: 'Создать адрес' }).click()
  const address = await window
    .locator('code')
    .filter({ hasText: /^https?:/ })
    .textContent()
  await expectText(window.locator('code').first(), /^=IMPORTDATA\("http.*";",";"en_US"\)$/)
  const query = await window.locator('code').filter({ hasText: 'Web.Contents' }).textContent()
  const secret = /Bearer ([^"]+)"/.exec(query!)![1]!
  // no cookie of the person goes with it
  const read = await fetch(address!)
  expect([read.status, (await read.text()).split('\r\n').at(-2)]).toEqual([200, expect.stringMatching(/,7,1\.4$/)])
  const json = `${new URL(address!).origin}/external/report?format=json`
  const rows = await (await fetch(json, { headers: { authorization: `Bearer ${secret}` } })).json()
  expect(rows).toHaveLength(1)
  await window.getByRole('button', { name: 'Отозвать' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отозвать' }).click()
  await page.getByText('Адрес отозван.').waitFor()
  expect((await fetch(address!)).status).toBe(401)
  await window.getByRole('button', { name: 'Готово' }).click()
  expect(open.errors).toEqual([])
})

test('on a phone nothing stands out of the page', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/reports/saved')
  await page.getByText('Отход за месяц').waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})
