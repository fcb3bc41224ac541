/** An owner looks at the farm on one screen, at another period, and opens what a figure is made of. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { expectText, overflow } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'

let pond: Awaited<ReturnType<typeof registerPond>>
let open: OpenPage
let page: Page
beforeAll(async () => {
  pond = await registerPond('Панель', { cages: 2, stocked: 2 })
  await pond.subscribedFor(300)
  await pond.call(kinds.retreat.create, {
    ...{ date: pond.daysAgo(0), time: '00:01', from_id: pond.cages[0]!, ...pond.group, count: 7 },
  })
  open = await openPage({ width: 1440, height: 1000, as: pond })
  page = open.page
})
afterAll(() => open.close())

const tile = (name: string) => page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) })

test('the farm stands on one screen', async () => {
  await page.goto('/reports/dashboard')
  await expectText(tile('Отход').first(), /7 шт/)
  await tile('Биомасса').first().waitFor()
  await tile('Затраты').first().waitFor()
})

test('another period is in the address, and Back comes to the one before', async () => {
  await page.getByText('7 дней', { exact: true }).click()
  await page.waitForURL(/period=week/)
  await page.goBack()
  await expect.poll(() => page.url()).not.toMatch(/period/)
})

test('a figure opens its report for the same days', async () => {
  await tile('Отход').first().click()
  await page.waitForURL(/\/reports\/retreats\?.*start=/)
  await page.goBack()
})

test('it fits one sheet across', async () => {
  await tile('Биомасса').first().waitFor()
  await expect.poll(() => page.getByRole('main').locator('figure svg').count()).toBeGreaterThan(0)
  const bytes = await page.pdf({ preferCSSPageSize: true })
  const pages = bytes.toString('latin1').match(/\/Type \/Page\b/g)
  expect(pages).toHaveLength(1)
  expect(bytes.toString('latin1')).toMatch(/\/MediaBox \[0 0 84[12][.\d]* 59[45][.\d]*\]/)
})

test('a farm without fish is told what to enter first', async () => {
  const bare = await registerPond('Пустая панель', { cages: 1, stocked: 0 })
  const first = await openPage({ as: bare })
  await first.page.goto('/reports/dashboard')
  await first.page.getByText('запишите зарыбление').waitFor()
  await first.close()
  expect(first.errors).toEqual([])
})

test('on a phone it is one column, and nothing overflows', async () => {
  const phone = await openPage({ width: 390, height: 844, as: pond })
  await phone.page.goto('/reports/dashboard')
  await phone.page
    .getByRole('link', { name: /^Биомасса/ })
    .first()
    .waitFor()
  expect(await overflow(phone.page)).toBe(0)
  await phone.close()
  expect([...open.errors, ...phone.errors]).toEqual([])
})
