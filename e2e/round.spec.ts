/** The morning round on a phone: feed as yesterday, dead fish, water; a reload in the middle, a refusal behind one's back, the sums. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measureParameterLibrary } from '../src/features/measurements/measure-parameter.contract'
import { measurementCalls } from '../src/features/measurements/measurement.contract'
import { kinds } from '../src/features/operations/kinds.contract'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'
import { expectText, overflow } from './hands'

let pond: Awaited<ReturnType<typeof registerPond>>
let barge: { id: number }
let feed: { id: number }
let open: OpenPage
let page: Page
beforeAll(async () => {
  pond = await registerPond('Обход', { cages: 4, stocked: 3 })
  // the reminder of the trial would take its part of the screen
  await pond.subscribedFor(300)
  feed = await pond.good({ name: 'Корм 6 мм' })
  barge = await pond.stock('Баржа')
  await pond.adding({ good: feed.id, stock: barge.id, count: 100, date: pond.daysAgo(10) })
  const given = { feed_type_id: feed.id, stock_id: barge.id, date: pond.daysAgo(1), time: '09:00', appetite: 4 }
  for (const cage_id of pond.cages.slice(0, 3)) await pond.call(kinds.feeding.create, { ...given, cage_id, volume: 4 })
  await pond.call(measureParameterLibrary.create, {
    name: 'Температура воды',
    measure_type: 'temperature',
    depth: '2',
    location_id: pond.module.id,
  })
  open = await openPage({ width: 390, height: 844, as: pond, context: { hasTouch: true, isMobile: true } })
  page = open.page
  await page.goto('/')
})
afterAll(() => open.close())

const next = () => page.getByRole('button', { name: /^Дальше/ })
const number = (name: string) => page.getByRole('textbox', { name })
const place = () => page.locator('main header').filter({ hasText: 'Обход' })
const feedings = async () => {
  const day = pond.daysAgo(0)
  return (await pond.call(kinds.feeding.list, { start: day, end: day })) as {
    cage_id: number
    volume: number
    appetite: number
  }[]
}
const losses = async () => {
  const day = pond.daysAgo(0)
  return (await pond.call(kinds.retreat.list, { start: day, end: day })) as { from_id: number; count: number }[]
}

test('a cage takes a few touches: yesterday’s feed stands there, the water is asked once', async () => {
  await page.getByRole('navigation', { name: 'Главные разделы' }).getByText('Обход').tap()
  await expectText(place(), /1 из 3/)
  await expect.poll(() => number('Корм, кг').inputValue()).toBe('4')
  await expectText(page.locator('form'), /2,00 % биомассы.*Корм 6 мм.*Баржа, 88 кг/)
  // all of it fits on the screen, and every target is large
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  for (const button of await page
    .locator('form')
    .getByRole('button', { name: /Больше|Меньше|Пропустить|Дальше|^[1-5]$/ })
    .all())
    expect(Math.round((await button.boundingBox())!.height)).toBeGreaterThanOrEqual(54)
  await page.getByRole('button', { name: 'Корм: Больше' }).tap()
  await page.getByRole('button', { name: '5', exact: true }).tap()
  for (let times = 0; times < 3; times++) await page.getByRole('button', { name: 'Отход: Больше' }).tap()
  await number('Температура воды, °C').fill('4,2')
  await expectText(next(), /корм 4,5 кг, отход 3 шт, вода 4,2 °C/)
  await next().tap()
  await expectText(place(), /2 из 3/)
  await expect.poll(feedings).toMatchObject([{ cage_id: pond.cages[0], volume: 4.5, appetite: 5 }])
  await expect.poll(losses).toMatchObject([{ from_id: pond.cages[0], count: 3 }])
  const day = pond.daysAgo(0)
  const readings = () => pond.call(measurementCalls.byLocation, { locationId: pond.module.id, start: day, end: day })
  await expect.poll(readings).toMatchObject([{ value: 4.2, depth: 2, cage_id: null }])
  expect(await number('Температура воды, °C').count()).toBe(0)
})

test('what is impossible is told at once, and what was typed survives a reload', async () => {
  await number('Отход, шт').fill('1001')
  await expectText(page.locator('form'), /В садке на это время 1 000 шт, не хватает 1/)
  await next().tap()
  await expectText(place(), /2 из 3/)
  await number('Отход, шт').fill('12')
  await page.reload()
  await expectText(place(), /2 из 3/)
  expect(await number('Отход, шт').inputValue()).toBe('12')
})

test('a refusal that comes behind one’s back leads back to its cage, with its numbers', async () => {
  // the warehouse is emptied by a colleague while this screen still shows what was there
  await page.route('**/api/feeding', async (route) => {
    const answer = { message: 'На складе не хватает корма', errors: { volume: ['На складе не хватает корма'] } }
    await route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify(answer) })
  })
  // what was given yesterday is read anew after the reload
  await expect.poll(() => number('Корм, кг').inputValue()).toBe('4')
  await next().tap()
  await expectText(place(), /3 из 3/)
  const alert = page.getByRole('alert').filter({ hasText: 'Садок 2' })
  await expectText(alert, /не записано, кормление 4 кг. На складе не хватает корма/)
  await page.unroute('**/api/feeding')
  await alert.getByRole('button', { name: 'Исправить' }).tap()
  await expectText(page.locator('form'), /отход 12 шт.*записано в|записано в.*отход 12 шт|отход 12 шт/)
  expect(await number('Корм, кг').inputValue()).toBe('4')
  await expect.poll(async () => (await losses()).map(({ count }) => count).sort((a, b) => a - b)).toEqual([3, 12])
  await number('Корм, кг').fill('3,5')
  await next().tap()
  await expect.poll(async () => (await feedings()).map(({ volume }) => volume).sort()).toEqual([3.5, 4.5])
})

test('a record is taken back where it was made, a cage may be skipped, and the sums are told', async () => {
  await expectText(place(), /3 из 3/)
  await page.getByRole('button', { name: 'Предыдущий садок' }).tap()
  const loss = page.locator('form > div > div').filter({ hasText: 'отход 12 шт' })
  await loss.getByRole('button', { name: 'Отменить' }).tap()
  await expect.poll(async () => (await losses()).length).toBe(1)
  expect(await number('Отход, шт').inputValue()).toBe('12')
  await number('Отход, шт').fill('')
  await next().tap()
  await page.getByRole('button', { name: 'Пропустить' }).tap()
  await expectText(page.locator('main'), /Обход пройден.*2 из 3 садков.*Корм 6 мм ?8 кг.*Отход ?3 шт.*4,2 °C/)
  await page.getByRole('region', { name: 'Пропущено' }).getByRole('button').tap()
  await expectText(place(), /3 из 3/)
  await page.getByRole('button', { name: 'Не кормить' }).tap()
  await next().tap()
  await expectText(page.locator('main'), /3 из 3 садков/)
  expect(await feedings()).toHaveLength(2)
})

test('without a network the round goes on, and every record arrives once', async () => {
  await page.getByRole('button', { name: 'Начать новый обход' }).tap()
  await expectText(place(), /1 из 3/)
  await open.page.context().setOffline(true)
  await number('Отход, шт').fill('1')
  await next().tap()
  await expectText(place(), /2 из 3/)
  await number('Отход, шт').fill('2')
  await next().tap()
  await expectText(place(), /3 из 3/)
  await number('Отход, шт').fill('4')
  await next().tap()
  await expectText(page.getByRole('status').first(), /4 записи ждут сети/)
  await expectText(page.locator('main'), /Обход пройден.*Записей ждут сети: 4/)
  await open.page.context().setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect
    .poll(async () => (await losses()).map(({ count }) => count).sort(), { timeout: 20_000 })
    .toEqual([1, 2, 3, 4])
  await expect.poll(() => page.getByText('Записей ждут сети').count()).toBe(0)
})
