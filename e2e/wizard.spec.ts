/** A new farm follows the wizard: each stage leads to its form and says what there is; the last one ends it. */
import { expect, test } from 'vitest'
import { wizardCall } from '../src/features/wizard/wizard.contract'
import { dialog, expectText, fill, notices } from './actions'
import { openPage } from './browser'
import { PASSWORD, registerFarm } from './farm'

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
  for (let stage = 2; stage < 7; stage++) await wizard.getByRole('button', { name: 'Дальше' }).click()
  // norms are of a feed: the stage leads to them, not to a brand that has none
  await wizard.getByRole('button', { name: 'Завести нормы' }).click()
  await page.waitForURL(/\/lib\/feeding-rates/)
  // whoever sets the farm up is no colleague yet
  await wizard.getByRole('button', { name: 'Сотрудники: пока нет' }).waitFor()
  for (let stage = 7; stage < 9; stage++) await wizard.getByRole('button', { name: 'Дальше' }).click()
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

test('on a phone it is gone through back and forth, left by signing out, and resumed', async () => {
  const farm = await registerFarm('Мастер в телефоне')
  const { page, errors, close } = await openPage({
    width: 390,
    height: 844,
    as: farm,
    context: { hasTouch: true, isMobile: true },
  })
  await page.goto('/')
  const open = () => page.getByRole('button', { name: 'Мастер настройки' }).tap()
  const wizard = page.getByRole('complementary', { name: 'Мастер настройки' })
  const step = (name: string) => wizard.getByRole('button', { name, exact: true })
  await open()
  await step('Начать').tap()
  await step('Создать модуль').tap()
  await fill(page, { Название: 'Южный' })
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).tap()
  await expectText(notices(page), /Сохранено!/)
  // what was saved is told beside the buttons of the wizard, not over them
  const [told, next] = await Promise.all([notices(page).boundingBox(), step('Дальше').boundingBox()])
  expect(told!.y + told!.height).toBeLessThan(next!.y)
  await step('Дальше').tap()
  await step('Дальше').tap()
  await step('Назад').tap()
  await expectText(wizard, /У каждого садка/)

  await page.getByRole('button', { name: /Меню пользователя/ }).tap()
  await page.getByText('Выйти').tap()
  await page.getByLabel('E-mail').fill(farm.email)
  await page.getByRole('textbox', { name: 'Пароль', exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Войти' }).tap()
  await page.getByRole('button', { name: 'Поиск' }).waitFor()
  await open()
  await expectText(wizard, /У каждого садка/)
  for (let stage = 2; stage < 9; stage++) await step('Дальше').tap()
  await step('Готово').tap()
  await expectText(wizard, /Настройка завершена/)
  expect(errors).toEqual([])
  await close()
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
