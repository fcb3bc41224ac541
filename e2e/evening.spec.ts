/**
 * A day of feeding as a farm lives it: in the evening a table of norms becomes the plan of tomorrow and a sheet for the
 * barge; in the morning a phone without a network feeds by the plan and weighs.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forecastCalls } from '../src/features/feeding/forecast/forecast.contract'
import { planCalls } from '../src/core/feeding/plan/plan.contract'
import { workbook } from '../src/testing/workbook'
import { choose, dialog, expectText, fill, notices, save } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'
import { openKept } from './kept'

const FEED = 'Форелевый 6 мм'

let pond: Awaited<ReturnType<typeof registerPond>>
let desk: OpenPage
let page: Page
let feed: number
beforeAll(async () => {
  pond = await registerPond('Вечер и утро', { cages: 3, stocked: 3 })
  await pond.subscribedFor(300)
  feed = (await pond.good({ name: FEED })).id
  const barge = await pond.stock('Баржа')
  await pond.adding({ good: feed, stock: barge.id, count: 200, date: pond.daysAgo(10) })
  desk = await openPage({ width: 1440, height: 900, as: pond })
  page = desk.page
})
afterAll(() => desk.close())

const today = () => pond.daysAgo(0)
const cell = (name: string, number: number) =>
  dialog(page).getByRole('textbox', { name: `${name}, садок ${number}`, exact: true })

test('the norms of the feed come from a file', async () => {
  const rows = [
    ['Период', '01.01', '31.12'],
    [],
    ['Навеска от, г', 'Навеска до, г', 6, 10, 'Кормовой коэффициент'],
    [100, 300, 0.8, 1.5, 1.05],
    [300, 900, '0,5', 1, 1.2],
    ['Температурный коэффициент', null, 1.1, 1],
  ]
  await page.goto(`/lib/feeding-rates?feed=${feed}`)
  await page.getByRole('button', { name: 'Загрузить нормы кормления' }).click()
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'Нормы.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await workbook(rows),
    })
  await dialog(page).getByRole('button', { name: 'Загрузить', exact: true }).click()
  await expectText(notices(page), 'Новые нормы кормления загружены!')
})

test('the feed is assigned to the cages', async () => {
  await page.goto('/feed/feeding-calc')
  await page.getByRole('button', { name: 'Создать' }).first().click()
  await fill(page, { Название: 'Товарная, зима' })
  await choose(page, 'Корм', FEED)
  await choose(page, 'Прогноз температуры', 'Заданная температура')
  await fill(page, { 'Заданная температура': '10' })
  await save(page)
  await expectText(page.locator('tbody tr').first(), /Товарная, зима.*Форелевый 6 мм/)
})

test('the plan comes from it, a changed ration is asked about and the sheet is printed', async () => {
  await page.goto(`/feed/feeding-plan?date=${today()}`)
  await dialog(page).getByRole('button', { name: 'Садки из расчёта' }).last().click()
  await expect.poll(() => cell('Корм', 3).inputValue()).toBe('3,00')
  await cell('Корм', 2).fill('2')
  await dialog(page).getByRole('button', { name: 'Введено 2,00, расчёт 3,00' }).click()
  await page.getByRole('button', { name: 'Оставить 2,00' }).click()
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(notices(page), 'План кормления успешно сохранен!')

  await page.evaluate(() => (window.print = () => undefined))
  await dialog(page).getByRole('button', { name: 'Печать листа для баржи' }).click()
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('body > div').filter({ hasText: 'Подпись' }).last()
  await expectText(sheet, /Форелевый 6 мм.*3,00.*2,00.*3,00/)
})

const forecastOf = async (cage: number) => {
  const asked = { cage_ids: [pond.cages[cage]!], start: today(), end: today() }
  const answer = await pond.call(forecastCalls.forecast, asked)
  const { avg_weight, low, high, weighings } = answer.cages[0]!.groups[0]!.days.at(-1)!
  return { weighings, share: (high - low) / avg_weight }
}

test('in the morning a phone without a network feeds by the plan and weighs; the forecast knows more then', async () => {
  const before = await forecastOf(0)
  const phone = await openKept(pond, { width: 390, height: 844, context: { hasTouch: true, isMobile: true } })
  await phone.context.setOffline(true)
  await phone.page.reload()
  await phone.page.getByRole('button', { name: 'По плану 8 кг' }).tap()
  await expectText(notices(phone.page), /ждёт сети. 3 садка, корм 8 кг/)
  await phone.page
    .getByRole('button', { name: /^Садок 1, / })
    .first()
    .tap()
  await dialog(phone.page).getByRole('button', { name: 'Навеска', exact: true }).tap()
  await fill(phone.page, { 'Количество, шт': '100', 'Общий вес': '21' })
  await save(phone.page)
  await expectText(notices(phone.page), /Ждёт сети. Садок 1, навеска/)

  await phone.context.setOffline(false)
  await phone.page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect
    .poll(() => pond.call(planCalls.fact, { date: today() }), { timeout: 30_000 })
    .toMatchObject({ planned: 8, fed: 8, percent: 100, cages_fed: 3 })
  await expect.poll(async () => (await forecastOf(0)).weighings, { timeout: 30_000 }).toBe(before.weighings + 1)
  expect((await forecastOf(0)).share).toBeLessThan(before.share)
  await phone.close()
})

test('the desk sees plan beside fact', async () => {
  await page.goto('/')
  await expectText(page.locator('main'), /накормлено 3 из 3 · 100 % плана/)
  expect(desk.errors).toEqual([])
})
