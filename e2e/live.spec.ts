/** Two people at once: what one records, the other sees without touching anything. */
import { test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { openPage } from './browser'
import { registerPond } from './farm'
import { expectCage, expectText, fill, operate, save } from './actions'

test('what one records shows on the map of the other, who does nothing', async () => {
  const pond = await registerPond('Двое')
  const colleague = await pond.colleague(['create retreats'])
  const [mine, theirs] = await Promise.all([openPage({ as: pond }), openPage({ as: colleague })])
  const listening = theirs.page.waitForResponse((response) => response.url().endsWith('/api/events'))
  await Promise.all([mine.page.goto('/'), theirs.page.goto('/')])
  await Promise.all([expectCage(mine.page, '1', /1 000 шт/), expectCage(theirs.page, '1', /1 000 шт/), listening])

  await operate(mine.page, '1', 'Отход')
  await fill(mine.page, { Количество: '37' })
  await save(mine.page)
  await expectCage(theirs.page, '1', /963 шт/)
  await Promise.all([mine.close(), theirs.close()])
})

test('what was recorded while a list was on its way is in the list', async () => {
  const pond = await registerPond('В пути')
  const { page, close } = await openPage({ as: pond })
  const listening = page.waitForResponse((response) => response.url().endsWith('/api/events'))
  await page.goto('/')
  await listening
  // the first two answers of the journal are begun before a loss, and come when the page was told of it
  const counts = [41, 42]
  await page.route('**/api/retreat?*', async (route) => {
    const response = await route.fetch()
    const count = counts.shift()
    if (count) {
      const told = page.waitForRequest((request) => request.url().includes('/api/'))
      const moment = { date: pond.daysAgo(1), time: '09:00' }
      await pond.call(kinds.retreat.create, { ...moment, from_id: pond.cages[0]!, ...pond.group, count })
      await told
    }
    await route.fulfill({ response })
  })
  await page.evaluate((href) => {
    history.pushState({}, '', href)
    dispatchEvent(new PopStateEvent('popstate'))
  }, '/journals/retreat')
  const rows = page.locator('tbody')
  await expectText(rows, /41/)
  await expectText(rows, /42/)
  await close()
})
