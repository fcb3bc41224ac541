/** The plan beside what came of it, month by month, against a farm worked out by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { openPond, type Pond } from '../../../testing/farm/pond'
import { dashboardCall } from '../dashboard/dashboard.contract'
import { planCalls, type PlanFigures } from './plan.contract'
import { factLines, planFactsCall } from './plan-facts.contract'

let pond: Pond
let farm: Pond['farm']
/** the year before: all of its months are over */
let year: number

const PLAN = {
  3: { biomass: 120, growth: 20, fed: 25, lost_count: 20 },
  4: { biomass: 100, growth: 0, fed: 10, caught_weight: 15, revenue: 8000, spending: 2000 },
}

/**
 * 100 kg of 1 000 fish in January. In March 50 kg of feed, ten dead (1 kg), the rest weighed at 120 g: 118.8 kg, so it
 * grew 19.8. In April 12 kg of 100 fish are sold for 600 roubles a kilogram, and 2 500 roubles are spent.
 */
beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
  year = Number(farm.today().slice(6)) - 1
  const at = (day: string) => ({ date: `${day}.${year}`, time: '10:00' })
  const [cage, feed, stock] = [(await pond.cage()).id, await farm.good(), await farm.stock()]
  const buyer = { show_with_counterparty: true, counterparty_id: (await farm.counterparty('Рыбный двор')).id }
  await farm.call(kinds.stocking.create, { ...at('10.01'), to_id: cage, ...pond.group, count: 1000, weight: 100 })
  await farm.adding({ good: feed.id, stock: stock.id, count: 1000, date: `01.01.${year}` })
  const fed = { cage_id: cage, feed_type_id: feed.id, stock_id: stock.id, volume: 50 }
  await farm.call(kinds.feeding.create, { ...at('05.03'), ...fed })
  await farm.call(kinds.retreat.create, { ...at('10.03'), from_id: cage, ...pond.group, count: 10 })
  await farm.call(kinds.weighing.create, { ...at('20.03'), cage_id: cage, avg_weight: 0.12 })
  const sold = { from_id: cage, ...pond.group, count: 100, weight: 12, reason: 'sale', price_per_kilogram: 600 }
  await farm.call(kinds.withdrawal.create, { ...at('15.04'), ...sold, ...buyer })
  const category = await farm.spendingCategory()
  const spent = { name: 'Счёт', amount: 2500, spending_category_id: category.id }
  await farm.call(kinds.spending.create, { date: `20.04.${year}`, ...spent })
  const cells = Object.entries(PLAN).flatMap(([month, values]) =>
    Object.entries(values).map(([measure, value]) => ({
      ...{ month: `${year}-0${month}`, measure: measure as keyof (typeof PLAN)[4], value },
    })),
  )
  await farm.call(planCalls.set, { cells })
})
afterAll(() => farm.close())

const NOTHING: PlanFigures = {
  ...{ biomass: null, growth: null, fed: null, feed_coefficient: null },
  ...{ lost_count: null, caught_weight: null, revenue: null, spending: null },
}

test('a month that is over stands beside its plan, with how much of it was reached', async () => {
  const { months, limited } = await farm.call(planFactsCall, { year })
  expect(limited).toBe(false)
  expect(months.map(({ start }) => start.slice(3, 5))).toEqual(
    Array.from({ length: 12 }, (_, at) => `${at + 1}`.padStart(2, '0')),
  )
  const [, february, march, april] = months
  expect(february).toMatchObject({ plan: NOTHING, percent: NOTHING, fact: { biomass: 100, growth: 0, fed: 0 } })
  expect(march).toEqual({
    ...{ start: `01.03.${year}`, end: `31.03.${year}` },
    plan: { ...NOTHING, biomass: 120, growth: 20, fed: 25, feed_coefficient: 1.25, lost_count: 20 },
    fact: {
      ...{ biomass: 118.8, growth: 19.8, fed: 50, feed_coefficient: 2.53, lost_count: 10 },
      ...{ caught_weight: 0, revenue: 0, spending: 0 },
    },
    percent: { ...NOTHING, biomass: 99, growth: 99, fed: 200, feed_coefficient: 202.4, lost_count: 50 },
  })
  expect(april).toMatchObject({
    fact: {
      biomass: 106.8,
      growth: 0,
      fed: 0,
      feed_coefficient: null,
      caught_weight: 12,
      revenue: 7200,
      spending: 2500,
    },
    // of a plan of nothing there is no per cent
    percent: { biomass: 106.8, growth: null, fed: 0, caught_weight: 80, revenue: 90, spending: 125 },
  })
})

test('facts are the figures of the dashboard, and add up to the year', async () => {
  const { months, total } = await farm.call(planFactsCall, { year })
  for (const { start, end, fact } of [...months.slice(0, 4), total!]) {
    const { biomass, growth, fed, lost_count, caught_weight, spending } = await farm.call(dashboardCall, { start, end })
    expect(fact).toMatchObject({ biomass, growth, fed, lost_count, caught_weight, spending })
  }
  expect(total).toMatchObject({
    ...{ start: `01.01.${year}`, end: `31.12.${year}` },
    fact: { biomass: 106.8, growth: 19.8, fed: 50, revenue: 7200 },
    // most months have none
    plan: NOTHING,
  })
})

test('the table has three lines for each measure that is planned', async () => {
  const { months, total } = await farm.call(planFactsCall, { year })
  const lines = factLines(months, total, (key, values) => key.replace('{{measure}}', values?.['measure'] ?? ''))
  expect(lines).toHaveLength(3 * 8)
  expect(lines.slice(3, 6)).toMatchObject([
    { name: 'Прирост, план', unit: 'кг', total: null, m1: null, m2: 20 },
    { name: 'Прирост, факт', unit: 'кг', total: 19.8, m1: 0, m2: 19.8 },
    { name: 'Прирост, %', unit: '%', total: null, m1: null, m2: 99 },
  ])
})

test('without a plan there is nothing to compare, nor for whoever sees a part of the farm', async () => {
  const none = { months: [], total: null, limited: false }
  expect(await farm.call(planFactsCall, { year: year - 1 })).toEqual(none)
  expect(await farm.call(planFactsCall, { year: year + 2 })).toEqual(none)
  const own = await farm.module()
  const part = await farm.user({ permissions: ['access reports'], locations: [own.id] })
  expect(await farm.call(planFactsCall, { year }, { as: part })).toEqual({ ...none, limited: true })
  const reader = await farm.user({ permissions: ['access reports'] })
  const { months } = await farm.call(planFactsCall, { year }, { as: reader })
  expect(months[3]).toMatchObject({ plan: { spending: null }, fact: { spending: null }, percent: { spending: null } })
})
