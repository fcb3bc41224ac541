/** A new farm follows the wizard: each stage leads to its form and says what there is; the last one ends it. */
import { expect, test } from 'vitest'
import { wizardCall } from '../src/features/wizard/wizard.contract'
import { dialog, expectText, fill, notices } from './actions'
import { openPage } from './browser'
import { registerFarm } from './farm'

test('a new farm goes through the wizard to its end', async () => {
  const farm = await registerFarm('Мастер')
  const { page, errors, close } = await openPage({ width: 1440, height: 900, as: farm })
  await page.goto('/')
  await page.getByRole('button', { name: 'Мастер настройки' }).click()
  const wizard = page.getByRole('complementary', { name: 'Мастер настройки' })
  await wizard.getByRole('button', { name: 'Начать' }).click()

  await wizard.getByRole('button', { name: 'Создать модуль' }).click()
  await page.waitForURL(/\/lib\/locations$/)
  await fill(page, { Название: 'Северный' })
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await wizard.getByRole('button', { name: 'Модули: уже есть 1' }).waitFor()

  // only neighbours may be gone to
  await expect.poll(() => wizard.getByRole('button', { name: /^Генерации/ }).isDisabled()).toBe(true)
  await wizard.getByRole('button', { name: /^Садки/ }).click()
  await wizard.getByRole('button', { name: 'Создать садок' }).click()
  await dialog(page).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.keyboard.press('Escape')

  // the stage is kept on this device
  await page.reload()
  await page.getByRole('button', { name: 'Мастер настройки' }).click()
  await expectText(wizard, /У каждого садка/)
  for (let stage = 2; stage < 9; stage++) await wizard.getByRole('button', { name: 'Дальше' }).click()
  await wizard.getByRole('button', { name: 'Готово' }).click()
  await expectText(notices(page), /Настройка успешно завершена!/)
  await expectText(wizard, /Настройка завершена/)

  // on another device it is over too
  const other = await openPage({ width: 390, height: 844, as: farm })
  await other.page.goto('/')
  await other.page.getByRole('button', { name: 'Поиск' }).waitFor()
  await expect.poll(() => other.page.getByRole('button', { name: 'Мастер настройки' }).count()).toBe(0)
  expect([...errors, ...other.errors]).toEqual([])
  await Promise.all([close(), other.close()])
})

test('whoever goes through it without the right to settings ends it for the whole farm too', async () => {
  const farm = await registerFarm('Мастер без настроек')
  const colleague = await farm.colleague(['access wizard'])
  const { page, errors, close } = await openPage({ width: 1440, height: 900, as: colleague })
  await page.goto('/')
  await page.getByRole('button', { name: 'Мастер настройки' }).click()
  const wizard = page.getByRole('complementary', { name: 'Мастер настройки' })
  await wizard.getByRole('button', { name: 'Начать' }).click()
  for (let stage = 1; stage < 9; stage++) await wizard.getByRole('button', { name: 'Дальше' }).click()
  await wizard.getByRole('button', { name: 'Готово' }).click()
  await expectText(wizard, /Настройка завершена/)
  await expect.poll(async () => (await farm.call(wizardCall, {}))['wizard-completed']).toBe(true)
  expect(errors).toEqual([])
  await close()
})
