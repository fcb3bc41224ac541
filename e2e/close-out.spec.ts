/** The last fish of a cage are lifted and the book has some left: a person says so, and the report tells of it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { dialog, expectCage, expectText, fill, notices, operate, overflow, save } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerFarm } from './farm'

let farm: Awaited<ReturnType<typeof registerFarm>>
let open: OpenPage
let page: Page

beforeAll(async () => {
  farm = await registerFarm('Облов')
  await farm.subscribedFor(300)
  const module = await farm.module('Залив')
  const [generation, category] = [
    await farm.generation({ species: (await farm.species()).id, name: 'Весна' }),
    await farm.category(),
  ]
  const group = { generation_id: generation.id, age_category_id: category.id }
  const on = (day: number) => ({ date: farm.daysAgo(day), time: '10:00' })
  const cage = (await farm.cage({ location: module.id, number: '7' })).id
  await farm.call(kinds.stocking.create, { ...on(40), to_id: cage, ...group, count: 1000, avg_weight: 1 })
  await farm.call(kinds.retreat.create, { ...on(20), from_id: cage, ...group, count: 10 })
  await farm.call(kinds.withdrawal.create, { ...on(2), from_id: cage, ...group, count: 953, weight: 1000 })
  const late = { ...group, generation_id: (await farm.generation({ species: (await farm.species()).id })).id }
  const other = (await farm.cage({ location: module.id, number: '8' })).id
  await farm.call(kinds.stocking.create, { ...on(40), to_id: other, ...late, count: 200, avg_weight: 1 })
  open = await openPage({ width: 1440, height: 1000, as: farm })
  page = open.page
})
afterAll(() => open.close())

const rows = () => page.locator('tbody tr')

test('a cage whose fish are gone is closed out from its menu, at nought', async () => {
  await page.goto('/')
  await operate(page, '7', 'Сверка при облове')
  await expectText(dialog(page), /на это время 37 шт, разница −37 шт/)
  await save(page)
  await expectCage(page, '7', /пусто/)
})

test('its journal has the difference, the losses do not', async () => {
  await page.goto('/journals/close-out')
  await expectText(rows().first(), /7\s*Весна\s*0\s*−37/)
  await page.goto('/journals/retreat')
  await expect.poll(() => rows().count()).toBe(1)
})

test('the report tells what came of the generation, and opens the journals', async () => {
  await page.goto('/reports/close-out')
  await expectText(rows().first(), /Весна.*−37.*−3,70\s*95,30\s*1 000.*953.*10/)
  await rows().first().getByRole('link', { name: '−37', exact: true }).click()
  await page.waitForURL(/\/journals\/close-out\?.*generationId=/)
  await expect.poll(() => rows().count()).toBe(1)
  await page.goBack()
  await page.getByText('Садки', { exact: true }).last().click()
  await page.waitForURL(/by=cage/)
  await expectText(rows().first(), /^7/)
})

test('the form of a last catch offers to close the cage, and both are taken back together', async () => {
  await page.goto('/')
  await operate(page, '8', 'Подъём рыбы')
  const closing = dialog(page).getByRole('switch', { name: /Сверить и закрыть/ })
  await fill(page, { Количество: '100' })
  await expect.poll(() => closing.count()).toBe(0)
  await fill(page, { Количество: '195' })
  await expectText(dialog(page), /по учёту останется 5 шт/)
  await closing.click({ force: true })
  await save(page)
  await expectCage(page, '8', /пусто/)
  await notices(page).getByRole('button', { name: 'Отменить' }).first().click()
  await expectCage(page, '8', /200/)
  await page.goto('/journals/close-out')
  await expect.poll(() => rows().count()).toBe(1)
})

test('nothing overflows on a phone, and nothing is said of a time without a close-out', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/reports/close-out')
  await page.getByText('−37').first().waitFor()
  expect(await overflow(page)).toBe(0)
  await page.goto('/reports/close-out?start=01.01.2015&end=31.12.2015')
  await page.getByText('За указанный период ничего не закрыто.').waitFor()
  expect(open.errors).toEqual([])
})
