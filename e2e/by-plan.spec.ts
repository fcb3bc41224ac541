/** A plan becomes feedings: on a phone without a network, and at a desk in the window for many cages. */
import { expect, test } from 'vitest'
import { cageCalls } from '../src/core/cages/cage.contract'
import { recentCall } from '../src/core/documents/recent/recent.contract'
import { normCalls } from '../src/core/feeding/norms.contract'
import { planCalls } from '../src/core/feeding/plan/plan.contract'
import { stockLibrary } from '../src/core/lists/libraries/stock.contract'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { accessCalls } from '../src/features/access/sign-in/access.contract'
import { sentSeason } from '../src/testing/feeding/any-norms'
import { dialog, expectField, expectText, notices, plain, save } from './actions'
import { openPage } from './browser'
import { fedFarm } from './farm'
import { openKept } from './kept'

const PHONE = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }

/** A cage of a plan: so many kilograms of a feed for its 200 kg of fish. */
const row = (cage_id: number, feed_type_id: number, rate: number) => ({
  cage_id,
  feed_type_id,
  avg_weight: 0.2,
  count: 1000,
  temperature: 4,
  rate,
  growth: 0,
  is_rate_alert_dismissed: false,
  is_growth_alert_dismissed: false,
})

/** A farm of eleven cages, the first three of which are to get 5 kg today. */
async function planned(name: string) {
  const pond = await fedFarm(name)
  const [feed] = Object.values(
    await pond.call(kinds.feeding.list, { start: pond.daysAgo(1), end: pond.daysAgo(0) }),
  ) as {
    feed_type_id: number
  }[]
  const rows = pond.cages.slice(0, 3).map((cage_id) => row(cage_id, feed!.feed_type_id, 5))
  const { version } = await pond.call(planCalls.saveDay, { date: pond.daysAgo(0), plan: rows })
  return { ...pond, feed: feed!.feed_type_id, rows, version }
}
type Pond = Awaited<ReturnType<typeof planned>>
const fact = (pond: Pond) => pond.call(planCalls.fact, { date: pond.daysAgo(0) })

test('without a network the phone feeds by the plan of the day, and the fact stands beside it', async () => {
  const pond = await planned('По плану без сети')
  const { page, context, close } = await openKept(pond, PHONE)
  await context.setOffline(true)
  await page.reload()
  await expectText(page.locator('main'), /0 из 3 садков · 0 % плана/)
  // and is not cut off by the button beside it
  const share = page.getByText('% плана').first()
  expect(await share.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  // the plan goes before what was given yesterday, in its three cages alone
  await page.getByRole('button', { name: 'По плану 15 кг' }).tap()
  await expectText(notices(page), /Записано на этом устройстве, ждёт сети. 3 садка, корм 15 кг/)
  await expectText(page.locator('main'), /3 из 3 садков · 100 % плана/)
  await context.setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect
    .poll(() => fact(pond), { timeout: 30_000 })
    .toMatchObject({ planned: 15, fed: 15, percent: 100, cages_planned: 3, cages_fed: 3 })
  await close()
})

test('without a network the fish fed by the plan grow on the phone as the server books it later', async () => {
  const pond = await planned('Растут без сети')
  await pond.call(accessCalls.companySettings, { 'auto-growth': true })
  const [given] = await pond.call(recentCall, {}).then(({ planned: rows }) => rows)
  await pond.call(normCalls.saveOfFeed, { feedTypeId: given!.feed_type_id, rates: [sentSeason([1, 1], [31, 12])] })
  const { page, context, close } = await openKept(pond, PHONE, ['/growth-terms'])
  const first = page.getByRole('button', { name: /^Садок 1, / })
  const average = async () => /навеска (0,\d+)/.exec(plain(await first.getAttribute('aria-label')))?.[1]
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: 'По плану 15 кг' }).tap()
  // 5 kg at a conversion rate of 1.1 for 200 kg in 1000 fish
  await expect.poll(average).toBe('0,2045')
  await context.setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  const weight = async () => (await pond.call(cageCalls.list, {})).find(({ id }) => id === pond.cages[0])!.weight
  await expect.poll(weight, { timeout: 30_000 }).toBe(204.545455)
  await expect.poll(average).toBe('0,2045')
  await close()
})

test('the round proposes the plan and says what of it is left', async () => {
  const pond = await planned('Обход по плану')
  const { page, close } = await openPage({ ...PHONE, as: pond })
  await page.goto('/round')
  const volume = page.getByRole('textbox', { name: /^Корм/ })
  await page.getByRole('button', { name: /^Садок 1, / }).tap()
  await expect.poll(() => volume.inputValue()).toBe('5')
  await volume.fill('2')
  await page.getByRole('button', { name: 'По плану 5' }).tap()
  await expect.poll(() => volume.inputValue()).toBe('5')
  await page.getByRole('button', { name: 'Как вчера 4' }).tap()
  await expect.poll(() => volume.inputValue()).toBe('4')
  await close()
})

test('the window for many cages is filled by the plan, but for what somebody typed', async () => {
  const pond = await planned('Группой по плану')
  const { page, close } = await openPage({ width: 1440, height: 900, as: pond })
  await page.goto('/')
  await page.getByRole('button', { name: /^Групповое кормление: Залив/ }).click()
  const amount = (number: number) =>
    dialog(page).getByRole('textbox', { name: `Количество, кг, садок ${number}`, exact: true })
  await amount(2).fill('7')
  await dialog(page).getByRole('button', { name: 'По плану' }).click()
  const amounts = () => Promise.all([1, 2, 3, 4].map((number) => amount(number).inputValue()))
  await expect.poll(amounts).toEqual(['5', '7', '5', ''])
  await close()
})

/** The first cage is to get 2 kg of another feed beside its 5. */
async function plannedTwice(name: string) {
  const pond = await planned(name)
  const fine = await pond.good({ name: 'Корм 8 мм' })
  const [barge] = Object.values(await pond.call(stockLibrary.list, {}))
  await pond.adding({ good: fine.id, stock: barge!.id, count: 100, date: pond.daysAgo(10) })
  const plan = [...pond.rows, row(pond.cages[0]!, fine.id, 2)]
  await pond.call(planCalls.saveDay, { date: pond.daysAgo(0), plan, version: pond.version })
  return { ...pond, fine: fine.id }
}

const given = async (pond: Pond) => {
  const today = { start: pond.daysAgo(0), end: pond.daysAgo(0) }
  const rows = Object.values(await pond.call(kinds.feeding.list, today)) as {
    cage_id: number
    feed_type: string
    volume: number
  }[]
  return rows
    .filter(({ cage_id }) => cage_id === pond.cages[0])
    .map(({ feed_type, volume }) => `${feed_type} ${volume}`)
    .sort()
}
const BOTH = ['Корм 6 мм 5', 'Корм 8 мм 2']

test('of two planned feeds the phone gives one, and the other is a touch away until it is given', async () => {
  const pond = await plannedTwice('Два корма в обходе')
  const { page, close } = await openPage({ ...PHONE, as: pond })
  await page.goto('/')
  await page.getByText(/^Садки 1: по плану несколько кормов, здесь тот, которого больше/).waitFor()
  await page.goto('/round')
  const cage = page.getByRole('button', { name: /^Садок 1, / })
  await cage.tap()
  const volume = page.getByRole('textbox', { name: /^Корм/ })
  await expect.poll(() => volume.inputValue()).toBe('5')
  const other = page.getByRole('button', { name: 'По плану Корм 8 мм 2' })
  await other.tap()
  await expect.poll(() => volume.inputValue()).toBe('2')
  await page.getByRole('button', { name: 'По плану Корм 6 мм 5' }).tap()
  const record = page.locator('main button[type=submit]')
  await record.tap()
  await expect.poll(() => given(pond)).toEqual(['Корм 6 мм 5'])
  await cage.getByText(/по плану ещё Корм 8 мм 2.кг/).waitFor()
  await cage.tap()
  await other.tap()
  await expectField(page, 'Количество', '2')
  await save(page)
  await expect.poll(() => given(pond)).toEqual(BOTH)
  await expect.poll(() => other.count()).toBe(0)
  expect(await fact(pond)).toMatchObject({ planned: 17, cages_planned: 3, cages_fed: 3 })
  await close()
})

test('of two planned feeds the window for many cages takes one, names the other, and takes it the next time', async () => {
  const pond = await plannedTwice('Два корма группой')
  const { page, close } = await openPage({ width: 1440, height: 900, as: pond })
  await page.goto('/')
  const open = () => page.getByRole('button', { name: /^Групповое кормление: Залив/ }).click()
  const amount = (number: number) =>
    dialog(page).getByRole('textbox', { name: `Количество, кг, садок ${number}`, exact: true })
  const byPlan = () => dialog(page).getByRole('button', { name: 'По плану' }).click()
  await open()
  await byPlan()
  await expectText(notices(page), /По плану несколько кормов.*садок 1 Корм 8 мм 2/)
  await expect.poll(() => amount(1).inputValue()).toBe('5')
  await save(page)
  await expect.poll(() => given(pond)).toEqual(['Корм 6 мм 5'])
  await open()
  await byPlan()
  const amounts = () => Promise.all([1, 2, 3].map((number) => amount(number).inputValue()))
  await expect.poll(amounts).toEqual(['2', '', ''])
  await save(page)
  await expect.poll(() => given(pond)).toEqual(BOTH)
  await close()
})
