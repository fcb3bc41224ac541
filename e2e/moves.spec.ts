/** Goods go the same way day after day: from the shore, where they are brought, to the barges. */
import { expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { openPage } from './browser'
import { registerPond } from './farm'
import { choose, dialog, expectField, expectText, fill, notices, save } from './actions'

test('a move proposes the warehouse that the last one was filled from, and takes whole pieces', async () => {
  const pond = await registerPond('Перевозки')
  const [shore] = [await pond.stock('Берег'), await pond.stock('Баржа'), await pond.stock('Понтон')]
  const net = await pond.good({ type: 'workshop', measure: 'piece', name: 'Сачок' })
  await pond.adding({ good: net.id, stock: shore.id, count: 9, date: pond.daysAgo(3) })
  const { page, errors, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/journals/stock-moves')
  await page.getByRole('button', { name: 'Записать перемещение' }).first().click()
  await choose(page, 'Со склада', 'Берег')
  await choose(page, 'На склад', 'Баржа')
  await choose(page, 'Строка 1: Расходник', /Сачок/)
  await fill(page, { 'Строка 1: Количество': '1,5' })
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(dialog(page), 'Укажите целое число штук')
  await fill(page, { 'Строка 1: Количество': '2' })
  await save(page)
  await expectText(notices(page), /Сачок/)
  await page.getByRole('button', { name: 'Записать перемещение' }).first().click()
  await expectField(page, 'Со склада', 'Берег')
  await expectField(page, 'На склад', '')
  expect(errors).toEqual([])
  await close()
})

test('a line takes all that lies there, or what the barge uses up in the days that were said last', async () => {
  const pond = await registerPond('Запас баржи')
  const [shore, barge] = [await pond.stock('Берег'), await pond.stock('Баржа')]
  const feed = await pond.good({ name: 'Корм 6 мм' })
  await pond.adding({ good: feed.id, stock: shore.id, count: 900, date: pond.daysAgo(40) })
  await pond.adding({ good: feed.id, stock: barge.id, count: 300, date: pond.daysAgo(40) })
  const used = { date: pond.daysAgo(3), time: '10:00', stock_id: barge.id }
  await pond.call(kinds.writeOff.create, { ...used, lines: [{ good_id: feed.id, amount: 280 }] })
  const { page, errors, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/journals/stock-moves')
  const record = page.getByRole('button', { name: 'Записать перемещение' }).first()
  await record.click()
  await choose(page, 'Со склада', 'Берег')
  await choose(page, 'На склад', 'Баржа')
  await choose(page, 'Строка 1: Расходник', /Корм/)
  const offered = (what: string) => dialog(page).getByRole('button', { name: `Строка 1: ${what}` })
  await offered('Взять всё: 900 кг').click()
  await expectField(page, 'Строка 1: Количество', '900')
  // ten kilograms a day, of which twenty lie there
  await expectText(dialog(page), 'расход 10 кг в день')
  await fill(page, { 'На сколько дней запас': '10' })
  await offered('На 10 дн: 80 кг').click()
  await expectField(page, 'Строка 1: Количество', '80')
  await fill(page, { 'На сколько дней запас': '100' })
  await expectText(dialog(page), 'На 100 дн нужно 980 кг, здесь столько нет')
  await fill(page, { 'На сколько дней запас': '10' })
  await save(page)
  await record.click()
  await expectField(page, 'Со склада', 'Берег')
  await choose(page, 'На склад', 'Баржа')
  await expectField(page, 'На сколько дней запас', '10')
  await choose(page, 'Строка 1: Расходник', /Корм/)
  await expectText(dialog(page), 'На 10 дн уже хватает')
  expect(errors).toEqual([])
  await close()
})
