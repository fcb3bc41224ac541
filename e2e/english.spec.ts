/**
 * What the server tells a page in English: a refusal, a reason, an error of a file; and what changes with the language.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { measureParameterLibrary } from '../src/core/lists/libraries/measure-parameter.contract'
import { accessCalls } from '../src/features/access/sign-in/access.contract'
import { writeWorkbook, XLSX } from '../src/server/sheets/excel'
import { sessionCalls } from '../src/shared/user'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'
import { dialog, expectText, fill, operate, plain, save } from './actions'
import { openKept } from './kept'

let pond: Awaited<ReturnType<typeof registerPond>>
let open: OpenPage
let page: Page

/** 10 000 fish; 100 lost nine days ago, 8 000 two days ago: a loss of 3 500 nine days ago would leave too few. */
beforeAll(async () => {
  pond = await registerPond('English', { cages: 1, count: 10_000 })
  const loss = (day: number, count: number) =>
    pond.call(kinds.retreat.create, { date: pond.daysAgo(day), time: '08:15', from_id: pond.cages[0]!, count })
  await loss(9, 100)
  await loss(2, 8000)
  await pond.call(sessionCalls.userSettings, { language: 'en' })
  open = await openPage({ width: 1440, height: 1000, as: pond })
  page = open.page
})
afterAll(() => open.close())

async function chooseLanguage(name: string): Promise<void> {
  await page.getByRole('button', { name: /Меню пользователя|User menu/ }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

const rows = () => page.locator('tbody tr')
const RUSSIAN = /[а-яё]/i

test('a loss that a later one does not allow is refused by name', async () => {
  await page.goto('/journals/retreat')
  await rows().nth(1).getByRole('button', { name: 'Edit' }).click()
  await fill(page, { Quantity: '3500' })
  const refused = dialog(page).locator('[data-refused]')
  await expectText(refused, `${pond.daysAgo(2)} 08:15 mortality, cage 1: 1,500 pcs short`)
  await expect.poll(() => refused.textContent()).not.toMatch(RUSSIAN)
  await page.keyboard.press('Escape')
})

test('a button that does nothing says why', async () => {
  const first = pond.daysAgo(4)
  const rule = (on: boolean) =>
    pond.call(accessCalls.companySettings, {
      'minimal-operation-date-enabled': on,
      'minimal-operation-date': first,
    })
  await rule(true)
  await page.goto('/journals/retreat')
  const button = rows().nth(1).getByRole('button', { name: 'Delete' })
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
  await expect
    .poll(() => button.getAttribute('title'))
    .toBe(`The operation is before the earliest date for operations, ${first}.`)
  await rule(false)
})

test('what is on screen is told anew when another language is chosen', async () => {
  const first = pond.daysAgo(4)
  const rule = (on: boolean) =>
    pond.call(accessCalls.companySettings, {
      'minimal-operation-date-enabled': on,
      'minimal-operation-date': first,
    })
  await rule(true)
  await page.goto('/journals/retreat')
  const titleOf = (name: string) => rows().nth(1).getByRole('button', { name }).getAttribute('title')
  await expect.poll(() => titleOf('Delete')).toContain('The operation is before')
  await chooseLanguage('Русский')
  await expect.poll(() => titleOf('Удалить')).toBe(`Операция раньше минимальной даты операций ${first}.`)
  await chooseLanguage('English')
  await expect.poll(() => titleOf('Delete')).toContain('The operation is before')

  // a device that knows no language yet asks in Russian before it hears which one the person chose
  const fresh = await openPage({ width: 1440, height: 1000, as: pond })
  await fresh.page.route('**/api/retreat?*', async (route) => {
    const response = await route.fetch()
    await fresh.page.waitForFunction(() => document.documentElement.lang === 'en')
    await route.fulfill({ response })
  })
  await fresh.page.goto('/journals/retreat')
  const deleting = fresh.page.locator('tbody tr').nth(1).getByRole('button', { name: 'Delete' })
  await expect.poll(() => deleting.getAttribute('title')).toContain('The operation is before')
  await fresh.close()
  await rule(false)
})

test('an error of a file is told with its cell', async () => {
  const { module } = pond
  const water = { name: 'Water', measure_type: 'temperature', depth: [1], location_id: module.id } as const
  await pond.call(measureParameterLibrary.create, water)
  await page.goto('/measurements')
  await page.getByRole('button', { name: 'Load from Excel' }).click()
  const data = [
    ['Дата', 'Время', 'Water'].map((value) => ({ value })),
    [{ value: pond.daysAgo(1) }, { value: '08:00' }, { value: 'warm' }],
    [{ value: pond.daysAgo(1) }, { value: '08:00' }, { value: 99.5 }],
  ]
  const bytes = await writeWorkbook(0, [{ sheet: 'Water', data, columns: [] }])
  const file = { name: 'water.xlsx', mimeType: XLSX, buffer: Buffer.from(bytes) }
  await dialog(page).locator('input[type=file]').setInputFiles(file)
  const faults = dialog(page).getByRole('table', { name: 'Errors of the file' }).locator('tbody tr')
  await faults.first().waitFor()
  await expect
    .poll(async () => (await faults.allTextContents()).map(plain))
    .toEqual(['2WaterNot a number: warm', '3WaterEnter a number from −5 to 45'])
})

test('a refusal that waits on the device stays in the language in which it was told', async () => {
  const farm = await registerPond('Отказ', { cages: 1 })
  const from_id = farm.cages[0]!
  const { page, context, close } = await openKept(farm)
  await context.setOffline(true)
  await operate(page, '1', 'Отход')
  await fill(page, { Количество: '900' })
  await save(page)
  await farm.call(kinds.retreat.create, { date: farm.daysAgo(1), time: '12:00', from_id, count: 400 })
  await context.setOffline(false)
  await page.getByRole('button', { name: '1 запись не принята' }).waitFor()
  await farm.call(sessionCalls.userSettings, { language: 'en' })
  await page.reload()
  await page.getByRole('button', { name: '1 record was refused' }).click()
  const list = page.getByRole('dialog', { name: 'Records on this device' })
  await expectText(list, /Refused: [\d. :]+ отход, садок 1: не хватает 300 шт/)
  await close()
})
