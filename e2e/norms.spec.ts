/** Feeding norms: a file with a wrong cell is mended in the table, looked at as a heat map, changed and downloaded. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { normCalls } from '../src/core/feeding/norms.contract'
import { workbook } from '../src/testing/workbook'
import { dialog, expectText, notices } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'
import { readWorkbook } from './xlsx'

const FEED = 'Форелевый 6 мм'

let open: OpenPage
let page: Page
let pond: Awaited<ReturnType<typeof registerPond>>
let feedTypeId: number
beforeAll(async () => {
  pond = await registerPond('Нормы')
  feedTypeId = (await pond.good({ name: FEED })).id
  open = await openPage({ width: 1440, as: pond })
  page = open.page
})
afterAll(() => open.close())

const stored = () => pond.call(normCalls.ofFeed, { feedTypeId })
const cell = (row: string, column: string) => page.getByRole('textbox', { name: `${row}, ${column}`, exact: true })

/** A season whose rate for 100 to 250 g at 10 °C is no number. */
const file = async () => ({
  name: 'Нормы.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await workbook([
    ['Период', '01.06', '30.09'],
    [],
    ['Навеска от, г', 'Навеска до, г', 6, 10, 14, 'Кормовой коэффициент'],
    [50, 100, '0,9', 1.5, 2.1, 1.05],
    [100, 250, 0.7, 'много', 1.7, '1,1'],
    ['Температурный коэффициент', null, 1.1, 1, 1],
  ]),
})

test('a file with a wrong cell loads nothing and is mended in the table', async () => {
  await page.goto(`/lib/feeding-rates?feed=${feedTypeId}`)
  await page.getByText('Норм кормления для данного корма не найдено.').waitFor()
  await page.getByRole('button', { name: 'Загрузить нормы кормления' }).click()
  await expectText(dialog(page).getByRole('heading'), `Загрузить нормы кормления: ${FEED}`)
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles(await file())
  await expectText(dialog(page), 'Ошибок: 1. Ничего не загружено.')
  const errors = dialog(page).getByRole('table', { name: 'Ошибки в файле' }).locator('tbody tr')
  await expect.poll(() => errors.allTextContents()).toEqual([expect.stringMatching(/D5\s*Не число: много/)])
  expect(await stored()).toEqual([])

  await dialog(page).getByRole('button', { name: 'Исправить в таблице' }).click()
  const wrong = cell('100–250', '10 °C')
  await expect.poll(() => wrong.getAttribute('aria-invalid')).toBe('true')
  await wrong.fill('1,2')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expectText(notices(page), 'Сохранено!')
  const [set] = await stored()
  expect(set!.table.map(({ feeding_rates }) => feeding_rates[10])).toEqual([1.5, 1.2])
  await page.getByText('Без норм остаются дни года: 01.10–31.05.').waitFor()
})

test('the heat map leaves every number where it is', async () => {
  const cells = () =>
    page
      .getByRole('table', { name: /^Нормы кормления/ })
      .locator('tbody tr')
      .first()
      .allTextContents()
  const before = await cells()
  expect(before[0]).toContain('1,5')
  await page.getByRole('switch', { name: 'Тепловая карта' }).click()
  await expect.poll(() => page.locator('[style*="--heat: 100%"]').allTextContents()).toEqual(['2,1'])
  expect(await cells()).toEqual(before)
})

test('with the keys a cell is changed, a row added and taken back, and what is saved is downloaded', async () => {
  await page.getByRole('button', { name: 'Изменить' }).click()
  await cell('50–100', '6 °C').click()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('1,6')
  await page.keyboard.press('Enter')
  await expect.poll(() => cell('100–250', '10 °C').evaluate((one) => one === document.activeElement)).toBe(true)
  await cell('100–250', '10 °C').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Добавить строку ниже' }).click()
  await expect.poll(() => page.getByRole('row').count()).toBe(6)
  await page.keyboard.press('Control+z')
  await expect.poll(() => page.getByRole('row').count()).toBe(5)
  await page.keyboard.press('Control+Enter')
  await expectText(notices(page), 'Сохранено!')
  await expect.poll(async () => (await stored())[0]!.table[0]!.feeding_rates[10]).toBe(1.6)

  await page.getByRole('button', { name: 'Ещё' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Скачать нормы' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toContain(FEED)
  const [sheet] = readWorkbook(readFileSync(await download.path())).values()
  const values = sheet!.slice(3).map((row) => row.map((one) => one && ('text' in one ? one.text : one.number)))
  expect(values).toEqual([
    [50, 100, 0.9, 1.6, 2.1, 1.05],
    [100, 250, 0.7, 1.2, 1.7, 1.1],
    ['Температурный коэффициент', null, 1.1, 1, 1],
  ])
  expect(open.errors).toEqual([])
})
