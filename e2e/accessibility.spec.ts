/** WCAG 2.2 AA on every screen and window, light and dark, wide and narrow: what axe can see is clean. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measurementCalls } from '../src/core/cages/measurement.contract'
import { openPage, type OpenPage } from './browser'
import { registerPond, signInToDemo } from './farm'
import { cage, dialog, overflow } from './actions'
import { faults, settled, violations } from './axe'
import { openKept } from './kept'

let wide: OpenPage
let narrow: OpenPage
/** a small farm: the windows are looked at, not what is behind them */
let small: OpenPage
let smallNarrow: OpenPage
beforeAll(async () => {
  const [demo, pond] = await Promise.all([signInToDemo(), registerPond('Окна для всех')])
  const phone = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }
  const parameter = await pond.parameter({ location: pond.module.id })
  for (const day of [0, 1, 2]) {
    const reading = { date: pond.daysAgo(day), time: '00:00', measure_parameter_id: parameter.id, value: 8 - day }
    await pond.call(measurementCalls.create, reading)
    await pond.call(measurementCalls.create, { ...reading, cage_id: pond.cages[0]! })
  }
  wide = await openPage({ width: 1440, height: 900, as: demo })
  narrow = await openPage({ ...phone, as: demo })
  small = await openPage({ width: 1440, height: 900, as: pond })
  smallNarrow = await openPage({ ...phone, as: pond })
})
afterAll(() => Promise.all([wide, narrow, small, smallNarrow].map(({ close }) => close())))

/** The farm's map under no window; loaded anew only when another page was open. */
async function atTheMap(page: Page): Promise<void> {
  if (new URL(page.url()).pathname !== '/') return settled(page, '/')
  if ((await dialog(page).count()) === 0) return
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
}

/** Each kind of page once: a journal with rows and an empty one, a list of goods, of items, of a library. */
const screens = [
  '/',
  '/round',
  '/journals/weight',
  '/journals/correction',
  '/stock/goods',
  '/stock/items',
  '/stock/stocktake',
  '/workshop/batches',
  '/workshop/transform-goods',
  '/accounting/spending',
  '/stock/best-before',
  // the first batch of the demo farm
  '/workshop/trace/batch/1',
  '/print/passport/batch/1',
  '/lib/measure-parameters',
  '/lib/feeding-rates',
  '/settings',
  '/audit',
  '/audit/security',
  '/profile',
  '/profile/change-password',
  '/nowhere',
]

test.each(screens)('wide: %s', async (path) => {
  await settled(wide.page, path)
  expect(await violations(wide.page)).toEqual([])
})

test.each([
  '/',
  '/round',
  '/journals/retreat',
  '/stock/goods',
  '/stock/stocktake',
  '/lib/feeding-rates',
  '/accounting/spending',
  '/workshop/transform-goods',
  '/workshop/trace/batch/1',
  '/audit/security',
  '/profile',
])('narrow: %s', async (path) => {
  await settled(narrow.page, path)
  expect(await violations(narrow.page)).toEqual([])
  await expect.poll(() => overflow(narrow.page)).toBeLessThanOrEqual(0)
})

test.each(['/round', '/workshop/transform-goods'])(
  'headings follow one another and columns have names: %s',
  async (path) => {
    await settled(wide.page, path)
    const rules = { type: 'rule', values: ['empty-table-header', 'heading-order'] } as const
    expect(await faults(wide.page, 'body', { runOnly: { ...rules, values: [...rules.values] } })).toEqual([])
  },
)

test.each(['/login', '/register', '/password/reset'])('stranger: %s', async (path) => {
  const { page, close } = await openPage({ width: 390, height: 844 })
  await settled(page, path)
  expect(await violations(page)).toEqual([])
  await close()
})

test.each(['Кормление', 'Навеска', 'Зарыбление', 'Почему столько?', 'Информация'])('window: %s', async (operation) => {
  const { page } = small
  await atTheMap(page)
  await cage(page, '1').click()
  await page.getByRole('menuitem', { name: operation }).click()
  await dialog(page).getByRole('button', { name: 'Закрыть' }).first().waitFor()
  expect(await violations(page, '[role=dialog]')).toEqual([])
})

test.each(['Групповое кормление', 'Групповой отход'])('window: %s', async (title) => {
  for (const { page } of [small, smallNarrow]) {
    await atTheMap(page)
    const opens = new RegExp(`^${title}`)
    if (page === small.page) await page.getByRole('button', { name: opens }).click()
    else {
      await page.getByRole('button', { name: 'Действия' }).click()
      await page.getByRole('menuitem', { name: opens }).click()
    }
    await dialog(page)
      .getByRole('textbox', { name: /садок 1$/ })
      .first()
      .fill('2')
    expect(await violations(page, '[role=dialog]')).toEqual([])
  }
})

test('window: a sale with a counterparty and a catch that is asked about', async () => {
  for (const { page } of [small, smallNarrow]) {
    await atTheMap(page)
    await cage(page, '1').click()
    await page.getByText('Подъём рыбы', { exact: true }).last().click()
    await dialog(page)
      .getByLabel(/^Количество/)
      .first()
      .fill('10')
    await dialog(page).getByLabel('Общий вес', { exact: true }).fill('3')
    await dialog(page).getByText('Что это за рыба?').waitFor()
    await dialog(page).getByRole('switch', { name: 'С контрагентом' }).check()
    expect(await violations(page, '[role=dialog]')).toEqual([])
  }
})

test('menu and sheet of a cage, windows of tables, search, help and question', async () => {
  const { page } = small
  await atTheMap(page)
  await cage(page, '1').click()
  await page.getByRole('menuitem', { name: 'Отход' }).waitFor()
  expect(await violations(page, '[role=menu]')).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Выбор садков' }).click()
  await page.getByRole('dialog', { name: 'Выбор садков' }).getByRole('checkbox').first().waitFor()
  expect(await violations(page, 'section[aria-label="Карта садков"]')).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Настройки карты' }).click()
  await page.getByRole('menuitem', { name: 'Расположение' }).click()
  await page.getByRole('status').filter({ hasText: 'Расположение' }).waitFor()
  expect(await violations(page, 'section[aria-label="Карта садков"]')).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Столбцы/ }).click()
  await dialog(page).waitFor()
  expect(await violations(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+KeyK')
  await page.getByPlaceholder('Садок, журнал, действие…').last().fill('отход')
  expect(await violations(page, '[role=dialog]')).toEqual([])
  await settled(page, '/journals/stocking')
  await page.getByRole('button', { name: 'Справка' }).click()
  await dialog(page).waitFor()
  expect(await violations(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await page.locator('tbody').getByRole('button', { name: 'Удалить' }).first().click()
  await page.getByRole('alertdialog').waitFor()
  expect(await violations(page, '[role=alertdialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await atTheMap(smallNarrow.page)
  await cage(smallNarrow.page, '1').tap()
  await dialog(smallNarrow.page).waitFor()
  expect(await violations(smallNarrow.page, '[role=dialog]')).toEqual([])
})

test.each(['cards', 'table'])('measurements of a day as %s, with the chart', async (mode) => {
  for (const { page } of [small, smallNarrow]) {
    await settled(page, `/measurements?mode=${mode}`)
    await page.getByRole('slider').locator('svg').waitFor()
    expect(await violations(page)).toEqual([])
  }
})

test('windows of measurements: a new one, a file with errors', async () => {
  const { page } = small
  await settled(page, '/measurements')
  await page.getByRole('button', { name: 'Новый замер' }).first().click()
  await dialog(page).getByLabel('Значение').waitFor()
  expect(await violations(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Загрузить из Excel' }).click()
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'замеры.xlsx', mimeType: 'text/plain', buffer: Buffer.from('no table at all') })
  await dialog(page).getByRole('alert').waitFor()
  expect(await violations(page, '[role=dialog]')).toEqual([])
})

test('details of a good: stock, movements, chart', async () => {
  for (const { page } of [wide, narrow]) {
    await settled(page, '/stock/goods?good=3')
    for (const [tab, seen] of [
      ['Остатки', page.getByText('Из каких приходов остаток')],
      ['Движение', page.getByRole('heading', { name: 'Транзакции' })],
      ['График', page.getByRole('slider').locator('svg')],
    ] as const) {
      await dialog(page).getByText(tab, { exact: true }).first().click()
      await seen.waitFor()
      await page.waitForLoadState('networkidle')
      expect(await violations(page, '[role=dialog]')).toEqual([])
    }
  }
})

test('what waits for the network: bar, list and form', async () => {
  const pond = await registerPond('Без сети')
  const { page, context, close } = await openKept(pond)
  await context.setOffline(true)
  await cage(page, '1').click()
  await page.getByRole('menuitem', { name: 'Отход' }).click()
  await dialog(page).getByLabel('Количество', { exact: true }).and(page.locator('input')).fill('1')
  await dialog(page).getByText('Нет связи: остаток').waitFor()
  expect(await violations(page, '[role=dialog]')).toEqual([])
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await page.getByRole('button', { name: '1 запись ждёт сети' }).click()
  await dialog(page).getByRole('listitem').waitFor()
  expect(await violations(page, '[role=dialog]')).toEqual([])
  await dialog(page).getByRole('button', { name: 'Закрыть' }).click()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Показать' }).waitFor()
  expect(await violations(page)).toEqual([])
  await close()
})
