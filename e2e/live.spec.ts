/** Two people at once: what one records, the other sees without touching anything. */
import { expect, test } from 'vitest'
import { openPage } from './browser'
import { registerPond } from './farm'
import { cage, expectCage, fill, operate, plain, save } from './hands'

test('what one records shows on the map of the other within a second', async () => {
  const pond = await registerPond('Двое')
  const colleague = await pond.colleague(['create retreats'])
  const [mine, theirs] = await Promise.all([openPage({ as: pond }), openPage({ as: colleague })])
  const listening = theirs.page.waitForResponse((response) => response.url().endsWith('/api/events'))
  await Promise.all([mine.page.goto('/'), theirs.page.goto('/')])
  await Promise.all([expectCage(mine.page, '1', /1 000 шт/), expectCage(theirs.page, '1', /1 000 шт/), listening])

  await operate(mine.page, '1', 'Отход')
  await fill(mine.page, { Количество: '37' })
  const answered = mine.page.waitForResponse((response) => response.url().endsWith('/api/retreat'))
  const saved = save(mine.page)
  await answered
  const from = Date.now()
  await expect
    .poll(async () => plain(await cage(theirs.page, '1').getAttribute('aria-label')), { timeout: 5000, interval: 20 })
    .toMatch(/963 шт/)
  expect(Date.now() - from).toBeLessThan(1000)
  await saved
  await Promise.all([mine.close(), theirs.close()])
})
