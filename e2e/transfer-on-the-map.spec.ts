/** A transfer made on the map: source, target, form. By mouse and by keyboard alone. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'
import { cage, dialog, expectCage, expectText, field, fill, operate, save } from './actions'

let open: OpenPage
let page: Page
beforeAll(async () => {
  const pond = await registerPond('Переезд', { cages: 3, stocked: 2 })
  open = await openPage({ as: pond })
  page = open.page
})
afterAll(() => open.close())
beforeEach(async () => {
  await page.goto('/')
  await cage(page, '1').waitFor()
})

const bar = () => page.getByRole('status').filter({ hasText: 'Выберите садок для пересадки' })
const title = () => dialog(page).getByRole('heading')

test('by mouse: the arrow follows, the source itself is no target', async () => {
  await operate(page, '1', 'Пересадка')
  await expectText(bar(), 'Из садка 1, доступно 1 000 шт.')
  await cage(page, '3').hover()
  await expectText(page.getByRole('group', { name: /Карта садков/ }), '1 → 3')
  await cage(page, '1').click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => bar().isVisible()).toBe(true)
  await cage(page, '3').click()
  await expectText(title(), 'Пересадка: 1 → 3')
  await fill(page, { Количество: '400' })
  await expectText(dialog(page), /было 1 000 ?станет 600 шт/)
  await expectText(dialog(page), /было 0 ?станет 400 шт/)
  await save(page)
  await expectCage(page, '1', /600 шт, 120 кг/)
  await expectCage(page, '3', /400 шт, 80 кг/)
  await expect.poll(() => bar().count()).toBe(0)
})

test('by keyboard: arrows choose, Enter takes, Enter saves', async () => {
  await cage(page, '2').focus()
  await page.keyboard.press('5')
  await expectText(bar(), 'Из садка 2')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expectText(title(), 'Пересадка: 2 → 3')
  await expect.poll(() => field(page, 'Количество').evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('250')
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'hidden' })
  await expectCage(page, '2', /750 шт/)
})

test('Esc and «Отмена» end it, and a click opens the menu again', async () => {
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: /^Отмена/ }).click(),
  ]) {
    await operate(page, '2', 'Пересадка')
    await bar().waitFor()
    await leave()
    await bar().waitFor({ state: 'hidden' })
  }
  await cage(page, '3').click()
  await page.getByRole('menuitem', { name: 'Кормление' }).waitFor()
  expect(open.errors).toEqual([])
})
