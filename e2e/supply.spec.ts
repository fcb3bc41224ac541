/** How long the feed lasts: what has to be ordered is seen, asked why, and becomes the draft of a receipt. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calcCalls } from '../src/core/feeding/calcs.contract'
import { goodCalls } from '../src/core/goods/good-calls.contract'
import { counterpartyLibrary } from '../src/core/lists/libraries/counterparty.contract'
import { addDays, parseDay, showDay } from '../src/shared/dates'
import { openPage, type OpenPage } from './browser'
import { registerPond, sql } from './farm'
import { dialog, expectField, expectText, overflow, save } from './actions'

let open: OpenPage
let pond: Awaited<ReturnType<typeof registerPond>>
let feed: number

/** One per cent of the biomass at any temperature; nothing grows. */
const NORMS = [
  {
    from: { day: 1, month: 1 },
    to: { day: 31, month: 12 },
    temperatures: [0, 20],
    coefficients: [0, 0],
    rows: [{ min: 0, max: 5_000_000, fcr: 1_000_000, rates: [1_000_000, 1_000_000] }],
  },
]

beforeAll(async () => {
  pond = await registerPond('Снабжение', { cages: 1, stocked: 1, count: 10_000 })
  await pond.subscribedFor(300)
  const stock = (await pond.stock('Склад кормов')).id
  const supplier = { name: 'Комбикорм', lead_days: 3, safety_days: 2, lot: 25 }
  const { id: supplier_id } = await pond.call(counterpartyLibrary.create, supplier)
  const good = { name: 'Корм 6 мм', type: 'feed', measure: 'kg', pellet_size: 6, supplier_id } as const
  feed = (await pond.call(goodCalls.create, good)).id
  await pond.adding({ good: feed, stock, count: 410, date: pond.daysAgo(1) })
  await sql('insert into norm_versions (company_id, good_id, seasons) values ($1, $2, $3)', [
    pond.user.company.id,
    feed,
    JSON.stringify(NORMS),
  ])
  await pond.call(calcCalls.create, {
    name: 'Зима',
    feed_type_id: feed,
    start: pond.daysAgo(9),
    temp_prediction_strategy: 'FixedStrategy',
    temp_prediction_strategy_data: 6,
  } as never)
  open = await openPage({ width: 1440, height: 1000, as: pond })
})
afterAll(() => open.close())

const ahead = (days: number) => showDay(addDays(parseDay(pond.daysAgo(0))!, days))
const row = () => open.page.locator('tbody tr').filter({ hasText: 'Корм 6 мм' })

test('what runs out says when to order how much, and why', async () => {
  const { page } = open
  await page.goto('/feed/supply')
  await expectText(row(), new RegExp(`6.*Склад кормов.*410.*20.*${ahead(20)}.*${ahead(15)}.*200.*Комбикорм`))
  await row().click()
  await expectText(dialog(page), /На складах 410 кг.*За 30 дней нужно 600 кг.*не хватает 190 кг.*Заказать 200 кг/)
  await page.keyboard.press('Escape')
})

test('a draft of the receipt is filled in, and is stored only when it is saved', async () => {
  const { page, errors } = open
  await row().getByRole('button', { name: 'Черновик прихода' }).click()
  await expectField(page, 'Поставщик', 'Комбикорм')
  await expectField(page, 'Строка 1: Количество', '200')
  await save(page)
  await expectText(row(), /610/)
  await expectText(row(), /хватит/)
  expect(errors).toEqual([])
})

test('on a phone it fits the screen', async () => {
  const phone = await openPage({ width: 390, height: 800, as: pond })
  await phone.page.goto('/feed/supply')
  await phone.page.getByText('Корм 6 мм').first().waitFor()
  await expect.poll(() => overflow(phone.page)).toBe(0)
  expect(phone.errors).toEqual([])
  await phone.close()
})
