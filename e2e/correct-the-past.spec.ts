/**
 * The past is corrected with open eyes: what an edit or a deletion changes is seen before it is made, and any number
 * says why it is so.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cageCalls } from '../src/core/cages/cage.contract'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'
import {
  cage,
  closeNotices,
  confirmQuestion,
  dialog,
  expectCage,
  expectField,
  expectText,
  fill,
  notices,
  operate,
  overflow,
  plain,
  save,
} from './actions'
import { OURS } from './on-the-way'

type Pond = Awaited<ReturnType<typeof registerPond>>
let pond: Pond
let open: OpenPage
let page: Page

const QUESTION = 'Вы уверены, что хотите удалить данную операцию?'

/** 1 000 fish; 100 lost nine days ago, weighed at 0,25 kg, 800 lost two days ago: 100 are left. */
async function registerLosses(name: string): Promise<Pond> {
  const farm = await registerPond(name, { cages: 2 })
  const [from_id, at] = [farm.cages[0]!, (day: number) => ({ date: farm.daysAgo(day), time: '08:15' })]
  await farm.call(kinds.retreat.create, { ...at(9), from_id, count: 100 })
  await farm.call(kinds.weighing.create, { ...at(5), cage_id: from_id, count: 40, weight: 10 })
  await farm.call(kinds.retreat.create, { ...at(2), from_id, count: 800 })
  return farm
}

beforeAll(async () => {
  pond = await registerLosses('Правка прошлого')
  open = await openPage({ width: 1440, height: 900, as: pond })
  page = open.page
})
afterAll(() => open.close())

const rows = () => page.locator('tbody tr')
const preview = (on: Page) => on.locator('[data-preview]')
const fishNow = async () => (await pond.call(cageCalls.list, {})).find(({ id }) => id === pond.cages[0])!.count

test('a loss of last week is corrected after one saw what it changes', async () => {
  await page.goto('/journals/retreat')
  await rows().nth(1).getByRole('button', { name: 'Изменить' }).click()
  await fill(page, { Количество: '250' })
  const told = dialog(page).getByText(/отход, садок 1: не хватает 50 шт/)
  await told.waitFor()
  await expect.poll(() => told.count()).toBe(1)
  await expect.poll(async () => plain(await dialog(page).textContent())).not.toContain('станет')
  const button = dialog(page).getByRole('button', { name: 'Сохранить', exact: true })
  await expect.poll(() => button.isDisabled()).toBe(true)
  // what would break opens above, and leaves what was typed
  await dialog(page)
    .getByRole('button', { name: /^Открыть: отход, садок 1/ })
    .click()
  await expectField(page, 'Количество', '800')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
  await expectField(page, 'Количество', '250')
  await dialog(page).getByRole('button', { name: 'Записать 200 шт вместо 250: это наибольшее возможное' }).click()
  await expectField(page, 'Количество', '200')
  await expectText(dialog(page), 'Препятствий нет')

  await fill(page, { Количество: '112' })
  await expectText(preview(page), /100 88 шт ?25,0 22,0 кг/)
  await expectText(preview(page), `с ${pond.daysAgo(9)} по сегодня`)
  const lines = preview(page).locator('tbody tr')
  await expect.poll(() => lines.count()).toBe(3)
  await expect
    .poll(async () => plain(await lines.nth(0).textContent()))
    .toMatch(/Отход 112 шт · эта запись ?900 ?888 ?−12 ?−2,4$/)
  await expect.poll(async () => plain(await lines.nth(2).textContent())).toMatch(/Отход 800 шт ?100 ?88 ?−12 ?−3,0$/)
  await expect.poll(() => fishNow()).toBe(100)
  await save(page)
  await expectText(notices(page), 'Изменено!')
  await expect.poll(() => fishNow()).toBe(88)
  await page.goto('/')
  await expectCage(page, '1', /88 шт, 22 кг/)
})

test('a biomass leads to the weighing that moved it, and to what was edited', async () => {
  await page.goto('/')
  await page.getByRole('table').getByRole('button', { name: '22,0' }).click()
  const why = dialog(page)
  await expectText(why, /22,0 кг = 88 шт × 0,2500 кг/)
  await expectText(why, /88 шт = 888 − 800: отход/)
  await expectText(why, /Навеска 0,2500 кг: навеска .*по учёту было 0,2000 \(\+25,0 %\), биомасса \+44,4 кг/)
  await expectText(why, 'Сходится до миллиграмма')
  const entries = why.locator('tbody tr')
  await expect
    .poll(async () => plain(await entries.nth(0).textContent()))
    .toMatch(/^Отход 800 шт, 200,0 кг.*−800−200,08822,00,2500$/)
  await why.getByText('изменено', { exact: false }).click()
  await expectText(why.locator('details'), /Количество ?100 шт ?112 шт/)
  await why.getByRole('link', { name: /^Навеска/ }).click()
  await page.getByRole('heading', { name: 'Редактирование навески' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Редактирование навески' }).waitFor({ state: 'hidden' })
  await expectText(why, 'Сходится до миллиграмма')
  await page.keyboard.press('Escape')
  await why.waitFor({ state: 'hidden' })
})

test('a row of a journal and a day of the past are asked as they were then', async () => {
  await page.goto(`/journals/retreat`)
  await rows().nth(1).getByRole('button', { name: '112' }).click()
  await expectText(dialog(page), /888 шт = 1 000 − 112: отход/)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await page.goto(`/?date=${pond.daysAgo(7)}`)
  await page.getByRole('table').getByRole('button', { name: '888' }).click()
  await expectText(dialog(page), `на ${pond.daysAgo(7)}`)
  await expectText(dialog(page), /888 шт = 1 000 − 112: отход/)
  await page.keyboard.press('Escape')
})

test('before a deletion one sees what it changes, or why it cannot be', async () => {
  await page.goto('/journals/stocking')
  await rows().first().getByRole('button', { name: 'Удалить' }).click()
  const question = page.getByRole('alertdialog')
  await expectText(question, QUESTION)
  await expectText(question, /отход, садок 1: не хватает 112 шт/)
  await expect.poll(() => question.getByRole('button', { name: 'Удалить' }).isDisabled()).toBe(true)
  await question.getByRole('button', { name: 'Отмена' }).click()
  await page.goto('/journals/weight')
  await rows().first().getByRole('button', { name: 'Удалить' }).click()
  await expectText(preview(page), /22,0 17,6 кг/)
  // the question names what it is about
  await expectText(page.getByRole('alertdialog'), /Садок 1, навеска/)
  await confirmQuestion(page, QUESTION)
  await expectText(notices(page), /Операция удалена\. Садок 1, навеска/)
  // a wrong row: taken back, it stands where it stood, and all that follows
  await notices(page)
    .getByRole('button', { name: /^Отменить/ })
    .click()
  await expectText(notices(page), /Отменено\. Садок 1, навеска/)
  await rows().first().getByRole('button', { name: 'Удалить' }).click()
  await expectText(preview(page), /22,0 17,6 кг/)
  await confirmQuestion(page, QUESTION)
  await expectText(notices(page), 'Операция удалена')
  await page.goto('/')
  await expectCage(page, '1', /88 шт, 18 кг/)
})

test('the information of a cage tells what was done last; a failure offers to repeat', async () => {
  await page.goto('/')
  await page.route('**/api/cages/info/*', (route) =>
    route.fulfill({ status: 500, headers: OURS, body: '{"message":""}' }),
  )
  await operate(page, '1', 'Информация')
  await expectText(dialog(page), 'Ошибка получения данных')
  await page.unroute('**/api/cages/info/*')
  await dialog(page).getByRole('button', { name: 'Повторить' }).click()
  await expectText(dialog(page), /Отход ?800 шт, 160,0 кг/)
  await expectText(dialog(page), /Зарыбление ?1 000 шт, 200,0 кг/)
  await dialog(page).getByRole('button', { name: 'Все операции' }).click()
  await page.getByRole('heading', { name: 'Все операции: 1' }).waitFor()
  await expect
    .poll(async () => plain(await dialog(page).locator('tbody').textContent()))
    .toMatch(/Отход−800−160,0.*Отход−112−22,4.*Зарыбление1 000200,0/)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Информация: садок 1' }).waitFor()
  await page.keyboard.press('Escape')
  // the browser itself tells of the answer that was made to fail
  expect(open.errors.filter((error) => !error.includes('status of'))).toEqual([])
})

test('a record is taken back from another page than it was made on', async () => {
  await page.goto('/')
  await operate(page, '1', 'Отход')
  await fill(page, { Количество: '8' })
  await save(page)
  await page
    .getByRole('link', { name: 'Журналы' })
    .or(page.getByRole('button', { name: 'Журналы' }))
    .first()
    .click()
  await page.getByRole('link', { name: 'Навески' }).click()
  await page.getByRole('heading', { name: 'Журнал навесок' }).waitFor()
  await expect.poll(() => fishNow()).toBe(80)
  await notices(page)
    .getByRole('button', { name: /^Отменить/ })
    .click()
  await expectText(notices(page), 'Отменено')
  await expect.poll(() => fishNow()).toBe(88)
  await closeNotices(page)
})

test('on a phone the same is read without scrolling sideways', async () => {
  const phone = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }
  const narrow = await openPage({ ...phone, as: pond })
  await narrow.page.goto('/')
  await cage(narrow.page, '1').tap()
  await narrow.page.getByRole('button', { name: 'Почему столько?' }).tap()
  await expectText(dialog(narrow.page), /17,6 кг = 88 шт × 0,2000 кг/)
  await expect.poll(() => overflow(narrow.page)).toBe(0)
  const window = dialog(narrow.page)
  await expect.poll(() => window.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await narrow.page.goto('/journals/retreat')
  await narrow.page.getByRole('button', { name: 'Изменить' }).first().tap()
  await narrow.page.getByRole('textbox', { name: /^Количество/ }).fill('801')
  await expectText(preview(narrow.page), /88 87 шт/)
  await expect.poll(() => overflow(narrow.page)).toBe(0)
  expect(narrow.errors).toEqual([])
  await narrow.close()
})
