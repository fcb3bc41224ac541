/**
 * The main page at a desk: the map fits, the page scrolls, many modules have room, links and files say what they show.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { openPage, type OpenPage } from './browser'
import { factories } from '../src/testing/farm/factories'
import { registerPond } from './farm'
import { cage, dialog, expectText, operate } from './actions'
import { downloadSheet, type Cell } from './xlsx'

let pond: Awaited<ReturnType<typeof registerPond>>
let make: ReturnType<typeof factories>
let open: OpenPage
let page: Page
const FAR = 'Дальний модуль с названием, которое не помещается ни в какую карточку'
beforeAll(async () => {
  pond = await registerPond('У стола', { cages: 12, stocked: 2 })
  make = factories(pond.call)
  const far = await make.module(FAR)
  await pond.cage({ location: far.id, number: '99' })
  open = await openPage({ width: 1440, height: 900, as: pond })
  page = open.page
  await page.goto('/')
  await cage(page, '1').waitFor()
})
afterAll(() => open.close())

const zoom = async () => parseInt((await page.getByLabel('Масштаб').textContent()) ?? '', 10)

/** Cages that stick out of the water in sight. */
const cut = () =>
  page.locator('svg[aria-label^="Карта садков"]').evaluate((svg) => {
    const frame = svg.getBoundingClientRect()
    return [...svg.querySelectorAll('[data-cage]')].filter((one) => {
      const box = one.getBoundingClientRect()
      return box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom
    }).length
  })

test('the map fits its window, a module and the whole farm', async () => {
  for (const width of [1920, 1100, 960, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(cut).toBe(0)
  }
  await page
    .getByRole('group', { name: 'Модуль', exact: true })
    .getByRole('button', { name: /Вся ферма/ })
    .click()
  await cage(page, '99').waitFor()
  await expect.poll(() => cut()).toBe(0)
  await page.getByRole('group', { name: 'Модуль', exact: true }).getByRole('button', { name: /Залив/ }).click()
})

test('the wheel over the map scrolls the page, with Ctrl it zooms', async () => {
  await page.locator('svg[aria-label^="Карта садков"]').hover()
  const before = await zoom()
  await page.mouse.wheel(0, 240)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await expect.poll(() => zoom()).toBe(before)
  await expectText(page.getByRole('status').filter({ hasText: 'Масштаб карты' }), 'Масштаб карты: Ctrl и колесо')
  await page.mouse.wheel(0, -480)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, 120)
  await page.keyboard.up('Control')
  await expect.poll(zoom).toBeLessThan(before)
  await page.getByRole('button', { name: 'По центру' }).click()
  await expect.poll(zoom).toBe(before)
})

test('a number of another module leads there; module, number and order stay in the address', async () => {
  await page.getByLabel('Номер садка').fill('99')
  await expectText(page.getByRole('status').filter({ hasText: 'такого садка нет' }), 'В этом модуле такого садка нет.')
  await page.getByRole('button', { name: /^Есть в модуле/ }).click()
  await cage(page, '99').waitFor()
  await page.getByRole('button', { name: /^Объём/ }).click()
  const query = () => new URL(page.url()).searchParams
  await expect.poll(() => query().get('sort')).toBe('-volume')
  expect(query().get('number')).toBe('99')
  // the link opens the same on another device
  const other = await openPage({ as: pond })
  await other.page.goto(page.url())
  await cage(other.page, '99').waitFor()
  await expect.poll(() => other.page.getByLabel('Номер садка').inputValue()).toBe('99')
  await expect
    .poll(() => other.page.getByRole('columnheader', { name: /^Объём/ }).getAttribute('aria-sort'))
    .toBe('descending')
  await other.close()
})

test('a row opens its cage, and a record in it the operation', async () => {
  await page.goto(`/?locationId=${pond.module.id}`)
  const row = page.locator('tbody tr').filter({ hasText: '1 000' }).first()
  await row.focus()
  await page.keyboard.press('Enter')
  await expectText(dialog(page).getByRole('heading').first(), /Информация: садок 1/)
  await dialog(page)
    .getByRole('button', { name: /Зарыбление/ })
    .click()
  await expectText(dialog(page).getByRole('heading').first(), 'Редактирование зарыбления')
  await page.keyboard.press('Escape')
  await expectText(dialog(page).getByRole('heading').first(), /Информация: садок 1/)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
})

test('an empty cage offers its stocking first, and a press leaves the map where it was', async () => {
  const before = await zoom()
  await cage(page, '3').click()
  await expectText(page.getByRole('menuitem').first(), /Зарыбление/)
  await page.keyboard.press('Escape')
  expect(await zoom()).toBe(before)
})

test('a transfer that was begun ends where the past begins', async () => {
  await operate(page, '1', 'Пересадка')
  await page.getByRole('status').filter({ hasText: 'Выберите садок для пересадки' }).waitFor()
  await page.getByRole('button', { name: 'История на дату' }).click()
  await page.getByLabel('День', { exact: true }).fill(pond.daysAgo(3).replaceAll('.', ''))
  await page.keyboard.press('Enter')
  await expectText(page.getByRole('status').filter({ hasText: 'История' }), `История: ${pond.daysAgo(3)}, 23:59.`)
  await cage(page, '2').click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('Escape')
})

test('a file of the past names module and instant; cages are numbers, nothing is empty', async () => {
  const { name, rows } = await downloadSheet(page)
  const day = pond.daysAgo(3)
  expect(name).toBe(`Садки, Залив, ${day} 23-59.xlsx`)
  const values = rows.map((row) => row.map((cell: Cell) => cell && ('text' in cell ? cell.text : cell.number)))
  expect(values[0]).toEqual([`Садки, Залив, ${day} 23:59`])
  const numbers = values.map(([first]) => first).filter((first) => typeof first === 'number')
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  const third = values.find(([first]) => first === 3)!
  expect(third.slice(1, 4)).toEqual([null, 0, 0])
})

test('eight modules have room: the row scrolls to them, and the buttons stay', async () => {
  for (const name of ['Второй', 'Третий', 'Четвёртый', 'Пятый', 'Шестой', 'Седьмой']) {
    const { id } = await make.module(`${name} участок на озере`)
    await pond.cage({ location: id, number: `${name.slice(0, 2)}1` })
  }
  await page.goto(`/?locationId=${pond.module.id}`)
  await cage(page, '1').waitFor()
  const tabs = page.getByRole('group', { name: 'Модуль', exact: true })
  const cards = page.getByRole('group', { name: 'Модули', exact: true })
  const last = cards.getByRole('button').last()
  const inside = async () => {
    const [box, frame] = [(await last.boundingBox())!, (await cards.boundingBox())!]
    return box.x >= frame.x - 1 && box.x + box.width <= frame.x + frame.width + 1
  }
  await expect.poll(() => inside()).toBe(false)
  const on = page.getByRole('button', { name: 'Прокрутить вправо' }).first()
  await expect
    .poll(async () => {
      if (await inside()) return true
      // it goes when the end is reached
      await on.click({ timeout: 500 }).catch(() => undefined)
      return inside()
    })
    .toBe(true)
  const feed = (await page.getByRole('button', { name: /^Групповое кормление/ }).boundingBox())!
  const row = (await tabs.boundingBox())!
  expect(row.x + row.width).toBeLessThanOrEqual(feed.x)
  expect(open.errors).toEqual([])
})
