/** Goods go the same way day after day: from the shore, where they are brought, to the barges. */
import { expect, test } from 'vitest'
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
