/** What has expired is seen and thrown away beside the shelves, with a phone. */
import { expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { goodCalls } from '../src/core/goods/good-calls.contract'
import { dialog, expectField, expectText } from './actions'
import { openPage } from './browser'
import { registerPond } from './farm'

test('an expired lot says by how many days, and is written off with its amount and the reason', async () => {
  const pond = await registerPond('Просрочка')
  const stock = await pond.stock('Баржа')
  const feed = await pond.good({ type: 'feed', name: 'Корм 4 мм' })
  await pond.call(kinds.receipt.create, {
    date: pond.daysAgo(9),
    time: '10:00',
    stock_id: stock.id,
    lines: [{ good_id: feed.id, amount: 167, lot: 'Ф-1', best_before: pond.daysAgo(3) }],
  })
  const phone = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }
  const { page, errors, close } = await openPage({ ...phone, as: pond })
  await page.goto('/stock/best-before')
  // the card begins with the good and how much of it lies there
  await expectText(page.getByRole('list', { name: 'Сроки годности' }), /^Корм 4 мм ?167.* кг.*просрочен 3 дня/)
  await page.getByRole('list', { name: 'Сроки годности' }).getByRole('button', { name: 'Списать' }).click()
  await expectField(page, 'Строка 1: Количество', '167')
  await expectField(page, 'Примечание', 'Истёк срок годности, партия Ф-1')
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect.poll(async () => (await pond.call(goodCalls.list, {}))[feed.id]?.total).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('the question before a receipt is deleted says which treatment is left with what has expired', async () => {
  const pond = await registerPond('Остаток')
  const stock = await pond.stock('Баржа')
  const medicine = await pond.good({ type: 'medicine', name: 'Оксивет' })
  const came = (days: number, until: number) =>
    pond.call(kinds.receipt.create, {
      date: pond.daysAgo(days),
      time: '08:00',
      stock_id: stock.id,
      lines: [{ good_id: medicine.id, amount: 5, best_before: pond.daysAgo(until) }],
    })
  await came(15, 4)
  await came(5, -300)
  const given = { date: pond.daysAgo(2), time: '10:00', cage_id: pond.cages[0]!, good_id: medicine.id }
  await pond.call(kinds.treatment.create, { ...given, stock_id: stock.id, volume: 5 })
  const { page, errors, close } = await openPage({ as: pond })
  await page.goto('/journals/receipts')
  const fresh = page.getByRole('row', { name: new RegExp(pond.daysAgo(5)) })
  await fresh.getByRole('button', { name: 'Удалить' }).click()
  const question = page.getByRole('alertdialog')
  await expectText(question, /Лечению .+ 10:00, садок 1, останется просроченный препарат\./)
  expect(errors).toEqual([])
  await close()
})
