/** A fish breeder compares two cages at equal weight, a generation over its life, and looks where fish die too much. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { expectText, overflow } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerFarm } from './farm'

let farm: Awaited<ReturnType<typeof registerFarm>>
let open: OpenPage
let page: Page
let period: string

beforeAll(async () => {
  farm = await registerFarm('Сравнение')
  await farm.subscribedFor(300)
  const module = await farm.module('Залив')
  const [generation, category] = [await farm.generation({ species: (await farm.species()).id }), await farm.category()]
  const group = { generation_id: generation.id, age_category_id: category.id }
  const on = (day: number) => ({ date: farm.daysAgo(day), time: '10:00' })
  for (const [number, weights] of [
    ['1', [0.125, 0.216, 0.343]],
    ['2', [0.216, 0.343, 0.512]],
  ] as const) {
    const cage = (await farm.cage({ location: module.id, number })).id
    await farm.call(kinds.stocking.create, { ...on(45), to_id: cage, ...group, count: 10_000, avg_weight: weights[0] })
    await farm.call(kinds.weighing.create, { ...on(30), cage_id: cage, avg_weight: weights[1] })
    await farm.call(kinds.weighing.create, { ...on(10), cage_id: cage, avg_weight: weights[2] })
    if (number === '2') await farm.call(kinds.retreat.create, { ...on(3), from_id: cage, ...group, count: 60 })
  }
  period = `start=${farm.daysAgo(60)}&end=${farm.daysAgo(0)}`
  open = await openPage({ width: 1440, height: 1000, as: farm })
  page = open.page
})
afterAll(() => open.close())

const rows = () => page.locator('tbody tr')

test('two cages stand beside each other within the weights that both went through', async () => {
  await page.goto(`/reports/like-for-like?${period}`)
  await page.getByText('Сравнивается от 216 до 343 г: через эти навески прошли все.').waitFor()
  await expectText(rows().first(), /1\s*2\s*216\s*343\s*20/)
  await page.getByText(/Мало навесок, меньше трёх: 1, 2/).waitFor()
  await expect.poll(() => page.getByRole('slider').count()).toBe(2)
})

test('each within its own weights, along degree-days, all of it in the address', async () => {
  await page.getByText('Свои навески', { exact: true }).click()
  await page.waitForURL(/range=own/)
  await expectText(rows().first(), /125\s*343\s*35/)
  await page.getByText('По градусо-дням', { exact: true }).click()
  await page.waitForURL(/axis=degree_days/)
  await page.reload()
  await page
    .getByText(/градусо-дней от начала кривой/)
    .first()
    .waitFor()
})

test('the number of weighings opens their journal', async () => {
  await rows().first().getByRole('link', { name: '2', exact: true }).click()
  await page.waitForURL(/\/journals\/weight\?/)
  await expect.poll(() => rows().count()).toBe(2)
  await page.goBack()
})

test('a generation is one row, through both cages', async () => {
  await page.goto(`/reports/like-for-like?${period}&by=generation`)
  await expect.poll(() => rows().count()).toBe(1)
  await rows().first().getByRole('link', { name: '4', exact: true }).click()
  await page.waitForURL(/\/journals\/weight\?.*generationId=/)
  await expect.poll(() => rows().count()).toBe(4)
})

test('the cage where more died than usual comes first, and the signal opens the losses of its day', async () => {
  await page.goto('/reports/mortality-control')
  await expectText(rows().first(), new RegExp(`2\\s*${farm.daysAgo(3)}\\s*60`))
  await page.getByRole('link', { name: /Сигнал .*: отход 0,60\s%/ }).click()
  await page.waitForURL(/\/journals\/retreat\?/)
  await expect.poll(() => rows().count()).toBe(1)
  await page.goBack()
  await rows().nth(1).click()
  await page.getByText('За период отход не выходил за обычный.').waitFor()
})

test('nothing overflows on a phone, and nothing is said of a time without weighings', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['like-for-like', 'mortality-control']) {
    await page.goto(`/reports/${path}?${period}`)
    await page.getByRole('slider').first().waitFor()
    expect(await overflow(page)).toBe(0)
  }
  await page.goto('/reports/like-for-like?start=01.01.2015&end=31.12.2015')
  await page.getByText('Навесок за указанный период не обнаружено: сравнивать нечего.').waitFor()
  expect(open.errors).toEqual([])
})
