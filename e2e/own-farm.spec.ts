/** A farm of one's own, from registration to the first fish, and the way back in when the password is forgotten. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPage, type OpenPage } from './browser'
import { linkMailedTo, PASSWORD, sql } from './farm'
import { choose, dialog, expectCage, expectField, expectText, fill, notices, operate, save } from './actions'

const email = `own-farm-${Date.now()}@example.com`
const NEW_PASSWORD = 'щука на блесну'

let open: OpenPage
let page: Page
beforeAll(async () => {
  open = await openPage({ width: 1440 })
  page = open.page
  await sql(`delete from guesses where key like 'registration %' or key like 'letters %'`)
})
afterAll(() => open.close())

// one journey: after a step that failed the next ones have no ground
let broken = false
beforeEach(({ skip }) => skip(broken))
afterEach(({ task }) => void (broken ||= task.result?.state === 'fail'))

const main = () => page.getByRole('main')
const goTo = async (group: string, title: string) => {
  const sections = page.getByRole('navigation', { name: 'Разделы' })
  await sections.getByRole('button', { name: group, exact: true }).click()
  await sections.getByRole('link', { name: title, exact: true }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const typePassword = async (label: string, password: string) => {
  await page.getByRole('textbox', { name: label, exact: true }).fill(password)
}
const signIn = async (password: string) => {
  await page.getByLabel('E-mail').fill(email)
  await typePassword('Пароль', password)
  await page.getByRole('button', { name: 'Войти' }).click()
}
/** «Создать» on a list, and the form filled. */
async function create(values: Record<string, string>, choices: Record<string, string> = {}): Promise<void> {
  await main().getByRole('button', { name: 'Создать', exact: true }).click()
  await fill(page, values)
  for (const [label, option] of Object.entries(choices)) await choose(page, label, option)
  await save(page)
}

test('is registered, and is empty', async () => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Зарегистрироваться' }).click()
  await page.getByLabel('Название хозяйства').fill('Тихий плёс')
  await page.getByLabel('Ваше имя').fill('Вера Окунева')
  await page.getByLabel('E-mail').fill(email)
  await typePassword('Пароль', PASSWORD)
  await typePassword('Пароль ещё раз', 'другой пароль')
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  await page.getByText('Пароли не совпадают').waitFor()
  await typePassword('Пароль ещё раз', PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('Данные о модулях не найдены.').waitFor()
  // five steps to the first numbers, each a way there
  await expectText(
    page.getByRole('region', { name: 'Первые шаги' }),
    /1 ?Модуль.*2 ?Садки.*3 ?Генерация.*4 ?Зарыбление.*5 ?Корм/,
  )
  await page.getByText('Вера Окунева').waitFor()
  await expect.poll(() => page.getByText(/Ладожская|Северный|Форелевый/i).count()).toBe(0)
})

test('gets a module, a species, a generation and a warehouse', async () => {
  await page.getByRole('button', { name: 'Создать модуль' }).click()
  await fill(page, { Название: 'Плёс' })
  await save(page)
  await page.getByText('В модуле нет садков.').waitFor()
  await goTo('Справочники', 'Виды рыбы')
  await main().getByRole('cell', { name: 'Стерлядь' }).waitFor()
  await create({ Название: 'Бестер' })
  await main().getByRole('cell', { name: 'Бестер' }).waitFor()
  await page.getByRole('link', { name: 'Генерации' }).click()
  await create({ Название: 'Икра 2026', Дата: '150426' }, { 'Вид рыбы': 'Бестер' })
  await main().getByRole('cell', { name: '15.04.2026' }).waitFor()
  await page.getByRole('link', { name: 'Склады' }).click()
  await create({ Название: 'Сарай' }, { Модуль: 'Плёс' })
  await main().getByRole('cell', { name: 'Сарай' }).waitFor()
})

test('gets feed', async () => {
  await goTo('Склад', 'Расходники')
  await main().getByRole('cell', { name: 'Корм продукционный' }).waitFor()
  await create({ Название: 'Корм осетровый' })
  await main()
    .getByRole('row', { name: /осетровый/ })
    .getByRole('button', { name: 'Приход' })
    .click()
  await choose(page, 'Склад', 'Сарай')
  await fill(page, { 'Строка 1: Количество': '250,5' })
  await expectText(dialog(page), /0 250,5 кг/)
  await save(page)
  await main().getByRole('cell', { name: '250,5', exact: true }).waitFor()
})

test('gets a cage and fish in it', async () => {
  await page.getByRole('link', { name: 'Садки', exact: true }).click()
  await page.getByText('В модуле нет садков.').waitFor()
  await page.getByRole('button', { name: 'Создать садок' }).first().click()
  await fill(page, { Номер: 'А-1', Объём: '64,5' })
  await save(page)
  await expectCage(page, 'А-1', 'пустой')
  // the next one continues it
  await page.getByRole('button', { name: 'Создать садок' }).first().click()
  await expectField(page, 'Номер', 'А-2')
  await expectField(page, 'Объём', '64,5')
  await dialog(page).getByRole('button', { name: 'Закрыть' }).first().click()
  await operate(page, 'А-1', 'Зарыбление')
  await choose(page, 'Генерация', /Икра 2026/)
  await choose(page, 'Возрастная категория', 'Мальки')
  await fill(page, { Количество: '12500', Навеска: '0,0004' })
  await save(page)
  await expectCage(page, 'А-1', /12 500 шт, 5 кг, навеска 0,0004/)
  await operate(page, 'А-1', 'Кормление')
  await choose(page, 'Корм', /осетровый/)
  await fill(page, { Количество: '0.5' })
  await expectText(dialog(page), /было 250,5 ?станет 250 ?кг/)
  await save(page)
  await expectText(notices(page), 'Садок А-1, кормление 0,5 кг')
})

test('is left and entered again, by the right password only', async () => {
  await page.getByRole('button', { name: /Меню пользователя/ }).click()
  await page.getByText('Выйти').click()
  await signIn('не тот пароль')
  await page.getByText('Неверный пароль').waitFor()
  await signIn(PASSWORD)
  await expectCage(page, 'А-1', /12 500 шт/)
  await page.getByRole('button', { name: /Меню пользователя/ }).click()
  await page.getByText('Выйти').click()
  await page.getByRole('button', { name: 'Войти' }).waitFor()
})

test('is entered with a new password, by the link of the letter', async () => {
  await page.getByRole('link', { name: 'Забыли пароль?' }).click()
  // the page that is left has a field of this name too, and stands until the next one is loaded
  await page.getByText(/Пришлём письмо/).waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Прислать ссылку' }).click()
  await page.getByText('Проверьте почту').waitFor()
  await expect.poll(() => linkMailedTo(email)).toBeTruthy()
  const link = new URL(linkMailedTo(email)!)
  // what stands behind the # is sent to nobody, and is not left in the address
  expect([link.search, link.hash]).toEqual(['', expect.stringMatching(/^#token=/)])
  await page.goto(link.href)
  await typePassword('Новый пароль', NEW_PASSWORD)
  expect(page.url()).toBe(`${link.origin}/password/reset`)
  await typePassword('Новый пароль ещё раз', NEW_PASSWORD)
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await page.getByRole('button', { name: 'Войти' }).waitFor()
  await signIn(PASSWORD)
  await page.getByText('Неверный пароль').waitFor()
  await signIn(NEW_PASSWORD)
  await expectCage(page, 'А-1', /12 500 шт/)
  // the link is used up: told before anything is typed, with the way to a new one
  await page.goto(linkMailedTo(email)!)
  await page.getByText('Ссылка устарела или уже использована.').waitFor()
  await page.getByRole('button', { name: 'Прислать ссылку' }).waitFor()
  expect(page.url()).not.toContain('token')
})
