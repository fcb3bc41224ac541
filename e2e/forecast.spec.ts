/** The forecast of the demo farm: how sure it is, one cage of it, and when its fish reach a weight. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, type OpenPage } from './browser'
import { registerPond, signInToDemo } from './farm'
import { expectText, overflow } from './actions'

let open: OpenPage
beforeAll(async () => {
  open = await openPage({ width: 1440, height: 1000, as: await signInToDemo() })
})
afterAll(() => open.close())

test('it says how far it was off, and shows each cage with its band', async () => {
  const { page } = open
  await page.goto('/feed/forecast')
  await expectText(
    page.locator('main'),
    /За последние 12 навесок ошибались в среднем на \d+ %; в полосу попали \d+ из 12/,
  )
  const table = page.getByRole('region', { name: 'По садкам' })
  await expectText(table, /Полоса/)
  await expect.poll(() => table.locator('tbody tr').count()).toBeGreaterThan(3)
  await table.locator('tbody tr').first().click()
  await expect.poll(() => page.url()).toMatch(/cage=\d+/)
  await expectText(page.getByRole('region', { name: 'Рост', exact: true }), /Взвешено/)
})

test('a weight that is sought has an earliest, an expected and a latest day', async () => {
  const { page } = open
  await page.getByRole('textbox', { name: 'До навески' }).fill('1')
  const table = page.getByRole('region', { name: 'До навески 1 кг' })
  await expectText(table, /Самое раннее/)
  await expectText(table, /\d\d\.\d\d\.20\d\d/)
})

test('it fits a phone; a farm without fish is told what to do', async () => {
  const phone = await openPage({ width: 390, height: 844, as: await signInToDemo() })
  await phone.page.goto('/feed/forecast')
  await expectText(phone.page.locator('main'), /в полосу попали/)
  expect(await overflow(phone.page)).toBe(0)
  await phone.close()
  const empty = await openPage({ width: 390, height: 844, as: await registerPond('Пусто', { stocked: 0 }) })
  await empty.page.goto('/feed/forecast')
  await expectText(empty.page.locator('main'), /нет садков с рыбой/)
  await empty.close()
  expect(open.errors).toEqual([])
})
