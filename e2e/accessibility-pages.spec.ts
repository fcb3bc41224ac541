/** WCAG 2.2 AA of reports and of pages that are opened seldom: each loaded once, seen in both themes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { hrefOf, PAGES, type PageName } from '../src/shared/pages'
import { pngOf } from '../src/testing/pictures/photo'
import { cage, chooseAction, dialog, fill, overflow, save } from './actions'
import { settled, violations } from './axe'
import { openPage, type OpenPage } from './browser'
import { fedFarm, signInToDemo } from './farm'

let wide: OpenPage
let narrow: OpenPage
beforeAll(async () => {
  const demo = await signInToDemo()
  wide = await openPage({ width: 1440, height: 900, as: demo })
  narrow = await openPage({ width: 390, height: 844, context: { hasTouch: true, isMobile: true }, as: demo })
})
afterAll(() => Promise.all([wide.close(), narrow.close()]))

const isReport = (name: PageName) => PAGES[name].path.startsWith('/reports')
const reports = (Object.keys(PAGES) as PageName[]).filter(isReport)
const others: PageName[] = [
  'alarms',
  'tasks',
  'movingIn',
  'exportData',
  'externalApps',
  'proposals',
  'apiUses',
  'jobs',
  'backups',
]

test.each([...reports, ...others])('wide: %s', async (name) => {
  await settled(wide.page, PAGES[name].path)
  expect(await violations(wide.page)).toEqual([])
})

/** A page of series, of tables, with a grid to type into, of cards, of days. */
test.each(['retreatReports', 'fishCost', 'farmPlan', 'dashboard', 'tasks'] as const)('narrow: %s', async (name) => {
  await settled(narrow.page, PAGES[name].path)
  expect(await violations(narrow.page)).toEqual([])
  await expect.poll(() => overflow(narrow.page)).toBeLessThanOrEqual(0)
})

test.each([1440, 390])('windows of alarms, programs, calendar, voice and photographs, %i wide', async (width) => {
  const pond = await fedFarm(`Окна ${width}`)
  const phone = width < 500
  const context = phone ? { hasTouch: true, isMobile: true } : {}
  const { page, close } = await openPage({ width, height: 900, as: pond, context })
  const press = (name: string) => page.getByRole('button', { name }).first().click()
  const fine = async () => expect(await violations(page, '[role=dialog]')).toEqual([])

  await settled(page, '/alarms?show=rules')
  await press('Включить…')
  await dialog(page).getByText('За год').waitFor()
  await fine()
  await settled(page, '/alarms?show=hooks')
  await press('Добавить программу')
  await fill(page, { Название: 'Бот', Адрес: 'https://bot.example/' })
  await fine()
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await dialog(page).locator('code').waitFor()
  await fine()
  await settled(page, '/tasks')
  await press('Календарь на телефоне')
  await dialog(page).getByRole('button', { name: 'Создать адрес' }).click()
  await dialog(page).locator('code').waitFor()
  await fine()
  await settled(page, '/round')
  await press('Голосом')
  await dialog(page).getByLabel('Что сказано').fill('садок один отход двенадцать, садок сорок отход пять')
  await dialog(page).getByText('Не понято').waitFor()
  await fine()

  await settled(page, '/')
  await cage(page, '1').click()
  await page
    .getByRole(phone ? 'button' : 'menuitem', { name: 'Отход' })
    .last()
    .click()
  await dialog(page)
    .getByLabel(/^Количество/)
    .first()
    .fill('12')
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })
  const files = [file('a.png', pngOf(800, 600)), file('b.png', Buffer.from('рыба'))]
  await dialog(page).locator('input[type=file]').last().setInputFiles(files)
  await dialog(page).getByRole('alert').waitFor()
  await fine()
  await save(page)
  const day = { start: pond.daysAgo(0), end: pond.daysAgo(0) }
  const photos = async () => ((await pond.call(kinds.retreat.list, day)) as { photos: number }[])[0]?.photos
  await expect.poll(photos).toBe(1)
  await settled(page, hrefOf('journal', { path: 'retreat', ...day }))
  if (phone)
    await chooseAction(page.locator('main li').filter({ has: page.getByRole('img', { name: 'Фото: 1' }) }), 'Фото')
  else await page.locator('main').getByRole('button', { name: 'Фото', exact: true }).click()
  const photo = dialog(page).getByRole('button', { name: /^Открыть фото 1/ })
  await photo.waitFor()
  await fine()
  await photo.click()
  await dialog(page).locator('img[src^="/api/photos/"]').waitFor()
  await fine()
  await close()
})
