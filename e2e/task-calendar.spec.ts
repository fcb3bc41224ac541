/** The calendar of a phone: an address is made, read by a program that knows the standard, changed and revoked. */
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { taskCalls } from '../src/features/tasks/common/tasks.contract'
import { dialog, expectText, overflow } from './actions'
import { openPage } from './browser'
import { registerPond } from './farm'

const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

test.each([1440, 390])('a person subscribes their phone to their tasks, %i wide', async (width) => {
  const pond = await registerPond(`Календарь ${width}`)
  const whole = { start: day, end: day, all_day: true }
  await pond.call(taskCalls.create, { title: 'Ничья', ...whole } as never)
  await pond.call(taskCalls.create, { title: 'Моя', ...whole, executor_id: pond.user.id } as never)
  const { page, errors, close } = await openPage({ width, as: pond })
  await page.goto('/tasks')
  await page.getByRole('button', { name: 'Календарь на телефоне' }).click()
  await dialog(page).getByRole('button', { name: 'Создать адрес' }).click()
  const code = dialog(page).locator('code')
  await code.waitFor()
  await expect.poll(() => overflow(page)).toBe(0)
  const address = (await code.textContent())!
  const subscribe = dialog(page).getByRole('link')
  await expect.poll(() => subscribe.getAttribute('href')).toBe(address.replace(/^http:/, 'webcal:'))
  // no cookie of the person goes with it
  const titles = async () => {
    const calendar = new ICAL.Component(ICAL.parse(await (await fetch(address)).text()) as never)
    return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event).summary)
  }
  expect(await titles()).toEqual(['Моя'])
  await dialog(page).getByLabel('Какие задачи').click()
  await page.getByRole('listbox').getByRole('option', { name: 'Все, что мне видны' }).click()
  await expect.poll(titles).toEqual(['Ничья', 'Моя'])
  await dialog(page).getByRole('button', { name: 'Готово' }).click()

  await page.reload()
  await page.getByRole('button', { name: 'Календарь на телефоне' }).click()
  await expectText(dialog(page), /Последнее обращение.*127\.0\.0\.1/)
  await expect.poll(() => code.count()).toBe(0)
  await dialog(page).getByRole('button', { name: 'Отозвать' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отозвать' }).click()
  await page.getByText('Адрес отозван.').waitFor()
  expect((await fetch(address)).status).toBe(401)
  expect(errors).toEqual([])
  await close()
})
