/**
 * Five hundred cages to type into: only those near the sight are drawn, and nothing that one does in a table knows it.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measureParameterLibrary } from '../src/core/lists/libraries/measure-parameter.contract'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { measurementCalls, type MeasurementRow } from '../src/core/cages/measurement.contract'
import { expectText, notices, paste } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerPond, sql } from './farm'

const CAGES = 500
const STOCKED = 110

let pond: Awaited<ReturnType<typeof registerPond>>
let open: OpenPage
let page: Page
beforeAll(async () => {
  pond = await registerPond('Пятьсот садков', { cages: 1 })
  // by one statement: so many calls in a row would be refused
  const more = await sql<{ id: number }>(
    `insert into cages (company_id, location_id, number, cage_type_id, color, volume, x, y)
     select company_id, location_id, n::text, cage_type_id, color, volume, 200 * (n % 20), 200 * (n / 20)
     from cages, generate_series(2, $2::int) n where company_id = $1 and number = '1' returning id`,
    [pond.user.company.id, CAGES],
  )
  const stocking = { date: pond.daysAgo(20), time: '10:00', ...pond.group, count: 1000, avg_weight: 0.2 }
  for (const { id } of more.slice(0, STOCKED - 1))
    await pond.call(kinds.stocking.create, { ...stocking, to_id: Number(id) })
  const parameter = { name: 'Кислород', measure_type: 'oxygen', location_id: pond.module.id } as const
  await pond.call(measureParameterLibrary.create, { ...parameter, depth: [1, 5] })
  open = await openPage({ width: 1440, height: 900, as: pond })
  page = open.page
})
afterAll(async () => {
  // the mistake is meant to be refused
  expect(open.errors.filter((text) => !text.includes('422'))).toEqual([])
  await open.close()
})

const row = (index: number) => page.locator(`[data-row="${index}"]`)
const drawn = () => page.locator('tr[data-row]').count()
const input = (index: number, place = 0) => row(index).locator('input').nth(place)
/** The row of the focus, and what it is in. */
const focused = () =>
  page.evaluate(() => {
    const { activeElement: control } = document
    const cell = control?.closest<HTMLElement>('[data-column]')
    return [Number(cell?.closest<HTMLElement>('[data-row]')?.dataset['row']), cell?.dataset['column']]
  })
const focusedRow = async () => (await focused())[0]
const isInSight = (index: number) =>
  row(index).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
const press = async (key: string, times: number) => {
  for (let time = 0; time < times; time++) await page.keyboard.press(key)
}

test('a sheet draws what is in sight and says how long it is', async () => {
  await page.goto('/measurements?mode=table')
  await input(0).waitFor()
  await expect.poll(drawn).toBeLessThan(100)
  const table = page.getByRole('table', { name: 'Замеры по садкам' })
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe(String(CAGES + 1))
  await expect.poll(() => row(0).getAttribute('aria-rowindex')).toBe('2')
  await table.evaluate((element) => (element.parentElement!.scrollTop = 250 * 36))
  await row(250).waitFor()
  await expect.poll(() => row(250).getAttribute('aria-rowindex')).toBe('252')
  await expect.poll(() => row(0).count()).toBe(0)
})

test('arrows, Enter and Tab go from row to row as far as one likes', async () => {
  await page.goto('/measurements?mode=table')
  await input(0).click()
  await press('ArrowDown', 60)
  await expect.poll(focusedRow).toBe(60)
  await expect.poll(() => isInSight(60)).toBe(true)
  await press('Enter', 60)
  await expect.poll(focusedRow).toBe(120)
  await press('ArrowUp', 90)
  await expect.poll(focusedRow).toBe(30)
  await expect.poll(() => isInSight(30)).toBe(true)
  const [, column] = await focused()
  await press('Tab', 50)
  await expect.poll(focused).toEqual([55, column])
  await press('Shift+Tab', 50)
  await expect.poll(focused).toEqual([30, column])
})

test('what one types into stays wherever one scrolls', async () => {
  await page.goto('/measurements?mode=table')
  await input(3).click()
  const table = page.getByRole('table', { name: 'Замеры по садкам' })
  await table.evaluate((element) => (element.parentElement!.scrollTop = 400 * 36))
  await row(400).waitFor()
  await page.keyboard.type('7,5')
  await expect.poll(() => input(3).inputValue()).toBe('7,5')
  await page.keyboard.press('Tab')
  await expect.poll(focusedRow).toBe(3)
  await page.keyboard.press('Tab')
  await expect.poll(focusedRow).toBe(4)
  await expect.poll(() => isInSight(4)).toBe(true)
})

test('a block reaches rows that are not drawn, is seen on paper whole, and a mistake far down is led to', async () => {
  await page.goto('/measurements?mode=table')
  await input(0).click()
  const values = Array.from({ length: CAGES }, (_, index) => (index === 440 ? 'много' : '8,5'))
  await paste(page, values.join('\n'))
  await expect.poll(() => input(0).inputValue()).toBe('8,5')
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect.poll(drawn).toBe(CAGES)
  await expect.poll(() => input(CAGES - 1).inputValue()).toBe('8,5')
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect.poll(drawn).toBeLessThan(120)
  await page.getByRole('button', { name: /^Сохранить/ }).click()
  await expect.poll(focusedRow).toBe(440)
  await expect.poll(() => isInSight(440)).toBe(true)
  await page.keyboard.type('9')
  await page.getByRole('button', { name: /^Сохранить/ }).click()
  await expectText(notices(page), /./)
  const day = pond.daysAgo(0)
  const stored = async () =>
    (await pond.call(measurementCalls.byLocation, {
      locationId: pond.module.id,
      start: day,
      end: day,
    })) as MeasurementRow[]
  await expect.poll(async () => (await stored()).length).toBe(CAGES)
})

test('a round of many cages scrolls with its page and goes on in the same way', async () => {
  await page.goto('/round')
  const table = page.getByRole('table', { name: 'Обход' })
  await table.waitFor()
  await expect.poll(drawn).toBeLessThan(100)
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe(String(STOCKED + 1))
  const feed = (index: number) => row(index).locator('[data-column="volume"] input')
  await feed(0).click()
  await press('ArrowDown', 90)
  await expect.poll(focused).toEqual([90, 'volume'])
  await expect.poll(() => isInSight(90)).toBe(true)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await row(STOCKED - 1).waitFor()
  await expect.poll(() => table.getByRole('row').last().textContent()).toContain('Итого')
})
