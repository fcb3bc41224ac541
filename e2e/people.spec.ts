/** A worker is invited, enters on a phone, sees only what they may, and loses a right while they work. */
import { expect, test } from 'vitest'
import { NO_RIGHT } from '../src/shared/abilities'
import { libraries } from '../src/core/lists/library.contract'
import { userCalls } from '../src/features/people/person/users.contract'
import { roleCalls } from '../src/features/people/roles/roles.contract'
import { factorCalls } from '../src/features/access/second-factor/second-factor.contract'
import { sessionsCalls } from '../src/features/access/sessions/sessions.contract'
import { openPage } from './browser'
import { registerPond } from './farm'
import {
  chooseAction,
  cage,
  choose,
  closeNotices,
  confirmQuestion,
  dialog,
  expectText,
  field,
  fill,
  notices,
} from './actions'

test('a worker of one module is invited, enters on a phone and sees nothing else', async () => {
  const pond = await registerPond('Приглашение')
  const far = await pond.call(libraries.location.create, { name: 'Дальний' })
  await pond.cage({ location: far.id, number: 'Д7' })
  const admin = await openPage({ width: 1440, as: pond })
  const { page } = admin
  await page.goto('/roles')
  await page.getByRole('button', { name: 'Создать роль' }).click()
  await fill(page, { 'Название роли': 'Кормилец' })
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
  await closeNotices(page)
  const give = async (right: string, state: string) => {
    await page.getByRole('button', { name: new RegExp(`^${right}, Кормилец: `) }).click()
    await page.getByRole('menuitemradio', { name: state }).click()
  }
  await give('Кормления', 'полный доступ')
  await give('Отходы', 'полный доступ')
  await expectText(page.getByRole('status').last(), /Не сохранено изменений: 2/)
  await page.getByRole('button', { name: 'Отходы, Кормилец: полный доступ, не сохранено' }).waitFor()
  // the page is not left by mistake
  await page.getByRole('link', { name: 'Садки' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отмена' }).click()
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(notices(page), 'Разрешения успешно сохранены!')

  await page.goto('/users')
  await page.getByRole('button', { name: 'Создать', exact: true }).click()
  await fill(page, { Имя: 'Семён Кормилов', 'E-mail': `semen-${far.id}-${Date.now()}@example.com` })
  await choose(page, 'Роль', 'Кормилец')
  await dialog(page).getByRole('switch', { name: 'Все модули' }).click({ force: true })
  await dialog(page).getByRole('checkbox', { name: 'Дальний' }).check()
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
  const link = await page.getByLabel('Ссылка').inputValue()
  await page.getByRole('button', { name: 'Готово' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Семён Кормилов' })
  await expectText(row, /Кормилец.*Приглашён, ещё не вошёл.*Дальний/)

  const phone = await openPage({ width: 390, height: 844 })
  await phone.page.goto(link)
  await expectText(phone.page.getByRole('main'), /Семён Кормилов, вас пригласили/)
  expect(phone.page.url()).not.toContain('token')
  await phone.page.getByLabel('Пароль', { exact: true }).first().fill('уха из судака')
  await phone.page.getByLabel('Пароль ещё раз').fill('уха из судака')
  await phone.page.getByRole('button', { name: 'Войти' }).click()
  await phone.page.getByText('Д7').first().waitFor()
  await expect.poll(() => phone.page.getByText('Залив').count()).toBe(0)
  // everything else is neither in the menu nor at its address
  for (const path of ['/users', '/roles', '/stock/goods', '/lib/locations', '/accounting/spending', '/settings']) {
    await phone.page.goto(path)
    await expectText(notices(phone.page), NO_RIGHT)
  }
  await expectText(row, /Открыт/)

  // the role loses the losses while the worker looks at the cage
  const { roles } = await pond.call(roleCalls.matrix, {})
  const role = roles.find(({ name }) => name === 'Кормилец')!
  await phone.page.goto('/')
  await cage(phone.page, 'Д7').click()
  const loss = dialog(phone.page).getByRole('button', { name: 'Отход' })
  await loss.waitFor()
  await expect.poll(() => loss.getAttribute('title')).not.toBe(NO_RIGHT)
  await pond.call(roleCalls.save, { data: { [role.id]: { 'create retreats': 'none' } } })
  await expect.poll(() => loss.getAttribute('title')).toBe(NO_RIGHT)
  expect(phone.errors).toEqual([])
  expect(admin.errors).toEqual([])
  await phone.close()
  await admin.close()
})

test('the matrix of many roles shows twenty rights at once, that it goes on, and all of it on paper', async () => {
  const pond = await registerPond('Матрица')
  const names = Array.from({ length: 9 }, (_, n) => `Бригада ${n + 1}`)
  for (const name of names) await pond.call(roleCalls.create, { name })
  const { page, errors, close } = await openPage({ width: 1440, height: 900, as: pond })
  await page.goto('/roles')
  const rights = page.locator('th[scope=row]')
  await rights.nth(20).waitFor()
  const box = page.getByRole('table', { name: 'Разрешения и роли' }).locator('..')
  const seen = async () => {
    const { y, height } = (await box.boundingBox())!
    const bottoms = await rights.evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().bottom))
    return bottoms.filter((bottom) => bottom <= Math.min(900, y + height)).length
  }
  await expect.poll(seen).toBeGreaterThanOrEqual(20)
  await expect.poll(() => box.getAttribute('data-after')).toBe('')
  // what a right lets one do can be pointed at, goes with Esc, and is said of the next row again
  const lets = (row: number) => rights.nth(row).locator('span').last()
  const shown = (row: number) => lets(row).evaluate((text) => getComputedStyle(text).opacity)
  await rights.nth(4).hover()
  await expect.poll(() => shown(4)).toBe('1')
  await lets(4).hover()
  await expect.poll(() => shown(4)).toBe('1')
  await page.keyboard.press('Escape')
  await expect.poll(() => shown(4)).toBe('0')
  await rights.nth(8).hover()
  await expect.poll(() => shown(8)).toBe('1')
  await page.mouse.move(700, 5)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const heads = () => page.locator('body > div').last().locator('th').allTextContents()
  await expect.poll(heads).toEqual(expect.arrayContaining(['Разрешение', 'Администратор', ...names]))
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  expect(errors).toEqual([])
  await close()
})

test('a crew is invited from one list, with the warehouses of its module; who is here already is told', async () => {
  const pond = await registerPond('Бригада')
  const barge = await pond.call(libraries.stock.create, { name: 'Баржа', location_id: pond.module.id })
  await pond.stock()
  const { page, errors, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/users')
  await page.getByRole('button', { name: 'Пригласить', exact: true }).click()
  const stamp = Date.now()
  const crew = [1, 2].map((n) => `crew${n}-${stamp}@example.com`)
  await fill(page, { Адреса: `Семён Кормилов <${crew[0]}>\n${crew[1]}, ${pond.email}; никто` })
  await dialog(page).getByRole('switch', { name: 'Все модули' }).click({ force: true })
  await dialog(page).getByRole('checkbox', { name: pond.module.name }).check()
  await dialog(page).getByRole('button', { name: 'Пригласить' }).click()
  await expectText(dialog(page), /Создано 2 из 4.*Семён Кормилов.*Уже в хозяйстве.*Это не адрес электронной почты/)
  await expect.poll(() => dialog(page).getByText('/invitation#token=').count()).toBe(2)
  await dialog(page).getByRole('button', { name: 'Готово' }).click()
  await expectText(page.getByRole('row').filter({ hasText: 'Семён Кормилов' }), /Приглашён, ещё не вошёл.*Баржа/)
  const people = await pond.call(userCalls.list, {})
  for (const email of crew)
    expect(people.find((person) => person.email === email)).toMatchObject({ stock_id: [barge.id] })
  expect(errors).toEqual([])
  await close()
})

test('the password of a colleague is set, the account is archived and the address says that it has ended', async () => {
  const pond = await registerPond('Увольнение')
  const colleague = await pond.colleague(['create notes'], 'Роман Лещов')
  const theirs = await openPage({ width: 1440, as: colleague })
  await theirs.page.goto('/')
  await theirs.page.getByRole('button', { name: /^Меню пользователя/ }).waitFor()
  const { page, errors, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/users')
  const own = page.getByRole('row').filter({ hasText: pond.user.name })
  await expect
    .poll(() => own.getByRole('button', { name: 'Сменить пароль' }).getAttribute('title'))
    .toBe('Свой пароль меняют в личном кабинете.')
  const row = page.getByRole('row').filter({ hasText: 'Роман Лещов' })
  await row.getByRole('button', { name: 'Сменить пароль' }).click()
  await dialog(page).getByLabel('Новый пароль', { exact: true }).first().fill('другая уха')
  await dialog(page).getByLabel('Новый пароль ещё раз').fill('другая')
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
  await expectText(dialog(page), /Пароли не совпадают/)
  await dialog(page).getByLabel('Новый пароль ещё раз').fill('другая уха')
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
  await expectText(notices(page), 'Пароль успешно изменен!')
  // the page of the colleague learns it by itself
  await theirs.page.getByRole('dialog').waitFor()
  await closeNotices(page)

  await chooseAction(row, 'Удалить')
  await confirmQuestion(page, 'Удалить пользователя? Кто оставил записи, уйдёт в архив: его имя в них останется.')
  await expect.poll(() => row.count()).toBe(0)
  await expect.poll(async () => (await pond.call(userCalls.list, {})).map(({ name }) => name)).toEqual([pond.user.name])
  await expect.poll(() => field(page, 'Имя').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
  await theirs.close()
})

test('whoever is limited to a module gets into no account that is open to more', async () => {
  const pond = await registerPond('Чужая учётная запись')
  const clerk = await pond.colleague(['view users', 'update users', 'set passwords'], 'Вера Плотвина')
  const { user, email } = await pond.colleague(['create notes'], 'Роман Лещов')
  const { id, name } = user
  const limits = { location_id: [pond.module.id] }
  await pond.call(userCalls.update, { id: clerk.user.id, name: clerk.user.name, email: clerk.email, ...limits })
  const stateOf = async () => [
    (await pond.call(userCalls.list, {})).find((person) => person.id === id),
    (await pond.call(sessionsCalls.listOf, { id })).sessions,
  ]
  const before = await stateOf()
  const WIDER = /Этому человеку доступно больше, чем вам/
  const { page, errors, close } = await openPage({ width: 1440, as: clerk })
  await page.goto('/users')
  const row = page.getByRole('row').filter({ hasText: 'Роман Лещов' })
  for (const action of ['Изменить', 'Сменить пароль', 'Сеансы'])
    await expect.poll(() => row.getByRole('button', { name: action }).getAttribute('title')).toMatch(WIDER)
  // what programs ask is an administrator's matter
  await expect.poll(() => page.getByText('Адреса для приложений').count()).toBe(0)
  expect(errors).toEqual([])
  await close()

  // nor past the page
  const as = { as: clerk }
  const session = (await pond.call(sessionsCalls.listOf, { id })).sessions[0]!.id
  const password = 'другая уха'
  for (const tried of [
    () => pond.call(sessionsCalls.listOf, { id }, as),
    () => pond.call(sessionsCalls.endOf, { id, session }, as),
    () => pond.call(sessionsCalls.endAllOf, { id }, as),
    () => pond.call(factorCalls.reset, { id }, as),
    () => pond.call(userCalls.changePassword, { id, password, password_confirmation: password }, as),
    () => pond.call(userCalls.update, { id, name, email: `new-${email}`, ...limits }, as),
  ])
    await expect(tried).rejects.toThrow(WIDER)
  expect(await stateOf()).toEqual(before)
})
