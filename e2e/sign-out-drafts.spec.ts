/** What was typed and not saved belongs to its person: until they sign out, and a form's only to its tab. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { locationLibrary } from '../src/core/lists/libraries/location.contract'
import { cage, dialog, expectText, field, operate } from './actions'
import { openPage } from './browser'
import { fedFarm, PASSWORD } from './farm'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** Where the browser keeps what. */
const placesOf = (page: Page) =>
  page.evaluate(() => {
    const namesIn = (storage: Storage) =>
      Object.keys(storage).filter((name) => name.startsWith('draft:') || name.startsWith('current_location_id'))
    return { tab: namesIn(sessionStorage), device: namesIn(localStorage).sort() }
  })

async function typeNote(page: Page, text: string): Promise<void> {
  await operate(page, '1', 'Примечание')
  await field(page, 'Текст').fill(text)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
}

test('drafts are lost by signing out after a question, and are not there for the next person', async () => {
  const pond = await fedFarm('Черновики')
  await pond.call(locationLibrary.create, { name: 'Второй участок' })
  const colleague = await pond.colleague(['create notes', 'create retreats'])
  const owner = `${pond.user.company.id}:${pond.user.id}`
  const { page, errors, close } = await openPage({ ...DESK, as: pond })
  await page.goto('/')
  await page
    .getByRole('group', { name: 'Модуль', exact: true })
    .getByRole('button', { name: new RegExp(pond.module.name) })
    .click()
  const chosen = 'current_location_id'
  await typeNote(page, 'Сеть порвана у понтона')
  await page.setViewportSize(PHONE)
  await page.goto('/round')
  await page.getByRole('button', { name: /^Садок 1, / }).click()
  await page.getByRole('textbox', { name: /^Отход/ }).fill('3')
  const round = expect.stringMatching(new RegExp(`^draft:${owner}:round:`))
  await expect
    .poll(() => placesOf(page))
    .toEqual({
      tab: [expect.stringMatching(new RegExp(`^draft:${owner}:`))],
      device: [chosen, round],
    })
  // another tab of the browser has the round, which is recorded tomorrow, and not the form
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(() => void window.open('/', '_blank', 'noopener')),
  ])
  await other.setViewportSize(DESK)
  await cage(other, '1').waitFor()
  expect(await placesOf(other)).toEqual({ tab: [], device: [chosen, round] })
  await typeNote(other, 'Буй сорван')

  const leave = async () => {
    await page.getByRole('button', { name: /^Меню пользователя/ }).click()
    await page.getByRole('menuitem', { name: 'Выйти' }).click()
  }
  await page.setViewportSize(DESK)
  await page.goto('/')
  await leave()
  const question = page.getByRole('alertdialog')
  await expectText(question, /Несохранённых черновиков: 2\. После выхода они пропадут\. Выйти\?/)
  await question.getByRole('button', { name: 'Отмена' }).click()
  await leave()
  await question.getByRole('button', { name: 'Выйти' }).click()
  await page.waitForURL('**/login')
  expect(await placesOf(page)).toEqual({ tab: [], device: [] })
  await expect.poll(() => placesOf(other)).toEqual({ tab: [], device: [] })

  await page.getByLabel('E-mail').fill(colleague.email)
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Войти' }).click()
  await operate(page, '1', 'Примечание')
  await expect.poll(() => field(page, 'Текст').inputValue()).toBe('')
  await expect.poll(() => dialog(page).getByText('Черновик').count()).toBe(0)
  // what the page was reading as its session ended is refused
  expect(errors.filter((text) => !text.includes('401'))).toEqual([])
  await close()
})
