/** Beside the shelves with a phone: what came and what is spoilt is recorded without a network too. */
import { expect, test } from 'vitest'
import { goodCalls } from '../src/core/goods/good-calls.contract'
import { registerPond } from './farm'
import { dialog, expectText, field, fill, notices } from './actions'
import { openKept } from './kept'

test('a receipt and a write-off are recorded on a phone without a network, with large targets, and reach the books', async () => {
  const pond = await registerPond('Телефон кладовщика')
  const stock = await pond.stock('Баржа')
  const feed = await pond.good({ type: 'feed', name: 'Корм 6 мм' })
  await pond.adding({ good: feed.id, stock: stock.id, count: 100, date: pond.daysAgo(10) })
  const amount = async () => (await pond.call(goodCalls.amounts, {}))[feed.id]?.[stock.id] ?? 0
  const phone = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }
  const { page, context, close } = await openKept(pond, phone)
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
