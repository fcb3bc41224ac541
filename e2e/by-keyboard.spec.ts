/** Windows of alarms, programs, the calendar, the voice and photographs with nothing but keys. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { measurementCalls } from '../src/core/cages/measurement.contract'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { alarmCalls } from '../src/features/alarms/alarms.contract'
import { initialTerms } from '../src/shared/alarms/rules'
import { hrefOf } from '../src/shared/pages'
import { pngOf } from '../src/testing/pictures/photo'
import { dialog, expectText, notices } from './actions'
import { openPage } from './browser'
import { fedFarm, registerPond, sql } from './farm'

const isFocused = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => element === document.activeElement).catch(() => false)
const expectFocus = (place: Locator) => expect.poll(() => isFocused(place)).toBe(true)

async function tabTo(page: Page, place: Locator): Promise<void> {
  await place.waitFor()
  for (let step = 0; step < 120 && !(await isFocused(place)); step++) await page.keyboard.press('Tab')
  expect(await isFocused(place)).toBe(true)
}

/** The focus is in the window, and Tab goes round in it: answers how many places it has. */
async function goRound(page: Page): Promise<number> {
  const place = () =>
    page.evaluate(() => {
      const window = [...document.querySelectorAll('[role=dialog]')].at(-1)!
      const all = [...window.querySelectorAll('*')]
      return window === document.activeElement ? 0 : all.indexOf(document.activeElement!)
    })
  await expect.poll(place).toBeGreaterThanOrEqual(0)
  const seen = new Set<number>()
  for (let at = await place(); !seen.has(at) && seen.size < 60; at = await place()) {
    expect(at).toBeGreaterThanOrEqual(0)
    seen.add(at)
    await page.keyboard.press('Tab')
  }
  return seen.size
}

async function openBy(page: Page, opener: Locator): Promise<void> {
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  await dialog(page).waitFor()
  expect(await goRound(page)).toBeGreaterThan(1)
}

async function closeTo(page: Page, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await expectFocus(opener)
}

const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true }).and(page.locator('input'))

test('an alarm is set up, accepted and put off, and a program is added', async () => {
  const pond = await registerPond('Клавиши')
  await pond.subscribedFor(300)
  const parameter = await pond.parameter({ location: pond.module.id, name: 'Кислород', type: 'oxygen' })
  const { page, errors, close } = await openPage({ width: 1440, height: 900, as: pond })
  await page.goto('/alarms?show=rules')
  const rule = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Мало кислорода/ }) })
  const configure = rule.getByRole('button')
  await openBy(page, configure)
  await closeTo(page, configure)
  await page.keyboard.press('Enter')
  await tabTo(page, field(page, 'Нет данных дольше, ч'))
  await page.keyboard.press('Control+KeyA')
  await page.keyboard.type('336')
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'hidden' })
  await expectText(rule, /Включено/)
  await expectFocus(configure)

  const terms = { ...initialTerms('oxygen'), recover: 0, silence: 336 }
  await pond.call(alarmCalls.save, { kind: 'oxygen', on: true, terms, people: [] } as never)
  await pond.call(measurementCalls.create, {
    ...{ date: pond.daysAgo(1), time: '12:00', value: 4.2, depth: 2 },
    measure_parameter_id: parameter.id,
  })
  const look = `insert into pgboss.job (name, policy, data) values ('alarms', 'short', '{"asked": true}')`
  await sql(`${look} on conflict do nothing`)
  await page.goto('/alarms')
  const snooze = page.getByRole('button', { name: 'Отложить' })
  await snooze.waitFor({ timeout: 40_000 })
  await openBy(page, snooze)
  await closeTo(page, snooze)
  const accept = page.getByRole('button', { name: 'Принять' })
  await openBy(page, accept)
  await closeTo(page, accept)
  await page.keyboard.press('Enter')
  await expectFocus(dialog(page).getByLabel('Что сделали'))
  await page.keyboard.type('Включили аэратор')
  await page.keyboard.press('Control+Enter')
  await page.getByText(/Принято .*: Включили аэратор/).waitFor()

  await page.goto('/alarms?show=hooks')
  const add = page.getByRole('button', { name: 'Добавить программу' })
  await openBy(page, add)
  await closeTo(page, add)
  await page.keyboard.press('Enter')
  await expectFocus(field(page, 'Название'))
  await page.keyboard.type('Бот дежурных')
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://localhost/alarms')
  await page.keyboard.press('Enter')
  await expectText(dialog(page), /Адрес ведёт во внутреннюю сеть сервера/)
  await expectFocus(field(page, 'Адрес'))
  await page.keyboard.press('Control+KeyA')
  await page.keyboard.type('https://bot.example/alarms')
  await page.keyboard.press('Enter')
  await dialog(page).locator('code').waitFor()
  expect(await goRound(page)).toBeGreaterThan(1)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await expectFocus(add)
  expect(errors.filter((error) => !error.includes('422'))).toEqual([])
  await close()
})

test('a calendar is subscribed to, a round is spoken, a photograph is looked at', async () => {
  const pond = await fedFarm('Клавиши и фото')
  const { page, errors, close } = await openPage({ width: 1440, height: 900, as: pond })
  await page.goto('/tasks')
  const calendar = page.getByRole('button', { name: 'Календарь на телефоне' })
  await openBy(page, calendar)
  await tabTo(page, dialog(page).getByRole('button', { name: 'Создать адрес' }))
  await page.keyboard.press('Enter')
  await dialog(page).locator('code').waitFor()
  expect(await goRound(page)).toBeGreaterThan(5)
  await closeTo(page, calendar)

  await page.goto('/round')
  const voice = page.getByRole('button', { name: 'Голосом' })
  await openBy(page, voice)
  await closeTo(page, voice)
  await page.keyboard.press('Enter')
  await tabTo(page, dialog(page).getByLabel('Что сказано'))
  await page.keyboard.type('садок один отход двенадцать')
  await tabTo(page, dialog(page).getByRole('button', { name: 'Записать', exact: true }))
  await page.keyboard.press('Enter')
  await expectText(notices(page), /отход 12 шт/)

  const day = { start: pond.daysAgo(0), end: pond.daysAgo(0) }
  const losses = async () => (await pond.call(kinds.retreat.list, day)) as { id: number }[]
  await expect.poll(losses).toHaveLength(1)
  await page.goto(`${hrefOf('journal', { path: 'retreat', ...day })}&document=${(await losses())[0]!.id}`)
  // before the key: the browser is told on another way than the key is pressed, and may hear of it later
  const chooser = page.waitForEvent('filechooser')
  const add = dialog(page).getByRole('button', { name: 'Добавить фото' })
  await add.waitFor()
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  const photo = (width: number) => ({ name: `${width}.png`, mimeType: 'image/png', buffer: pngOf(width, 600) })
  await (await chooser).setFiles([photo(800), photo(900)])
  const first = dialog(page).getByRole('button', { name: /^Открыть фото 1/ })
  await dialog(page)
    .getByRole('button', { name: /^Открыть фото 2/ })
    .waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  const row = page.locator('main').getByRole('button', { name: 'Фото', exact: true })
  await tabTo(page, row)
  await page.keyboard.press('Enter')
  await first.waitFor()
  await openBy(page, first)
  await expectText(dialog(page), /1 из 2/)
  await page.keyboard.press('ArrowRight')
  await expectText(dialog(page), /2 из 2/)
  await page.keyboard.press('Escape')
  await expectFocus(first)
  await closeTo(page, row)
  expect(errors).toEqual([])
  await close()
})
