/** Lists that people keep: found by typing, and what cannot be deleted says why. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, type OpenPage } from './browser'
import { writeWorkbook, XLSX } from '../src/server/sheets/excel'
import { registerPond } from './farm'
import { chooseAction, dialog, expectText, field, notices, plain } from './actions'

let open: OpenPage
beforeAll(async () => {
  const pond = await registerPond('Справочники')
  for (let n = 1; n <= 9; n++) await pond.species(`Вид ${n}`)
  await pond.species('Форель камлоопс')
  open = await openPage({ width: 1440, as: pond })
})
afterAll(() => open.close())

test('a long list is searched by any of its words', async () => {
  const { page } = open
  await page.goto('/lib/species')
  const rows = page.locator('tbody tr')
  await page.getByLabel('Найти в списке').fill('форель')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByLabel('Найти в списке').fill('форель рад')
  await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining('Радужная форель')])
  await page.getByLabel('Найти в списке').fill('кит')
  await page.getByText('Ничего не найдено').waitFor()
  await page.goto('/lib/locations')
  await page.getByRole('row').filter({ hasText: 'Залив' }).waitFor()
  await expect.poll(() => page.getByLabel('Найти в списке').count()).toBe(0)
})

test('the form of a row tells why it cannot be deleted', async () => {
  const { page } = open
  await page.getByRole('row').filter({ hasText: 'Залив' }).click()
  await expectText(dialog(page), 'Модуль нельзя удалить: в нём есть садки.')
  await page.keyboard.press('Escape')
})

test('age categories stand from fry to broodstock', async () => {
  const { page } = open
  await page.goto('/lib/categories')
  const names = () => page.locator('tbody tr').allTextContents()
  await expect.poll(async () => (await names())[0]).toContain('Мальки')
  await expect.poll(async () => (await names())[3]).toContain('Товарная')
})

test('what is put into the archive is offered no more, stands in its archive and comes back', async () => {
  const { page } = open
  await page.goto('/lib/species')
  const rows = page.locator('tbody tr')
  const camloops = rows.filter({ hasText: 'Форель камлоопс' })
  await page.getByLabel('Найти в списке').fill('форель')
  await chooseAction(camloops, 'Отправить в архив')
  await expectText(notices(page), 'Отправлено в архив!')
  await expect.poll(() => camloops.count()).toBe(0)

  await page.goto('/lib/generations')
  await page.getByRole('button', { name: 'Создать' }).first().click()
  await field(page, 'Вид рыбы').click()
  await page.getByRole('option', { name: 'Радужная форель' }).waitFor()
  await expect.poll(() => page.getByRole('option', { name: 'Форель камлоопс' }).count()).toBe(0)
  await page.keyboard.press('Escape')

  await page.goto('/lib/species')
  await page.getByRole('button', { name: 'Архив', exact: true }).click()
  await page.getByRole('heading', { name: 'Виды рыбы: архив' }).waitFor()
  expect(new URL(page.url()).search).toBe('?archive=1')
  await camloops.getByRole('button', { name: 'Извлечь из архива' }).click()
  await expectText(notices(page), 'Извлечено из архива!')
  await page.getByRole('button', { name: 'Назад к актуальным' }).click()
  await page.getByLabel('Найти в списке').fill('камлоопс')
  await camloops.waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Архив', exact: true }).count()).toBe(0)
})

/** Chooses a workbook of these rows in the window of loading. */
async function pick(rows: (string | null)[][]) {
  const data = rows.map((row) => row.map((value) => (value === null ? {} : { value })))
  const bytes = await writeWorkbook(0, [{ sheet: 'Лист', data, columns: [] }])
  const file = { name: 'таблица.xlsx', mimeType: XLSX, buffer: Buffer.from(bytes) }
  await dialog(open.page).locator('input[type=file]').setInputFiles(file)
}

test('species and counterparties from a table: one wrong row stops all of it and is named, the corrected file is loaded', async () => {
  const { page } = open
  await page.goto('/lib/species')
  await page.getByRole('button', { name: 'Загрузить из таблицы' }).click()
  const coming = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Скачать шаблон' }).click()
  expect((await coming).suggestedFilename()).toBe('Виды рыбы.xlsx')
  await pick([['Название'], ['Муксун'], ['Вид 1'], ['Муксун']])
  const faults = dialog(page).getByRole('table', { name: 'Ошибки таблицы' }).locator('tbody tr')
  await expect.poll(async () => (await faults.allTextContents()).map(plain)).toEqual(['4НазваниеПовтор строки 2'])
  await pick([['Название'], ['Муксун'], ['Вид 1']])
  await expectText(dialog(page), 'Строк в таблице: 2. Новых: 1, изменится: 0, без изменений: 1.')
  await dialog(page).getByRole('button', { name: 'Загрузить строк: 1' }).click()
  await expectText(notices(page), 'Загружено. Новых: 1, изменено: 0')
  await page.getByLabel('Найти в списке').fill('муксун')
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)

  await page.goto('/lib/counterparties')
  await page.getByRole('button', { name: 'Загрузить из таблицы' }).first().click()
  const heads = ['Название', 'Иностранная организация', 'ИНН']
  await pick([heads, ['Рыбторг', 'нет', '123'], ['Oy Kala', 'да', null]])
  await expectText(dialog(page), /Ошибок в таблице: 1\..*ИНН/)
  await expect
    .poll(() =>
      dialog(page)
        .getByRole('button', { name: /^Загрузить строк/ })
        .count(),
    )
    .toBe(0)
  await pick([heads, ['Рыбторг', 'нет', '7707083893'], ['Oy Kala', 'да', null]])
  await dialog(page).getByRole('button', { name: 'Загрузить строк: 2' }).click()
  await page.getByRole('row').filter({ hasText: 'Oy Kala' }).waitFor()
})

test('a window is printed whole, without the page behind it and without its buttons', async () => {
  const { page } = open
  await page.goto('/lib/counterparties')
  await page.getByRole('button', { name: 'Создать' }).first().click()
  await dialog(page).getByLabel('Примечание').waitFor()
  const height = async () => (await dialog(page).boundingBox())!.height
  expect(await height()).toBeLessThanOrEqual(800)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(height).toBeGreaterThan(800)
  const save = dialog(page).getByText('Сохранить', { exact: true })
  await expect.poll(() => page.locator('#root').isVisible()).toBe(false)
  await expect.poll(() => save.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(() => save.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
})
