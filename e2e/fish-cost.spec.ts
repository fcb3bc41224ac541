/** An owner asks what a kilogram in a cage costs, why, and what a sale left. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { expectText, overflow } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerFarm } from './farm'

let farm: Awaited<ReturnType<typeof registerFarm>>
let open: OpenPage
let page: Page
let cage: number
beforeAll(async () => {
  farm = await registerFarm('Себестоимость')
  const location = (await farm.module('Залив')).id
  cage = (await farm.cage({ location, number: '7' })).id
  const stock = (await farm.stock('Амбар')).id
  const good = (await farm.good({ name: 'Актив 6 мм' })).id
  const generation = await farm.generation({ species: (await farm.species()).id })
  const group = { generation_id: generation.id, age_category_id: (await farm.category('Малёк')).id }
  const on = (days: number) => ({ date: farm.daysAgo(days), time: '10:00' })
  await farm.adding({ good, stock, count: 200, ...on(9), price: 100 })
  const fish = { ...group, count: 1000, avg_weight: '0,1' }
  await farm.call(kinds.stocking.create, { ...on(8), to_id: cage, ...fish, payment: 50_000 })
  await farm.call(kinds.feeding.create, { ...on(7), cage_id: cage, feed_type_id: good, stock_id: stock, volume: 100 })
  const sold = { ...on(2), from_id: cage, ...group, count: 500, weight: 50 }
  const shop = { show_with_counterparty: true, counterparty_id: (await farm.counterparty('Рыбный двор')).id }
  await farm.call(kinds.withdrawal.create, { ...sold, ...shop, price_per_kilogram: 900 })
  open = await openPage({ width: 1440, height: 1000, as: farm })
  page = open.page
})
afterAll(() => open.close())

const table = (name: string) => page.getByRole('region', { name, exact: true })

test('a kilogram costs what its fish were bought and fed for', async () => {
  await page.goto('/reports/fish-cost')
  await expectText(page.getByRole('region', { name: 'Себестоимость килограмма' }), /стоит\s*600,00/)
  const row = table('По садкам').locator('tbody tr')
  await expectText(row, /7.*600,00.*30 000,00.*25 000,00.*5 000,00/s)
})

test('a cage opens its months, whose figures open journals', async () => {
  await table('По садкам').getByRole('link', { name: '7', exact: true }).click()
  await page.waitForURL(/cagesId=/)
  const months = table('Из чего сложилась, по месяцам')
  await months.getByRole('link', { name: '10 000,00' }).first().click()
  await page.waitForURL(/\/journals\/feeding\?.*start/)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.goBack()
})

test('a sale has its margin, and an expense for the cage makes its fish dearer', async () => {
  await expectText(table('Продажи и маржа').locator('tbody tr'), /45 000,00.*30 000,00.*15 000,00/s)
  const bills = (await farm.spendingCategory('Вода')).id
  const bill = { date: farm.daysAgo(1), name: 'Счёт', amount: 100, spending_category_id: bills, for_cage_id: cage }
  await farm.call(kinds.spending.create, bill)
  await expect.poll(() => table('По садкам').locator('tbody tr').innerText()).not.toContain('600,00')
})

test('on a phone nothing overflows, and nothing went wrong', async () => {
  const phone = await openPage({ width: 390, height: 844, as: farm })
  await phone.page.goto('/reports/fish-cost')
  await phone.page.getByRole('region').first().waitFor()
  expect(await overflow(phone.page)).toBe(0)
  await phone.close()
  expect([...open.errors, ...phone.errors]).toEqual([])
})
