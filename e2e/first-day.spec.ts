/** The first day of a new user, on the demo farm: from signing in to a farm of one's own. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { cageCalls } from '../src/core/cages/cage.contract'
import { addDays, showDay, wallClock } from '../src/shared/dates'
import { openPage, type OpenPage } from './browser'
import { callAs, PASSWORD, signInToDemo, sql } from './farm'
import {
  cage,
  choose,
  closeNotices,
  dialog,
  expectCage,
  expectField,
  expectText,
  fill,
  notices,
  operate,
  save,
} from './actions'
import { downloadSheet, instantOf } from './xlsx'

const today = wallClock('Europe/Moscow').slice(0, 10)
const ago = (days: number) => showDay(addDays(today, -days))
/** as typed in a hurry: 20112026 */
const typed = (days: number) => ago(days).replaceAll('.', '')

let open: OpenPage
let page: Page
/** the two cages of this test, and their module */
let first: string
let second: string
let module: string
beforeAll(async () => {
  await findEmptyCages()
  open = await openPage({ width: 1440, height: 900 })
  page = open.page
})
afterAll(() => open.close())

// one journey: after a step that failed the next ones have no ground
let broken = false
beforeEach(({ skip }) => skip(broken))
afterEach(async ({ task }) => {
  broken ||= task.result?.state === 'fail'
})

/** Which cages of the demo farm stand empty depends on the day. */
async function findEmptyCages(): Promise<void> {
  const call = callAs(await signInToDemo())
  const [cages, modules] = await Promise.all([call(cageCalls.list, {}), call(cageCalls.locations, {})])
  const empty = cages.filter(({ count, empty_since: since }) => count === 0 && (since ?? '') < addDays(today, -40))
  const { id, name } = modules.find(({ id }) => empty.filter((one) => one.location_id === id).length > 1)!
  ;[first, second] = empty.filter((one) => one.location_id === id).map(({ number }) => number) as [string, string]
  module = name
}

const toMap = async () => {
  await page.getByRole('link', { name: 'Садки', exact: true }).click()
  await page.getByRole('button', { name: new RegExp(`^${module}\\s\\d+$`) }).click()
}
const toJournal = async (title: string) => {
  const group = page.getByRole('button', { name: 'Журналы', exact: true })
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
  await page.getByRole('link', { name: title, exact: true }).click()
}
/** The first row of the table that speaks of the cage. */
const row = (number: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: number, exact: true }) })
    .first()

test('signs in as the login page says', async () => {
  await page.goto('/')
  await expectText(page.getByRole('main'), 'demo@example.com, пароль demo-farm')
  await page.getByLabel('E-mail').fill('demo@example.com')
  await page.getByRole('textbox', { name: 'Пароль' }).fill('demo-farm')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Садки', exact: true }).waitFor()
  await toMap()
  await expectCage(page, first, 'пустой')
})

test('stocks an empty cage', async () => {
  await operate(page, first, 'Зарыбление')
  await fill(page, { Время: '0900', Дата: typed(10) })
  await choose(page, 'Генерация', /./)
  await choose(page, 'Возрастная категория', 'Двухлетки')
  await fill(page, { Количество: '2000', Навеска: '0,5' })
  await dialog(page).getByRole('button', { name: 'рассчитать: Общий вес' }).click()
  await expectText(dialog(page), `Садок ${first} на ` + ago(10) + ', 09:00')
  await expectField(page, 'Общий вес', '1 000')
  await save(page)
  await expectText(notices(page), `Сохранено! Садок ${first}, зарыбление 2 000 шт`)
  await expectCage(page, first, /2 000 шт, 1 000 кг, навеска 0,5/)
  await expectText(row(first), /2 000/)
})

test('feeds it', async () => {
  await operate(page, first, 'Кормление')
  await choose(page, 'Корм', /мм\s*[1-9]/)
  await choose(page, 'Склад', /./)
  await fill(page, { Количество: '12,5' })
  await dialog(page).getByText('4', { exact: true }).click()
  await save(page)
  await expectText(notices(page), `Садок ${first}, кормление 12,5 кг`)
  await toJournal('Кормления')
  await expectText(row(first), /12,5/)
  await toMap()
})

test('weighs it', async () => {
  await operate(page, first, 'Навеска')
  await fill(page, { Время: '8:30', Дата: typed(5), Количество: '50', 'Общий вес': '26' })
  await save(page)
  // and what it was fed since makes it grow
  await expectCage(page, first, /2 000 шт, 1 0(4[1-9]|5\d)(,\d)? кг, навеска 0,52/)
})

test('moves half to another cage', async () => {
  await closeNotices(page)
  await operate(page, first, 'Пересадка')
  await expectText(page.getByRole('status').filter({ hasText: 'Выберите' }), 'Выберите садок для пересадки')
  await cage(page, second).click()
  await expectText(dialog(page).getByRole('heading'), `Пересадка: ${first} → ${second}`)
  await fill(page, { Количество: '1000' })
  await save(page)
  await expectCage(page, first, /1 000 шт, 52\d(,\d)? кг/)
  await expectCage(page, second, /1 000 шт, 52\d(,\d)? кг/)
})

test('records a loss of last week, and every later number changes', async () => {
  await closeNotices(page)
  await operate(page, first, 'Отход')
  // how many there are stands beside the fish that is chosen
  await expectText(dialog(page).locator('[data-path=generation_id] + [data-position=right]'), /1 000 шт/)
  await fill(page, { Время: '7:00', Дата: typed(7), Количество: '100', Примечание: '=СУММ(A1)' })
  await expectText(dialog(page), /было 2 000 ?станет 1 900 шт/)
  await expectText(dialog(page), /5,0?0? % от поголовья/)
  await save(page)
  await expectCage(page, first, /900 шт, 47\d(,\d)? кг, навеска 0,52/)
  await expectCage(page, second, /1 000 шт, 52\d(,\d)? кг/)
  await toJournal('Навески')
  await expectText(row(first), /0,52/)
  await toMap()
})

test('cannot take fish that were not there, and is told why', async () => {
  await operate(page, first, 'Подъём рыбы')
  await fill(page, { Количество: '950' })
  await expectText(dialog(page), 'не хватает 50')
  await expect
    .poll(() => dialog(page).getByRole('button', { name: 'Сохранить' }).getAttribute('aria-disabled'))
    .toBe('true')
  // the preview would say it before the click, and the button would not be pressed then
  await page.route('**/api/**/preview*', () => undefined)
  await fill(page, { Время: '12:00', Дата: typed(6), Количество: '1500' })
  // the balance of that day has come
  await expect
    .poll(() => dialog(page).getByRole('button', { name: 'Сохранить' }).getAttribute('aria-disabled'))
    .toBe(null)
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
  await expectText(dialog(page), /пересадка/i)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expectText(dialog(page).getByRole('button', { name: /^Открыть:/ }), `пересадка, садок ${first}`)
  await expectField(page, 'Количество', '1 500')
  // the browser takes focus from the button while it saves: it comes back, or goes to the amount at fault
  const onForm = () => document.activeElement?.matches('button[type=submit], [data-path="count"]')
  await expect.poll(() => page.evaluate(onForm)).toBe(true)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await expectCage(page, first, /900 шт/)
})

test('looks at the farm of a month ago', async () => {
  const day = addDays(today, -30)
  await page.getByRole('button', { name: 'История на дату' }).click()
  if (day.slice(0, 7) !== today.slice(0, 7)) await page.locator('button[data-direction=previous]').click()
  const name = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(day))
  await page.getByRole('button', { name: name.replace(/ г\.$/, ''), exact: true }).click()
  await expectText(page.getByRole('status').filter({ hasText: 'История' }), `История: ${showDay(day)}, 23:59.`)
  await expectCage(page, first, 'пустой')
  await expectText(page.getByRole('status').filter({ hasText: 'История' }), 'Операции заблокированы')
  await page.getByRole('button', { name: `Вернуться к ${ago(0)}` }).click()
  await expectCage(page, first, /900 шт/)
})

test('exports a journal to Excel', async () => {
  await toJournal('Отходы')
  await page.locator('tfoot').waitFor()
  const { name, rows } = await downloadSheet(page)
  expect(name).toMatch(/^Журнал отходов, .*\.xlsx$/)
  const header = rows.findIndex((cells) => cells.some((cell) => cell && 'text' in cell && cell.text === 'Время'))
  const own = rows
    .slice(header + 1)
    .find((cells) => cells.some((cell) => cell && 'text' in cell && cell.text === '=СУММ(A1)'))!
  expect(instantOf(own[0]!)).toBe(`${addDays(today, -7)}T07:00`)
  expect(own).toContainEqual(expect.objectContaining({ number: 100 }))
})

test('registers a farm of their own and sees nothing of the demo', async () => {
  await page.getByRole('button', { name: /Меню пользователя/ }).click()
  await page.getByText('Выйти').click()
  // the lift that was refused is still a draft
  await page.getByRole('alertdialog').getByRole('button', { name: 'Выйти' }).click()
  await page.getByRole('link', { name: 'Зарегистрироваться' }).click()
  await sql(`delete from guesses where key like 'registration %'`)
  await page.getByLabel('Название хозяйства').fill('Первая ферма')
  await page.getByLabel('Ваше имя').fill('Новичок')
  await page.getByLabel('E-mail').fill(`first-day-${Date.now()}@example.com`)
  await page.getByRole('textbox', { name: 'Пароль', exact: true }).fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Пароль ещё раз' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('Данные о модулях не найдены.').waitFor()
  await expect.poll(() => page.getByText(module).count()).toBe(0)
  await toJournal('Кормления')
  await page.getByText('Кормлений за указанный период не обнаружено.').waitFor()
})
