/** Beside the shelves with a phone: what came and what is spoilt is recorded without a network too. */
import { expect, inject, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { goodCalls } from '../src/core/goods/good-calls.contract'
import { registerPond } from './farm'
import { choose, dialog, expectField, expectText, field, fill, notices, plain, save } from './actions'
import { openPage } from './browser'
import { openKept } from './kept'

const PHONE = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }

test('a receipt and a write-off are recorded on a phone without a network, with large targets, and reach the books', async () => {
  const pond = await registerPond('Телефон кладовщика')
  const stock = await pond.stock('Баржа')
  const feed = await pond.good({ type: 'feed', name: 'Корм 6 мм' })
  await pond.adding({ good: feed.id, stock: stock.id, count: 100, date: pond.daysAgo(10) })
  const amount = async () => (await pond.call(goodCalls.amounts, {}))[feed.id]?.[stock.id] ?? 0
  const { page, context, close } = await openKept(pond, PHONE)
  await page.goto('/stock/goods')
  await page.getByText('Корм 6 мм').first().waitFor()
  await context.setOffline(true)

  const act = async (action: string, count: string) => {
    await page.getByRole('button', { name: 'Действия' }).last().click()
    await page.getByRole('menuitem', { name: action }).click()
    const typed = field(page, 'Строка 1: Количество')
    await expect.poll(async () => (await typed.boundingBox())!.height).toBeGreaterThanOrEqual(48)
    await fill(page, { 'Строка 1: Количество': count })
    const save = dialog(page).getByRole('button', { name: 'Сохранить', exact: true })
    await expect.poll(async () => (await save.boundingBox())!.height).toBeGreaterThanOrEqual(48)
    await save.click()
    await expectText(notices(page), /Ждёт сети/)
    await notices(page).getByRole('button', { name: 'Закрыть' }).first().click()
  }
  await act('Приход', '500')
  // what waits counts in what may be taken
  await act('Списание', '550')
  await expect.poll(() => amount()).toBe(100)
  await context.setOffline(false)
  await expect.poll(amount, { timeout: 20_000 }).toBe(50)
  await close()
})

test('on a phone a form begins with the last warehouse written about there, for its person alone; at a desk with none', async () => {
  const pond = await registerPond('Последний склад')
  const [barge, shore] = [await pond.stock('Баржа'), await pond.stock('Берег')]
  const feed = await pond.good({ type: 'feed', name: 'Корм 6 мм' })
  for (const { id } of [barge, shore])
    await pond.adding({ good: feed.id, stock: id, count: 100, date: pond.daysAgo(10) })
  const { page, close } = await openPage({ ...PHONE, as: pond })
  const open = async (name: string) => {
    await page.goto('/stock/goods')
    await page.getByText('Корм 6 мм').first().waitFor()
    await page.getByRole('button', { name: 'Действия' }).last().click()
    await page.getByRole('menuitem', { name }).click()
  }
  await open('Приход')
  await fill(page, { 'Строка 1: Количество': '5' })
  await expectField(page, 'Склад', '')
  await choose(page, 'Склад', /^Берег/)
  await save(page)
  await open('Списание')
  await expectField(page, 'Со склада', 'Берег')
  await page.goto('/stock/stocktake')
  await expectText(page.locator('form'), /Берег.*Другой склад/)
  await page.goto('/')
  await page.getByRole('button', { name: /^Садок 1,/ }).click()
  await page.getByRole('button', { name: 'Кормление', exact: true }).click()
  await expectField(page, 'Склад', 'Берег')
  // a desk writes about all of them
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/stock/stocktake')
  const desk = page.locator('input[data-path=stock_id]')
  await desk.waitFor()
  await expect.poll(() => desk.inputValue()).toBe('')
  // who signs in next on this phone begins anew
  const other = await pond.colleague(['read stocks', 'write stocks'])
  await page.context().addCookies([{ name: 'sadok_session', value: other.cookie, url: inject('baseUrl') }])
  await page.setViewportSize(PHONE)
  await page.goto('/stock/stocktake')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('last-stock'))).toBe(null)
  await close()
})

test('on a phone the details of a good are read without scrolling sideways, and its card has a line for each warehouse', async () => {
  const pond = await registerPond('Корм на складах')
  const feed = await pond.good({ type: 'feed', name: 'Корм форелевый продукционный 6 мм' })
  for (const [index, name] of ['Баржа «Северная»', 'Баржа «Южная»', 'Береговой склад'].entries()) {
    const { id: stock } = await pond.stock(name)
    const lines = [
      { good_id: feed.id, amount: 1000.5 + index, price: 212.5, lot: 'ФК-2611', best_before: '30.06.2027' },
    ]
    const moment = { date: pond.daysAgo(3), time: '10:00' }
    await pond.call(kinds.receipt.create, { ...moment, stock_id: stock, lines })
  }
  const { page, close } = await openPage({ ...PHONE, as: pond })
  await page.goto('/stock/goods')
  const lines = page.getByRole('list', { name: 'Расходники' }).locator('dd li')
  await expect
    .poll(async () => (await lines.allTextContents()).map(plain))
    .toEqual(['Баржа «Северная»1 000,5 кг', 'Баржа «Южная»1 001,5 кг', 'Береговой склад1 002,5 кг'])
  await page.goto(`/stock/goods?good=${feed.id}`)
  const section = (name: string) => dialog(page).getByRole('region', { name })
  await expectText(section('По складам'), /Береговой склад1 002,5 кгСтоимость, ₽213 031,25/)
  await expectText(section('По партиям'), /ФК-26111 000,5 кгГодна до30\.06\.2027/)
  await expectText(section('Из каких приходов остаток'), /Осталось|Документприход/)
  const hidden = () =>
    dialog(page).evaluate(
      (panel) =>
        [...panel.querySelectorAll('section, ul, table')].filter((one) => one.scrollWidth > one.clientWidth + 1).length,
    )
  expect(await hidden()).toBe(0)
  await close()
})
