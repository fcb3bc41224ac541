/** The farm as it was: any day in sight, nothing in danger. */
import { expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { openPage } from './browser'
import { registerPond } from './farm'
import { cage, expectCage, expectText, notices } from './actions'

const BLOCKED = 'В режиме истории операции заблокированы'

test('shows each day as it was and blocks every operation', async () => {
  const pond = await registerPond('Прошлое')
  const lost = { date: pond.daysAgo(2), time: '12:00', from_id: pond.cages[0]!, count: 150 }
  await pond.call(kinds.retreat.create, lost)
  const { page, errors, close } = await openPage({ as: pond })
  await page.goto('/')
  await expectCage(page, '1', /850 шт, 170 кг/)

  await page.getByRole('button', { name: 'История на дату' }).click()
  const yesterday = pond.daysAgo(1)
  if (yesterday.slice(3) !== pond.daysAgo(0).slice(3)) await page.locator('button[data-direction=previous]').click()
  await page
    .locator('[role=dialog], .mantine-Popover-dropdown')
    .locator('td button:not([data-outside])')
    .filter({ hasText: new RegExp(`^${Number(yesterday.slice(0, 2))}$`) })
    .click()
  const bar = page.getByRole('status').filter({ hasText: 'История' })
  await expectText(bar, `История: ${yesterday}, 23:59.`)
  await expectCage(page, '1', /850 шт/)

  await page.getByRole('button', { name: 'Днём раньше' }).click()
  await page.getByRole('button', { name: 'Днём раньше' }).click()
  await expectText(bar, `История: ${pond.daysAgo(3)}, 23:59.`)
  await expectCage(page, '1', /1 000 шт, 200 кг/)
  await page.getByRole('table').getByRole('cell', { name: '1 000' }).first().waitFor()

  await cage(page, '1').click()
  const loss = page.getByRole('menuitem', { name: 'Отход' })
  await expect.poll(() => loss.getAttribute('aria-disabled')).toBe('true')
  await expect.poll(() => loss.getAttribute('title')).toBe(BLOCKED)
  await page.keyboard.press('3')
  await expectText(notices(page), BLOCKED)
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('button', { name: 'Создать садок' }).isDisabled()).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: 'Удалить садок 1' }).getAttribute('title')).toBe(BLOCKED)

  await page.getByRole('button', { name: 'Днём позже' }).click()
  await expectText(bar, `История: ${pond.daysAgo(2)}, 23:59.`)
  await page.getByRole('button', { name: /^Вернуться к / }).click()
  await bar.waitFor({ state: 'hidden' })
  await expectCage(page, '1', /850 шт/)
  expect(errors).toEqual([])
  await close()
})
