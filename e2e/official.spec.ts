/** A zootechnician hands in the month's movement of fish, prints the act of a stocking, and looks into one cage. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { chooseAction, expectText, overflow, plain } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'

let pond: Awaited<ReturnType<typeof registerPond>>
let open: OpenPage
let page: Page
beforeAll(async () => {
  pond = await registerPond('Официальный', { cages: 2, stocked: 2 })
  await pond.subscribedFor(300)
  await pond.call(kinds.retreat.create, {
    ...{ date: pond.daysAgo(0), time: '00:01', from_id: pond.cages[0]!, ...pond.group, count: 7 },
  })
  open = await openPage({ width: 1440, height: 1000, as: pond })
  page = open.page
})
afterAll(() => open.close())

const table = (name: string) => page.getByRole('region', { name, exact: true })

test('the sheets are found from the menu by way of their list', async () => {
  await page.goto('/reports')
  await page
    .getByRole('link', { name: /^Официальные ведомости/ })
    .last()
    .click()
  await page.getByRole('link', { name: /^Ведомость движения рыбы/ }).click()
  await page.waitForURL(/reports\/official\/movement/)
  const entry = page.getByRole('navigation', { name: 'Разделы' }).locator('[aria-current]')
  await expectText(entry, /^Официальные ведомости$/)
  const { y, height } = (await entry.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height)
})

test('the movement of the month names the loss, whose number opens its record', async () => {
  const lost = table('По хозяйству').locator('tbody tr').getByRole('link', { name: '7', exact: true })
  await lost.click()
  await page.waitForURL(/\/journals\/retreat\?/)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.goBack()
})

test('it is printed across, with who signs it, and its head on every page', async () => {
  await page.evaluate(() => {
    window.print = () => undefined
  })
  await table('По хозяйству').getByRole('button', { name: 'Печать' }).click()
  const sheet = page.locator('body > div').filter({ hasText: 'Дата составления' }).last()
  await expect.poll(async () => plain(await sheet.textContent())).toMatch(/Зоотехник \(рыбовод\).*Руководитель/)
  const bytes = await page.pdf({ preferCSSPageSize: true })
  // A4 across, in points
  expect(bytes.toString('latin1')).toMatch(/\/MediaBox \[0 0 84[12][.\d]* 59[45][.\d]*\]/)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
})

test('a row of the journal has its act', async () => {
  await page.goto('/journals/stocking')
  await chooseAction(page.locator('tbody tr').first(), 'Акт зарыбления')
  await page.waitForURL(/official\/stockings\?stocking=\d+/)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
})

test('a cage opens its days', async () => {
  await page.goto('/reports/official/cards')
  await table('Садки за период').getByRole('link', { name: '1', exact: true }).first().click()
  await page.waitForURL(/cage=\d+/)
  await expectText(table('Садок 1 по дням').locator('tbody tr').last(), /7/)
})

test('on a phone nothing overflows', async () => {
  const phone = await openPage({ width: 390, height: 844, as: pond })
  for (const path of ['', '/official', '/official/movement', '/official/volumes', '/official/holding']) {
    await phone.page.goto(`/reports${path}`)
    await phone.page.getByRole('main').getByRole('heading').first().waitFor()
    expect(await overflow(phone.page), path).toBe(0)
  }
  // what the sheet is called, where its page stands in the list of pages
  await phone.page.getByRole('banner').getByText('Справка о стоимости').waitFor()
  const pages = phone.page.getByRole('combobox', { name: 'Отчёты' })
  await expect.poll(() => pages.inputValue()).toBe('/reports/official')
  await phone.close()
  expect([...open.errors, ...phone.errors]).toEqual([])
})
