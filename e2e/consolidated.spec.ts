/** A zootechnician reads a day of the farm, sees a wrong feed, opens the records of a loss, takes the sheet along. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { expectText, overflow } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'

let pond: Awaited<ReturnType<typeof registerPond>>
let open: OpenPage
let page: Page
beforeAll(async () => {
  pond = await registerPond('Сводный', { cages: 3, stocked: 3 })
  await pond.subscribedFor(300)
  const lost = (cage: number, count: number) =>
    pond.call(kinds.retreat.create, {
      date: pond.daysAgo(0),
      time: '00:01',
      from_id: pond.cages[cage]!,
      ...pond.group,
      count,
    })
  await lost(0, 3)
  await lost(1, 40)
  open = await openPage({ width: 1440, height: 1000, as: pond })
  page = open.page
})
afterAll(() => open.close())

const table = (name: string) => page.getByRole('region', { name, exact: true })
const rowOf = (number: string) =>
  table('По садкам')
    .locator('tbody tr')
    .filter({ has: page.getByText(number, { exact: true }) })
    .first()

test('a day stands on one sheet, and a cage without a calculation has its sign', async () => {
  await page.goto('/reports/consolidated')
  await expectText(rowOf('2'), /40/)
  await rowOf('2').getByRole('button', { name: 'Предупреждение' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Садок не привязан ни к одному расчёту кормления').waitFor()
  await page.keyboard.press('Escape')
})

test('a loss opens its records, and Back comes to the same day', async () => {
  await rowOf('2').getByRole('link', { name: '40', exact: true }).first().click()
  await page.waitForURL(/\/journals\/retreat\?.*cagesId/)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.goBack()
  await page.getByRole('button', { name: 'Предыдущий день' }).click()
  await page.waitForURL(/date=/)
  await expect.poll(() => table('По садкам').getByRole('link', { name: '40', exact: true }).count()).toBe(0)
})

test('it is taken along as Excel, a sheet for each module', async () => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать все модули' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`Сводный отчёт ${pond.daysAgo(1)}.xlsx`)
})

test('a period divides cages by generation, or not', async () => {
  await page.goto('/reports/consolidated-for-period')
  await expectText(rowOf('1'), /3/)
  await table('По генерациям').waitFor()
  await page.getByRole('switch', { name: 'Без генераций' }).check({ force: true })
  await page.waitForURL(/withoutGenerations=1/)
  await table('По генерациям').waitFor({ state: 'detached' })
})

test('on a phone nothing overflows', async () => {
  const phone = await openPage({ width: 390, height: 844, as: pond })
  for (const path of ['consolidated', 'consolidated-for-period']) {
    await phone.page.goto(`/reports/${path}`)
    await phone.page.getByRole('region').first().waitFor()
    expect(await overflow(phone.page)).toBe(0)
  }
  await phone.close()
  expect([...open.errors, ...phone.errors]).toEqual([])
})
