/** An owner pastes a plan from Excel, and the dashboard stands beside it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectText, overflow, paste } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'

let pond: Awaited<ReturnType<typeof registerPond>>
let open: OpenPage
let page: Page
beforeAll(async () => {
  pond = await registerPond('План', { cages: 2, stocked: 2 })
  await pond.subscribedFor(300)
  open = await openPage({ width: 1440, height: 1000, as: pond })
  page = open.page
})
afterAll(() => open.close())

const cell = (month: string, measure: string) => page.getByLabel(new RegExp(`^${month}, ${measure}`, 'i'))
const tile = (name: string) =>
  page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
const row = (values: string) => Array(12).fill(values).join('\n')

test('a block from Excel fills the months, Ctrl+Z takes it back', async () => {
  await page.goto('/reports/plan')
  await cell('январь', 'Биомасса').focus()
  await paste(page, row('1 000\t300'))
  await expect.poll(() => cell('декабрь', 'Прирост').inputValue()).toBe('300')
  await expectText(page.locator('tfoot'), /3 600/)
  await page.keyboard.press('Control+z')
  await expect.poll(() => cell('декабрь', 'Прирост').inputValue()).toBe('')
  await paste(page, row('1 000\t300'))
  await page.getByRole('button', { name: 'Сохранить (24)' }).click()
  await page.getByText('Сохранено!').waitFor()
  await page.reload()
  await expect.poll(() => cell('май', 'Прирост').inputValue()).toBe('300')
})

test('a part of a fish is refused at its cell, and what was typed stays', async () => {
  await cell('май', 'Отход').fill('1,5')
  await page.getByRole('button', { name: 'Сохранить (1)' }).click()
  await page.getByRole('alert').filter({ hasText: 'Введите целое число' }).waitFor()
  await cell('май', 'Отход').fill('2')
  await page.getByRole('button', { name: 'Сохранить (1)' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Сохранить', exact: true }).isVisible()).toBe(true)
})

test('what came of it stands below the plan, and a fact opens what it was added up from', async () => {
  await page.goto('/reports/plan')
  const facts = page.getByRole('region', { name: 'План и факт' })
  const line = (name: string) => facts.locator('[data-row]').filter({ hasText: name })
  await expectText(line('Прирост, план'), /300/)
  await expectText(line('Биомасса на конец, %'), /\d,\d/)
  await line('Биомасса на конец, факт').getByRole('link').first().click()
  await page.waitForURL(/\/reports\/weights\?start=01\./)
  await page.goBack()
  // the page is printed as its plan, the facts by their own button
  await line('Прирост, план').waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect.poll(() => page.getByRole('heading', { name: /план и факт/ }).count()).toBe(0)
  await page.emulateMedia({ media: 'print' })
  await facts.waitFor({ state: 'hidden' })
  await page.emulateMedia({ media: null })
})

test('the dashboard tells fact and plan of the same days', async () => {
  await page.goto('/reports/dashboard')
  await expectText(tile('Биомасса'), /план 1 000 кг: \d+ %/)
  await expectText(tile('Прирост'), /план \d+ кг/)
  await page.getByRole('button', { name: 'План хозяйства' }).click()
  await page.waitForURL(/\/reports\/plan$/)
})

test('whoever may not set up the farm looks at it', async () => {
  const reader = await openPage({ as: await pond.colleague(['access reports']) })
  await reader.page.goto('/reports/plan')
  const growth = reader.page.getByLabel(/^май, Прирост/i)
  await growth.waitFor()
  await expect.poll(() => growth.isEditable()).toBe(false)
  await expect.poll(() => reader.page.getByLabel(/Затраты/).count()).toBe(0)
  await expect.poll(() => reader.page.getByRole('button', { name: /^Сохранить($| \()/ }).count()).toBe(0)
  await reader.close()
  expect(reader.errors).toEqual([])
})

test('on a phone the table scrolls within itself', async () => {
  const phone = await openPage({ width: 390, height: 844, as: pond })
  await phone.page.goto('/reports/plan')
  await phone.page.getByLabel(/^май, Прирост/i).waitFor()
  expect(await overflow(phone.page)).toBe(0)
  await phone.close()
  expect([...open.errors.filter((text) => !/422/.test(text)), ...phone.errors]).toEqual([])
})
