/** A row of the harvest plan is made, turned into a withdrawal that asks about a medicine, and is closed by it. */
import { expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { goodCalls } from '../src/core/goods/good-calls.contract'
import { harvestCalls } from '../src/features/feeding/harvest/harvest.contract'
import { choose, dialog, expectField, expectText, fill } from './actions'
import { openPage } from './browser'
import { registerPond } from './farm'
import { openKept } from './kept'

test('what is planned to be lifted is lifted with one press, and asked about while a medicine is in the fish', async () => {
  const pond = await registerPond('План вылова')
  const stock = await pond.stock('Баржа')
  const fields = { name: 'Оксивет', type: 'medicine', measure: 'kg', withdrawal_days: 30 } as const
  const medicine = await pond.call(goodCalls.create, fields)
  await pond.adding({ good: medicine.id, stock: stock.id, count: 10, date: pond.daysAgo(20) })
  const treatment = { date: pond.daysAgo(5), time: '10:00', cage_id: pond.cages[0]!, good_id: medicine.id }
  await pond.call(kinds.treatment.create, { ...treatment, stock_id: stock.id, volume: 1 })
  await pond.counterparty('Рыбный двор')
  const { page, errors, close } = await openPage({ width: 1440, height: 900, as: pond })

  await page.goto('/feed/harvest')
  await page.getByRole('button', { name: 'Создать' }).first().click()
  await choose(page, 'Садок', /^1/)
  await fill(page, { Количество: '250' })
  await choose(page, 'Покупатель', 'Рыбный двор')
  await expectText(dialog(page), /было 1 000станет 750 шт/)
  await expectText(dialog(page), /Каренция: Оксивет/)
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(page.getByRole('row').nth(1), /Рыбный двор.*Каренция: Оксивет/)

  await page.getByRole('button', { name: 'Изъять' }).click()
  await expectField(page, 'Количество', '250')
  await expectField(page, 'Контрагент', 'Рыбный двор')
  await expectText(dialog(page), /Подъём закроет строку плана вылова/)
  const saving = dialog(page).getByRole('button', { name: 'Сохранить', exact: true })
  await saving.click()
  await expectText(dialog(page), /Рыба под каренцией: Оксивет/)
  await dialog(page).getByRole('button', { name: 'Всё верно', exact: true }).click()
  await page.getByRole('button', { name: 'Открыть подъём' }).waitFor()

  const [row] = await pond.call(harvestCalls.list, {})
  const [lifted] = (await pond.call(kinds.withdrawal.list, { start: pond.daysAgo(0), end: pond.daysAgo(0) })) as {
    id: number
  }[]
  expect(row).toMatchObject({ state: 'done', operation_id: lifted!.id })
  expect(errors).toEqual([])
  await close()
})

test('without a network the row is lifted too: the device asks about the medicine, and the row closes later', async () => {
  const pond = await registerPond('Вылов без сети')
  const stock = await pond.stock('Баржа')
  const fields = { name: 'Оксивет', type: 'medicine', measure: 'kg', withdrawal_days: 30 } as const
  const medicine = await pond.call(goodCalls.create, fields)
  await pond.adding({ good: medicine.id, stock: stock.id, count: 10, date: pond.daysAgo(20) })
  const treatment = { date: pond.daysAgo(5), time: '10:00', cage_id: pond.cages[0]!, good_id: medicine.id }
  await pond.call(kinds.treatment.create, { ...treatment, stock_id: stock.id, volume: 1 })
  const planned = { date: pond.daysAgo(0), cage_id: pond.cages[0]!, count: 250, reason: 'sale' }
  await pond.call(harvestCalls.create, planned as never)
  const { page, context, close } = await openKept(pond)
  await page.goto('/feed/harvest')
  await page.getByRole('button', { name: 'Изъять' }).waitFor()
  await page.waitForLoadState('networkidle')

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Изъять' }).click()
  await expectField(page, 'Количество', '250')
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(dialog(page), /Рыба под каренцией: Оксивет/)
  await dialog(page).getByRole('button', { name: 'Всё верно', exact: true }).click()
  await dialog(page).waitFor({ state: 'hidden' })
  expect(await pond.call(harvestCalls.list, {})).toMatchObject([{ state: 'open' }])

  await context.setOffline(false)
  const state = async () => (await pond.call(harvestCalls.list, {}))[0]!.state
  await expect.poll(state, { timeout: 20_000 }).toBe('done')
  await close()
})
