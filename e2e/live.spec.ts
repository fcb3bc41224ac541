/** Two people at once: what one records, the other sees without touching anything. */
import { test } from 'vitest'
import { openPage } from './browser'
import { registerPond } from './farm'
import { expectCage, fill, operate, save } from './actions'

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
