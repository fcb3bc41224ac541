/** An accountant closes the year: the cost of feed by both methods, what is behind it, and the turnover of a farm. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { expectText, overflow } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerFarm } from './farm'

let farm: Awaited<ReturnType<typeof registerFarm>>
let open: OpenPage
let page: Page
/** the year before this one */
let year: number
beforeAll(async () => {
  farm = await registerFarm('Деньги')
  await farm.subscribedFor(300)
  year = Number(farm.daysAgo(0).slice(6)) - 1
  const stock = (await farm.stock('Амбар')).id
  const good = (await farm.good({ name: 'Актив 6 мм' })).id
  await farm.adding({ good, stock, count: 100, date: `10.01.${year}`, price: 10 })
  await farm.adding({ good, stock, count: 100, date: `10.02.${year}`, price: 20 })
  const lines = [{ good_id: good, amount: 150 }]
  await farm.call(kinds.writeOff.create, { date: `10.03.${year}`, time: '10:00', stock_id: stock, lines })
  open = await openPage({ width: 1440, height: 1000, as: farm })
  page = open.page
})
afterAll(() => open.close())

const report = (name: string) => page.getByRole('region', { name, exact: true })
const rowOf = (section: string, name: string, unit: string) =>
  report(section).locator('tbody tr').filter({ hasText: name }).filter({ hasText: unit })

test('the year closes by the oldest receipts, and by the average of the year', async () => {
  await page.goto('/reports/annual')
  await page.getByText(String(year), { exact: true }).first().click()
  await page.waitForURL(new RegExp(`year=${year}`))
  const lost = rowOf('Корм', 'Списания и недостачи', '₽')
  await expectText(lost, /2 000,00/)
  await expectText(rowOf('Корм', 'Остаток корма на конец', '₽'), /1 000,00/)
  await page.getByText('Средняя за год', { exact: true }).click()
  await expectText(lost, /2 250,00/)
  await expectText(rowOf('Корм', 'Остаток корма на конец', '₽'), /750,00/)
})

test('the balance says what the other method makes of it, and opens the receipts', async () => {
  await expectText(report('Баланс расходников'), /0,00 \+ приход 3 000,00 − расход 0,00 − потери 2 250,00 = 750,00 ₽/)
  await report('Баланс расходников').getByRole('link', { name: 'Актив 6 мм' }).click()
  await page.waitForURL(/\/stock\/goods\?.*good=/)
  await page.goBack()
})

test('a number of a month opens its journal', async () => {
  await rowOf('Корм', 'Списания и недостачи', '₽').getByRole('link').first().click()
  await page.waitForURL(/\/journals\/write-offs\?.*start/)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
})

test('the turnover of the same year: start, in, out, end', async () => {
  await page.goto(`/reports/goods?start=01.02.${year}&end=31.12.${year}`)
  await expectText(page.locator('tbody tr').first(), /Амбар\s*Актив 6 мм\s*100\s*100\s*150\s*50/)
  await page.getByText('По названиям', { exact: true }).click()
  await page.waitForURL(/group=name/)
  await expectText(page.locator('tbody tr').first(), /Актив 6 мм\s*Амбар/)
})

test('what has no records says so, and on a phone nothing overflows', async () => {
  await page.goto('/reports/stock')
  await page.getByText('Потреблённых расходников за указанный период не обнаружено.').first().waitFor()
  await page.goto('/reports/workshop-goods-transactions')
  await page.getByText('Операций за указанный период не обнаружено.').waitFor()
  const phone = await openPage({ width: 390, height: 844, as: farm })
  for (const path of ['annual', 'goods', 'workshop-goods', 'stock', 'workshop-goods-transactions']) {
    await phone.page.goto(`/reports/${path}`)
    await phone.page.getByRole('region').first().waitFor()
    expect(await overflow(phone.page)).toBe(0)
  }
  await phone.close()
  expect([...open.errors, ...phone.errors]).toEqual([])
})
