/**
 * The way of the farm's reports from end to end, at a desk and on a phone: an owner finds where fish were lost in July
 * and corrects a record, an accountant sees why two methods differ, a fish breeder compares generations and gets a
 * report by letter.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { expectText, fill, overflow, save } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerFarm } from './farm'

/** The last July that is over, and the months before it. */
const yearOf = (today: string) => Number(today.slice(6)) - (Number(today.slice(3, 5)) > 7 ? 0 : 1)

/** Two cages of two generations: one lost 3 fish in July, the other 45 by two records. */
async function liveUntilAugust(farm: Awaited<ReturnType<typeof registerFarm>>, year: number) {
  await farm.subscribedFor(300)
  const location = (await farm.module('Залив')).id
  const [five, seven] = [
    (await farm.cage({ location, number: '5' })).id,
    (await farm.cage({ location, number: '7' })).id,
  ]
  const store = (await farm.stock('Амбар')).id
  const good = (await farm.good({ name: 'Актив 6 мм' })).id
  const species = (await farm.species()).id
  const age_category_id = (await farm.category('Столовая')).id
  const generations = [
    await farm.generation({ species, name: 'Весна' }),
    await farm.generation({ species, name: 'Осень' }),
  ]
  const at = (day: string) => ({ date: `${day}.${year}`, time: '10:00' })
  await farm.adding({ good, stock: store, count: 100, date: `10.01.${year}`, price: 100 })
  await farm.adding({ good, stock: store, count: 100, date: `20.02.${year}`, price: 200 })
  for (const [index, cage] of [five, seven].entries()) {
    const group = { generation_id: generations[index]!.id, age_category_id }
    const came = { ...at('01.03'), to_id: cage, ...group, count: 1000, avg_weight: '0,1', payment: 50_000 }
    await farm.call(kinds.stocking.create, came)
    await farm.call(kinds.feeding.create, {
      ...{ ...at('10.04'), cage_id: cage, feed_type_id: good, stock_id: store, volume: 60 },
    })
    await farm.call(kinds.weighing.create, { ...at('01.05'), cage_id: cage, avg_weight: index ? '0,18' : '0,15' })
    await farm.call(kinds.weighing.create, { ...at('01.06'), cage_id: cage, avg_weight: index ? '0,25' : '0,2' })
    for (const [day, count] of index
      ? ([
          ['05.07', 40],
          ['20.07', 5],
        ] as const)
      : ([['11.07', 3]] as const))
      await farm.call(kinds.retreat.create, { ...at(day), from_id: cage, ...group, count })
  }
}

describe.each([
  ['at a desk', 1440, 1000],
  ['on a phone', 390, 844],
])('%s', (_, width, height) => {
  let farm: Awaited<ReturnType<typeof registerFarm>>
  let open: OpenPage
  let page: Page
  let year: number
  beforeAll(async () => {
    farm = await registerFarm(`Обход отчётов ${width}`)
    year = yearOf(farm.daysAgo(0))
    await liveUntilAugust(farm, year)
    open = await openPage({ width, height, as: farm })
    page = open.page
  })
  afterAll(() => open.close())

  const phone = width < 768
  const report = (name: string) => page.getByRole('region', { name, exact: true })
  const rowsOf = (place: Locator | Page) => place.locator('[data-row]')
  const tool = async (card: Locator, name: string) => {
    if (phone) await card.getByRole('button', { name: 'Действия с таблицей' }).click()
    await (phone ? page.getByRole('menuitem', { name }) : card.getByRole('button', { name, exact: true })).click()
  }
  const losses = () => report('Отходы по садкам')
  const chart = () => losses().getByRole('slider', { name: /^Отходы по садкам/ })
  const sorted = () => losses().getByRole('columnheader', { name: /Садок/ })
  const july = () => `/reports/retreats?start=01.07.${year}&end=31.07.${year}`

  test('July says which cage lost most, and its sheet leaves the program', async () => {
    await page.goto(july())
    await losses().getByRole('link', { name: '45', exact: true }).waitFor()
    await chart().waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), tool(losses(), 'CSV')])
    expect(file.suggestedFilename()).toMatch(/^Отходы по садкам.*\.csv$/)
    expect(await overflow(page)).toBe(0)
  })

  test('Ctrl+P prints all its tables, as they stand on the page', async () => {
    await report('Календарь отхода').getByRole('link').first().waitFor()
    await page.evaluate(() => {
      window.print = () => void document.body.setAttribute('data-printed', '')
    })
    await page.keyboard.press('Control+p')
    await page.locator('body[data-printed]').waitFor()
    const titles = page.locator('body > div > h1')
    await expect.poll(() => titles.allTextContents()).toHaveLength(5)
    const said = await titles.allTextContents()
    expect([said[0], said.at(-1)]).toEqual([
      expect.stringMatching(/^Отходы по садкам, /),
      expect.stringMatching(/^Календарь отхода, /),
    ])
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect.poll(() => titles.count()).toBe(0)
  })

  test('the number opens its records; one is corrected, and report, total, chart and sheet tell it', async () => {
    const drawn = async () => (await chart().locator('svg').innerHTML()).length
    const before = await drawn()
    if (!phone) {
      await sorted().getByRole('button').click()
      await sorted().getByRole('button').click()
      await expect.poll(() => sorted().getAttribute('aria-sort')).toBe('ascending')
    }
    await losses().getByRole('link', { name: '45', exact: true }).click()
    await page.waitForURL(/\/journals\/retreat\?.*cagesId/)
    await expect.poll(() => rowsOf(page).count()).toBe(2)
    await rowsOf(page).filter({ hasText: '05.07' }).getByRole('button', { name: 'Изменить' }).click()
    await fill(page, { [phone ? 'Количество, шт' : 'Количество']: '10' })
    await save(page)
    await page.goBack()
    await losses().getByRole('link', { name: '15', exact: true }).waitFor()
    // it stands as it was left: by number, from the first on
    if (!phone) await expect.poll(() => sorted().getAttribute('aria-sort')).toBe('ascending')
    await expectText(losses(), /Итого.*18/)
    await losses()
      .getByText(/Изменено после выгрузки .* 1 операция/)
      .waitFor()
    expect(await drawn()).not.toBe(before)
  })

  test('the annual report explains by how much both methods differ, and opens what is behind it', async () => {
    await page.goto(`/reports/annual?year=${year}`)
    const balance = report('Баланс расходников')
    // 120 kg were fed: 100 · 100 + 20 · 200 ₽ by turns, 120 · 150 ₽ by the price of the year
    await expectText(balance, /30 000,00 − расход 14 000,00 − потери 0,00 = 16 000,00 ₽/)
    await expectText(balance, /Способ «Средняя за год» даёт расход 18 000,00 ₽, разница 4 000,00 ₽/)
    await expectText(report('Живая рыба в рублях'), /Столовая/)
    await balance.getByRole('link', { name: 'Актив 6 мм' }).first().click()
    await page.waitForURL(/\/stock\/goods\?.*good=/)
    await page.goBack()
  })

  test('a kilogram of a cage has its price of today, and the parts it is made of', async () => {
    await page.goto(`/reports/fish-cost?start=01.01.${year}&end=${farm.daysAgo(0)}`)
    await expectText(report('Себестоимость килограмма'), /стоит/)
    await report('По садкам').getByRole('link', { name: '7', exact: true }).click()
    await page.waitForURL(/cagesId=/)
    const months = report('Из чего сложилась, по месяцам')
    await months.getByRole('link', { name: '50 000,00' }).first().click()
    await page.waitForURL(/\/journals\/stocking\?.*start/)
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await page.goBack()
  })

  test('two generations stand beside each other, with the weighings behind each', async () => {
    await page.goto(`/reports/like-for-like?by=generation&start=01.01.${year}&end=31.07.${year}`)
    const compared = page.getByRole('region').filter({ hasText: 'Весна' }).filter({ hasText: 'Осень' }).first()
    await compared.waitFor()
    await page.getByText(/Сравнивается от 100 до 200 г/).waitFor()
    await page.getByText(/Мало навесок, меньше трёх: Весна, Осень/).waitFor()
    expect(await overflow(page)).toBe(0)
  })

  test('the report of losses is kept under a name and comes by letter', async () => {
    await page.goto(july())
    await page.getByRole('button', { name: 'Сохранить как…' }).click()
    const name = `Отход июля ${width}`
    await page.getByLabel('Название').fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
    await page.waitForURL(/view=\d+/)
    await page.goto('/reports/saved')
    const row = rowsOf(page).filter({ hasText: name })
    await row.getByRole('button', { name: 'Действия' }).click()
    await page.getByRole('menuitem', { name: 'Прислать мне сейчас' }).click()
    const folder = join(inject('dataDir'), 'mail')
    const came = () => readdirSync(folder).filter((file) => file.includes(name) && file.endsWith('.xlsx')).length
    await expect.poll(came, { timeout: 30_000 }).toBe(1)
    expect(await overflow(page)).toBe(0)
    expect(open.errors).toEqual([])
  })
})
