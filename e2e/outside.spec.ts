/** An application outside from its first token to the export it reads, and the operator's list of farms. */
import { expect, inject, test } from 'vitest'
import { openPage } from './browser'
import { registerPond, sql } from './farm'
import { choose, chooseAction, closeNotices, dialog, expectText, fill, notices, save } from './actions'
import { makeOperator } from '../src/testing/session'

const outside = (path: string, token: string, body?: object) =>
  fetch(`${inject('baseUrl')}/external/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })

test('an application gets a token, sends a reading, has its token renewed and reads the export', async () => {
  const pond = await registerPond('Внешние')
  const parameter = await pond.parameter({ location: pond.module.id, name: 'Температура' })
  const { page, errors, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/external-apps')
  await page.getByText('Нет данных для отображения').first().waitFor()
  await page.getByRole('button', { name: 'Создать' }).first().click()
  await fill(page, { Название: 'Буй' })
  await page.getByRole('switch', { name: 'Читает выгрузку XML' }).click()
  await save(page)
  const shown = async () => {
    const window = dialog(page)
    const token = await window.locator('code').innerText()
    await window.getByRole('button', { name: 'Скопировать: Токен' }).click()
    await window.getByText('Скопировано').waitFor()
    await window.getByRole('button', { name: 'Готово' }).click()
    await closeNotices(page)
    return token
  }
  const first = await shown()
  await expect.poll(() => page.content()).not.toContain(first)

  const input = `input/${parameter.id}`
  const sent = await outside(input, first, { value: 8.25 })
  expect([sent.status, await sent.json()]).toEqual([200, { created: 1, ignored: 0 }])
  await page.goto('/external-apps')
  await page.getByRole('row', { name: /Буй/ }).getByRole('button', { name: 'Токен' }).click()
  await dialog(page).getByText('127.0.0.1').waitFor()
  await dialog(page).getByRole('button', { name: 'Обновить токен' }).click()
  const question = page.getByRole('alertdialog')
  await expectText(question, 'Вы уверены, что хотите обновить токен? Старый токен будет более не действителен.')
  await question.getByRole('button', { name: 'Обновить токен' }).click()
  await expectText(notices(page), 'Токен обновлен!')
  const second = await shown()

  const refused = await outside(input, first, { value: 9 })
  expect([refused.status, await refused.json()]).toEqual([
    401,
    { message: 'Токен обновили, этот больше не действует.', msgShouldBeShown: true },
  ])
  expect((await outside(input, second, { value: 9 })).status).toBe(200)
  const xml = await outside('output/xml?start=01.01.2026&end=31.12.2026&data[]=cageRemains', second)
  expect(xml.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(await xml.text()).toContain(`<module>${pond.module.name}</module>`)

  await page.goto('/measurements')
  await page.getByText('Буй').first().waitFor()

  await page.goto('/users')
  const beside = page.getByRole('region', { name: 'Адреса для приложений' })
  await expectText(beside, '/external/output/xml')
  await beside.getByRole('link', { name: 'Внешние приложения' }).click()
  await page.waitForURL('**/external-apps')
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Поиск' })
  await search.getByRole('textbox').fill('вызовы')
  await search.getByRole('button', { name: 'Вызовы API' }).click()
  await page.waitForURL('**/api-control')
  // two readings and an export were let in
  await page.getByRole('row', { name: /Буй.*127\.0\.0\.1 3 3 3 2 1\b/ }).waitFor()
  await page.getByRole('tab', { name: 'Все вызовы' }).click()
  await page.getByRole('switch', { name: 'Открытые приложениям' }).click()
  await page.getByText('1–5 из 5').waitFor()
  await expectText(page.getByRole('row', { name: /external\/input/ }), 'токен приложения')
  expect(errors).toEqual([])
  await close()
})

test('an operator makes a farm, sees who is in it and puts it into the archive; nobody else sees the page', async () => {
  const pond = await registerPond('Установка')
  const stranger = await openPage({ as: pond })
  await stranger.page.goto('/companies')
  await expectText(notices(stranger.page), 'Вы не имеете прав для совершения данного действия.')
  await stranger.close()

  await makeOperator(sql, pond.user)
  const { page, errors, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/companies')
  // the first of all farms that other tests have made
  const name = `0-я ферма ${pond.user.company.id}`
  await page.getByRole('button', { name: 'Создать' }).first().click()
  await choose(page, 'Подписка', 'Оплаченная')
  await fill(page, {
    Название: name,
    'Имя администратора': 'Пётр Волков',
    'E-mail администратора': `volkov${pond.user.company.id}@example.com`,
  })
  await save(page)
  await expect.poll(() => dialog(page).getByLabel('Ссылка').inputValue()).toContain('/invitation#token=')
  await dialog(page).getByRole('button', { name: 'Готово' }).click()
  await closeNotices(page)
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expectText(row, 'Оплаченная')
  await row.getByRole('button', { name: 'Пользователи' }).click()
  await dialog(page).getByText('Пётр Волков').waitFor()
  await page.keyboard.press('Escape')
  await chooseAction(row, 'Пригласить заново')
  await expect.poll(() => dialog(page).getByLabel('Ссылка').inputValue()).toContain('/invitation#token=')
  await dialog(page).getByRole('button', { name: 'Готово' }).click()
  await closeNotices(page)
  await chooseAction(row, 'Отправить в архив')
  await expectText(notices(page), 'Отправлено в архив!')
  await row.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})
