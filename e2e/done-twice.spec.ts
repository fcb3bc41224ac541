/** Two phones that knew the same and did the same: nothing is dropped, both are told. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choose, expectText, fill, notices, operate, save } from './actions'
import { openKept } from './kept'
import { registerPond } from './farm'

const waiting = (page: Page) => page.getByRole('button', { name: /^\d+ запис/ })
const allSent = (page: Page) => expect.poll(() => waiting(page).count(), { timeout: 20_000 }).toBe(0)

async function feed(page: Page): Promise<void> {
  await operate(page, '1', 'Кормление')
  await choose(page, 'Корм', 'Корм 6 мм')
  await fill(page, { Количество: '40' })
  await save(page)
}

test('the same ration of two phones without a network is stored twice, marked, and settled by a person', async () => {
  const pond = await registerPond('Двойной рацион')
  await pond.subscribedFor(300)
  const good = await pond.good({ name: 'Корм 6 мм' })
  const barge = await pond.stock('Баржа')
  await pond.adding({ good: good.id, stock: barge.id, count: 500, date: pond.daysAgo(10) })
  const igor = await pond.colleague(['create feedings'])
  const [one, two] = [await openKept(pond), await openKept(igor)]
  await Promise.all([one.context.setOffline(true), two.context.setOffline(true)])
  await feed(one.page)
  await feed(two.page)
  await one.context.setOffline(false)
  await allSent(one.page)
  await two.context.setOffline(false)
  await allSent(two.page)
  await expectText(notices(two.page), 'Возможно, записано дважды: Садок 1, кормление 40 кг')

  await one.page.goto('/journals/feeding')
  const marks = one.page.getByText('дважды?')
  await expect.poll(() => marks.count()).toBe(2)
  await one.page.getByRole('button', { name: /^Уведомления/ }).click()
  await one.page.getByText(/Возможно, записано дважды: садок 1, кормление/).waitFor()
  await one.page.keyboard.press('Escape')
  await one.page.getByRole('button', { name: 'Оставить обе' }).first().click()
  await expectText(notices(one.page), 'Обе записи оставлены')
  await expect.poll(() => marks.count()).toBe(0)
  await Promise.all([one.close(), two.close()])
})
