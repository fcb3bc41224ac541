/** Costs that a job keeps are those that are folded anew, and go when the past changes. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessCalls } from '../../../features/access/sign-in/access.contract'
import { type Database, openDatabase } from '../../../server/db/client'
import { openPond, type Pond } from '../../../testing/farm/pond'
import { kinds } from '../../documents/kinds/kinds.contract'
import { checkCosts } from './check-costs.server'
import { costCalls } from './fish-cost.contract'
import { fishCosts } from './fish-costs-job.server'
import { keepCosts } from './keep-costs.server'

let pond: Pond
let farm: Pond['farm']
let database: Database
let company: number
let [near, far, gone, feed, barn] = [0, 0, 0, 0, 0]

/** Days ago, months apart. */
const BEGAN = 100
const on = (days: number) => ({ date: farm.daysAgo(days), time: '10:00' })
const fed = (days: number, cage_id: number, volume: number) =>
  farm.call(kinds.feeding.create, { ...on(days), cage_id, feed_type_id: feed, stock_id: barn, volume })

beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
  company = farm.session.user.company.id
  database = openDatabase(farm.database.webUrl)
  ;[near, far] = [(await pond.cage()).id, (await pond.cage()).id]
  barn = (await farm.stock()).id
  feed = (await farm.good({ name: 'Корм' })).id
  for (const [days, price] of [
    [BEGAN, 90.37],
    [65, 110.13],
    [30, 130.71],
  ] as const)
    await farm.adding({ good: feed, stock: barn, count: 299.777, ...on(days), time: '00:00', price })
  const fish = { ...pond.group, count: 3001, avg_weight: '0,123' }
  await farm.call(kinds.stocking.create, { ...on(BEGAN), to_id: near, ...fish, payment: '123456,78' })
  await farm.call(kinds.transfer.create, { ...on(70), from_id: near, to_id: far, ...pond.group, count: 1777 })
  for (let days = BEGAN - 1; days > 0; days -= 7) await fed(days, days > 60 ? near : far, 33.3)
  const sold = { from_id: near, ...pond.group, count: 101, weight: 13 }
  for (const days of [68, 40, 5]) await farm.call(kinds.withdrawal.create, { ...on(days), ...sold })
  // feed without a price, and nothing else, went through these
  gone = (await pond.cage()).id
  const found = (await farm.good({ name: 'Найденный корм' })).id
  await farm.adding({ good: found, stock: barn, count: 50, ...on(BEGAN), time: '00:00' })
  const few = { ...pond.group, count: 100 }
  await farm.call(kinds.stocking.create, { ...on(80), to_id: gone, ...few, avg_weight: '0,1' })
  const given = { cage_id: gone, feed_type_id: found, stock_id: barn, volume: 7 }
  await farm.call(kinds.feeding.create, { ...on(80), time: '11:00', ...given })
  await farm.call(kinds.retreat.create, { ...on(80), time: '12:00', from_id: gone, ...few })
  const bills = (await farm.spendingCategory()).id
  for (const days of [90, 60, 30, 3]) {
    const bill = { date: farm.daysAgo(days), name: 'Счёт', amount: '9876,54', spending_category_id: bills }
    await farm.call(kinds.spending.create, bill)
  }
}, 60_000)
afterAll(async () => {
  await database.close()
  await farm.close()
})

const kept = async () =>
  (await farm.sql<{ month: string }>('select month from fish_cost_months order by month')).map(({ month }) => month)

/** All that is told of these days, with or without what is kept. */
async function told() {
  const days = [95, 61, 33, 0].map((ago) => farm.daysAgo(ago))
  const { end } = (await farm.call(costCalls.months, {})).months[1]!
  return Promise.all([
    ...[...days, end].map((date) => farm.call(costCalls.now, { date })),
    farm.call(costCalls.months, {}),
    farm.call(costCalls.months, { start: farm.daysAgo(40) }),
    farm.call(costCalls.months, { cages_id: [far] }),
    farm.call(costCalls.months, { cages_id: [gone] }),
    farm.call(costCalls.sales, { start: farm.daysAgo(69) }),
  ])
}

it('tells the same with months that are kept, and without', async () => {
  const before = await told()
  expect(before.at(-2)).toMatchObject({ goods: [{ name: 'Найденный корм', amount: 7 }] })
  await keepCosts(database, company)
  expect((await kept()).length).toBeGreaterThanOrEqual(2)
  expect(await told()).toEqual(before)
  await keepCosts(database, company)
  expect(await told()).toEqual(before)
  const check = () => database.transaction(company, (tx) => checkCosts(tx, company))
  expect(await check()).toEqual([])
  const [month] = await kept()
  await farm.sql(`update fish_cost_months set sold = '[[1,1]]' where month = $1`, [month])
  expect(await check()).toEqual([expect.stringContaining(`costs of fish of ${month!.slice(0, 7)}`)])
  await farm.sql('delete from fish_cost_months')
})

it('are kept by the job, whose thread looks only for what is due', async () => {
  const run = () => farm.due(fishCosts)
  await keepCosts(database, company)
  const all = await kept()
  await farm.sql('delete from fish_cost_months where month > $1', [all[0]])
  await run()
  expect(await kept()).toEqual(all)
  await run()
  expect(await kept()).toEqual(all)
}, 60_000)

it('a record in the past takes away its month and all that follow', async () => {
  await keepCosts(database, company)
  const all = await kept()
  await fed(66, near, 10)
  const [, of, year] = farm.daysAgo(66).split('.')
  const month = `${year}-${of}-01`
  expect(await kept()).toEqual(all.filter((one) => one < month))
  const anew = await told()
  await keepCosts(database, company)
  expect(await kept()).toEqual(all)
  expect(await told()).toEqual(anew)
})

it('whatever takes months away orders them anew, once, for its own farm alone', async () => {
  const orders = () =>
    farm.sql<{ name: string; data: object }>(`select name, data from pgboss.job where name = 'fish-costs' order by 1`)
  await keepCosts(database, company)
  const all = await kept()
  await farm.sql('delete from pgboss.job')
  await farm.sql('delete from job_runs')
  await fed(3, near, 1)
  expect(await orders()).toEqual([])
  await fed(67, near, 1)
  await keepCosts(database, company)
  await fed(66, near, 1)
  expect(await orders()).toEqual([{ name: 'fish-costs', data: { company } }])
  await farm.work([fishCosts])
  expect(await kept()).not.toEqual(all)
  await farm.sql('update pgboss.job set start_after = now()')
  await farm.work([fishCosts])
  expect(await kept()).toEqual(all)
  expect(await orders()).toEqual([])
  // the clock's own run is still due
  expect(await farm.sql(`select from job_runs where job = 'fish-costs'`)).toEqual([])
}, 60_000)

it('so does the price of a receipt, and another way of reckoning', async () => {
  await keepCosts(database, company)
  const [receipt] = await farm.sql<{ id: number }>(`select id from operations where kind = 'good_adding' order by at`)
  const lines = [{ good_id: feed, amount: 300, price: 95 }]
  await farm.call(kinds.receipt.update, {
    id: receipt!.id,
    ...on(BEGAN),
    time: '00:00',
    stock_id: barn,
    lines,
  } as never)
  expect(await kept()).toEqual([])
  await keepCosts(database, company)
  const before = await farm.call(costCalls.now, {})
  await farm.call(accessCalls.companySettings, { 'cost-share': 'pieces' })
  expect((await farm.call(costCalls.now, {})).rows).not.toEqual(before.rows)
  await keepCosts(database, company)
  await farm.call(accessCalls.companySettings, { 'cost-share': 'biomass' })
  expect((await farm.call(costCalls.now, {})).rows).toEqual(before.rows)
})

it('by the average of the year a receipt of today changes what is kept of this year, from its first use on', async () => {
  const once = (await farm.good({ name: 'Корм одного дня' })).id
  await farm.adding({ good: once, stock: barn, count: 100, ...on(BEGAN), time: '00:00', price: 50 })
  const given = { cage_id: far, feed_type_id: once, stock_id: barn, volume: 20 }
  await farm.call(kinds.feeding.create, { ...on(66), time: '11:00', ...given })
  await farm.call(accessCalls.companySettings, { 'cost-method': 'avg' })
  const truth = async () => {
    await farm.sql('delete from fish_cost_months')
    return told()
  }
  const before = await truth()
  await keepCosts(database, company)
  const all = await kept()
  expect(all.length).toBeGreaterThanOrEqual(2)
  expect(await told()).toEqual(before)

  await farm.adding({ good: once, stock: barn, count: 1000, ...on(0), time: '00:00', price: 900 })
  expect(await kept()).toEqual(all)
  const after = await told()
  // in January the year of that feeding is over
  const isOver = farm.daysAgo(66).slice(-4) !== farm.daysAgo(0).slice(-4)
  expect(JSON.stringify(after) === JSON.stringify(before)).toBe(isOver)
  expect(after).toEqual(await truth())

  await keepCosts(database, company)
  expect(await kept()).toEqual(all)
  expect(await told()).toEqual(after)
  await farm.call(accessCalls.companySettings, { 'cost-method': 'fifo' })
})
