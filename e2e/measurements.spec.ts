/** The water: a month from Excel, a day by keyboard, the chart, and the same on a phone. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { locationLibrary } from '../src/core/lists/libraries/location.contract'
import { measureParameterLibrary } from '../src/core/lists/libraries/measure-parameter.contract'
import { measurementCalls, type MeasurementRow } from '../src/core/cages/measurement.contract'
import { writeWorkbook, XLSX } from '../src/server/sheets/excel'
import { addDays, dayOf, parseDay } from '../src/shared/dates'
import { openPage, type OpenPage } from './browser'
import { registerPond, sql } from './farm'
import { choose, confirmQuestion, dialog, expectText, fill, notices, overflow, paste, save } from './actions'

type Pond = Awaited<ReturnType<typeof registerPond>>
let pond: Pond
let open: OpenPage
let page: Page

beforeAll(async () => {
  pond = await registerPond('Замеры', { cages: 3 })
  open = await openPage({ width: 1440, height: 1000, as: pond })
  page = open.page
})
afterAll(() => open.close())

const DAYS = 30
const firstDay = () => addDays(dayOf(pond.user.now), -DAYS)
const TEMPERATURE = 'Температура воды, 1 м'

/** A month of both parameters at eight in the morning; `spoilt` puts a word where a temperature belongs. */
async function monthOf(spoilt: boolean) {
  const header = ['Дата', 'Время', TEMPERATURE, 'Кислород, 1 м'].map((value) => ({ value }))
  const rows = Array.from({ length: DAYS }, (_, index) => [
    { value: new Date(`${addDays(firstDay(), index)}T00:00:00Z`), format: 'dd.mm.yyyy' },
    { value: '08:00' },
    { value: spoilt && index === 4 ? 'тепло' : 12 - index / 10 },
    { value: 9 + index / 10 },
  ])
  const columns = header.map(() => ({ width: 14 }))
  const bytes = await writeWorkbook(0, [{ sheet: 'Замеры', data: [header, ...rows], columns }])
  return { name: 'Замеры за месяц.xlsx', mimeType: XLSX, buffer: Buffer.from(bytes) }
}

const stored = async (day: string): Promise<MeasurementRow[]> =>
  (await pond.call(measurementCalls.byLocation, {
    locationId: pond.module.id,
    start: day,
    end: day,
  })) as MeasurementRow[]

/** A number keeps to its unit: the space between them is one that does not break. */
const cell = (cage: number, column: string) =>
  page.getByLabel(new RegExp(`^Садок ${cage}, ${column}`.replaceAll(' ', '\\s')))
const values = async (column: string) => {
  const texts: string[] = []
  for (const cage of [1, 2, 3]) texts.push(await cell(cage, column).inputValue())
  return texts
}
const chart = () => page.getByRole('slider')
const chartText = () => chart().getAttribute('aria-valuetext')

test('a module without parameters leads to their library', async () => {
  await page.goto('/measurements')
  await expectText(page.locator('main'), 'В модуле «Залив» нет параметров замеров.')
  await page.locator('main').getByRole('link', { name: 'Параметры замеров' }).click()
  await page.getByRole('button', { name: 'Создать' }).click()
  await fill(page, { Название: 'Температура воды', Глубина: '1; 5' })
  await choose(page, 'Вид', 'Температура')
  await choose(page, 'Модуль', 'Залив')
  await save(page)
  await pond.call(measureParameterLibrary.create, {
    name: 'Кислород',
    measure_type: 'oxygen',
    depth: [1],
    location_id: pond.module.id,
  })
  await page.goto('/measurements')
  await page.getByText('В этот день замеров нет.').waitFor()
})

test('a month from Excel: one bad row stops all of it and is named, the corrected file is loaded', async () => {
  await page.getByRole('button', { name: 'Загрузить из Excel' }).click()
  const coming = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Скачать шаблон' }).click()
  expect((await coming).suggestedFilename()).toContain('Залив')
  const choice = dialog(page).locator('input[type=file]')
  await choice.setInputFiles(await monthOf(true))
  await expectText(dialog(page), 'Ошибок в файле: 1. Ничего не загружено')
  const [row] = await dialog(page).getByRole('table', { name: 'Ошибки файла' }).locator('tbody tr').allTextContents()
  expect(row).toMatch(/^6Температура воды, 1 м/)
  await expect
    .poll(() =>
      dialog(page)
        .getByRole('button', { name: /^Загрузить \d/ })
        .count(),
    )
    .toBe(0)
  const lastDay = pond.daysAgo(1)
  await expect.poll(() => stored(lastDay)).toEqual([])
  await choice.setInputFiles(await monthOf(false))
  await dialog(page)
    .getByRole('button', { name: `Загрузить ${2 * DAYS} замеров` })
    .click()
  await expectText(notices(page), 'Данные замеров загружены!')
  await dialog(page).waitFor({ state: 'hidden' })
  await expect
    .poll(async () => (await stored(lastDay)).map(({ value }) => value).sort((one, other) => one - other))
    .toEqual([9.1, 11.9])
  await expect.poll(() => new URL(page.url()).searchParams.get('date')).toBe(lastDay)
  const chosen = page.getByRole('gridcell', { selected: true }).getByRole('button')
  await expect.poll(() => chosen.getAttribute('aria-label')).toMatch(/, 2 замера$/)
})

test('the same file once more has nothing new', async () => {
  await page.getByRole('button', { name: 'Загрузить из Excel' }).click()
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles(await monthOf(false))
  await expectText(dialog(page), 'Новых замеров в файле нет.')
  await dialog(page).getByRole('button', { name: 'Закрыть' }).last().click()
})

test('temperature against oxygen: keys go from moment to moment, a moment leads to its day', async () => {
  await page.goto('/measurements')
  const lastDay = pond.daysAgo(1)
  await expect.poll(chartText).toContain(`${lastDay}: `)
  await expect.poll(() => chartText()).toMatch(/Температура воды, 1\sм 9,1\s°C, Кислород, 1\sм 11,9\sмг\/л/)
  const oxygen = page.getByRole('button', { name: /^Кислород, 1.м/ })
  await oxygen.click()
  await expect.poll(chartText).not.toContain('Кислород')
  await oxygen.click()
  await expect.poll(chartText).toContain('Кислород')
  await chart().focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => chartText()).toMatch(/9,2\s°C, Кислород, 1\sм 11,8\sмг\/л/)
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('date')).toBe(pond.daysAgo(2))
  await page.getByLabel('Правая ось', { exact: true }).and(page.locator('input')).click()
  await page.getByRole('option', { name: '[Не выбрано]' }).click()
  await expect.poll(chartText).not.toContain('Кислород')
  const rows = page.getByRole('table', { name: 'Данные графика' }).locator('tbody tr')
  await expect.poll(() => rows.first().textContent()).toContain('Температура воды')
  await rows.last().getByRole('button', { name: 'Перейти к дате' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('date')).toBe(pond.daysAgo(10))
})

test('a day is typed as in a spreadsheet', async () => {
  await page.goto('/measurements')
  await page.getByText('Таблица', { exact: true }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('mode')).toBe('table')
  const saveButton = page.getByRole('button', { name: /^Сохранить/ })
  await expect.poll(() => saveButton.getAttribute('aria-disabled')).toBe('true')
  await cell(1, TEMPERATURE).focus()
  await page.keyboard.type('8,4')
  await page.keyboard.press('Enter')
  await page.keyboard.type('тепло')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('8')
  await page.keyboard.press('Control+Enter')
  // the refused cell is named, and nothing of the rest is stored
  await expect.poll(() => cell(2, TEMPERATURE).getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => stored(pond.daysAgo(0))).toEqual([])
  await expect.poll(() => cell(2, TEMPERATURE).getAttribute('aria-invalid')).toBe(null)
  // what was typed outlives the page
  await page.reload()
  await expect.poll(() => values(TEMPERATURE)).toEqual(['8,4', 'тепло', '8'])
  await cell(2, TEMPERATURE).fill('8.6')
  await page.keyboard.press('Control+Enter')
  await expectText(notices(page), 'Сохранено!')
  await expect.poll(() => values(TEMPERATURE)).toEqual(['8,4', '8,6', '8,0'])
  await expect.poll(async () => (await stored(pond.daysAgo(0))).map(({ value }) => value).sort()).toEqual([8, 8.4, 8.6])
})

test('a block from Excel is pasted whole, an emptied cell deletes', async () => {
  await cell(2, TEMPERATURE).focus()
  await paste(page, '7,1\t6,5\r\n\t6,4\r\n')
  await expect.poll(() => values(TEMPERATURE)).toEqual(['8,4', '7,1', ''])
  await expect.poll(() => values('Температура воды, 5 м')).toEqual(['', '6,5', '6,4'])
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await stored(pond.daysAgo(0))).map(({ value }) => value).sort())
    .toEqual([6.4, 6.5, 7.1, 8.4])
  await expect.poll(() => page.getByRole('button', { name: 'Отменить' }).count()).toBe(0)
})

test('what others measure appears by itself', async () => {
  await page.getByText('Карточки', { exact: true }).click()
  const [parameter] = await pond.call(measureParameterLibrary.list, {})
  await pond.call(measurementCalls.create, {
    date: pond.daysAgo(0),
    time: '00:01',
    measure_parameter_id: parameter!.id,
    value: '10',
  })
  await page.getByText('весь модуль').first().waitFor()
})

test('on a phone: a new measurement, its change, its end', async () => {
  const phone = await openPage({ width: 390, height: 844, as: pond, context: { hasTouch: true, isMobile: true } })
  const before = page
  page = phone.page
  await page.goto('/measurements')
  await page.getByRole('button', { name: 'День раньше' }).tap()
  await page.getByRole('button', { name: 'Новый замер' }).first().tap()
  await choose(page, 'Параметр', 'Температура воды')
  await choose(page, 'Садок', '3')
  await fill(page, { Значение: '-0,4' })
  await save(page)
  const card = page.getByRole('listitem', { name: /^Замер № / }).filter({ hasText: '−0,4' })
  await card.waitFor()
  await expect.poll(() => overflow(page)).toBe(0)
  await card.getByRole('button', { name: 'Изменить' }).tap()
  await fill(page, { Значение: '77' })
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).tap()
  // the refusal stands under the field and in a notice, what was typed stays
  await expectText(notices(page), /Введите число/)
  await fill(page, { Значение: '5' })
  await save(page)
  const changed = page.getByRole('listitem', { name: /^Замер № / }).filter({ hasText: '5,0' })
  await changed.getByRole('button', { name: 'Удалить' }).tap()
  await confirmQuestion(page, 'Вы уверены, что хотите удалить данный замер?')
  await changed.waitFor({ state: 'detached' })
  expect(parseDay(new URL(page.url()).searchParams.get('date')!)).toBe(parseDay(pond.daysAgo(1)))
  await phone.close()
  page = before
})

test('what was measured last is one touch away, and what was typed outlives Esc', async () => {
  await page.goto('/measurements')
  await page.getByRole('button', { name: 'Новый замер' }).first().click()
  await choose(page, 'Садок', '1')
  await dialog(page)
    .getByRole('button', { name: /Последнее: 8,4/ })
    .click()
  const value = dialog(page).getByLabel('Значение')
  await expect.poll(() => value.inputValue()).toBe('8,4')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Новый замер' }).first().click()
  await expect.poll(() => value.inputValue()).toBe('')
  await dialog(page).getByRole('button', { name: 'Продолжить' }).click()
  await expect.poll(() => value.inputValue()).toBe('8,4')
  await page.keyboard.press('Escape')
})

test('a parameter in the address that nobody knows is told to those who run the server', async () => {
  const told = page.waitForRequest((request) => request.url().endsWith('/api/js-debug-handler'))
  await page.goto('/measurements?param1=Мутность')
  expect((await told).postData()).toContain('Мутность')
})

test('readings of sensors are folded under those made by hand', async () => {
  // the oxygen of yesterday, as if a sensor had sent it
  await sql('update measurements set external_input = true where company_id = $1 and value = 11900000', [
    pond.user.company.id,
  ])
  await page.goto(`/measurements?date=${pond.daysAgo(1)}`)
  const fold = page.getByRole('button', { name: /^Показания датчиков: 1/ })
  await fold.waitFor()
  const sensed = page.getByRole('listitem', { name: /^Замер № / }).filter({ hasText: '11,9' })
  await expect.poll(() => sensed.count()).toBe(0)
  await fold.click()
  await sensed.waitFor()
})

test('without the right the water can be looked at, not written', async () => {
  const colleague = await pond.colleague(['create notes'])
  const other = await openPage({ width: 1440, as: colleague })
  await other.page.goto('/measurements?mode=table')
  const value = other.page.getByLabel(/^Садок 1, Температура воды, 1\sм/)
  await expect.poll(() => value.inputValue()).toBe('8,4')
  await expect.poll(() => value.getAttribute('readonly')).not.toBe(null)
  await expect.poll(() => other.page.getByRole('button', { name: 'Новый замер' }).count()).toBe(0)
  await other.close()
})

test('what was measured in a module stays within reach when it goes into the archive, and stays as it is', async () => {
  const old = await pond.call(locationLibrary.create, { name: 'Старый понтон' })
  const parameter = await pond.parameter({ location: old.id, name: 'Кислород' })
  const read = { date: pond.daysAgo(2), time: '07:00', measure_parameter_id: parameter.id, value: 8.25 }
  await pond.call(measurementCalls.create, { ...read, location_id: old.id })
  await pond.call(locationLibrary.archiving.archive, { id: old.id })
  await page.goto('/measurements')
  await page.getByRole('button', { name: 'Старый понтон в архиве' }).click()
  const days = page.getByRole('region', { name: 'Замеры дня' })
  for (const _ of [1, 2]) await days.getByRole('button', { name: 'День раньше' }).click()
  const card = page.getByRole('listitem', { name: /^Замер № / })
  await expectText(card, /8,25/)
  for (const name of ['Новый замер', 'Загрузить из Excel', 'Изменить', 'Удалить', 'Таблица'])
    await expect.poll(() => page.getByRole('button', { name }).count(), { message: name }).toBe(0)
  await card.getByRole('button', { name: 'История' }).click()
  await expectText(dialog(page), /Кислород/)
  await page.keyboard.press('Escape')
})
