/** From the sack that arrives to the box that leaves, and back: the whole way of feed and fish through a farm. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { goodCalls, workshopGoodCalls } from '../src/core/goods/good-calls.contract'
import { openPage } from './browser'
import { registerPond } from './farm'
import { choose, chooseAction, dialog, expectText, fill, notices, paste, save } from './actions'

const toWorkshop = ({ daysAgo, cages }: Awaited<ReturnType<typeof registerPond>>) => ({
  date: daysAgo(1),
  time: '09:00',
  from_id: cages[0]!,
  count: 10,
  reason: 'sending_to_workshop',
  workshop_weight: 20,
})

test('a receipt with its waybill is entered, entered again by mistake, and cannot go while the feed is fed', async () => {
  const pond = await registerPond('Накладная')
  const stock = await pond.stock('Баржа')
  const feed = await pond.call(goodCalls.create, { name: 'Корм 6 мм', type: 'feed', measure: 'kg' })
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/stock/goods')
  for (const time of ['08:00', '08:05']) {
    await page
      .getByRole('row', { name: /Корм 6 мм/ })
      .getByRole('button', { name: 'Приход' })
      .click()
    await fill(page, { Время: time, Дата: pond.daysAgo(3) })
    await choose(page, 'Склад', 'Баржа')
    await dialog(page).getByRole('switch', { name: 'Контрагент и накладная' }).click({ force: true })
    await fill(page, { 'Номер накладной': 'А-17', 'Дата накладной': pond.daysAgo(9) })
    await fill(page, { 'Строка 1: Количество': '20000', 'Строка 1: Цена, ₽': '128,50' })
    await expectText(dialog(page), /2 570 000,00 ₽/)
    await save(page)
  }
  await pond.call(kinds.feeding.create, {
    date: pond.daysAgo(1),
    time: '09:00',
    cage_id: pond.cages[0]!,
    feed_type_id: feed.id,
    stock_id: stock.id,
    volume: 20_500,
  })
  await page.goto('/journals/receipts')
  await expectText(page.getByRole('row').nth(1), /Корм 6 мм.*2 570 000/)
  await page.getByRole('row').nth(1).getByRole('button', { name: 'Удалить' }).click()
  await expectText(page.getByRole('alertdialog'), /кормление, садок 1: на складе .* не хватает 500 кг/)
  await page.keyboard.press('Escape')
  await close()
})

test('a batch becomes fillet, the fillet is shipped, and the transformation is only cancelled after that', async () => {
  const pond = await registerPond('Цех')
  const stock = await pond.stock('Баржа «Северная»')
  const salt = await pond.call(goodCalls.create, { name: 'Соль', type: 'workshop', measure: 'kg' })
  await pond.call(goodCalls.transact, {
    id: salt.id,
    stock: stock.id,
    count: 50,
    date: pond.daysAgo(1),
    time: '08:00',
  })
  await pond.call(workshopGoodCalls.create, { name: 'Филе', type: 'fillet', measure: 'kg' })
  await pond.call(kinds.withdrawal.create, { ...toWorkshop(pond), stock_id: stock.id })
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/workshop/batches')
  await page.getByRole('button', { name: 'Переработать' }).click()
  await page.getByRole('heading', { name: 'Перерабатываемая партия' }).waitFor()
  const cell = (path: string) => page.locator(`[data-path="${path}"]`)
  const pick = async (path: string, option: string) => {
    await cell(path).click()
    await page.getByRole('option', { name: option }).click()
  }
  await pick('consumable_goods.0.good_id', 'Соль')
  await cell('consumable_goods.0.count').fill('2')
  await pick('result_workshop_goods.0.workshop_good_id', 'Филе')
  await pick('result_workshop_goods.0.stock_id', stock.name)
  await cell('result_workshop_goods.0.count').fill('11')
  await page.getByText('Вход 22 кг, выход 11 кг').waitFor()
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(notices(page), 'Партия успешно переработана!')
  const batch = page.getByRole('row').filter({ hasText: 'переработана' }).first()
  await expectText(batch, /Филе 11 кг.*50/)

  await page.getByRole('link', { name: 'Продукция', exact: true }).click()
  await page.getByRole('row').nth(1).getByRole('button', { name: 'Отгрузка' }).click()
  await fill(page, { 'Строка 1: Количество': '4', 'Строка 1: Цена, ₽': '900' })
  await save(page)
  await page.getByRole('link', { name: 'Отгрузки' }).click()
  await expectText(page.getByRole('row').nth(1), /Филе.*3 600/)

  const question = page.getByRole('alertdialog')
  const askToCancel = async () => {
    await page.getByRole('link', { name: 'Партии', exact: true }).click()
    await chooseAction(page.getByRole('row').nth(1), 'Отменить переработку продукции')
  }
  await askToCancel()
  await expectText(question, /отгрузка: на складе «Баржа „Северная“» не хватает 4 кг, «Филе»/)
  await question.getByRole('button', { name: /^Открыть: отгрузка/ }).click()
  await question.waitFor({ state: 'hidden' })
  await expectText(dialog(page), /Редактирование отгрузки/)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Отгрузки' }).click()
  await chooseAction(page.getByRole('row').nth(1), 'Удалить')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click()
  await expectText(notices(page), 'Операция удалена')
  await askToCancel()
  await question.getByRole('button', { name: 'Отменить переработку продукции' }).click()
  await expectText(notices(page), 'Переработка продукции успешно отменена!')
  await expect.poll(async () => (await pond.call(goodCalls.amounts, {}))[salt.id]).toEqual({ [stock.id]: 50 })
  expect(Object.values(await pond.call(workshopGoodCalls.amounts, {}))).toEqual([{}])
  await close()
})

/** How long a text stays in sight, ms. */
async function staysFor(text: Locator): Promise<number> {
  await text.waitFor()
  const began = Date.now()
  await text.waitFor({ state: 'hidden' })
  return Date.now() - began
}

/** An empty form is saved: nothing leaves the page, nothing waits on the device. */
async function saveEmpty(page: Page, lacking: string): Promise<number> {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  const shown = await staysFor(page.getByText(lacking))
  expect(sent.filter((url) => url.includes('/transform-'))).toEqual([])
  await expect.poll(() => notices(page).getByRole('listitem').count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: /записей|не принят/i }).count()).toBe(0)
  return shown
}

test('what a transformation lacks is told for four seconds before anything is sent, and nothing typed is lost', async () => {
  const pond = await registerPond('Пустая переработка')
  await pond.stock('Баржа')
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/workshop/transform-goods')
  await page.getByRole('textbox', { name: 'Примечание' }).fill('вечерняя смена')
  const shown = await saveEmpty(page, 'Укажите хотя бы одну конечную продукцию!')
  expect(shown).toBeGreaterThan(3_000)
  expect(shown).toBeLessThan(5_900)
  await expect.poll(() => page.getByRole('textbox', { name: 'Примечание' }).inputValue()).toBe('вечерняя смена')
  await close()
})

test('a batch without products is told so for six seconds, and is not sent', async () => {
  const pond = await registerPond('Пустая партия')
  const stock = await pond.stock('Баржа')
  await pond.call(kinds.withdrawal.create, { ...toWorkshop(pond), stock_id: stock.id })
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/workshop/batches')
  await page.getByRole('button', { name: 'Переработать' }).click()
  await page.getByRole('heading', { name: 'Перерабатываемая партия' }).waitFor()
  const shown = await saveEmpty(page, 'Выберите хотя бы одну единицу конечной продукции!')
  expect(shown).toBeGreaterThan(5_000)
  await close()
})

test('a sheet finds its columns in the lists of a transformation, and a name that is not known is kept', async () => {
  const pond = await registerPond('Лист цеха')
  const stock = await pond.stock('Баржа')
  const salt = await pond.good({ type: 'workshop', name: 'Соль пищевая' })
  await pond.adding({ good: salt.id, stock: stock.id, count: 50, date: pond.daysAgo(2) })
  await pond.call(workshopGoodCalls.create, { name: 'Филе форели', type: 'fillet', measure: 'kg' })
  const { page, errors, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/workshop/transform-goods')
  const cell = (path: string) => page.locator(`[data-path="${path}"]`)
  await cell('from_goods.0.count').focus()
  await paste(page, 'Кол-во\tЕд.\tНаименование\n2,5\tкг\tСоль пищевая\n3\tкг\tСахар')
  await expect.poll(() => cell('from_goods.0.good_id').inputValue()).toBe('Соль пищевая')
  await expect.poll(() => cell('from_goods.0.stock_id').inputValue()).toBe('Баржа')
  await expect.poll(() => cell('from_goods.0.count').inputValue()).toBe('2,5')
  await expect.poll(() => cell('from_goods.1.count').inputValue()).toBe('3')
  await page.getByText('Сахар', { exact: true }).waitFor()
  await cell('to_workshop_goods.0.count').focus()
  await paste(page, 'Продукция\tВес\nФиле форели\t11')
  await expect.poll(() => cell('to_workshop_goods.0.workshop_good_id').inputValue()).toBe('Филе форели')
  await expect.poll(() => cell('to_workshop_goods.0.count').inputValue()).toBe('11')
  expect(errors).toEqual([])
  await close()
})
