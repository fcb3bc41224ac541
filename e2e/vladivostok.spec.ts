/** A farm seven hours east of Moscow: its own hour from the first minute, and a zone that can be changed. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { wallClock } from '../src/shared/dates'
import { openPage } from './browser'
import { PASSWORD, sql } from './farm'
import { expectText, notices } from './actions'

const hour = (zone: string) => wallClock(zone).slice(11, 13)

test('registered in Vladivostok, a farm has the hour of Vladivostok, and another one when it moves', async () => {
  await sql(`delete from guesses where key like 'registration %'`)
  const { page, errors, close } = await openPage({
    width: 1440,
    height: 900,
    context: { timezoneId: 'Asia/Vladivostok' },
  })
  await page.goto('/register')
  await expect
    .poll(() => page.getByLabel('Часовой пояс хозяйства').and(page.locator('input')).inputValue())
    .toBe('Владивосток, UTC+10')
  await page.getByLabel('Название хозяйства').fill('Ферма «Океан»')
  await page.getByLabel('Ваше имя').fill('Олег')
  await page.getByLabel('E-mail').fill(`${randomUUID().slice(0, 12)}@example.com`)
  await page.getByRole('textbox', { name: 'Пароль' }).first().fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Пароль ещё раз' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  await expectText(page.locator('main header').first(), new RegExp(`, ${hour('Asia/Vladivostok')}:`))

  await page.getByRole('button', { name: /^Меню пользователя/ }).click()
  await page.getByRole('menuitem', { name: 'Настройки' }).click()
  await expectText(page.locator('main'), new RegExp(`Сейчас в хозяйстве ${hour('Asia/Vladivostok')}:`))
  const zone = page.getByLabel('Часовой пояс хозяйства').and(page.locator('input'))
  await zone.fill('Калин')
  await page.getByRole('option', { name: /Калининград/ }).click()
  await page.getByLabel('Предел плотности посадки').fill('0')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expectText(page.locator('main'), 'Введите число от 0,1 до 1 000')
  await page.getByLabel('Предел плотности посадки').fill('25')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expectText(notices(page), 'Настройки успешно сохранены!')
  await expectText(page.locator('main'), new RegExp(`Сейчас в хозяйстве ${hour('Europe/Kaliningrad')}:`))
  expect(errors).toEqual([])
  await close()
})
