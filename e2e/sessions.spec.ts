/** Signing in with a second factor, and throwing a lost phone out. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeOf, stepAt } from '../src/server/second-factor/totp'
import { sessionCalls } from '../src/shared/user'
import { expectText, notices } from './actions'
import { openPage } from './browser'
import { PASSWORD, registerPond, sql } from './farm'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** As an application on a phone reads the key that one types into it. */
function bytesOf(key: string): Buffer {
  const letters = key.replace(/\s/g, '')
  const bits = [...letters].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => parseInt(eight, 2)))
}
/** `later`: half minutes from now; each code is taken once. */
const phoneCode = (key: string, later = 0) => codeOf(bytesOf(key), stepAt(Date.now()) + later)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const typed = (page: Page, label: string) => page.getByLabel(label).and(page.locator('input'))

/** From the password to the recovery codes. */
async function setUp(page: Page): Promise<{ key: string; codes: string[] }> {
  await typed(page, 'Ваш пароль').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const key = (await page.locator('code').textContent())!
  await page.getByRole('img', { name: /QR-код/ }).waitFor()
  await typed(page, 'Код из приложения').fill(phoneCode(key))
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Коды восстановления' }).getByRole('listitem')
  await list.first().waitFor()
  const codes = await list.allTextContents()
  await button(page, 'Коды сохранены').click()
  return { key, codes }
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await typed(page, 'E-mail').fill(email)
  await typed(page, 'Пароль').fill(PASSWORD)
  await button(page, 'Войти').click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Мария Рябова/ }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.waitForURL('**/login')
}

const isInside = (page: Page) => page.getByRole('navigation', { name: 'Разделы' }).waitFor()

test('a second factor is turned on, and signing in asks for it or for a recovery code', async () => {
  const pond = await registerPond('Второй фактор')
  const { page, errors, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/profile')
  await button(page, 'Включить').click()
  const { key, codes } = await setUp(page)
  expect(codes).toHaveLength(10)
  await page.getByText('Включён: при входе спрашивается код').waitFor()

  await signOut(page)
  await signIn(page, pond.email)
  await typed(page, 'Код').fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('Неверный код').waitFor()
  await typed(page, 'Код').fill('0')
  await page.getByText('Неверный код').waitFor({ state: 'hidden' })
  // the right code is typed and sent while the answer to a wrong one is still on its way
  let answer = () => {}
  await page.route(
    '**/api/login/code',
    async (route) => {
      await new Promise<void>((resolve) => (answer = resolve))
      await route.continue()
    },
    { times: 1 },
  )
  await typed(page, 'Код').fill('111111')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Сохраняется' }).waitFor()
  await typed(page, 'Код').fill(phoneCode(key, 1))
  await page.keyboard.press('Enter')
  answer()
  await isInside(page)
  await signOut(page)
  await signIn(page, pond.email)
  await typed(page, 'Код').fill(codes[1]!)
  // the cross stands on the button for two seconds
  await button(page, 'Войти').click()
  await isInside(page)

  await signOut(page)
  await signIn(page, pond.email)
  await typed(page, 'Код').fill(codes[0]!.toLowerCase())
  await page.keyboard.press('Enter')
  await isInside(page)
  await page.goto('/profile')
  await page.getByText('Кодов восстановления осталось: 8 из 10').waitFor()
  // the refused code, and what a page still asked for when its session had ended
  expect(errors.filter((text) => !/422|401/.test(text))).toEqual([])
  await close()
})

test('where it is required one sets it up over the open page, or instead of the first one, and can do nothing else', async () => {
  const pond = await registerPond('Обязательный')
  const { page, close } = await openPage({ width: 390, height: 844, as: pond })
  await page.goto('/settings')
  await page.getByRole('combobox', { name: 'Второй фактор обязателен' }).click()
  await page.getByRole('option', { name: 'Для всех' }).click()
  await button(page, 'Сохранить').click()
  await page.getByRole('dialog').getByText('Включите второй фактор').waitFor()
  await page.keyboard.press('Escape')
  await page.reload()
  // there is no page behind it now
  await page.getByRole('heading', { name: 'Включите второй фактор' }).waitFor()
  await expect.poll(() => page.getByRole('navigation').count()).toBe(0)
  const { key } = await setUp(page)
  await page.getByRole('combobox', { name: 'Второй фактор обязателен' }).waitFor()

  const other = await openPage({ width: 390, height: 844 })
  await signIn(other.page, pond.email)
  await typed(other.page, 'Код').fill(phoneCode(key, 1))
  await other.page.keyboard.press('Enter')
  await other.page.getByRole('button', { name: /Садок 1,/ }).waitFor()
  await other.close()
  await close()
})

test('a page that stood open asks for the password once before it throws others out, on a phone too', async () => {
  const pond = await registerPond('Открытая страница')
  const other = await openPage({ width: 1440 })
  await signIn(other.page, pond.email)
  await isInside(other.page)
  const { page, errors, close } = await openPage({ width: 390, height: 844, as: pond })
  await page.goto('/profile')
  await sql(`update sessions set confirmed_at = now() - interval '1 hour' where company_id = $1`, [
    pond.user.company.id,
  ])
  await button(page, 'Завершить остальные').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Завершить' }).click()
  const asked = page.getByRole('dialog').filter({ hasText: 'Введите свой пароль' })
  await typed(page, 'Ваш пароль').fill('не тот пароль')
  await page.keyboard.press('Enter')
  await asked.getByText('Неверный пароль').waitFor()
  await typed(page, 'Ваш пароль').fill(PASSWORD)
  // the cross stands on the button for two seconds
  await asked.getByRole('button', { name: 'Продолжить' }).click()
  await expectText(notices(page), 'Остальные сеансы завершены')
  await button(page, 'Завершить остальные').waitFor({ state: 'detached' })
  await other.page.getByRole('dialog').getByText('Войдите снова').waitFor()
  await other.close()

  // closed without it, nothing is done and nothing hangs
  const third = await openPage({ width: 390, height: 844 })
  await signIn(third.page, pond.email)
  await isInside(third.page)
  await sql(`update sessions set confirmed_at = null where company_id = $1`, [pond.user.company.id])
  await page.reload()
  await button(page, 'Завершить остальные').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Завершить' }).click()
  await asked.waitFor()
  await page.keyboard.press('Escape')
  await expectText(notices(page), 'Подтвердите это своим паролем.')
  await expect.poll(() => button(page, 'Завершить остальные').count()).toBe(1)
  expect(errors.filter((text) => !/40[13]|422/.test(text))).toEqual([])
  await third.close()
  await close()
})

test('a lost phone is thrown out: its open page asks to sign in at once', async () => {
  const pond = await registerPond('Потерянный телефон')
  const phone = await openPage({
    width: 390,
    height: 844,
    context: { userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36' },
  })
  await signIn(phone.page, pond.email)
  await phone.page.getByRole('button', { name: /Садок 1,/ }).waitFor()

  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/profile')
  await button(page, 'Завершить сеанс: Chrome, Android').click()
  await expectText(notices(page), 'Сеанс завершён')
  // nobody touches the phone meanwhile
  await phone.page.getByRole('dialog').getByText('Войдите снова').waitFor()
  await phone.page.reload()
  await phone.page.waitForURL('**/login')
  await expect.poll(() => button(page, 'Завершить сеанс: Chrome, Android').count()).toBe(0)
  await close()
  await phone.close()
})

test('whoever registers where a sign-out has not reached the server stays in the new farm', async () => {
  const pond = await registerPond('Ушли без связи')
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/')
  await page.route('**/api/logout', (route) => route.abort())
  await page.getByRole('button', { name: /^Меню пользователя/ }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.waitForURL('**/login')
  await page.unroute('**/api/logout')

  await sql(`delete from guesses where key like 'registration %'`)
  await page.getByRole('link', { name: 'Зарегистрироваться' }).click()
  await page.getByLabel('Название хозяйства').fill('Новая заводь')
  await page.getByLabel('Ваше имя').fill('Сменщик')
  await page.getByLabel('E-mail').fill(`after-another-${Date.now()}@example.com`)
  await page.getByRole('textbox', { name: 'Пароль', exact: true }).fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Пароль ещё раз', exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  const steps = page.getByRole('region', { name: 'Первые шаги' })
  await steps.waitFor()
  await page.reload()
  await steps.waitFor()
  await expect(pond.call(sessionCalls.user, {})).rejects.toThrow(/401/)
  await close()
})
