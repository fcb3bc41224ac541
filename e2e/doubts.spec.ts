/** What is far from what is known is asked about before it is saved, and what is typed survives Esc and a reload. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'
import { choose, dialog, expectCage, expectField, expectText, field, fill, notices, operate } from './actions'

let open: OpenPage
let page: Page
beforeAll(async () => {
  const pond = await registerPond('Сомнения', { cages: 2, stocked: 1 })
  open = await openPage({ width: 1440, height: 900, as: pond })
  page = open.page
  await page.goto('/')
})
afterAll(() => open.close())

const submit = () => dialog(page).locator('button[type=submit]')

test('450 tonnes of fry are asked about, and could be true', async () => {
  await operate(page, '2', 'Зарыбление')
  await choose(page, 'Генерация', 'Весна 2026')
  await choose(page, 'Возрастная категория', 'Сеголетки')
  await fill(page, { Количество: '10000', Навеска: '45' })
  await submit().click()
  await expectText(dialog(page), /Плотность будет .* от предела садка\..*Всё верно\? Сохраните ещё раз\./)
  await expectCage(page, '2', /пустой/)
  await expectField(page, 'Количество', '10 000')
  // meant in grams: the digits are read anew, nothing is asked any more
  await dialog(page).getByRole('button', { name: 'Это граммы' }).click()
  await expectField(page, 'Навеска', '45')
  await expect.poll(() => dialog(page).getByText('Всё верно?').count()).toBe(0)
  await submit().click()
  await dialog(page).waitFor({ state: 'hidden' })
  await expectText(notices(page), /Сохранено! Садок 2, зарыбление 10 000 шт/)
  await expectCage(page, '2', /10 000 шт, 450 кг/)
})

test('a mass mortality is asked about once, the second touch records it', async () => {
  await operate(page, '1', 'Отход')
  await fill(page, { Количество: '900' })
  await page.keyboard.press('Enter')
  await expectText(dialog(page), /90,0 % поголовья за один раз/)
  await expectText(submit(), 'Всё верно')
  // another number is another question
  await fill(page, { Количество: '800' })
  await page.keyboard.press('Enter')
  await expectText(dialog(page), /80,0 % поголовья/)
  await expectCage(page, '1', /1 000 шт/)
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'hidden' })
  await expectCage(page, '1', /200 шт/)
})

test('an average far from what is expected of the fish by now is asked about, and could be true', async () => {
  await operate(page, '1', 'Навеска')
  await expectText(dialog(page), /учётная 0,2000 кг · ожидается 0,2\d* кг ± \d+ %/)
  await fill(page, { Навеска: '0,29' })
  await page.keyboard.press('Enter')
  await expectText(dialog(page), /Навеска 0,2900 кг далеко от ожидаемых 0,2\d* кг \(0,[12]\d*–0,2\d*\)\. Всё верно\?/)
  await expectCage(page, '1', /навеска 0,2000 кг/)
  // one that may be is not asked about
  await fill(page, { Навеска: '0,21' })
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'hidden' })
  await expectCage(page, '1', /навеска 0,2100 кг/)
})

test('what is typed becomes a draft by Esc and by a reload, and is offered again', async () => {
  await operate(page, '1', 'Примечание')
  await field(page, 'Текст').fill('Сеть порвана у понтона')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await page.reload()
  await operate(page, '1', 'Примечание')
  await expectField(page, 'Текст', '')
  await dialog(page).getByRole('button', { name: 'Продолжить' }).click()
  await expectField(page, 'Текст', 'Сеть порвана у понтона')
  // Enter is a line of the text, Ctrl+Enter saves
  await field(page, 'Текст').press('Control+Enter')
  await dialog(page).waitFor({ state: 'hidden' })
  await expectText(notices(page), /Сохранено! Садок 1, примечание/)
  await operate(page, '1', 'Примечание')
  await expect.poll(() => dialog(page).getByText('Черновик').count()).toBe(0)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
})

test('a day and a time that do not exist are told when they are left, and have no balance', async () => {
  await operate(page, '2', 'Отход')
  await fill(page, { Дата: '01.01.1900' })
  await field(page, 'Количество').focus()
  await expectText(dialog(page), 'Не раньше 01.01.1950')
  await fill(page, { Время: '9:5' })
  await field(page, 'Количество').focus()
  await expectField(page, 'Время', '09:05')
  await fill(page, { Время: '25:00', Дата: '31.02.2026' })
  await field(page, 'Количество').fill('5')
  await expectText(dialog(page), /Такого времени нет.*Такого дня нет/)
  await expect
    .poll(() =>
      dialog(page)
        .getByText(/10 000/)
        .count(),
    )
    .toBe(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
})
