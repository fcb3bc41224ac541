/**
 * A barge with a bad line and one tablet for two: every record that was acknowledged is on the server exactly once, or
 * on the device in sight.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { PASSWORD, registerPond } from './farm'
import { cage, dialog, expectCage, expectText, fill, notices, operate, save } from './actions'
import { openKept } from './kept'

type Pond = Awaited<ReturnType<typeof registerPond>>

const DAY_MS = 24 * 3600_000
const PHONE = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }

const ofToday = (pond: Pond) => ({ start: pond.daysAgo(1), end: pond.daysAgo(0) })
const feedings = async (pond: Pond) => {
  const rows = (await pond.call(kinds.feeding.list, ofToday(pond))) as { id: number; cage_id: number; volume: number }[]
  return rows.filter(({ volume }) => volume === 5).sort((one, other) => one.id - other.id)
}
const losses = async (pond: Pond, as: { cookie: string } = pond) =>
  (await pond.call(kinds.retreat.list, ofToday(pond), { as })) as { count: number; user: string }[]

/** Each call of the kind is answered after so many ms, when the server has it already. */
const slowLine = (context: BrowserContext, path: string, ms: number) =>
  context.route(`**/api/${path}`, async (route) => {
    const answer = await route.fetch().catch(() => null)
    await new Promise((resolve) => setTimeout(resolve, ms))
    await (answer ? route.fulfill({ response: answer }) : route.abort()).catch(() => undefined)
  })

/** The server stores it, its answer never comes. */
const lostAnswers = (context: BrowserContext, path: string) =>
  context.route(`**/api/${path}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch().catch(() => null)
    await route.abort()
  })

const waiting = (page: Page) => page.getByText(/\d+ запис\S+ жд\S+/)
const silent = (context: BrowserContext) => context.unrouteAll({ behavior: 'ignoreErrors' })

async function lose(page: Page, number: string, count: string): Promise<void> {
  await operate(page, number, 'Отход')
  await fill(page, { Количество: count })
  await save(page)
}

test('a round on a line of seven seconds, closed behind the last cage: all of it is there, once and in order', async () => {
  const pond = await registerPond('Обход по плохой связи', { cages: 12, stocked: 12 })
  await pond.subscribedFor(300)
  const feed = await pond.good({ name: 'Корм 6 мм' })
  const barge = await pond.stock('Баржа')
  await pond.adding({ good: feed.id, stock: barge.id, count: 500, date: pond.daysAgo(10) })
  for (const cage_id of pond.cages)
    await pond.call(kinds.feeding.create, {
      cage_id,
      feed_type_id: feed.id,
      stock_id: barge.id,
      date: pond.daysAgo(1),
      time: '09:00',
      volume: 4,
    })
  const { page, context, close } = await openKept(pond, PHONE)
  await slowLine(context, 'feeding', 7_000)
  await recordRound(page)
  // killed while the first ones are on their way
  await page.close()
  await expect.poll(async () => (await feedings(pond)).length).toBeLessThan(12)
  // the next morning, as the device has it
  const again = await context.newPage()
  await again.clock.install({ time: Date.now() + DAY_MS })
  await again.goto('/')
  await expectCage(again, '1', /1 000 шт/)
  await silent(context)
  await expect.poll(async () => (await feedings(pond)).length, { timeout: 60_000 }).toBe(12)
  await expect.poll(async () => (await feedings(pond)).map(({ cage_id }) => cage_id)).toEqual(pond.cages)
  await expect.poll(() => waiting(again).count(), { timeout: 30_000 }).toBe(0)
  await close()
}, 120_000)

/** 5 kg in each of the cages, step by step. */
async function recordRound(page: Page): Promise<void> {
  await page.goto('/round')
  await page.getByRole('button', { name: 'По одному садку' }).tap()
  for (let index = 0; index < 12; index++) {
    const amount = page.getByRole('textbox', { name: 'Корм, кг' })
    // yesterday's feed and warehouse stand there
    await expect.poll(() => amount.inputValue()).toBe('4')
    await amount.fill('5')
    await page.getByRole('button', { name: /^Дальше/ }).tap()
    await expect
      .poll(() =>
        page
          .getByText(`${index + 2} из 12`)
          .or(page.getByText('Обход пройден'))
          .count(),
      )
      .toBe(1)
  }
}

test('what is taken back although its answer was lost is deleted on the server too', async () => {
  const pond = await registerPond('Отмена без ответа', { cages: 1, stocked: 1 })
  const { page, context, close } = await openKept(pond)
  await lostAnswers(context, 'retreat')
  await lose(page, '1', '33')
  await expectText(notices(page), 'Ждёт сети. Садок 1, отход 33 шт')
  await expect.poll(async () => (await losses(pond)).map(({ count }) => count)).toEqual([33])
  await notices(page).getByRole('button', { name: 'Отменить' }).click()
  await expectText(notices(page), 'Отменим, когда ответит сервер')
  // what was taken back outlives the page
  await page.reload()
  await silent(context)
  await expect.poll(async () => (await losses(pond)).length, { timeout: 40_000 }).toBe(0)
  await expect.poll(() => waiting(page).count()).toBe(0)
  await expectCage(page, '1', /1 000 шт/)
  await close()
})

test('what one records in a tab is not stored as another’s who signs in beside it', async () => {
  const pond = await registerPond('Один планшет', { cages: 1, stocked: 1 })
  const colleague = await pond.colleague(['create retreats'])
  const { page, context, close } = await openKept(pond)
  const [cookie] = await context.cookies()
  await context.addCookies([{ ...cookie!, value: colleague.cookie }])
  await operate(page, '1', 'Отход')
  await fill(page, { Количество: '12' })
  await dialog(page).locator('button[type=submit]').click()
  // nobody reads on, and nothing was stored
  await expectText(dialog(page), /Войдите снова.*1 запись ждёт входа/)
  await expect.poll(() => losses(pond)).toEqual([])
  await dialog(page).getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await dialog(page).getByRole('button', { name: 'Войти' }).click()
  await expect.poll(async () => (await losses(pond)).map(({ user }) => user)).toEqual([pond.user.name])
  await close()
})

test('a clock that was set back a day asks before it records', async () => {
  const pond = await registerPond('Часы назад', { cages: 1, stocked: 1 })
  const { page, context, close } = await openKept(pond)
  await context.setOffline(true)
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() - 24 * 3600_000
  })
  await operate(page, '1', 'Отход')
  await fill(page, { Количество: '5' })
  const button = dialog(page).locator('button[type=submit]')
  await button.click()
  await expectText(dialog(page), /Часы устройства ушли назад/)
  await dialog(page).getByRole('button', { name: 'Сохранить' }).waitFor()
  await button.click()
  await dialog(page).waitFor({ state: 'hidden' })
  await expectText(notices(page), 'Ждёт сети. Садок 1, отход 5 шт')
  await close()
})

test('two people on one tablet: neither sees or sends the other’s', async () => {
  const pond = await registerPond('Два человека', { cages: 2, stocked: 2 })
  const colleague = await pond.colleague(['create retreats'], 'Игорь Судаков')
  const { page, context, close } = await openKept(pond)
  await context.setOffline(true)
  await lose(page, '1', '7')
  await page.getByRole('button', { name: /^Меню пользователя/ }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Выйти' }).click()
  await page.waitForURL('**/login')
  // without a network nobody is let in by what lies here
  await page.goto('/')
  await page.waitForURL('**/login**')
  await expectText(page.locator('body'), /1 запись ждёт входа: Мария Рябова/)
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const opening = indexedDB.open('sadok')
          opening.onsuccess = () => {
            const keys = opening.result.transaction('answers').objectStore('answers').getAllKeys()
            keys.onsuccess = () => resolve(keys.result.map(String))
          }
        }),
    )
  await expect.poll(() => kept()).toEqual([])

  await context.setOffline(false)
  await signIn(page, colleague.email)
  await expectCage(page, '1', /1 000 шт/)
  await expectText(page.locator('body'), /1 запись ждёт входа.*Мария Рябова/)
  await lose(page, '2', '3')
  // the session of the farm's owner is over, the colleague's own one reads
  await expect
    .poll(async () => (await losses(pond, colleague)).map(({ count, user }) => [count, user]))
    .toEqual([[3, 'Игорь Судаков']])

  await page.getByRole('button', { name: /^Меню пользователя/ }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.waitForURL('**/login')
  await signIn(page, pond.email)
  await expectCage(page, '1', /993 шт/)
  // what waits counts on the device before the server has it
  await expect.poll(async () => (await losses(pond, colleague)).length).toBe(2)
  const stored = (await losses(pond, colleague)).map(({ count, user }) => [count, user])
  expect(stored).toContainEqual([7, pond.user.name])
  await cage(page, '1').waitFor()
  await close()
})

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Войти' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}
