/** Documents of the warehouse are found, read where they stand and by a link, and kept from those who may not. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { goodCalls, workshopGoodCalls } from '../src/core/goods/good-calls.contract'
import { counterpartyLibrary } from '../src/core/lists/libraries/counterparty.contract'
import { NO_RIGHT } from '../src/shared/abilities'
import { openPage } from './browser'
import { registerPond, signInToDemo } from './farm'
import { cage, dialog, expectText, notices, plain } from './actions'

/** Two receipts: feed and salt by waybill А-17, feed alone by Б-18. */
async function twoReceipts(name: string) {
  const pond = await registerPond(name)
  const stock = await pond.stock('Баржа')
  const feed = await pond.call(goodCalls.create, { name: 'Корм 6 мм', type: 'feed', measure: 'kg' })
  const salt = await pond.call(goodCalls.create, { name: 'Соль', type: 'medicine', measure: 'kg' })
  const bring = (time: string, waybill_number: string, lines: { good_id: number; amount: number; price: number }[]) =>
    pond.call(kinds.receipt.create, { date: pond.daysAgo(3), time, stock_id: stock.id, waybill_number, lines })
  const both = await bring('08:00', 'А-17', [
    { good_id: feed.id, amount: 3500, price: 62.5 },
    { good_id: salt.id, amount: 20.5, price: 10 },
  ])
  await bring('09:00', 'Б-18', [{ good_id: feed.id, amount: 100, price: 60 }])
  return { pond, both }
}

test('a row says what it holds, unfolds, and opens as a document whose address can be sent', async () => {
  const { pond, both } = await twoReceipts('Документы')
  const { page, errors, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/journals/receipts')
  const row = page.getByRole('row', { name: /Корм 6 мм 3 500 кг и ещё 1/ })
  await expectText(row, /218 955,00/)
  await row.focus()
  await page.keyboard.press('ArrowRight')
  await expectText(page.getByRole('row', { name: /^Соль/ }), /20,5 кг10,00205,00/)
  await page.keyboard.press('Enter')
  await expectText(dialog(page), /Приход.*Накладная ?А-17.*Корм 6 мм.*3 500 кг.*218 750,00/)
  expect(new URL(page.url()).searchParams.get('document')).toBe(String(both.id))

  const other = await openPage({ width: 1440, as: pond })
  await other.page.goto(page.url())
  await expectText(dialog(other.page), /А-17/)
  await other.page.goBack().catch(() => undefined)
  await other.close()

  await page.goBack()
  await dialog(page).waitFor({ state: 'hidden' })
  expect(errors).toEqual([])
  await close()
})

test('what lies where is told in the list, and the amount of a lot opens the receipt that brought it', async () => {
  const { pond } = await twoReceipts('Остатки')
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/stock/goods')
  const row = page.getByRole('row', { name: /Корм 6 мм/ })
  await expectText(row, /Баржа 3 600/)
  await row.click()
  await dialog(page).getByRole('button', { name: '3 600', exact: true }).click()
  await dialog(page).getByRole('heading', { name: 'Транзакции' }).waitFor()
  await dialog(page).getByText('Остатки', { exact: true }).click()
  await dialog(page).getByRole('region', { name: 'По партиям' }).getByRole('button', { name: '3 500' }).click()
  await expectText(dialog(page), /Приход.*А-17/)
  await page.keyboard.press('Escape')
  await expectText(dialog(page), /По складам/)
  await close()
})

/** How much of the table one has to scroll to. */
const hiddenOf = (page: Page) =>
  page.locator('main table').evaluate(({ parentElement: box }) => box!.scrollWidth - box!.clientWidth)

test('at 1100 pixels no column lies under the buttons of its row', async () => {
  const { page, close } = await openPage({ width: 1100, as: await signInToDemo() })
  const year = () => `start=01.01.${new Date().getFullYear() - 1}`
  const paths = ['/journals/receipts', '/journals/refills', '/workshop/batches', '/workshop/shipping-journal']
  for (const path of [...paths, '/stock/goods', '/stock/best-before', '/journals/feeding']) {
    await page.goto(`${path}?${year()}`)
    await page.locator('main tbody tr').first().waitFor()
    await expect.poll(() => hiddenOf(page), { message: path }).toBeLessThanOrEqual(0)
  }
  await close()
})

test('a long buyer is cut at 1100 pixels, with its title, before it lies under the buttons of its row', async () => {
  const pond = await registerPond('Длинные названия')
  const stock = await pond.stock('Цех переработки рыбы на берегу озера Ладожского')
  const name = 'Филе форели охлаждённое в вакуумной упаковке'
  const product = await pond.call(workshopGoodCalls.create, { name, type: 'fillet', measure: 'kg' })
  const buyer = 'ООО «Торгово-закупочное предприятие Северо-Запада»'
  const { id: counterparty_id } = await pond.call(counterpartyLibrary.create, { name: buyer })
  const of = (amount: number) => ({ stock_id: stock.id, lines: [{ good_id: product.id, amount, price: 900 }] })
  await pond.call(kinds.workshopReceipt.create, { ...of(5000), date: pond.daysAgo(2), time: '10:00' })
  await pond.call(kinds.shipment.create, { ...of(1500), counterparty_id, date: pond.daysAgo(1), time: '10:00' })
  const { page, close } = await openPage({ width: 1100, as: pond })
  await page.goto('/workshop/shipping-journal')
  await page.locator('main tbody').getByTitle(buyer).waitFor()
  await expect.poll(() => hiddenOf(page)).toBeLessThanOrEqual(0)
  await page.locator('main tbody').getByTitle(stock.name).waitFor()
  await close()
})

test('a page that is fetched says so, and the menu marks the page that is shown', async () => {
  const { pond } = await twoReceipts('Медленная связь')
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/stock/goods')
  await page.getByRole('row', { name: /Корм 6 мм/ }).waitFor()
  let come = () => {}
  const coming = new Promise<void>((resolve) => (come = resolve))
  await page.route(/assets\/items/, async (route) => {
    await coming
    await route.continue()
  })
  await page.getByRole('link', { name: 'Изделия', exact: true }).click()
  await page.getByRole('progressbar', { name: 'Страница открывается' }).waitFor()
  await expect.poll(() => page.locator('nav [aria-current=page]').textContent()).toBe('Расходники')
  come()
  await page.getByRole('heading', { name: 'Изделия' }).waitFor()
  await expect.poll(() => page.locator('nav [aria-current=page]').textContent()).toBe('Изделия')
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await close()
})

test('in a table of numbers the form says that Enter goes on, and Ctrl Enter saves', async () => {
  const { pond } = await twoReceipts('Клавиши')
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/stock/stocktake')
  await page.getByLabel('Корм 6 мм: посчитано').focus()
  await page.getByText('дальше', { exact: false }).waitFor()
  await expect.poll(() => page.getByText('Ctrl', { exact: true }).last().isVisible()).toBe(true)
  await close()
})

test('a waybill is found in its journal and in the search of everything', async () => {
  const { pond } = await twoReceipts('Накладные')
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/journals/receipts')
  await page.getByRole('row', { name: /3 500 кг/ }).waitFor()
  await page.getByLabel('Номер накладной').fill('б-1')
  await page.getByRole('row', { name: /3 500 кг/ }).waitFor({ state: 'hidden' })
  await expect.poll(async () => plain(await page.getByRole('row').nth(1).textContent())).toMatch(/Корм 6 мм 100 кг/)

  await page.goto('/')
  await cage(page, '1').waitFor()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Поиск' })
  await search.getByRole('textbox').fill('а-17')
  await search.getByRole('button', { name: /Приход А-17/ }).click()
  await expectText(dialog(page), /Соль/)
  await close()
})

test('a journal that one may not read is not opened, whatever the address', async () => {
  const { pond } = await twoReceipts('Чужие накладные')
  const person = await pond.colleague(['create notes'])
  const { page, errors, close } = await openPage({ width: 1440, as: person })
  await page.goto('/journals/receipts')
  await expectText(notices(page), NO_RIGHT)
  expect(new URL(page.url()).pathname).toBe('/')
  expect(errors).toEqual([])
  await close()
})
