/** What a form of an operation works out while one types, and what it keeps. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cageCalls } from '../src/core/cages/cage.contract'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'
import { choose, dialog, expectField, expectText, field, fill, operate, plain, save } from './actions'

let pond: Awaited<ReturnType<typeof registerPond>>
let open: OpenPage
let page: Page
/** 1 000 fish of 0,2 kg each: 200 kg in a cage */
beforeAll(async () => {
  pond = await registerPond('Формы', { cages: 3, stocked: 3 })
  const feed = await pond.good({ name: 'Корм 6 мм' })
  const barge = await pond.stock('Баржа «Южная»')
  await pond.adding({ good: feed.id, stock: barge.id, count: 100, date: pond.daysAgo(10) })
  const loss = { from_id: pond.cages[2]!, count: 900, date: pond.daysAgo(1), time: '08:00' }
  await pond.call(kinds.retreat.create, loss)
  open = await openPage({ width: 1440, height: 900, as: pond })
  page = open.page
  await page.goto('/')
})
afterAll(() => open.close())

test('an amount of feed and its share of the biomass give each other', async () => {
  await operate(page, '1', 'Кормление')
  await choose(page, 'Корм', 'Корм 6 мм')
  await fill(page, { Количество: '5' })
  await expectField(page, '% от биомассы', '2,5')
  await fill(page, { '% от биомассы': '1,5' })
  await expectField(page, 'Количество', '3')
  await expectText(dialog(page), 'Баржа «Южная»: Корм 6 мм')
  await fill(page, { Количество: '200' })
  await dialog(page)
    .getByRole('button', { name: /^взять всё/ })
    .click()
  await expectField(page, 'Количество', '100')
  await fill(page, { Количество: '4' })
  await save(page)
  const rows = (await pond.call(kinds.feeding.list, { start: pond.daysAgo(1), end: pond.daysAgo(0) })) as object[]
  expect(rows).toMatchObject([{ volume: 4, rate: 2 }])
})

test('an edit of a feeding begins with what is recorded, not as if it were given once more', async () => {
  await page.goto('/journals/feeding')
  // a quick hand types before it is known what the cage held
  let answer = () => undefined as void
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/cage/count-on-date*', async (route) => {
    await asked
    await route.continue()
  })
  await page.locator('tbody').getByRole('button', { name: 'Изменить' }).click()
  await expectText(dialog(page), 'Что изменится')
  await fill(page, { Количество: '6' })
  answer()
  await expectField(page, '% от биомассы', '3')
  await expectText(dialog(page), /Баржа «Южная»: Корм 6 мм ?96 94 кг/)
  await expect.poll(async () => plain(await dialog(page).textContent())).not.toContain('было')
  await expectText(dialog(page), 'Препятствий нет')
  await page.unroute('**/api/cage/count-on-date*')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
})

test('a number is typed with its thousands apart, the caret stays between its digits', async () => {
  await page.goto('/')
  await operate(page, '1', 'Коррекция')
  const count = dialog(page).locator('input[data-path="count"]')
  await count.focus()
  await page.keyboard.type('1234567')
  await expect.poll(async () => plain(await count.inputValue())).toBe('1 234 567')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  // behind the space: the digit before it goes
  await page.keyboard.press('Backspace')
  await expect.poll(async () => plain(await count.inputValue())).toBe('234 567')
  await page.keyboard.type('9')
  await expect.poll(async () => plain(await count.inputValue())).toBe('9 234 567')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
})

test('a record of the past that cannot stand says so once, without a balance, and offers the most that can', async () => {
  await operate(page, '3', 'Отход')
  await fill(page, { Дата: pond.daysAgo(2), Количество: '150' })
  const told = dialog(page).getByText(/отход, садок 3: не хватает 50 шт/)
  await told.waitFor()
  await expect.poll(() => told.count()).toBe(1)
  await expect.poll(async () => plain(await dialog(page).textContent())).not.toContain('станет')
  await dialog(page).getByRole('button', { name: 'Записать 100 шт вместо 150: это наибольшее возможное' }).click()
  await expectField(page, 'Количество', '100')
  await expectText(dialog(page), /было 1 000 ?станет 900 шт/)
  await expectText(dialog(page), 'Препятствий нет')
  await expect.poll(() => field(page, 'Количество').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
})

test('a stocking shows what the cage holds before anything is chosen', async () => {
  await operate(page, '2', 'Зарыбление')
  await expectText(dialog(page), /было 1 000 ?станет —/)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
})

test('Esc closes an open list and then the form; the rows of a batch become a draft', async () => {
  await page
    .getByRole('button', { name: /^Групповое кормление: / })
    .first()
    .click()
  const cell = (number: number) =>
    dialog(page).getByRole('textbox', { name: `Количество, кг, садок ${number}`, exact: true })
  await cell(1).fill('4')
  await cell(2).fill('1500,5')
  await expect.poll(async () => plain(await cell(2).inputValue())).toBe('1 500,5')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await page
    .getByRole('button', { name: /^Групповое кормление: / })
    .first()
    .click()
  await expect.poll(() => cell(1).inputValue()).toBe('')
  await dialog(page).getByRole('button', { name: 'Продолжить' }).click()
  await expect.poll(() => cell(1).inputValue()).toBe('4')
  await expect.poll(async () => plain(await cell(2).inputValue())).toBe('1 500,5')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await operate(page, '1', 'Кормление')
  await field(page, 'Корм').click()
  await page.getByRole('listbox').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
})

test('what is typed into a list and entered is the first that is found, and the form is not sent for it', async () => {
  await page.goto('/journals/note')
  await page.getByRole('button', { name: 'Записать примечание' }).first().click()
  const cage = dialog(page).locator('input[data-path="cage_id"]')
  await expect.poll(() => cage.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('2')
  // the list may come after the form is open
  await page.getByRole('option', { name: '2' }).first().waitFor()
  await page.keyboard.press('Enter')
  await expectField(page, 'Садок', '2')
  await expect.poll(() => dialog(page).getByText('Заполните поле').count()).toBe(0)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await page.goto('/')
})

test('a change of category shows the present one and counts from its moment', async () => {
  await operate(page, '2', 'Информация')
  await dialog(page).getByRole('button', { name: 'Сменить категорию' }).click()
  await fill(page, { Дата: pond.daysAgo(2), Время: '9:5' })
  await choose(page, 'Новая категория', 'Двухлетки')
  await expectText(dialog(page), /1 000 шт, 200,0 кг.*было .* станет Двухлетки/)
  await save(page)
  const namesOn = async (day: number) => {
    const { cages } = await pond.call(cageCalls.onDate, { date: pond.daysAgo(day) })
    return cages.find(({ id }) => id === pond.cages[1])?.age_category_name
  }
  await expect.poll(() => namesOn(2)).toBe('Двухлетки')
  await expect.poll(() => namesOn(3)).not.toBe('Двухлетки')
})

test('a weight that was worked out is shown as one would write it and stays what it is to the milligram', async () => {
  const [from_id, to_id] = [pond.cages[0]!, pond.cages[2]!]
  await pond.call(kinds.transfer.create, {
    from_id,
    to_id,
    ...pond.group,
    count: 37,
    avg_weight: 0.201357,
    date: pond.daysAgo(0),
    time: '00:00',
  })
  await page.goto('/journals/transfer')
  await page.locator('tbody').getByRole('button', { name: 'Изменить' }).click()
  await expectField(page, 'Общий вес', '7,45')
  await expectField(page, 'Навеска', '0,2014')
  await fill(page, { Примечание: 'вторая ходка' })
  await save(page)
  const rows = (await pond.call(kinds.transfer.list, { start: pond.daysAgo(1), end: pond.daysAgo(0) })) as object[]
  expect(rows).toMatchObject([{ note: 'вторая ходка', weight: 7.450209, avg_weight: 0.201357 }])
  // the browser itself tells of the answer that refuses
  expect(open.errors.filter((error) => !error.includes('status of'))).toEqual([])
})

test('while a record is on its way to the server its form does not count it twice', async () => {
  await page.goto('/')
  await operate(page, '2', 'Кормление')
  await choose(page, 'Корм', 'Корм 6 мм')
  await fill(page, { Количество: '7' })
  await expectText(dialog(page), /было \d+ ?станет \d+ кг/)
  const before = Number(/было (\d+)/.exec(plain(await dialog(page).textContent()))![1])
  // all that the form says until it is gone
  await page.evaluate(() => {
    const said = new Set<string>()
    Object.assign(window, { said })
    const listen = () => said.add(document.querySelector('[role=dialog]')?.textContent ?? '')
    new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  let answer = () => undefined as void
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/feeding', async (route) => {
    await asked
    await route.continue()
  })
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await dialog(page).waitFor({ state: 'hidden' })
  answer()
  const fed = async () =>
    (await pond.call(kinds.feeding.list, { start: pond.daysAgo(0), end: pond.daysAgo(0) })) as object[]
  await expect.poll(fed).toContainEqual(expect.objectContaining({ volume: 7 }))
  const said = await page.evaluate(() => [...(window as unknown as { said: Set<string> }).said])
  const left = new Set(said.flatMap((text) => /станет (\d+) кг/.exec(plain(text))?.[1] ?? []))
  expect([...left]).toEqual([String(before - 7)])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
