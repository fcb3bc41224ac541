/** A form keeps what was typed: it is left on purpose only, and what was saved can be taken back. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'
import { cage, dialog, expectCage, expectText, field, fill, notices, operate } from './actions'
import { OURS } from './on-the-way'

let open: OpenPage
let page: Page
let pond: Awaited<ReturnType<typeof registerPond>>
beforeAll(async () => {
  pond = await registerPond('Окна')
  open = await openPage({ as: pond })
  page = open.page
})
afterAll(() => open.close())
beforeEach(async () => {
  await page.goto('/journals/retreat')
  await page.getByRole('link', { name: 'Садки', exact: true }).click()
  await expectCage(page, '1', /1 000 шт/)
})

const path = () => new URL(page.url()).pathname
const gone = () => dialog(page).waitFor({ state: 'hidden' })

test('the back button closes the form, then leaves the page', async () => {
  await operate(page, '1', 'Отход')
  await fill(page, { Количество: '5' })
  await page.goBack()
  await gone()
  await expect.poll(path).toBe('/')
  await page.goBack()
  await page.getByRole('heading', { name: 'Журнал отходов' }).waitFor()
  expect(path()).toBe('/journals/retreat')
})

test('the back button closes the menu of a cage', async () => {
  await cage(page, '1').click()
  await page.getByRole('menuitem', { name: 'Отход' }).waitFor()
  await page.goBack()
  await page.getByRole('menuitem', { name: 'Отход' }).waitFor({ state: 'hidden' })
  await expect.poll(path).toBe('/')
  await expect.poll(() => cage(page, '1').isVisible()).toBe(true)
})

test('Esc closes, focus comes back to the cage', async () => {
  await cage(page, '1').focus()
  await page.keyboard.press('3')
  await expectText(dialog(page).getByRole('heading'), 'Отход: 1')
  const back = async () => {
    await page.keyboard.press('Escape')
    await gone()
    await expect.poll(() => cage(page, '1').evaluate((one) => one === document.activeElement)).toBe(true)
  }
  await back()
  await operate(page, '1', 'Отход')
  await dialog(page).getByRole('heading').waitFor()
  await back()
})

test('Enter saves; what was saved is taken back within 8 seconds', async () => {
  await operate(page, '1', 'Отход')
  await expect.poll(() => field(page, 'Количество').evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('17')
  await page.keyboard.press('Enter')
  await gone()
  await expectCage(page, '1', /983 шт/)
  await expectText(notices(page), /Сохранено! Садок 1, отход 17 шт.*Отменить/)
  await notices(page).getByRole('button', { name: 'Отменить' }).click()
  await expectCage(page, '1', /1 000 шт/)
  await expectText(notices(page), /Отменено\. Садок 1, отход 17 шт/)
})

test('a server that fails loses nothing: the record is safe, is tried again by itself and stored once', async () => {
  let failures = 2
  const keys = new Set<string | undefined>()
  await page.route('**/api/retreat', async (route) => {
    keys.add(route.request().headers()['idempotency-key'])
    const fail = () =>
      route.fulfill({ status: 500, headers: OURS, json: { message: 'Внутренняя ошибка. Повторите позже.' } })
    if (failures-- > 1) await fail()
    // stored, but the answer does not come through
    else if (failures === 0) await route.fetch().then(fail)
    else await route.continue()
  })
  await operate(page, '1', 'Отход')
  await fill(page, { Время: '7:05', Дата: pond.daysAgo(1), Количество: '11', Примечание: 'Чайки' })
  await dialog(page).locator('button[type=submit]').click()
  await gone()
  await expectText(
    page.getByRole('status').filter({ hasText: 'ждёт' }),
    /1 запись ждёт отправки.*Сервер отвечает ошибкой/,
  )
  await expectCage(page, '1', /989 шт/)
  expect(keys.size).toBe(1)
  await page.unroute('**/api/retreat')
  // stored meanwhile: taking it back deletes it there
  await expectText(notices(page), /Отправлено записей: 1/)
  await notices(page).getByRole('button', { name: 'Отменить' }).click()
  await expectCage(page, '1', /1 000 шт/)
})

test('what is missing is told under its field, and the field has the focus', async () => {
  await operate(page, '1', 'Отход')
  await fill(page, { Дата: '' })
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
  await expectText(dialog(page), 'Заполните поле')
  await expect.poll(() => dialog(page).locator('input[aria-invalid=true]').count()).toBe(2)
  await expect.poll(() => field(page, 'Дата').evaluate((input) => input === document.activeElement)).toBe(true)
})

test('the back button closes a question, the search and nothing else', async () => {
  const search = page.getByRole('dialog', { name: 'Поиск' })
  await page.keyboard.press('Control+k')
  await search.getByRole('textbox').fill('Зарыбления')
  await page.keyboard.press('Enter')
  await expect.poll(path).toBe('/journals/stocking')
  await page.getByRole('button', { name: 'Удалить' }).first().click()
  await page.getByRole('alertdialog').waitFor()
  await page.goBack()
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  await expect.poll(path).toBe('/journals/stocking')
  await page.keyboard.press('Control+k')
  await search.waitFor()
  await page.goBack()
  await search.waitFor({ state: 'hidden' })
  await expect.poll(path).toBe('/journals/stocking')
})

test('a search over an open form leads on, the form stays as a draft', async () => {
  await operate(page, '1', 'Примечание')
  await field(page, 'Текст').fill('Оборвался буй')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Поиск' }).getByRole('textbox').fill('Замеры')
  await page.keyboard.press('Enter')
  await expect.poll(path).toBe('/measurements')
  await page.goBack()
  await operate(page, '1', 'Примечание')
  await dialog(page).getByRole('button', { name: 'Продолжить' }).click()
  await expect.poll(() => field(page, 'Текст').inputValue()).toBe('Оборвался буй')
  await page.keyboard.press('Escape')
  await gone()
})

test('on a phone the back button closes the menu; a line of it leads on', async () => {
  const phone = await openPage({ as: pond, width: 390, height: 844 })
  const drawer = phone.page.getByRole('dialog', { name: 'Садок' })
  const here = () => new URL(phone.page.url()).pathname
  await phone.page.goto('/measurements')
  await phone.page.getByRole('link', { name: 'Садки' }).click()
  await expect.poll(here).toBe('/')
  await phone.page.getByRole('button', { name: 'Ещё' }).click()
  await drawer.waitFor()
  await phone.page.goBack()
  await drawer.waitFor({ state: 'hidden' })
  await expect.poll(here).toBe('/')
  await phone.page.getByRole('button', { name: 'Ещё' }).click()
  await drawer.getByRole('link', { name: 'Замеры' }).click()
  await expect.poll(here).toBe('/measurements')
  await phone.close()
})

test('opened from the home screen, the back button closes the form and does not leave the application', async () => {
  const [first] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(() => void window.open('/', '_blank', 'noopener')),
  ])
  await operate(first, '1', 'Отход')
  await fill(first, { Количество: '7' })
  await first.goBack()
  await dialog(first).waitFor({ state: 'hidden' })
  await expectCage(first, '1', /шт/)
  await operate(first, '1', 'Отход')
  await expectText(dialog(first), /Черновик от/)
  await first.close()
})
