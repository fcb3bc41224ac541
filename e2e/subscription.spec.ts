/** The subscription: what is left, a request to be called back, and what stays when it has ended. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { libraries } from '../src/core/lists/library.contract'
import { isOfCages } from '../src/core/documents/engine/kind-rules.contract'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { NO_SUBSCRIPTION } from '../src/shared/abilities'
import { openPage } from './browser'
import { fedFarm, registerFarm, registerPond } from './farm'
import { dialog, expectCage, expectText, field, fill, notices, operate, overflow, plain, save } from './actions'

test('the reminder leads to the page, where a request is left by phone', async () => {
  const pond = await registerPond('Заявка')
  await pond.subscribedFor(12)
  const { page, errors, close } = await openPage({ width: 390, as: pond })
  await page.goto('/')
  // on a phone it is a line that opens
  await page.getByText(/осталось 12 дней/).click()
  await page.getByRole('link', { name: 'Оформить подписку' }).click()
  await page.getByText('Осталось 12 дней', { exact: true }).waitFor()
  await expect.poll(() => overflow(page)).toBe(0)
  const year = page.getByRole('listitem').filter({ hasText: '12 месяцев' })
  await expect
    .poll(async () => plain(await year.textContent()))
    .toMatch(/экономия 20 %.*86 400 ₽.*108 000 ₽.*1 800 ₽ в месяц/)
  await year.getByRole('button', { name: 'Оставить заявку' }).click()
  await expect.poll(() => field(page, 'Срок, мес').inputValue()).toBe('12')
  // times belong to a phone alone
  await expect.poll(() => field(page, 'Звонить с').count()).toBe(0)
  await dialog(page).getByText('Телефон', { exact: true }).click()
  await expect.poll(() => field(page, 'Звонить с').inputValue()).toBe('09:00')
  await expect.poll(() => field(page, 'до').inputValue()).toBe('18:00')
  const phone = dialog(page).getByRole('textbox', { name: 'Телефон' })
  await phone.fill('не скажу')
  await dialog(page).getByRole('button', { name: 'Оставить заявку' }).click()
  const wrong = dialog(page).getByText('Введите телефон')
  await wrong.waitFor()
  await wrong.waitFor({ state: 'hidden', timeout: 7000 })
  await phone.fill('+7 921 000-11-22')
  await dialog(page).getByRole('button', { name: 'Оставить заявку' }).click()
  await expectText(notices(page), 'Заявка успешно оставлена!')
  await page.getByText(`${pond.daysAgo(0)}, Мария Рябова, 12 месяцев`).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('without its right neither the reminder nor the menu lead there', async () => {
  const pond = await registerPond('Без права')
  await pond.subscribedFor(12)
  const worker = await pond.colleague(['create retreats'])
  const { page, close } = await openPage({ width: 1440, as: worker })
  await page.goto('/')
  await page.getByText(/закончится через 12 дней/).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Оформить подписку' }).count()).toBe(0)
  await page.getByRole('button', { name: /^Меню пользователя/ }).click()
  await page.getByRole('menuitem', { name: 'Личный кабинет' }).waitFor()
  await expect.poll(() => page.getByRole('menuitem', { name: 'Подписка' }).count()).toBe(0)
  await close()
})

const PAGES = [
  '/',
  '/round',
  '/measurements',
  ...['goods', 'items', 'stocktake', 'best-before'].map((page) => `/stock/${page}`),
  ...['goods', 'batches', 'transform-goods', 'transforms-journal', 'shipping-journal'].map(
    (page) => `/workshop/${page}`,
  ),
  '/accounting/spending',
  '/settings',
  ...Object.values(kinds)
    .filter(isOfCages)
    .map(({ path }) => `/journals/${path}`),
  ...Object.values(libraries).map(({ route }) => `/lib/${route}`),
]
/** How the names of buttons that write begin; a line that is dropped from a form is not written yet. */
const WRITES =
  /^(Создать|Записать|Изменить|Удалить(?! строку)|Сохранить|Новый замер|Загрузить|Приход|Списание|Перемещение|Отгрузка|Заправка|Переработать|Отменить переработку|Групповое|Групповой|Инвентаризация|В архив|Из архива|Как вчера|Начать)/

/** What a page offers to press: its name, whether it is off, and what it says then. */
const buttonsOf = (page: Page) =>
  page.locator('main button').evaluateAll((buttons) =>
    buttons.map((one) => ({
      name: (one.getAttribute('aria-label') ?? one.textContent ?? '').trim(),
      off: one.matches(':disabled, [aria-disabled=true], [data-disabled]'),
      title: one.getAttribute('title'),
    })),
  )

/** Buttons that write and can be pressed on the pages, «page: name «why not»»; `seen` is how many there are in all. */
async function pressable(page: Page, paths: readonly string[]): Promise<{ open: string[]; seen: number }> {
  const open: string[] = []
  let seen = 0
  for (const path of paths) {
    await page.goto(path)
    await page.locator('main').locator('h1, h2, svg').first().waitFor()
    await expect.poll(() => page.getByRole('status', { name: 'Загрузка' }).count(), { timeout: 10_000 }).toBe(0)
    const writing = (await buttonsOf(page)).filter(({ name }) => WRITES.test(name))
    seen += writing.length
    open.push(
      ...writing
        .filter(({ off, title }) => !off || title !== NO_SUBSCRIPTION)
        .map(({ name, title }) => `${path}: ${name} «${title}»`),
    )
  }
  return { open, seen }
}

test.each([
  [1440, PAGES],
  [390, ['/', '/measurements', '/stock/goods', '/journals/feeding', '/lib/species', '/workshop/goods']],
])(
  'at %i px on no page of a farm whose subscription has ended can anything that writes be pressed',
  { timeout: 240_000 },
  async (width, paths) => {
    const farm = await fedFarm('Закрыта')
    await farm.subscribedFor(-1)
    const { page, close } = await openPage({ width, as: farm })
    const { open, seen } = await pressable(page, paths)
    expect(open).toEqual([])
    expect(seen).toBeGreaterThan(paths.length)
    await close()
  },
)

test('nor on those of a farm that has not begun', async () => {
  const farm = await registerFarm('Не начата')
  await farm.subscribedFor(-1)
  const { page, close } = await openPage({ width: 1440, as: farm })
  await page.goto('/')
  await page.getByText('Данные о модулях не найдены.').waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'Первые шаги' }).count()).toBe(0)
  expect(await pressable(page, ['/', '/measurements', '/lib/locations'])).toEqual({ open: [], seen: 3 })
  await close()
})

test('what was recorded without a network is kept when the subscription ends, and sent when there is one again', async () => {
  const pond = await registerPond('Ждёт оплаты')
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/')
  await expectCage(page, '1', /1 000 шт/)
  await operate(page, '1', 'Отход')
  await fill(page, { Количество: '7' })
  await page.context().setOffline(true)
  await save(page)
  await page.getByText('1 запись ждёт сети').first().waitFor()
  await pond.subscribedFor(-1)
  await page.context().setOffline(false)
  await page.getByText('Отправятся, когда будет оформлена подписка').first().waitFor({ timeout: 30_000 })
  await pond.subscribedFor(30)
  await page.reload()
  const losses = () => pond.call(kinds.retreat.list, { start: pond.daysAgo(1), end: pond.daysAgo(0) })
  await expect.poll(losses, { timeout: 30_000 }).toMatchObject([{ count: 7 }])
  await close()
})
