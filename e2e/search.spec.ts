/** Ctrl+K from any page, by the keyboard alone; and an address that leads nowhere. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'
import { dialog, expectText } from './actions'

let pond: Awaited<ReturnType<typeof registerPond>>
let open: OpenPage
beforeAll(async () => {
  pond = await registerPond('Поиск', { cages: 3, stocked: 2 })
  await pond.parameter({ location: pond.module.id, name: 'Температура воды' })
  open = await openPage({ width: 1440, as: pond })
})
afterAll(() => open.close())

async function find(text: string): Promise<void> {
  const { page } = open
  await page.goto('/journals/feeding')
  await page.getByRole('heading', { name: 'Журнал кормлений' }).waitFor()
  await page.keyboard.press('Control+KeyK')
  const field = page.getByPlaceholder('Садок, журнал, действие…').last()
  await field.waitFor()
  await field.fill(text)
}
const found = (name: string | RegExp) => dialog(open.page).getByRole('button', { name })

test('a form of a cage opens from another page, whatever the layout of the keyboard', async () => {
  await find('rjhvktybt 2')
  await found('Кормление садок 2, Залив').waitFor()
  await expect.poll(() => found(/садок 1/).count()).toBe(0)
  await open.page.keyboard.press('Enter')
  await expectText(dialog(open.page).getByRole('heading'), 'Кормление')
  await open.page.keyboard.press('Escape')
})

test('fish lead to the cages they are in', async () => {
  await find('форель')
  await found('Весна 2026, Радужная форель садки 1, 2').waitFor()
  await open.page.keyboard.press('Enter')
  await expect.poll(() => new URL(open.page.url()).pathname).toBe('/')
  expect(new URL(open.page.url()).searchParams.getAll('cagesId')).toEqual(pond.cages.slice(0, 2).map(String))
})

test('a day of history is typed as it is said', async () => {
  const day = pond.daysAgo(3)
  await find(`история ${day.slice(0, 5)}`)
  await found(`История на ${day}`).waitFor()
  await open.page.keyboard.press('Enter')
  await open.page.getByText(`История: ${day}, 23:59.`).waitFor()
})

test('a measurement is entered without leaving the page', async () => {
  await find('новый замер')
  await found('Новый замер Залив').waitFor()
  await open.page.keyboard.press('Enter')
  await expectText(dialog(open.page).getByRole('heading'), 'Новый замер')
  expect(new URL(open.page.url()).pathname).toBe('/journals/feeding')
  await open.page.keyboard.press('Escape')
})

test('an unknown address is said inside the frame', async () => {
  for (const address of ['/nowhere/at/all', '/journals/nothing', '/lib/nothing']) {
    await open.page.goto(address)
    await open.page.getByRole('heading', { name: 'Страница не найдена' }).waitFor()
    await expect.poll(() => open.page.getByRole('link', { name: 'Замеры' }).count(), { message: address }).toBe(1)
  }
})
