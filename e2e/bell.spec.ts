/** The bell: a feed falls below its minimum, is told of at once, and no longer counts when it has been looked at. */
import { expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { goodCalls } from '../src/core/goods/good-calls.contract'
import { openPage } from './browser'
import { registerPond } from './farm'
import { dialog, expectText, overflow } from './actions'

test('the bell counts a feed that falls below its minimum until one has looked, also on a phone', async () => {
  const pond = await registerPond('Колокольчик')
  const stock = (await pond.stock()).id
  const good = await pond.good({ name: 'Корм 6 мм' })
  await pond.adding({ good: good.id, stock, count: 100, date: pond.daysAgo(3) })
  await pond.call(goodCalls.update, { id: good.id, name: good.name, type: 'feed', measure: 'kg', min_amount: 50 })
  const { page, errors, close } = await openPage({ width: 390, as: pond })
  const listening = page.waitForResponse((response) => response.url().endsWith('/api/events'))
  const bell = page.getByRole('button', { name: /^Уведомления/ })
  await Promise.all([page.goto('/'), listening])
  await bell.click()
  await expectText(dialog(page), 'Новых уведомлений нет')
  await page.keyboard.press('Escape')

  const taken = { date: pond.daysAgo(1), time: '10:00', stock_id: stock, lines: [{ good_id: good.id, amount: 70 }] }
  await pond.call(kinds.writeOff.create, taken)
  await expect.poll(() => bell.getAttribute('aria-label')).toBe('Уведомления: 1 новое')
  await bell.click()
  const line = dialog(page).getByRole('link', { name: /«Корм 6 мм»: осталось 30 кг при минимуме 50/ })
  await line.waitFor()
  await expect.poll(() => overflow(page)).toBe(0)
  await line.click()
  await expectText(dialog(page), /Корм 6 мм/)
  expect(new URL(page.url()).pathname).toBe('/stock/goods')
  await expect.poll(() => bell.getAttribute('aria-label')).toBe('Уведомления')

  await page.goto('/')
  await bell.click()
  await line.waitFor()
  await expect.poll(() => bell.getAttribute('aria-label')).toBe('Уведомления')
  expect(errors).toEqual([])
  await close()
})
