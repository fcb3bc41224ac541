/**
 * «Расположение»: cages are moved by mouse and by arrows, saved together, left with a question, and seen moved by a
 * colleague.
 */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cageCalls } from '../src/core/cages/cage.contract'
import { openPage, type OpenPage } from './browser'
import { libraries } from '../src/core/lists/library.contract'
import { registerPond } from './farm'
import { cage, closeNotices, expectText, plain } from './actions'

type Pond = Awaited<ReturnType<typeof registerPond>>
let pond: Pond
let open: OpenPage
let page: Page
beforeAll(async () => {
  pond = await registerPond('Расстановка', { cages: 4, stocked: 1 })
  await pond.call(libraries.location.create, { name: 'Дальний' })
  open = await openPage({ width: 1440, height: 900, as: pond })
  page = open.page
  await page.goto('/')
  await cage(page, '1').waitFor()
})
afterAll(() => open.close())

const bar = () => page.getByRole('status').filter({ hasText: 'Расположение' })
const saveButton = () => page.getByRole('button', { name: 'Сохранить', exact: true })
const stored = async (number: string) => {
  const { x, y } = (await pond.call(cageCalls.list, {})).find((one) => one.number === number)!
  return { x, y }
}
const on = async (where: Locator) => {
  const [, x, y] = /translate\((\S+) (\S+)\)/.exec((await where.getAttribute('transform')) ?? '')!
  return { x: Number(x), y: Number(y) }
}

async function begin(): Promise<void> {
  await page.getByRole('button', { name: 'Настройки карты' }).click()
  await page.getByRole('menuitem', { name: 'Расположение' }).click()
  await bar().waitFor()
  await page.locator('[data-guides]').waitFor({ state: 'attached' })
}

/** by so many units of the map, whatever its scale */
async function drag(number: string, right: number, down: number): Promise<void> {
  const box = (await cage(page, number).boundingBox())!
  const k = await cage(page, number).evaluate((element) => (element as SVGGElement).getCTM()!.a)
  const [dx, dy] = [right * k, down * k]
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + dx / 2, y + dy / 2)
  await page.mouse.move(x + dx, y + dy)
  await page.mouse.up()
}

test('by mouse and by arrows, saved together, and a colleague sees it without reloading', async () => {
  const colleague = await openPage({ width: 1440, height: 900, as: await pond.colleague(['create notes']) })
  await colleague.page.goto('/')
  await cage(colleague.page, '1').waitFor()
  const [one, two] = [await stored('1'), await stored('2')]

  await begin()
  await drag('1', 32, 200)
  await expect.poll(() => page.getByRole('menu').count()).toBe(0)
  const moved = await on(cage(page, '1'))
  expect(Math.abs(moved.x - one.x - 32)).toBeLessThanOrEqual(6)
  expect(Math.abs(moved.y - one.y - 200)).toBeLessThanOrEqual(6)
  await cage(page, '2').focus()
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => on(cage(page, '2'))).toEqual({ x: two.x, y: two.y - 48 })
  await expectText(bar(), /Садок 2: .* Перемещено: 2\./)
  // nothing is stored yet
  expect([await stored('1'), await stored('2')]).toEqual([one, two])

  await saveButton().click()
  await bar().waitFor({ state: 'hidden' })
  expect([await stored('1'), await stored('2')]).toEqual([moved, { x: two.x, y: two.y - 48 }])
  await expect.poll(() => on(cage(colleague.page, '1'))).toEqual(moved)
  // without the right the way there is shown, and says why it is closed
  await colleague.page.getByRole('button', { name: 'Настройки карты' }).click()
  const closed = colleague.page.getByRole('menuitem', { name: 'Расположение' })
  await expect.poll(() => closed.getAttribute('aria-disabled')).toBe('true')
  await expect.poll(() => closed.getAttribute('title')).toBe('Вы не имеете прав для совершения данного действия.')
  await colleague.close()
})

test('cages that lie one on the other are named before saving', async () => {
  await page.reload()
  await begin()
  const [three, four] = [await stored('3'), await stored('4')]
  await drag('3', four.x - three.x - 40, four.y - three.y)
  await expectText(bar(), 'Садки перекрываются: 3 и 4')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Не сохранять' }).click()
  await bar().waitFor({ state: 'hidden' })
})

test('Esc, «Отмена», another module and another page ask when something was moved, and only then', async () => {
  const before = await stored('3')
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Садок: на главную' }).click()
  await cage(page, '3').waitFor()
  await begin()
  await page.keyboard.press('Escape')
  await bar().waitFor({ state: 'hidden' })

  await begin()
  await drag('3', 0, 120)
  const question = page.getByRole('alertdialog')
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: /^Отмена/ }).click(),
    () => page.getByRole('button', { name: /^Вся ферма 4 садка/ }).click(),
  ]
  for (const leave of ways) {
    await leave()
    await expectText(question, 'Расположение изменено. Выйти без сохранения?')
    await question.getByRole('button', { name: 'Отмена' }).click()
    await question.waitFor({ state: 'hidden' })
    await expect.poll(() => bar().isVisible()).toBe(true)
  }
  await expect.poll(async () => (await on(cage(page, '3'))).y).not.toBe(before.y)
  await page.evaluate(() => history.back())
  await expectText(question, 'Выйти без сохранения?')
  await question.getByRole('button', { name: 'Не сохранять' }).click()
  await page.waitForURL('**/profile')
  await expect.poll(() => stored('3')).toEqual(before)
})

test('a failed saving loses nothing, and a second press saves once', async () => {
  await page.goto('/')
  await cage(page, '4').waitFor()
  const before = await stored('4')
  await begin()
  await cage(page, '4').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.route('**/api/moves', (route) => route.abort())
  await saveButton().click()
  await expectText(page.getByRole('region', { name: 'Уведомления' }), 'Нет связи с сервером')
  await expect.poll(() => on(cage(page, '4'))).toEqual({ x: before.x, y: before.y + 40 })
  await page.unroute('**/api/moves')
  await closeNotices(page)
  await page.locator('[data-state=idle]').filter({ hasText: 'Сохранить' }).click()
  await bar().waitFor({ state: 'hidden' })
  await expect.poll(() => stored('4')).toEqual({ x: before.x, y: before.y + 40 })
  expect(open.errors.filter((text) => !/ERR_FAILED/.test(text)).map(plain)).toEqual([])
})
