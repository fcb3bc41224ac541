/**
 * What waits for the network is changed, although the server may have got it already: many cages at once, a reading, a
 * category.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cageCalls } from '../src/core/cages/cage.contract'
import { measurementCalls } from '../src/core/cages/measurement.contract'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { registerPond } from './farm'
import { cage, choose, dialog, expectCage, expectText, fill, operate, save } from './actions'
import { openKept } from './kept'

const waiting = (page: Page) => page.getByRole('button', { name: /^\d+ запис/ })
const allSent = (page: Page) => expect.poll(() => waiting(page).count(), { timeout: 20_000 }).toBe(0)

/** Opens the list of what waits, and the form of its one record. */
async function change(page: Page): Promise<void> {
  await waiting(page).click()
  await page
    .getByRole('dialog', { name: 'Записи на этом устройстве' })
    .getByRole('button', { name: /^Изменить/ })
    .click()
}

/** The server stores it, the page never learns of it; then there is no network at all. */
async function losing(context: BrowserContext, path: string, act: () => Promise<void>): Promise<void> {
  await context.route(path, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await act()
  await context.setOffline(true)
  // another attempt may be on its way
  await context.unrouteAll({ behavior: 'ignoreErrors' })
}

test('the losses of many cages: other forms count with them, corrected they stand once', async () => {
  const pond = await registerPond('Групповой без сети', { cages: 2, stocked: 2 })
  const { page, context, close } = await openKept(pond)
  const row = (number: number) =>
    dialog(page)
      .getByRole('textbox', { name: new RegExp(`садок ${number}$`) })
      .first()
  const lose = async (...counts: string[]) => {
    await page.getByRole('button', { name: /^Групповой отход/ }).click()
    for (const [index, count] of counts.entries()) await row(index + 1).fill(count)
    await save(page)
    await expectText(waiting(page), '1 запись')
  }
  const again = async (before: string, after: string) => {
    await change(page)
    await expect.poll(() => row(1).inputValue()).toBe(before)
    await row(1).fill(after)
    await save(page)
    await context.setOffline(false)
    await allSent(page)
  }
  await context.setOffline(true)
  await lose('10', '20')
  await operate(page, '1', 'Отход')
  await fill(page, { Количество: '1' })
  await expectText(dialog(page), /990.*989/)
  await dialog(page).getByRole('button', { name: 'Закрыть' }).first().click()
  await again('10', '11')
  await expectCage(page, '1', /989 шт/)
  await expectCage(page, '2', /980 шт/)

  await losing(context, '**/api/retreats', () => lose('100', '200'))
  await again('100', '110')
  await expectCage(page, '1', /879 шт/)
  await expectCage(page, '2', /780 шт/)
  const period = { start: pond.daysAgo(1), end: pond.daysAgo(0) }
  const losses = (await pond.call(kinds.retreat.list, period)) as { count: number }[]
  expect(losses.map(({ count }) => count).sort((one, other) => one - other)).toEqual([11, 20, 110, 200])
  await close()
})

test('a reading that was stored unseen is changed, not stored twice', async () => {
  const pond = await registerPond('Замер без сети')
  await pond.parameter({ location: pond.module.id })
  const { page, context, close } = await openKept(pond)
  await page.goto('/measurements')
  await losing(context, '**/api/measurements', async () => {
    await page.getByRole('button', { name: 'Новый замер' }).first().click()
    await dialog(page).getByLabel('Значение').fill('7,5')
    await save(page)
    await expectText(waiting(page), '1 запись')
  })
  await change(page)
  await expect.poll(() => dialog(page).getByLabel('Значение').inputValue()).toBe('7,5')
  await dialog(page).getByLabel('Значение').fill('8,5')
  await save(page)
  await context.setOffline(false)
  await allSent(page)
  const day = pond.daysAgo(0)
  const readings = await pond.call(measurementCalls.byLocation, { locationId: pond.module.id, start: day, end: day })
  expect(readings).toMatchObject([{ value: 8.5 }])
  await close()
})

test('a change of category is chosen anew', async () => {
  const pond = await registerPond('Категория без сети')
  const { page, context, close } = await openKept(pond)
  await context.setOffline(true)
  await cage(page, '1').click()
  await page.getByRole('menuitem', { name: 'Информация' }).click()
  await dialog(page).getByRole('button', { name: 'Сменить категорию' }).click()
  await choose(page, 'Новая категория', 'Двухлетки')
  await save(page)
  await page.keyboard.press('Escape')
  await change(page)
  await choose(page, 'Новая категория', 'Товарная')
  await save(page)
  await context.setOffline(false)
  await allSent(page)
  await expect.poll(async () => (await pond.call(cageCalls.list, {}))[0]?.age_category_name).toBe('Товарная')
  await close()
})
