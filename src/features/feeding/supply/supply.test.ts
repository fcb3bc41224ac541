/** How long the feed lasts, by plans and norms, from which warehouses, and what is to be ordered when. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calcCalls } from '../../../core/feeding/calcs.contract'
import { alarmCalls } from '../../alarms/alarms.contract'
import { planCalls } from '../../../core/feeding/plan/plan.contract'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { goodCalls } from '../../../core/goods/good-calls.contract'
import { counterpartyLibrary } from '../../../core/lists/libraries/counterparty.contract'
import { addDays, parseDay, showDay } from '../../../shared/dates'
import type { Season } from '../../../shared/feeding/norm'
import { noticesCall } from '../../../shared/notices/notices'
import { openPond, type Pond } from '../../../testing/farm/pond'
import { openDatabase } from '../../../server/db/client'
import { keepNeeds } from './supply-job.server'
import { supplyCall } from './supply.contract'

const M = 1_000_000
const WEEK = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']
let pond: Pond
let farm: Pond['farm']
let today: string
const ahead = (days: number) => showDay(addDays(today, days))

beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
  today = parseDay(farm.today())!
})
afterAll(() => farm.close())

/** One per cent a day, whatever the weight; nothing grows, so that every day takes the same. */
const norms: Season[] = [
  {
    from: { day: 1, month: 1 },
    to: { day: 31, month: 12 },
    temperatures: [6],
    coefficients: [0],
    rows: [{ min: 0, max: 5 * M, fcr: M, rates: [M] }],
  },
]

async function feedWithNorms(): Promise<number> {
  const { id } = await farm.good()
  await farm.sql('insert into norm_versions (company_id, good_id, seasons) values ($1, $2, $3)', [
    farm.session.user.company.id,
    id,
    JSON.stringify(norms),
  ])
  return id
}

const assign = (feed: number, location: number, more: object = {}) =>
  farm.call(calcCalls.create, {
    name: `Корм ${feed} модуля ${location}`,
    feed_type_id: feed,
    location_ids: [location],
    start: farm.daysAgo(9),
    temp_prediction_strategy: 'FixedStrategy',
    temp_prediction_strategy_data: 6,
    ...more,
  } as never)

/** A cage of 2 000 kg in a module of its own, which eats 20 kg a day. */
async function eating(feed?: number) {
  const good = feed ?? (await feedWithNorms())
  const module = (await farm.module()).id
  const { id: cage, number } = await farm.cage({ location: module })
  await pond.stock(cage, 5)
  await assign(good, module)
  return { feed: good, module, cage, number }
}

const bring = (good: number, stock: number, count: number) => farm.adding({ good, stock, count, date: farm.daysAgo(1) })

/** With a warehouse of the module in which so much lies. */
async function stocked(count: number) {
  const eaten = await eating()
  const store = await farm.stock(undefined, { location_id: eaten.module })
  await bring(eaten.feed, store.id, count)
  return { ...eaten, store: store.id }
}

/** As the list tells them, each with what it is made of. */
const rowsOf = async (feed: number, more: object = {}, as?: { cookie: string }) => {
  const { rows } = await farm.call(supplyCall, { ...more } as never, { as })
  const own = rows.filter(({ good_id }) => good_id === feed)
  return Promise.all(
    own.map(async (row) => {
      const asked = await farm.call(supplyCall, { ...more, row: row.id } as never, { as })
      expect(asked.rows).toEqual([{ ...row, details: expect.anything() }])
      return { ...row, ...asked.rows[0]!.details! }
    }),
  )
}

const supplied = (good: number, fields: object) =>
  farm
    .call(counterpartyLibrary.create, { name: `Поставщик ${good}`, ...fields } as never)
    .then(async ({ id: supplier_id }) => {
      const { name } = Object.values(await farm.call(goodCalls.list, {})).find(({ id }) => id === good)!
      await farm.call(goodCalls.update, { id: good, name, type: 'feed', measure: 'kg', supplier_id })
    })

test('what lies there is taken day by day; it comes five days before it is gone, ordered seven before that', async () => {
  const { feed, module, number, cage, store } = await stocked(410)
  const [row, ...more] = await rowsOf(feed)
  expect(more).toEqual([])
  expect(row).toMatchObject({ location_id: module, left: 410, common_left: 0, need_a_day: 20, need: 600, planned: 0 })
  expect(row).toMatchObject({ runs_out: ahead(20), arrives: ahead(15), order_by: ahead(8), hungry: 0 })
  expect(row!.late).toBeUndefined()
  expect(row).toMatchObject({ missing: 190, order: 190, lead_days: 7, safety_days: 5 })
  expect(row).not.toHaveProperty('supplier')
  expect(row!.stocks).toMatchObject([{ id: store, amount: 410 }])
  expect(row!.cages).toEqual([{ cage_id: cage, cage_number: number, need: 600, planned: 0 }])
  expect(row!.days.slice(19, 22)).toEqual([
    { date: ahead(19), need: 20, left: 10, common: 0 },
    { date: ahead(20), need: 20, left: 0, common: 0 },
    { date: ahead(21), need: 20, left: 0, common: 0 },
  ])
})

test('its supplier has other days and sells whole bags, and does not drive on some days of the week', async () => {
  const { feed } = await stocked(410)
  // wanted in 18 days
  const closed = WEEK[(new Date(`${addDays(today, 18)}T00:00:00Z`).getUTCDay() + 6) % 7]!
  await supplied(feed, { lead_days: 3, safety_days: 2, lot: 25, no_delivery: closed })
  const [row] = await rowsOf(feed)
  expect(row).toMatchObject({ supplier: `Поставщик ${feed}`, lead_days: 3, safety_days: 2, lot: 25 })
  expect(row).toMatchObject({ arrives: ahead(17), order_by: ahead(14), missing: 190, order: 200 })
})

test('what should have been ordered before comes as soon as it can, and the days without feed are told', async () => {
  const { feed } = await stocked(45)
  const [row] = await rowsOf(feed)
  expect(row).toMatchObject({ runs_out: ahead(2), order_by: ahead(-10), late: true, arrives: ahead(7), hungry: 5 })
})

test('a day that is planned is fed by its plan', async () => {
  const { feed, cage } = await stocked(410)
  const row = {
    cage_id: cage,
    feed_type_id: feed,
    avg_weight: 0.2,
    count: 10_000,
    temperature: 6,
    rate: 100,
    growth: 0,
  }
  const others = (await farm.call(planCalls.day, { date: ahead(1) })).rows
  await farm.call(planCalls.saveDay, { date: ahead(1), plan: [...others, row] } as never)
  const [found] = await rowsOf(feed)
  expect(found).toMatchObject({ need: 680, planned: 100, runs_out: ahead(16), missing: 270 })
  expect(found!.days.slice(0, 3).map(({ need }) => need)).toEqual([20, 100, 20])
})

test('what the cage has been fed today is not taken again', async () => {
  const { feed, cage, store } = await stocked(410)
  const given = { ...pond.on(0, '00:00'), cage_id: cage, feed_type_id: feed, stock_id: store, volume: 15 }
  await farm.call(kinds.feeding.create, given)
  const [row] = await rowsOf(feed)
  expect(row).toMatchObject({ left: 395, need: 585, runs_out: ahead(20), missing: 190 })
  expect(row!.days[0]).toMatchObject({ need: 5, left: 390 })
})

test('of the common warehouses a module takes when its own are empty, another module from the first day', async () => {
  const { feed, module } = await stocked(100)
  const [other, common] = [await eating(feed), await farm.stock()]
  await bring(feed, common.id, 500)
  const rows = await rowsOf(feed)
  // five days of its own and 20 a day of the common, which give 40 from then on
  const own = rows.find(({ location_id }) => location_id === module)
  expect(own).toMatchObject({ left: 100, common_left: 500, need: 600, runs_out: ahead(15), missing: 300 })
  const shared = rows.find(({ location_id }) => location_id === undefined)
  expect(shared).toMatchObject({ left: 500, common_left: 0, need: 600, runs_out: ahead(15), missing: 300 })
  expect(shared!.stocks.map(({ id }) => id)).toEqual([common.id])
  expect(shared!.cages.map(({ cage_id }) => cage_id)).toEqual([other.cage])
  expect(shared!.days.slice(0, 6).map(({ left }) => left)).toEqual([480, 460, 440, 420, 400, 360])
})

test('when another feed is assigned from a day on, its need begins there, though it has never been bought', async () => {
  const { feed, module } = await stocked(410)
  const next = await feedWithNorms()
  await assign(next, module, { start: ahead(10) })
  expect((await rowsOf(feed))[0]).toMatchObject({ need: 200, missing: 0, order: 0 })
  const [row] = await rowsOf(next)
  expect(row).toMatchObject({ left: 0, stocks: [], need: 400, runs_out: ahead(10), location_id: module, late: true })
})

test('the days asked for are as many as the answer has, from a week to ninety', async () => {
  const { feed } = await stocked(410)
  expect((await rowsOf(feed, { days: 7 }))[0]).toMatchObject({ need: 140, missing: 0 })
  const [row] = await rowsOf(feed, { days: 90 })
  expect(row).toMatchObject({ need: 1800, missing: 1390 })
  expect(row!.days).toHaveLength(90)
  expect((await farm.call(supplyCall, { row: 'нет' } as never)).rows).toEqual([])
  for (const days of [6, 91]) await farm.call(supplyCall, { days }, { expect: 422 })
})

test('cages for which nothing says what to feed are named', async () => {
  const { id, number } = await farm.cage({ location: (await farm.module()).id })
  await pond.stock(id, 5)
  expect((await farm.call(supplyCall, {})).unknown).toContain(number)
})

test('people of modules and warehouses see the feed that these eat and hold', async () => {
  const { feed, module, store } = await stocked(410)
  const other = await stocked(100)
  const permissions = ['view feed calcs', 'read stocks'] as const
  const here = await farm.user({ permissions: [...permissions], locations: [module] })
  expect(await rowsOf(feed, {}, here)).toHaveLength(1)
  expect(await rowsOf(other.feed, {}, here)).toEqual([])
  const [closed] = await rowsOf(other.feed)
  expect((await farm.call(supplyCall, { row: closed!.id } as never, { as: here })).rows).toEqual([])
  const there = await farm.user({ permissions: [...permissions], stocks: [other.store] })
  expect(await rowsOf(feed, {}, there)).toEqual([])
  const keeper = await farm.user({ permissions: [...permissions], stocks: [store] })
  expect(await rowsOf(feed, {}, keeper)).toHaveLength(1)
  for (const alone of permissions)
    await farm.call(supplyCall, {}, { as: await farm.user({ permissions: [alone] }), expect: 403 })
})

test('whoever is limited to a module counts what others take of the common warehouse, without seeing who', async () => {
  const common = await farm.stock()
  const one = await eating()
  const other = await eating(one.feed)
  await bring(one.feed, common.id, 410)
  const person = await farm.user({ permissions: ['view feed calcs', 'read stocks'], locations: [one.module] })
  const [row] = await rowsOf(one.feed, {}, person)
  expect(row).toMatchObject({ need: 1200, runs_out: ahead(10), elsewhere: 600 })
  expect(row!.cages.map(({ cage_id }) => cage_id)).toEqual([one.cage])
  expect((await rowsOf(one.feed))[0]!.cages.map(({ cage_id }) => cage_id).sort()).toEqual([one.cage, other.cage].sort())
})

test('the bell names what has to be ordered, until it has come', async () => {
  const { feed, store } = await stocked(65)
  const { name } = Object.values(await farm.call(goodCalls.list, {})).find(({ id }) => id === feed)!
  const told = async () => (await farm.call(noticesCall, {})).filter(({ text }) => text.includes(`«${name}»`))
  const database = openDatabase(farm.database.webUrl, 1)
  for (let turn = 0; turn < 2; turn++) await keepNeeds(database, farm.session.user.company.id)
  await database.close()
  expect(await told()).toMatchObject([
    {
      kind: 'feed-runs-out',
      text: `Корм «${name}» кончится ${ahead(4)}, заказать до ${ahead(-8)}`,
      href: '/feed/supply',
    },
  ])
  // the rule of alarms tells the same, and takes its place
  const terms = { kind: 'supply', terms: { days: 0 } }
  const { episodes } = await farm.call(alarmCalls.history, terms as never)
  expect(episodes.filter(({ text }) => text.includes(`«${name}»`))).toMatchObject([
    { danger: true, href: '/feed/supply' },
  ])
  await farm.call(alarmCalls.save, { ...terms, on: true } as never)
  expect(await told()).toEqual([])
  await farm.call(alarmCalls.save, { ...terms, on: false } as never)
  expect(await told()).toHaveLength(1)
  await bring(feed, store, 1000)
  expect(await told()).toEqual([])
})

test('a feed keeps the size of its pellets and its supplier, a supplier how it delivers', async () => {
  const sent = { name: 'Поставщик кормов', lead_days: 14, safety_days: 3, lot: 1000, no_delivery: 'SUN, сб' }
  const supplier = await farm.call(counterpartyLibrary.create, sent)
  expect(supplier).toMatchObject({ lead_days: 14, safety_days: 3, lot: 1000, no_delivery: 'сб, вс' })
  const fields = { type: 'feed', measure: 'kg', pellet_size: '4,5', supplier_id: supplier.id } as const
  const feed = await farm.call(goodCalls.create, { name: 'Актив 4,5 мм', ...fields })
  expect(feed).toMatchObject({ pellet_size: 4.5, supplier_id: supplier.id, supplier: 'Поставщик кормов' })
  const medicine = await farm.call(goodCalls.create, { name: 'Соль', ...fields, type: 'medicine' })
  expect(medicine).toMatchObject({ pellet_size: null, supplier_id: null })
  for (const wrong of [{ pellet_size: 101 }, { pellet_size: 0 }, { supplier_id: 999_999 }])
    await farm.call(goodCalls.create, { name: 'Другой', ...fields, ...wrong }, { expect: 422 })
  await farm.call(counterpartyLibrary.create, { ...sent, name: 'Ещё', no_delivery: 'завтра' }, { expect: 422 })
  const refused = await farm.call(counterpartyLibrary.remove, { id: supplier.id }, { expect: 409 })
  expect(refused.message).toContain('Актив 4,5 мм')
})
