/**
 * A farm brings two years from a workbook with thirty wrong rows: names are answered, rows mended or left out, and the
 * whole is written, taken back and brought again.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { cageCalls } from '../src/core/cages/cage.contract'
import { workbookOf } from '../src/testing/workbook'
import { expectText, overflow } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerFarm } from './farm'

type Row = (string | number | null)[]
const TITLES = ['Дата', 'Операция', 'Садок', 'В садок', 'Генерация', 'Категория', 'Кол-во', 'Навеска, г']

const dayOf = (place: number) => {
  const day = new Date(Date.UTC(2023, 4, 1) + place * 86_400_000)
  return `${String(day.getUTCDate()).padStart(2, '0')}.${String(day.getUTCMonth() + 1).padStart(2, '0')}.${day.getUTCFullYear()}`
}

/** Two years of four cages: stocked once, losses each week, weighed each month; thirty rows that cannot be. */
function book(): Row[] {
  const cages = ['1', '2', '3', '4']
  const rows: Row[] = cages.map((cage) => [dayOf(0), 'Зарыбление', cage, null, 'Весна 2023', 'Товарная', 5000, 20])
  for (let week = 1; week <= 104; week++)
    for (const cage of cages) rows.push([dayOf(week * 7), 'Отход', `Садок ${cage}`, null, null, null, 3, null])
  for (let month = 1; month <= 23; month++)
    for (const cage of cages) rows.push([dayOf(month * 30), 'Навеска', cage, null, null, null, null, 20 + month * 40])
  for (let place = 0; place < 29; place++) rows.push([dayOf(700), 'Отход', '1', null, null, null, 'много', null])
  rows.push([dayOf(701), 'Отход', '2', null, null, null, 900_000, null])
  return rows
}

let farm: Awaited<ReturnType<typeof registerFarm>>
let open: OpenPage
let page: Page
beforeAll(async () => {
  farm = await registerFarm('Перенос')
  open = await openPage({ width: 1440, height: 1000, as: farm })
  page = open.page
})
afterAll(() => open.close())

const button = (name: string | RegExp) => page.getByRole('button', { name })
const rows = () => page.getByRole('region', { name: 'Строки книги' })
const fish = async () => (await farm.call(cageCalls.list, {})).reduce((sum, { count }) => sum + count, 0)
const LEFT = 4 * (5000 - 104 * 3)

test('names are asked once, and wrong rows say where they are and why', async () => {
  await page.goto('/moving-in')
  const buffer = await workbookOf({ Журнал: [TITLES, ...book()] })
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.locator('input[type=file]').setInputFiles({ name: 'Два года.xlsx', mimeType, buffer })
  await expectText(page.getByRole('main'), /Строки появятся здесь, когда вы ответите/)
  await button('Ответить и проверить').click()
  await expectText(rows(), /Исправить · 30/)
  await expectText(rows(), /Журнал!/)
})

test('one row is mended in its place, the others are left out', async () => {
  await rows()
    .getByRole('textbox', { name: /^Количество, Журнал!/ })
    .last()
    .fill('5')
  await button('Проверить исправленное').click()
  await expectText(rows(), /Исправить · 29/)
  await button('Пропустить строки с ошибками').click()
  await expectText(rows(), /Исправить · 0/)
})

test('the farm is as it was shown, is taken back, and brought again', async () => {
  await expectText(page.getByRole('main'), /Что станет с хозяйством/)
  await button(/^Записать .* строк/).click()
  await button('Отменить перенос').waitFor()
  const brought = await fish()
  expect(LEFT - brought).toBeLessThanOrEqual(5)
  await button('Отменить перенос').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отменить перенос' }).click()
  await expect.poll(fish).toBe(0)
  // what was mended in it is not lost
  await button('Перенести ещё раз').click()
  await button(/^Записать .* строк/).click()
  await button('Отменить перенос').waitFor()
  expect(await fish()).toBe(brought)
  await button('Отменить перенос').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отменить перенос' }).click()
  await expect.poll(fish).toBe(0)
  const buffer = await workbookOf({ Журнал: [TITLES, ...book().slice(0, -30)] })
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.locator('input[type=file]').setInputFiles({ name: 'Исправлено.xlsx', mimeType, buffer })
  await button(/^Записать .* строк/).click()
  await button('Отменить перенос').waitFor()
  expect(await fish()).toBe(LEFT)
})

test('a phone reads it without scrolling sideways', async () => {
  const phone = await openPage({ width: 390, height: 844, as: farm })
  await phone.page.goto('/moving-in')
  await expectText(phone.page.getByRole('main'), /Исправлено\.xlsx/)
  expect(await overflow(phone.page)).toBeLessThanOrEqual(0)
  expect([...open.errors, ...phone.errors]).toEqual([])
  await phone.close()
})
