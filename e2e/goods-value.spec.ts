/**
 * What a good is worth, how much there was on a past day, and how the page leads to the receipts and movements behind
 * it.
 */
import { expect, test } from 'vitest'
import { goodCalls } from '../src/core/goods/good-calls.contract'
import { choose, chooseAction, dialog, expectText, fill, plain, save } from './actions'
import { openPage } from './browser'
import { registerPond } from './farm'

test('a good below its minimum is found, and its value leads to receipts, movements and the balance', async () => {
  const pond = await registerPond('Стоимость')
  const [barn, shed] = [await pond.stock('Баржа'), await pond.stock('Берег')]
  const feed = await pond.call(goodCalls.create, { name: 'Корм 6 мм', type: 'feed', measure: 'kg' })
  const salt = await pond.call(goodCalls.create, { name: 'Соль', type: 'workshop', measure: 'kg' })
  const transact = (days: number, input: object) =>
    pond.call(goodCalls.transact, { id: feed.id, date: pond.daysAgo(days), time: '10:00', ...input } as never)
  await transact(9, { stock: barn.id, count: 1000, price: 100, waybill_number: 'А-17' })
  await transact(8, { stock: shed.id, count: 1000, price: 120 })
  await transact(5, { stock_from: barn.id, count: 1000 })
  await transact(4, { stock_from: shed.id, count: 500 })
  await transact(9, { id: salt.id, stock: barn.id, count: 5, price: 30 })
  const { page, errors, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/stock/goods')
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })

  // a minimum marks what is below it, and leaves it alone
  await chooseAction(row('Корм 6 мм'), 'Изменить')
  await fill(page, { 'Минимальный остаток': '600' })
  await save(page)
  await expectText(row('Корм 6 мм'), /Ниже минимума: 600 кг/)
  await page.getByRole('switch', { name: 'Ниже минимума' }).click()
  await row('Соль').waitFor({ state: 'detached' })
  await expect.poll(() => row('Корм 6 мм').isVisible()).toBe(true)
  // 500 left, 1 500 used in 28 days
  await expectText(row('Корм 6 мм'), /600 кгкг9/)
  await page.getByRole('switch', { name: 'Ниже минимума' }).click()

  // the row opens what it is worth
  await row('Корм 6 мм').click()
  await expectText(dialog(page), /Стоимость60 000,00 ₽/)
  await expectText(dialog(page), /Из каких приходов остаток.*120,0050060 000,00/)
  expect(page.url()).toContain(`good=${feed.id}`)
  await dialog(page).getByText('По средней за год').click()
  await expectText(dialog(page), /Стоимость55 000,00 ₽/)
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(page.url()).not.toContain('good=')

  // on a past day there was more
  const day = page.getByLabel('Остатки на')
  await day.fill(pond.daysAgo(6))
  await expectText(row('Корм 6 мм'), /2 000кг/)
  await row('Корм 6 мм').click()
  await expectText(dialog(page), /Стоимость220 000,00 ₽/)
  await expectText(dialog(page), /приход А-17/)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await day.fill('')
  await expectText(row('Корм 6 мм'), /500Ниже минимума/)

  // the amount opens its movements, of the warehouse that is shown
  await page.getByRole('combobox', { name: 'Склад' }).click()
  await page.getByRole('option', { name: 'Берег' }).click()
  await row('Корм 6 мм').getByRole('button', { name: /^500/ }).click()
  await dialog(page).getByRole('heading', { name: 'Транзакции' }).waitFor()
  await expect.poll(async () => dialog(page).getByRole('row').count()).toBe(3)

  // the balance, from a link
  await page.goto(`/stock/goods?good=${feed.id}&tab=chart`)
  const chart = dialog(page).getByRole('slider')
  await chart.waitFor()
  await expect.poll(async () => plain(await chart.getAttribute('aria-valuetext'))).toMatch(/Остаток 500 кг.*600 кг/)
  await choose(page, 'Склад', 'Баржа')
  await expect.poll(async () => plain(await chart.getAttribute('aria-valuetext'))).toMatch(/Остаток 0 кг$/)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(errors).toEqual([])
  await close()
})
