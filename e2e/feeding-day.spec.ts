/**
 * A feeding day in the office: the template of yesterday, one cage corrected, the whole batch taken back; then losses
 * by keyboard.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { goodCalls } from '../src/core/goods/good-calls.contract'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'
import { dialog, expectCage, expectText, notices, overflow, paste } from './actions'

let pond: Awaited<ReturnType<typeof registerPond>>
let feed: { id: number }
let barge: { id: number }
let open: OpenPage
let page: Page
beforeAll(async () => {
  pond = await registerPond('День кормления', { cages: 4, stocked: 3 })
  feed = await pond.good({ name: 'Корм 6 мм' })
  barge = await pond.stock('Баржа')
  await pond.adding({ good: feed.id, stock: barge.id, count: 100, date: pond.daysAgo(10) })
  const given = { feed_type_id: feed.id, stock_id: barge.id, date: pond.daysAgo(1), time: '09:00' }
  const [a, b] = pond.cages as [number, number]
  await pond.call(kinds.feeding.create, { ...given, cage_id: a, volume: 4, appetite: 5 })
  await pond.call(kinds.feeding.create, { ...given, cage_id: b, volume: 3, appetite: 2 })
  open = await openPage({ width: 1440, height: 900, as: pond })
  page = open.page
  await page.goto('/')
})
afterAll(() => open.close())

const cell = (name: string, number: number) =>
  dialog(page).getByRole('textbox', { name: `${name}, садок ${number}`, exact: true })
const openBatch = (name: RegExp) => page.getByRole('button', { name }).click()
const feedLeft = async () => (await pond.call(goodCalls.list, {}))[feed.id]!.total
const save = () => dialog(page).getByRole('button', { name: 'Сохранить', exact: true })

test('yesterday’s template fills the rows; the rate follows the amount and the amount the rate', async () => {
  await openBatch(/^Групповое кормление: Залив/)
  await expectText(dialog(page).getByRole('heading'), 'Групповое кормление')
  // the empty fourth cage is not asked
  await expect.poll(() => dialog(page).getByRole('row').count()).toBe(5)
  await dialog(page).getByRole('button', { name: 'Шаблон со вчера' }).click()
  await expect.poll(() => cell('Количество, кг', 1).inputValue()).toBe('4')
  await expect.poll(() => cell('Норма, % биомассы', 1).inputValue()).toBe('2')
  await expect.poll(() => cell('Количество, кг', 3).inputValue()).toBe('')
  await cell('Норма, % биомассы', 2).fill('2,5')
  await expect.poll(() => cell('Количество, кг', 2).inputValue()).toBe('5')
  await expectText(dialog(page), /Корм 6 мм · Баржа.*было 93 → станет 84 кг/)
})

test('Enter and the arrows go down the column, and what the warehouse lacks is told before the click', async () => {
  await dialog(page).getByRole('combobox', { name: 'Корм всем садкам' }).selectOption({ label: 'Корм 6 мм' })
  await cell('Количество, кг', 1).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('6')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('1000')
  await expect.poll(() => cell('Количество, кг', 2).inputValue()).toBe('6')
  await expectText(dialog(page), /не хватает 917 кг/)
  await expect.poll(() => save().getAttribute('aria-disabled')).toBe('true')
})

test('a block from a spreadsheet fills rows and columns, and Ctrl+Z takes all of it back', async () => {
  const [first, second] = [cell('Количество, кг', 1), cell('Количество, кг', 2)]
  const before = [await first.inputValue(), await second.inputValue()]
  await first.focus()
  await paste(page, '1,5\t\r\n\t2,5\r\n')
  await expect.poll(() => first.inputValue()).toBe('1,5')
  // 2,5 % of 200 kg
  await expect.poll(() => second.inputValue()).toBe('5')
  await page.keyboard.press('Control+KeyZ')
  await expect.poll(() => first.inputValue()).toBe(before[0])
  await expect.poll(() => second.inputValue()).toBe(before[1])
})

test('a row that the server refuses says so in its place, and nothing is lost or stored', async () => {
  await cell('Количество, кг', 3).fill('1')
  await dialog(page).getByRole('combobox', { name: 'Корм, садок 3' }).selectOption('')
  await save().click()
  await expect
    .poll(() => dialog(page).getByRole('combobox', { name: 'Корм, садок 3' }).getAttribute('aria-invalid'))
    .toBe('true')
  await expectText(dialog(page), /Корм: (выберите значение|заполните поле)/)
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain('садок 3')
  await expect.poll(() => cell('Количество, кг', 1).inputValue()).toBe('4')
  await expect.poll(() => feedLeft()).toBe(93)
})

test('all rows are stored at once, and taken back at once', async () => {
  await dialog(page).getByRole('combobox', { name: 'Корм, садок 3' }).selectOption({ label: 'Корм 6 мм' })
  await save().click()
  await dialog(page).waitFor({ state: 'hidden' })
  await expectText(notices(page), /Групповое кормление: 3 садка, 11 кг/)
  await expect.poll(() => feedLeft()).toBe(82)
  await expectText(page.getByRole('group', { name: 'Что сейчас' }), /накормлено 3 из 3/)
  await notices(page)
    .getByRole('button', { name: /Отменить/ })
    .click()
  await expectText(notices(page), 'Операции удалены')
  await expect.poll(() => feedLeft()).toBe(93)
})

test('without feedings the day before the template says so', async () => {
  await openBatch(/^Групповое кормление: Залив/)
  await dialog(page).getByLabel('Дата').first().fill(pond.daysAgo(5))
  await page.keyboard.press('Tab')
  await dialog(page).getByRole('button', { name: 'Шаблон со вчера' }).click()
  await expectText(notices(page), 'Кормлений за вчера не найдено')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
})

test('the template gives no second ration to a cage that was fed today, and needs no network', async () => {
  const given = { feed_type_id: feed.id, stock_id: barge.id, date: pond.daysAgo(0), time: '00:00' }
  const { id } = await pond.call(kinds.feeding.create, { ...given, cage_id: pond.cages[0]!, volume: 1 })
  await expectText(page.getByRole('group', { name: 'Что сейчас' }), /накормлено 1 из 3/)
  await page.context().setOffline(true)
  await openBatch(/^Групповое кормление: Залив/)
  await dialog(page).getByRole('button', { name: 'Шаблон со вчера' }).click()
  await expect.poll(() => cell('Количество, кг', 2).inputValue()).toBe('3')
  await expect.poll(() => cell('Количество, кг', 1).inputValue()).toBe('')
  await expectText(notices(page), 'Сегодня уже кормили садков: 1')
  await page.keyboard.press('Escape')
  await page.context().setOffline(false)
  await pond.call(kinds.feeding.remove, { id })
})

test('losses of the module by keyboard alone: numbers go down, Ctrl+Enter saves', async () => {
  await openBatch(/^Групповой отход: Залив/)
  await cell('Отход, шт', 1).waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Отход, шт, садок 1')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await page.keyboard.type('2000')
  await expectText(dialog(page), /В садке на это время 1 000 шт, не хватает 1 000/)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('5')
  await expect.poll(() => save().getAttribute('aria-disabled')).toBeNull()
  await page.keyboard.press('Control+Enter')
  await dialog(page).waitFor({ state: 'hidden' })
  await expectText(notices(page), /Групповой отход: 2 садка, 12 шт/)
  await expectCage(page, '1', /993 шт/)
  await expectCage(page, '2', /995 шт/)
})

test('the search finds the batch of a module, and history closes it', async () => {
  await page.keyboard.press('Control+KeyK')
  await page.getByPlaceholder('Садок, журнал, действие…').last().fill('групповое залив')
  await page.keyboard.press('Enter')
  await expectText(dialog(page).getByRole('heading'), 'Групповое кормление')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  expect(open.errors.filter((error) => !error.includes('422') && !error.includes('DISCONNECTED'))).toEqual([])
})
