/** What fish die of is told with a loss, found in its journal, added up by month, and seen day by day. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { hrefOf } from '../src/shared/pages'
import { choose, expectText, fill, operate, overflow, save } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerFarm } from './farm'

let farm: Awaited<ReturnType<typeof registerFarm>>
let open: OpenPage
let page: Page
let period: string

beforeAll(async () => {
  farm = await registerFarm('Причины')
  await farm.subscribedFor(300)
  const module = await farm.module('Залив')
  const [generation, category] = [await farm.generation({ species: (await farm.species()).id }), await farm.category()]
  const group = { generation_id: generation.id, age_category_id: category.id }
  const on = (day: number) => ({ date: farm.daysAgo(day), time: '10:00' })
  const cage = (await farm.cage({ location: module.id, number: '7' })).id
  await farm.call(kinds.stocking.create, { ...on(20), to_id: cage, ...group, count: 10_000, avg_weight: 0.2 })
  await farm.call(kinds.retreat.create, { ...on(2), from_id: cage, ...group, count: 60 })
  period = `start=${farm.daysAgo(3)}&end=${farm.daysAgo(0)}`
  open = await openPage({ width: 1440, height: 1000, as: farm })
  page = open.page
})
afterAll(() => open.close())

const rows = () => page.locator('tbody tr')

test('a loss is recorded with its cause, and the journal finds it by that', async () => {
  await page.goto('/')
  await operate(page, '7', 'Отход')
  await fill(page, { Количество: '40' })
  await choose(page, 'Причина', 'Травма')
  await save(page)
  const [start, end] = [farm.daysAgo(3), farm.daysAgo(0)]
  await page.goto(hrefOf('journal', { path: 'retreat', start, end, causesId: [0] }))
  await expect.poll(() => rows().count()).toBe(1)
  await expectText(rows().first(), /60/)
  await page.goto(`/journals/retreat?${period}`)
  await expectText(rows().first(), /40.*Травма/)
})

test('the report says how much is of which cause, and a number opens its losses', async () => {
  await page.goto(`/reports/retreats?${period}`)
  const unknown = page.getByRole('row', { name: /Неизвестна/ }).first()
  await expectText(unknown, /60.*60/)
  await unknown.getByRole('link', { name: '60', exact: true }).last().click()
  await page.waitForURL(/\/journals\/retreat\?.*causesId=/)
  await expect.poll(() => rows().count()).toBe(1)
  await page.goBack()
})

test('a mark of the calendar opens the losses of its cage and day', async () => {
  const marks = page.getByRole('img', { name: /Календарь отхода/ }).locator('svg path[fill^="var(--"]')
  await expect.poll(() => marks.count()).toBe(2)
  // an answer that comes between pointer down and up draws the marks anew, and the press is of none
  const pressed = async () => {
    await marks.first().click()
    return page.waitForURL(/\/journals\/retreat\?.*cagesId=/, { timeout: 2000 }).then(
      () => true,
      () => false,
    )
  }
  await expect.poll(pressed).toBe(true)
  await expect.poll(() => rows().count()).toBe(1)
  await page.goBack()
})

test('it is printed with its marks', async () => {
  await page.evaluate(() => void (window.print = () => undefined))
  await page.getByRole('region', { name: 'Календарь отхода' }).getByRole('button', { name: 'Печать' }).click()
  await page.emulateMedia({ media: 'print' })
  const picture = page.locator('body > div figure [role=img]').last()
  await expect.poll(() => picture.locator('path[fill^="var(--heat"]').count()).toBe(2)
  const { width, height } = (await picture.boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThan(30)
  await page.emulateMedia({ media: null })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
})

test('nothing overflows on a phone, where a touch tells a mark first', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/reports/retreats?${period}`)
  const calendar = page.getByRole('img', { name: /Календарь отхода/ })
  await calendar.waitFor()
  await calendar.locator('svg path[fill^="var(--"]').first().click()
  await page.getByRole('button', { name: 'Открыть журнал' }).last().waitFor()
  expect(await overflow(page)).toBe(0)
  expect(open.errors).toEqual([])
})
