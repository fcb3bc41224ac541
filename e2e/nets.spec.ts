/**
 * Nets: entered into a warehouse, tied to a cage, refused to a second one, given back; and the farm as an Excel file.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'
import { cage, choose, closeNotices, dialog, expectField, expectText, fill, plain, save } from './actions'
import { downloaded, readWorkbook, type Cell } from './xlsx'
import { OURS } from './on-the-way'

let open: OpenPage
let page: Page
let daysAgo: (days: number) => string
beforeAll(async () => {
  const pond = await registerPond('Дели', { cages: 3, stocked: 1 })
  await pond.stock('Береговой склад')
  daysAgo = pond.daysAgo
  open = await openPage({ width: 1440, height: 900, as: pond })
  page = open.page
})
afterAll(() => open.close())

const row = (text: string) => page.getByRole('row').filter({ hasText: text })
const editCage = async (number: string) => {
  await page.getByRole('button', { name: `Изменить садок ${number}`, exact: true }).click()
  await dialog(page).waitFor()
}
const SENTENCE = 'Данная дель уже используется в садке 1. Открепите её в окне редактирования указанного садка.'

test('a net is entered into the warehouse that there is', async () => {
  // the list of warehouses may come after the form is open
  let come = () => {}
  const late = new Promise<void>((resolve) => (come = resolve))
  await page.route('**/api/crud/stock', async (route) => {
    await late
    await route.continue()
  })
  await page.goto('/stock/items')
  await page.getByRole('heading', { name: 'Изделия' }).waitFor()
  await expectText(page.locator('main'), 'Нет данных для отображения')
  await page.getByRole('button', { name: 'Создать' }).first().click()
  await expectField(page, 'Склад', '')
  await expect.poll(() => dialog(page).getByText('Складов ещё нет.').count()).toBe(0)
  come()
  await expectField(page, 'Склад', 'Береговой склад')
  await expectField(page, 'Вид', 'Дель')
  await fill(page, { Название: 'Дель 24 мм', Код: 'Д-101' })
  await save(page)
  await expectText(row('Дель 24 мм'), /Дель ?Д-101 ?Новое ?Береговой склад ?—/)
})

test('a cage takes it, a second one is told who has it, before and after pressing «Сохранить»', async () => {
  await page.goto('/')
  await cage(page, '1').waitFor()
  await editCage('1')
  await choose(page, 'Дель', /Дель 24 мм · Д-101/)
  await save(page)
  await editCage('2')
  await choose(page, 'Дель', /Дель 24 мм · Д-101/)
  await expectText(dialog(page), SENTENCE)
  const refused = page.waitForResponse((response) => response.status() === 422)
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await refused
  await dialog(page).getByRole('button', { name: 'Не удалось' }).waitFor()
  await expectText(dialog(page), SENTENCE)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await page.goto('/stock/items')
  await row('Дель 24 мм').waitFor()
  await row('Дель 24 мм').getByRole('button', { name: 'Действия' }).click()
  const remove = page.getByRole('menuitem', { name: 'Удалить' })
  await expect.poll(() => remove.getAttribute('title')).toContain('Дель нельзя удалить: она в садке 1.')
})

test('the cage lets it go: the column «Дель» shows it before and «—» after, and the warehouse has it again', async () => {
  await page.goto('/')
  await page.getByRole('button', { name: /^Столбцы/ }).click()
  const net = dialog(page).getByRole('checkbox', { name: 'Дель' })
  await net.click()
  await expect.poll(() => net.isChecked()).toBe(true)
  await dialog(page).getByRole('button', { name: 'Готово' }).click()
  await expectText(page.locator('tbody tr').first(), 'Дель 24 мм')
  // the choice is the person's, not the browser's
  await page.reload()
  await expectText(page.locator('tbody tr').first(), 'Дель 24 мм')
  await editCage('1')
  // chosen once more is taken back
  await choose(page, 'Дель', /Дель 24 мм/)
  await save(page)
  await expect.poll(async () => plain(await page.locator('tbody tr').first().textContent())).not.toContain('Дель 24 мм')
  await page.goto('/stock/items')
  await expectText(row('Дель 24 мм'), 'Береговой склад')
})

const lines = (rows: Cell[][]) =>
  rows.map((one) => one.map((cell) => cell && ('text' in cell ? cell.text : cell.number)))

test('«Скачать все модули» brings the farm of the moment that is shown', async () => {
  await page.goto('/')
  await cage(page, '1').waitFor()
  await closeNotices(page)
  const now = await downloaded(page, 'Скачать все модули')
  expect(now.name).toMatch(/^Садки \d\d\.\d\d\.\d{4}\.xlsx$/)
  const sheets = readWorkbook(now.file)
  expect([...sheets.keys()]).toEqual(['Итоги', 'Залив'])
  expect(lines(sheets.get('Залив')!)[3]!.slice(0, 4)).toEqual([1, 0.2, 1000, 200])
  await page.goto(`/?date=${daysAgo(25)}`)
  await page.getByRole('status').filter({ hasText: 'История:' }).waitFor()
  const then = await downloaded(page, 'Скачать все модули')
  expect(then.name).toContain(daysAgo(25))
  expect(lines(readWorkbook(then.file).get('Залив')!)[3]!.slice(0, 4)).toEqual([1, null, 0, 0])
})

test('when it cannot be made one is told', async () => {
  await page.route('**/api/cages/download-all*', (route) => route.fulfill({ status: 500, headers: OURS, body: '{}' }))
  await page.getByRole('button', { name: 'Скачать все модули' }).click()
  await expectText(page.getByRole('region', { name: 'Уведомления' }), 'Не удалось выгрузить данные!')
  expect(open.errors.filter((text) => !/422|500/.test(text))).toEqual([])
})

test('ticked cages are picked out on the map and in the table, and stay in the address', async () => {
  await page.goto('/')
  await cage(page, '1').waitFor()
  await page.getByRole('button', { name: 'Выбор садков' }).click()
  const panel = page.getByRole('dialog', { name: /Выбор садков/ })
  for (const number of ['1', '3']) {
    const box = panel.getByRole('checkbox', { name: new RegExp(`^${number}\\b`) })
    await box.click()
    await expect.poll(() => box.isChecked()).toBe(true)
  }
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
  await page.reload()
  await cage(page, '1').waitFor()
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
  await expect.poll(() => page.getByRole('button', { name: 'Выбор садков: 2' }).isVisible()).toBe(true)
})
