/**
 * The morning round on a phone: all cages on one screen, what differs is touched, one button records it; without a
 * network as with one.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measurementCalls } from '../src/core/cages/measurement.contract'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { goodCalls } from '../src/core/goods/good-calls.contract'
import { openPage, type OpenPage } from './browser'
import { fedFarm } from './farm'
import { expectText, notices, overflow, plain } from './actions'
import { openKept } from './kept'
import { OURS } from './on-the-way'

type Pond = Awaited<ReturnType<typeof fedFarm>>
const PHONE = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }

interface Fed {
  cage_id: number
  volume: number
  appetite: number | null
  note: string
}
const today = (pond: Pond) => ({ start: pond.daysAgo(0), end: pond.daysAgo(0) })
const feedings = async (pond: Pond) => (await pond.call(kinds.feeding.list, today(pond))) as unknown as Fed[]
const losses = async (pond: Pond) =>
  (await pond.call(kinds.retreat.list, today(pond))) as { from_id: number; count: number }[]

const line = (page: Page, number: number) => page.getByRole('button', { name: new RegExp(`^Садок ${number}, `) })
const record = (page: Page) => page.locator('main button[type=submit]')
const number = (page: Page, name: string) => page.getByRole('textbox', { name })
const asYesterday = (page: Page) => page.getByRole('button', { name: /^Как вчера/ })
const toRound = (page: Page) => page.getByRole('navigation', { name: 'Главные разделы' }).getByText('Обход').tap()

/** Counts touches from here on. */
const countTaps = (page: Page) =>
  page.evaluate(() => {
    const counter = window as unknown as { taps: number }
    counter.taps = 0
    addEventListener('pointerdown', () => (counter.taps += 1), true)
  })
const taps = (page: Page) => page.evaluate(() => (window as unknown as { taps: number }).taps)

let pond: Pond
let open: OpenPage
let page: Page
beforeAll(async () => {
  pond = await fedFarm('Обход')
  open = await openPage({ ...PHONE, as: pond })
  page = open.page
  await page.goto('/')
})
afterAll(() => open.close())

test('a module is fed as yesterday in one touch on the list, and all of it is taken back in another', async () => {
  await expectText(asYesterday(page), 'Как вчера 44 кг')
  await countTaps(page)
  await asYesterday(page).tap()
  await expectText(notices(page), /Записано: 11 садков, корм 44 кг/)
  await expect.poll(() => taps(page)).toBe(1)
  await expect.poll(async () => (await feedings(pond)).length).toBe(11)
  await expectText(page.locator('main'), /44,0 кг 11 из 11 садков/)
  await expect.poll(() => asYesterday(page).count()).toBe(0)
  await notices(page)
    .getByRole('button', { name: /Отменить/ })
    .first()
    .tap()
  await expect.poll(async () => (await feedings(pond)).length).toBe(0)
  await expectText(asYesterday(page), 'Как вчера 44 кг')
})

test('the round stands on one screen as yesterday was; targets are large and nothing scrolls sideways', async () => {
  await toRound(page)
  await expectText(record(page), /Записать: 11.*корм 44 кг/)
  await expect.poll(() => line(page, 12).count()).toBe(0)
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  for (const button of await page.locator('form').getByRole('button').all())
    expect(Math.round((await button.boundingBox())!.height)).toBeGreaterThanOrEqual(48)
})

test('✓ of the keypad hides the keypad and records nothing; a button that is held goes on', async () => {
  await line(page, 1).tap()
  await number(page, 'Корм, кг').fill('4,5')
  await number(page, 'Корм, кг').press('Enter')
  await expect.poll(() => number(page, 'Корм, кг').inputValue()).toBe('4,5')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT')
  const more = (await page.getByRole('button', { name: 'Отход: Больше' }).boundingBox())!
  await page.mouse.move(more.x + 20, more.y + 20)
  await page.mouse.down()
  await expect.poll(async () => Number(await number(page, 'Отход, шт').inputValue())).toBeGreaterThan(5)
  await page.mouse.up()
  const held = await number(page, 'Отход, шт').inputValue()
  await expectText(record(page), new RegExp(`отход ${held} шт`))
  await number(page, 'Отход, шт').fill('3')
  await expect.poll(() => feedings(pond)).toEqual([])
})

test('what is far from what is known is asked once before all of it is recorded', async () => {
  await number(page, 'Корм, кг').fill('40')
  await record(page).tap()
  await expectText(page.getByRole('alert').first(), /20,0 % биомассы за одно кормление/)
  await expectText(record(page), /Всё верно. Записать: 11/)
  await expect.poll(() => feedings(pond)).toEqual([])
  await line(page, 1).tap()
  await number(page, 'Корм, кг').fill('4,5')
  await expectText(record(page), /^Записать: 11/)
})

test('exceptions are touched, the rest goes as yesterday, and one touch records all', async () => {
  await page.getByRole('button', { name: '5', exact: true }).tap()
  await page.getByRole('button', { name: 'Примечание' }).tap()
  await page.getByRole('textbox', { name: 'Примечание' }).fill('сеть порвана')
  await page.getByRole('button', { name: 'Готово' }).tap()
  await line(page, 2).tap()
  await page.getByRole('button', { name: 'Пропустить садок' }).tap()
  await page.getByRole('button', { name: 'Готово' }).tap()
  // the water goes on from yesterday's reading
  await page.getByRole('button', { name: 'Температура воды: Больше' }).tap()
  await expectText(record(page), /Записать: 10.*корм 40,5 кг, отход 3 шт, примечаний: 1, вода 4,2 °C/)
  await page.reload()
  await expectText(record(page), /Записать: 10.*корм 40,5 кг, отход 3 шт, примечаний: 1, вода 4,2 °C/)
  await record(page).tap()
  await expectText(notices(page), /Записано: 10 садков, корм 40,5 кг, отход 3 шт/)
  await expect.poll(async () => (await feedings(pond)).length).toBe(10)
  const own = (await feedings(pond)).find(({ cage_id }) => cage_id === pond.cages[0])
  expect(own).toMatchObject({ volume: 4.5, appetite: 5, note: 'сеть порвана' })
  // nobody has watched the others, and nobody is said to have
  await expect.poll(async () => (await feedings(pond)).filter(({ appetite }) => appetite === null)).toHaveLength(9)
  await expect.poll(() => losses(pond)).toMatchObject([{ from_id: pond.cages[0], count: 3 }])
  const readings = () => pond.call(measurementCalls.byLocation, { locationId: pond.module.id, ...today(pond) })
  await expect.poll(readings).toMatchObject([{ value: 4.2, depth: 2, cage_id: null }])
})

test('what was fed is not proposed again; the skipped cage is taken up, more is given when one says so', async () => {
  await expectText(page.locator('main'), /дано 4,5 кг.*пропущен.*Записывать больше нечего/)
  await line(page, 2).tap()
  await page.getByRole('button', { name: 'Не пропускать' }).tap()
  await expectText(record(page), /Записать: 1 садоккорм 4 кг/)
  await number(page, 'Корм, кг').fill('250')
  await expectText(page.locator('form'), /На складе 115,5 кг, не хватает 134,5/)
  await record(page).tap()
  await expect.poll(() => feedings(pond)).toHaveLength(10)
  await number(page, 'Корм, кг').fill('3')
  await number(page, 'Отход, шт').fill('1001')
  await expectText(page.locator('form'), /В садке на это время 1 000 шт, не хватает 1/)
  await number(page, 'Отход, шт').fill('')
})

test('a refusal that comes behind one’s back stands in its line, with its numbers', async () => {
  await page.route('**/api/feeding', (route) =>
    route.fulfill({ status: 422, headers: OURS, json: { message: 'На складе не хватает корма' } }),
  )
  await page.getByRole('button', { name: 'Готово' }).tap()
  await record(page).tap()
  await expectText(page.locator('main'), /3 кг.*На складе не хватает корма/)
  await page.unroute('**/api/feeding')
  await record(page).tap()
  await expect.poll(async () => (await feedings(pond)).length).toBe(11)
})

test('a record is taken back where it was made; whoever wants goes from cage to cage', async () => {
  await line(page, 1).tap()
  await page.getByRole('button', { name: 'Отменить: отход 3 шт' }).tap()
  await expect.poll(async () => (await losses(pond)).length).toBe(0)
  await page.getByRole('button', { name: 'По одному садку' }).tap()
  await page.getByRole('button', { name: 'Начать новый обход' }).tap()
  await expectText(page.getByRole('banner'), /1 из 11/)
  await page.getByRole('button', { name: 'Садок 3', exact: true }).tap()
  await number(page, 'Отход, шт').fill('2')
  await page.getByRole('button', { name: /^Дальше/ }).tap()
  await expect.poll(async () => (await losses(pond)).map(({ from_id }) => from_id)).toEqual([pond.cages[2]])
  await page.getByRole('button', { name: 'Все садки сразу' }).tap()
  expect(open.errors.filter((error) => !error.includes('422'))).toEqual([])
})

test('opened cold without a network the round is as short, outlives the page, and arrives once', async () => {
  const far = await fedFarm('Обход без сети')
  const { page, context, close } = await openKept(far, PHONE)
  await context.setOffline(true)
  await page.reload()
  await expectText(asYesterday(page), 'Как вчера 44 кг')
  await countTaps(page)
  await toRound(page)
  await expectText(record(page), /Записать: 11.*корм 44 кг/)
  await record(page).tap()
  await expectText(notices(page), /Записано на этом устройстве, ждёт сети. 11 садков, корм 44 кг/)
  await expect.poll(() => taps(page)).toBeLessThanOrEqual(7)
  // counted everywhere on this device, also after it was killed
  await page.goto('/')
  await expectText(page.locator('main'), /44,0 кг 11 из 11 садков/)
  await expect.poll(() => page.getByRole('button', { name: /^Не кормили/ }).count()).toBe(0)
  await expect.poll(() => asYesterday(page).count()).toBe(0)
  await toRound(page)
  await expectText(page.locator('main'), /Записывать больше нечего.*Записей ждут сети: 11/)
  // the next morning, still without a network: what waits is what was given yesterday
  const morning = await context.newPage()
  await morning.clock.install({ time: Date.now() + 24 * 3600_000 })
  await morning.goto('/round')
  await expectText(record(morning), /Записать: 11.*корм 44 кг/)
  await morning.close()
  // a journal that was never opened says so, above it stands what waits here
  await page.goto('/journals/feeding')
  await expectText(
    page.locator('main'),
    /Ещё не на сервере: 11.*Садок 1, кормление 4 кг.*Не загружено на это устройство/,
  )
  await context.setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(async () => (await feedings(far)).length, { timeout: 30_000 }).toBe(11)
  await expect
    .poll(async () => plain((await feedings(far)).map(({ volume }) => volume).join(' ')))
    .toBe('4 4 4 4 4 4 4 4 4 4 4')
  await close()
})

test('on a desk the round is a table, filled by keyboard', async () => {
  const desk = await fedFarm('Обход на столе')
  const { page, close } = await openPage({ width: 1440, height: 900, as: desk })
  await page.goto('/round')
  const cell = (name: string, cage: number) => page.getByRole('textbox', { name: `${name}, ${cage}`, exact: true })
  await expect.poll(() => cell('Корм, кг', 1).inputValue()).toBe('4')
  await cell('Корм, кг', 1).focus()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await page.keyboard.type('6')
  await cell('Отход, шт', 2).fill('7')
  await expectText(record(page), /Записать: 11.*корм 47 кг, отход 7 шт/)
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await feedings(desk)).length).toBe(11)
  await expect.poll(() => losses(desk)).toMatchObject([{ from_id: desk.cages[1], count: 7 }])
  await close()
})

test('at a desk the barge is chosen from an own list, water takes a row, and the sheet is printed empty and filled', async () => {
  const own = await fedFarm('Обход за столом')
  const shore = await own.stock('Берег')
  const [feed] = Object.values(await own.call(goodCalls.list, {}))
  await own.adding({ good: feed!.id, stock: shore.id, count: 90, date: own.daysAgo(5) })
  const { page, errors, close } = await openPage({ width: 1440, height: 900, as: own })
  const sheet = page.locator('body > div', { has: page.getByRole('heading', { name: 'Обход', level: 1 }) }).last()
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await page.goto('/round')
  const table = page.getByRole('table', { name: 'Обход' })
  const source = table.getByRole('combobox', { name: 'Корм и склад, 2' })
  await source.click()
  await page.getByRole('option', { name: /Берег · Корм 6 мм.*90 кг/ }).click()
  await expect.poll(() => source.inputValue()).toBe('Берег · Корм 6 мм')
  const water = page.getByRole('region', { name: /^Температура воды/ })
  await expect.poll(async () => (await water.boundingBox())!.height).toBeLessThan(40)
  await water.getByRole('button', { name: /^Как в прошлый раз 4,1/ }).click()

  // nothing is recorded yet: the sheet has room to write
  const print = page.getByRole('button', { name: 'Печать листа' })
  await print.click()
  await page.emulateMedia({ media: 'print' })
  await expectText(sheet, /Залив.*Садок.*Навеска.*Взвешено.*Дано, кг.*Отход, шт.*1 1?000 ?0,200.*Корм 6 мм/)
  await expectText(sheet, /Температура воды, 2 м, °C:.*Обход провёл/)
  const given = () => sheet.getByRole('row').nth(2).getByRole('cell').allTextContents()
  await expect.poll(async () => plain((await given())[7] ?? null)).toBe('')
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await record(page).click()
  await expectText(notices(page), /Записано: 11 садков, корм 44 кг/)
  await expect.poll(async () => (await feedings(own)).length).toBe(11)
  await print.click()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(async () => plain((await given())[7] ?? null)).toBe('4')
  await expectText(sheet, /Температура воды 4,1 °C/)
  expect(errors).toEqual([])
  await close()
})
