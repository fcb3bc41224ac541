/** Tasks: a week is planned by dragging at a desk, and gone through by one thumb on a phone. */
import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { taskCalls } from '../src/features/tasks/common/tasks.contract'
import { addDays, dayOf, wallClock } from '../src/shared/dates'
import { choose, dialog, expectText, fill, notices, overflow } from './actions'
import { openPage } from './browser'
import { registerPond } from './farm'

/** By the clock of the farm, which is in another day than this machine for some hours. */
const dayAhead = (days: number) => addDays(dayOf(wallClock('Europe/Moscow')), days)

/** Another day of the same month. */
const dayInMonth = (day: string) => day.slice(0, 8) + (day.endsWith('-15') ? '16' : '15')

test('at a desk a task is made by a click, dragged to another day, taken back and moved by keys', async () => {
  const pond = await registerPond('Задачи')
  const { page, errors, close } = await openPage({ width: 1440, height: 1000, as: pond })
  await page.goto('/tasks')
  const [from, to] = [dayAhead(0), dayInMonth(dayAhead(0))]
  const cell = (day: string) => page.locator(`[data-day="${day}"]`)
  await cell(from).click({ position: { x: 60, y: 8 } })
  await fill(page, { Название: 'Сменить сетку' })
  await choose(page, 'Садок', /^1/)
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(notices(page), /Задача создана!/)
  const task = page.locator('[data-event-id]', { hasText: 'Сменить сетку' })

  await task.dragTo(cell(to))
  await expectText(notices(page), /Задача отредактирована!/)
  const stored = async () =>
    (await pond.call(taskCalls.list, { start: from.slice(0, 8) + '01', end: dayAhead(40) } as never))[0]!
  expect(await stored()).toMatchObject({ start: `${to}T00:00`, end: `${to}T23:59`, all_day: true })
  await notices(page).getByRole('button', { name: 'Отменить' }).last().click()
  await expect.poll(async () => (await stored()).start).toBe(`${from}T00:00`)

  await task.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => (await stored()).start).toBe(`${dayAhead(1)}T00:00`)
  expect(errors).toEqual([])
  await close()
})

test('a day with more than a month can show says how many, and opens', async () => {
  const pond = await registerPond('Полный день')
  const day = dayAhead(0)
  for (let one = 1; one <= 15; one++)
    await pond.call(taskCalls.create, { title: `Садок ${one}`, start: day, end: day, all_day: true } as never)
  const { page, errors, close } = await openPage({ width: 1440, height: 1000, as: pond })
  await page.goto('/tasks')
  await page.getByRole('button', { name: 'ещё 12', exact: true }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('show')).toBe('day')
  await page.getByRole('button', { name: 'ещё 14', exact: true }).click()
  await page.locator('[data-event-id]', { hasText: 'Садок 15' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a task is carried from its hour to the whole days, and back before that is answered', async () => {
  const pond = await registerPond('Весь день')
  const day = dayAhead(0)
  const fields = { title: 'Осмотр', start: `${day}T09:00`, end: `${day}T11:00` }
  await pond.call(taskCalls.create, { ...fields, all_day: false } as never)
  const { page, errors, close } = await openPage({ width: 1440, height: 1000, as: pond })
  const stored = async () => (await pond.call(taskCalls.list, {} as never))[0]!
  const task = page.locator('[data-event-id]', { hasText: 'Осмотр' })
  const spoken = new Intl.DateTimeFormat('ru', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
  const said = spoken.format(new Date(`${day}T00:00Z`))
  const hour = (clock: string) => page.getByRole('button', { name: `${said}, ${clock}`, exact: true })

  // a press while the calendar is drawn anew is no drag: nothing is heard from outside
  await page.route('**/api/events', () => new Promise<void>(() => {}))
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const late = async (route: Route) => {
    const response = await route.fetch()
    await answered
    await route.fulfill({ response })
  }
  await page.route('**/api/tasks/*', late, { times: 1 })
  await page.goto('/tasks?show=week')
  await task.dragTo(page.getByRole('button', { name: `Весь день, ${said}`, exact: true }))
  await expect.poll(stored).toMatchObject({ start: `${day}T00:00`, end: `${day}T23:59`, all_day: true })
  await task.dragTo(hour('13:00–14:00'))
  answer()
  await expect.poll(stored).toMatchObject({ start: `${day}T13:00`, end: `${day}T14:00`, all_day: false })

  await page.goto('/tasks?show=day')
  await hour('13:00–13:15').waitFor()
  await task.dragTo(page.getByRole('button', { name: 'Время Весь день', exact: true }))
  await expect.poll(stored).toMatchObject({ start: `${day}T00:00`, end: `${day}T23:59`, all_day: true })
  expect(errors).toEqual([])
  await close()
})

test('a task dragged by two people at once: the second is told, and it stands as the first left it', async () => {
  const pond = await registerPond('Двое')
  const [day, later] = [dayAhead(0), dayAhead(1)]
  const made = await pond.call(taskCalls.create, { title: 'Осмотр', start: day, end: day, all_day: true } as never)
  const { page, close } = await openPage({ width: 1440, height: 1000, as: pond })
  await page.goto('/tasks')
  const task = page.locator('[data-event-id]', { hasText: 'Осмотр' })
  await task.waitFor()
  // the page hears of the other's change only after it has sent its own
  await page.route('**/api/events', (route) => route.abort())
  await page.reload()
  await task.waitFor()
  await pond.call(taskCalls.update, { id: made.id, start: later, end: later } as never)
  await task.dragTo(page.locator(`[data-day="${dayInMonth(day)}"]`))
  await expectText(notices(page), /тем временем изменил кто-то другой/)
  const stored = await pond.call(taskCalls.list, {} as never)
  expect(stored[0]).toMatchObject({ start: `${later}T00:00` })
  await close()
})

test('on a tablet a thumb moves a task by the days of its window', async () => {
  const pond = await registerPond('Планшет')
  const [day, later] = [dayAhead(0), dayAhead(3)]
  const fields = { title: 'Осмотр', start: `${day}T09:00`, end: `${dayAhead(1)}T11:00` }
  await pond.call(taskCalls.create, fields as never)
  const { page, errors, close } = await openPage({ width: 1024, height: 768, as: pond, context: { hasTouch: true } })
  await page.goto('/tasks?show=day')
  await page.locator('[data-event-id]', { hasText: 'Осмотр' }).first().tap()
  await dialog(page).getByRole('group', { name: 'Перенести на день' }).getByRole('button').nth(3).tap()
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).tap()
  await expectText(notices(page), /Задача отредактирована!/)
  const [stored] = await pond.call(taskCalls.list, {} as never)
  expect(stored).toMatchObject({ start: `${later}T09:00`, end: `${dayAhead(4)}T11:00` })
  expect(errors).toEqual([])
  await close()
})

test('on a phone today comes first, one tap completes, and it can be taken back', async () => {
  const pond = await registerPond('Телефон')
  const day = dayAhead(0)
  const fields = { start: day, end: day, all_day: true }
  await pond.call(taskCalls.create, { ...fields, title: 'Проверить канаты' } as never)
  await pond.call(taskCalls.create, { ...fields, title: 'Завтрашнее', start: dayAhead(1), end: dayAhead(1) } as never)
  const { page, errors, close } = await openPage({
    width: 390,
    height: 844,
    as: pond,
    context: { hasTouch: true, isMobile: true },
  })
  await page.goto('/tasks')
  await expectText(page.getByRole('heading', { level: 2 }).first(), /^Сегодня/)
  await page.getByRole('button', { name: 'Выполнено: Проверить канаты' }).tap()
  await expectText(notices(page), /Успешно!/)
  await page.getByRole('button', { name: 'Выполнено: Проверить канаты' }).waitFor({ state: 'detached' })
  await notices(page).getByRole('button', { name: 'Отменить' }).tap()
  await page.getByRole('button', { name: 'Выполнено: Проверить канаты' }).waitFor()

  await page.getByRole('button', { name: 'Перенести: Проверить канаты' }).tap()
  await page.getByRole('menuitem', { name: 'На неделю позже' }).tap()
  await expectText(notices(page), /Задача отредактирована!/)
  const moved = (await pond.call(taskCalls.list, {} as never)).find(({ title }) => title === 'Проверить канаты')!
  expect(moved.start).toBe(`${dayAhead(7)}T00:00`)
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  // without a network it is done on this device, and the server hears of it later
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Выполнено: Завтрашнее' }).tap()
  await expectText(notices(page), /Ждёт сети/)
  await page.context().setOffline(false)
  await expect
    .poll(async () => (await pond.call(taskCalls.list, { completed: false } as never)).map(({ title }) => title), {
      timeout: 30_000,
    })
    .not.toContain('Завтрашнее')
  expect(errors.filter((text) => !/ERR_INTERNET_DISCONNECTED|Failed to load/.test(text))).toEqual([])
  await close()
})
