/**
 * A boat from its first day: it comes, is refilled, moved and serviced, and what was refilled by mistake comes back.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { goodCalls } from '../src/core/goods/good-calls.contract'
import { itemCalls } from '../src/core/goods/item.contract'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import {
  chooseAction,
  choose,
  closeNotices,
  confirmQuestion,
  dialog,
  expectField,
  expectText,
  fill,
  notices,
  save,
} from './actions'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'

let pond: Awaited<ReturnType<typeof registerPond>>
let fuel: { id: number }
let shore: { id: number }
let open: OpenPage
let page: Page
beforeAll(async () => {
  pond = await registerPond('Изделия')
  shore = await pond.stock('Берег')
  await pond.stock('Баржа')
  fuel = await pond.call(goodCalls.create, { name: 'Бензин АИ-92', type: 'gasoline', measure: 'liter' })
  const bring = { id: fuel.id, stock: shore.id, count: 200, date: pond.daysAgo(5), time: '08:00' }
  await pond.call(goodCalls.transact, bring)
  open = await openPage({ width: 1440, height: 900, as: pond })
  page = open.page
})
afterAll(() => open.close())

const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text })
const act = (name: string) => row('Лодка «Чайка»').getByRole('button', { name, exact: true }).click()

test('a boat is added, refilled, moved and serviced', async () => {
  await page.goto('/stock/items')
  await page.getByRole('button', { name: 'Создать' }).first().click()
  await choose(page, 'Вид', 'Лодка')
  await choose(page, 'Склад', 'Берег')
  await fill(page, { Название: 'Лодка «Чайка»', Время: '09:00', Дата: pond.daysAgo(4) })
  await save(page)

  await act('Заправка')
  await fill(page, { Время: '10:00', Дата: pond.daysAgo(2) })
  await choose(page, 'Топливо', /Бензин АИ-92/)
  await expectField(page, 'Склад', 'Берег')
  await fill(page, { Объем: '35,5' })
  await expectText(dialog(page), /было 200 ?станет 164,5/)
  await save(page)
  await expectText(notices(page), /Заправка: Лодка «Чайка», 35,5 л/)

  await act('Перемещение')
  await fill(page, { Время: '11:00', Дата: pond.daysAgo(1) })
  await choose(page, 'На склад', 'Баржа')
  await expectText(dialog(page).locator('[data-preview]'), /Лодка «Чайка» ?Берег ?Баржа/)
  await save(page)
  await expectText(row('Лодка «Чайка»'), /Баржа/)

  await chooseAction(row('Лодка «Чайка»'), 'Операция')
  await fill(page, { Операция: 'Замена масла' })
  await save(page)
})

test('its details tell both histories; a move is edited there, the adding is not', async () => {
  await closeNotices(page)
  await chooseAction(row('Лодка «Чайка»'), 'Подробнее')
  const details = dialog(page)
  await expectText(details.getByRole('tabpanel'), /Перемещение.*Берег.*Баржа.*Заправка.*Берег.*Бензин АИ-92.*Внесение/)
  const line = (text: string) => details.getByRole('row').filter({ hasText: text })
  const fixed = line('Внесение').getByRole('button', { name: /Изменить|Редактирование/ })
  await expect.poll(() => fixed.getAttribute('aria-disabled')).toBe('true')
  await details.getByRole('tab', { name: 'Операции' }).click()
  await expectText(details.getByRole('tabpanel'), /Замена масла/)
  await details.getByRole('tab', { name: 'Транзакции' }).click()
  await line('Перемещение').getByRole('button', { name: 'Изменить' }).click()
  await fill(page, { Время: '12:30' })
  await save(page)
  await expectText(line('Перемещение'), /12:30/)
})

test('a refill by mistake is deleted from there, and its fuel is back', async () => {
  await closeNotices(page)
  const line = dialog(page).getByRole('row').filter({ hasText: 'Заправка' })
  await line.getByRole('button', { name: 'Удалить' }).click()
  await expectText(page.getByRole('alertdialog'), /Берег: Бензин АИ-92.*164,5.*200 л/)
  await confirmQuestion(page, 'Вы уверены, что хотите удалить данную операцию?')
  await expectText(notices(page), /Операция удалена/)
  await line.waitFor({ state: 'detached' })
  await expect.poll(async () => (await pond.call(goodCalls.amounts, {}))[fuel.id]).toEqual({ [shore.id]: 200 })
  await notices(page).getByRole('button', { name: 'Отменить' }).click()
  await line.waitFor()
  await expect.poll(async () => (await pond.call(goodCalls.amounts, {}))[fuel.id]).toEqual({ [shore.id]: 164.5 })
})

test('a move before the day it came says so under its field', async () => {
  await page.keyboard.press('Escape')
  await page.goto('/stock/items')
  const [boat] = await pond.call(itemCalls.list, {})
  await pond.call(kinds.itemOperation.create, {
    date: pond.daysAgo(1),
    time: '08:00',
    item_id: boat!.id,
    operation_name: 'Осмотр',
  })
  await act('Перемещение')
  await fill(page, { Дата: pond.daysAgo(6) })
  await choose(page, 'На склад', 'Берег')
  await expectText(dialog(page), /изделия «Лодка „Чайка“» в это время ещё нет/)
  await page.keyboard.press('Escape')
})
