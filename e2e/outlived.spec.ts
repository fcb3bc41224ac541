/** A page that stood open while the application was renewed: the server no longer has a file that it asks for. */
import { expect, test } from 'vitest'
import { openPage } from './browser'
import { registerPond } from './farm'

/** Of the page of tasks, which the first page does not load. */
const CHUNK = /\/assets\/tasks-page[^/]*\.js$/

test('it says that there is a new version, and a reload opens the page that was asked for', async () => {
  const pond = await registerPond('Обновление')
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.route(CHUNK, (route) => route.fulfill({ status: 404 }))
  await page.goto('/')
  const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 })
  await page.getByRole('navigation').first().getByRole('link', { name: 'Задачи' }).click()
  await heading('Вышла новая версия').waitFor()
  await page.getByText(/^Программу обновили, пока страница была открыта/).waitFor()
  await page.unroute(CHUNK)
  await page.getByRole('button', { name: 'Обновить страницу' }).click()
  await heading('Задачи').waitFor()
  expect(new URL(page.url()).pathname).toBe('/tasks')
  await close()
})

test('of a server that does not answer it says no such thing', async () => {
  const pond = await registerPond('Без сервера')
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/')
  await page.getByRole('navigation').first().getByRole('link', { name: 'Задачи' }).waitFor()
  await page.route(/./, (route) => route.abort())
  await page.getByRole('navigation').first().getByRole('link', { name: 'Задачи' }).click()
  await page.getByRole('heading', { name: 'Не удалось открыть страницу' }).waitFor()
  await expect.poll(() => page.getByText('Программу обновили').count()).toBe(0)
  await close()
})
