/** What is set for the farm and for oneself: changed, said, kept, and in force at once. */
import { expect, test } from 'vitest'
import { NO_SUBSCRIPTION } from '../src/shared/abilities'
import { openPage } from './browser'
import { registerPond } from './farm'
import { closeNotices, expectText, notices, overflow } from './actions'

const SAVED = 'Настройки успешно сохранены!'

test('the minimal operation date is switched on with a day, closes the past, and a colleague’s change stays', async () => {
  const pond = await registerPond('Настройки')
  await pond.subscribedFor(300)
  const { page, errors, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/settings')
  const day = page.getByRole('button', { name: /^Минимальная дата операций/ })
  await expectText(day, 'Не задано')
  await expect.poll(() => day.isDisabled()).toBe(true)
  await page.getByRole('switch', { name: 'Не принимать операции раньше даты' }).check({ force: true })
  const save = page.getByRole('button', { name: 'Сохранить', exact: true })
  // it is in sight without scrolling
  const { y, height } = (await save.boundingBox())!
  expect(y + height).toBeLessThan(800)
  expect((await page.getByLabel('Навеска устаревает через').boundingBox())!.width).toBeLessThan(150)
  await save.click()
  await page.getByText('Выберите дату').waitFor()
  await day.click()
  await page.getByRole('dialog').locator('[data-today]').click()
  await expectText(day, pond.daysAgo(0))
  // meanwhile somebody else changes another one
  const colleague = await pond.colleague(['access settings'])
  await fetch(new URL('/api/settings', page.url()), {
    method: 'PUT',
    headers: { cookie: `sadok_session=${colleague.cookie}`, 'content-type': 'application/json' },
    body: JSON.stringify({ 'weighing-age-days': 11 }),
  })
  // it is seen where one has not typed, and is not written over
  await expect.poll(() => page.getByLabel('Навеска устаревает через').inputValue()).toBe('11')
  await expectText(day, pond.daysAgo(0))
  await save.click()
  await expectText(notices(page), SAVED)
  await page.reload()
  await expectText(day, pond.daysAgo(0))
  await expect.poll(() => page.getByLabel('Навеска устаревает через').inputValue()).toBe('11')

  await page.goto('/journals/stocking')
  const edit = page.getByRole('button', { name: 'Изменить', exact: true })
  await expect.poll(() => edit.getAttribute('title')).toContain('раньше минимальной даты операций')
  expect(errors).toEqual([])
  await close()
})

test('one’s own look is stored at once, shown by a sample, also to those who may not open the farm’s settings', async () => {
  const pond = await registerPond('Своё')
  await pond.subscribedFor(300)
  const worker = await pond.colleague(['create retreats'])
  const { page, errors, close } = await openPage({ width: 390, as: worker })
  await page.goto('/profile')
  const profile = page.getByRole('navigation', { name: 'Личный кабинет' })
  await expect
    .poll(() => profile.getByRole('link').allTextContents())
    .toEqual(['Настройки', 'Изменить пароль', 'На главную'])
  const border = () =>
    page
      .getByRole('table', { name: 'Образец таблицы' })
      .locator('td')
      .first()
      .evaluate((cell) => getComputedStyle(cell).borderRightWidth)
  await expect.poll(() => border()).toBe('0px')
  await page.getByText('С границами').click()
  await expectText(notices(page), SAVED)
  await expect.poll(() => border()).toBe('1px')
  await closeNotices(page)
  await page.getByRole('radiogroup', { name: 'Единица навески, Залив' }).getByText('г', { exact: true }).click()
  await expectText(notices(page), SAVED)
  await page.reload()
  await expect.poll(() => border()).toBe('1px')
  await expect
    .poll(() =>
      page.getByRole('radiogroup', { name: 'Единица навески, Залив' }).getByLabel('г', { exact: true }).isChecked(),
    )
    .toBe(true)
  await expect.poll(() => overflow(page)).toBe(0)
  await page.goto('/settings')
  await expectText(notices(page), /не имеете прав/)
  expect(errors).toEqual([])
  await close()
})

test('after the subscription the farm’s settings are read, one’s own still set', async () => {
  const pond = await registerPond('Просрочена')
  await pond.subscribedFor(-1)
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/settings')
  await expect
    .poll(() => page.getByRole('button', { name: 'Сохранить', exact: true }).getAttribute('title'))
    .toBe(NO_SUBSCRIPTION)
  await expect.poll(() => page.getByLabel('Навеска устаревает через').isDisabled()).toBe(true)
  await page.getByText('Полосатые').click()
  await expectText(notices(page), SAVED)
  await close()
})
