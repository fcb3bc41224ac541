/** The cost of living fish on a farm worked out on paper, and who is told of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { accessCalls } from '../../../features/access/sign-in/access.contract'
import { annualCalls } from '../../../features/reports/annual/annual.contract'
import { kinds } from '../../documents/kinds/kinds.contract'
import { costCalls } from './fish-cost.contract'

let farm: Farm
let year: number
let bay: number
let [seven, eight, far] = [0, 0, 0]
let group: { generation_id: number; age_category_id: number }
let [feed, barn, bills] = [0, 0, 0]
const on = (day: string) => ({ date: `${day}.${year}`, time: '10:00' })

/**
 * Last March: 1 000 fish of 100 kg for 50 000 ₽ in cage 7, 100 kg of feed at 100 ₽; half of them go to cage 8, and eat
 * 100 kg more; half of the rest is sold, then 40 % of what is left dies at once. The month has 2 511 kg-days
 * (cage 7: 990 + 405 + 22.5 + 148.5, cage 8: 945), so that 25 110 ₽ of wages are 10 ₽ for each.
 */
beforeAll(async () => {
  farm = await openFarm()
  year = Number(farm.today().slice(6)) - 1
  bay = (await farm.module('Залив')).id
  seven = (await farm.cage({ location: bay, number: '7' })).id
  eight = (await farm.cage({ location: bay, number: '8' })).id
  far = (await farm.cage({ location: (await farm.module('Пролив')).id, number: '20' })).id
  const generation = await farm.generation({ species: (await farm.species()).id, date: `01.03.${year}` })
  group = { generation_id: generation.id, age_category_id: (await farm.category('Малёк')).id }
  barn = (await farm.stock('Амбар')).id
  feed = (await farm.good({ name: 'Актив' })).id
  bills = (await farm.spendingCategory('Вода')).id
  await farm.adding({ good: feed, stock: barn, count: 300, ...on('01.03'), time: '00:00', price: 100 })
  const fish = { ...group, count: 1000, avg_weight: '0,1' }
  await farm.call(kinds.stocking.create, { ...on('01.03'), to_id: seven, ...fish, payment: 50_000 })
  await fed('02.03', seven, 100)
  await farm.call(kinds.retreat.create, { ...on('10.03'), from_id: seven, ...group, count: 100 })
  await farm.call(kinds.transfer.create, { ...on('11.03'), from_id: seven, to_id: eight, ...group, count: 450 })
  await fed('12.03', eight, 100)
  const shop = { show_with_counterparty: true, counterparty_id: (await farm.counterparty('Рыбный двор')).id }
  const sold = { ...on('20.03'), from_id: seven, ...group, count: 225, weight: '22,5' }
  await farm.call(kinds.withdrawal.create, { ...sold, ...shop, price_per_kilogram: 1200 })
  await farm.call(kinds.retreat.create, { ...on('21.03'), from_id: seven, ...group, count: 90 })
  await spent('15.03', 25_110)
})
afterAll(() => farm.close())

const fed = (day: string, cage_id: number, volume: number) =>
  farm.call(kinds.feeding.create, { ...on(day), cage_id, feed_type_id: feed, stock_id: barn, volume })
const spent = (day: string, amount: number, more: object = {}) =>
  farm.call(kinds.spending.create, {
    date: `${day}.${year}`,
    name: 'Счёт',
    amount,
    spending_category_id: bills,
    ...more,
  })

const at = (day: string, more: object = {}) => farm.call(costCalls.now, { date: `${day}.${year}`, ...more })
const brief = (row: Record<string, unknown> | undefined) =>
  ['stocking', 'feed', 'medicine', 'own', 'shared', 'cost', 'per_kg'].map((key) => row?.[key])
const march = { start: '', date: '' }
beforeAll(() => Object.assign(march, { start: `01.03.${year}`, date: `31.03.${year}` }))

describe('by hand', () => {
  it('a kilogram in each cage costs what its fish were bought, fed and kept for', async () => {
    const { rows, total, open, limited } = await at('31.03')
    expect([open, limited]).toEqual([true, false])
    expect(rows.map(({ name, location_name, weight }) => [name, location_name, weight])).toEqual([
      ['7', 'Залив', 13.5],
      ['8', 'Залив', 45],
    ])
    expect(brief(rows[0])).toEqual([7500, 1500, 0, 0, 4320, 13_320, 986.67])
    expect(brief(rows[1])).toEqual([25_000, 15_000, 0, 0, 14_400, 54_400, 1208.89])
    expect(brief(total)).toEqual([32_500, 16_500, 0, 0, 18_720, 67_720, 1157.61])
  })

  it('on an earlier day too, and by module and generation', async () => {
    expect(brief((await at('10.03')).rows[0])).toEqual([50_000, 10_000, 0, 0, 9900, 69_900, 776.67])
    for (const by of ['module', 'generation'] as const) {
      const { rows } = await at('31.03', { by })
      expect(rows).toHaveLength(1)
      expect(rows[0]!.cost).toBe(67_720)
    }
    expect((await at('28.02')).rows).toEqual([])
  })

  it('its month opens into what came, moved and left, and into feed', async () => {
    const { months, total, goods } = await farm.call(costCalls.months, { ...march, cages_id: [seven] })
    expect(months).toHaveLength(1)
    expect(months[0]).toMatchObject({
      start: `01.03.${year}`,
      end: `31.03.${year}`,
      opening: 0,
      stocking: 50_000,
      feed: 10_000,
      shared: 15_660,
      moved: -34_950,
      sold: 19_500,
      abnormal: 7890,
      lost: 0,
      closing: 13_320,
      shared_all: 25_110,
      shared_percent: 62.37,
    })
    expect(total.closing).toBe(13_320)
    expect(goods).toEqual([
      { id: feed, name: 'Актив', type: 'feed', measure_name: 'кг', amount: 100, price: 100, money: 10_000 },
    ])
  })

  it('a sale has its margin', async () => {
    const { rows, total } = await farm.call(costCalls.sales, march)
    expect(rows).toMatchObject([
      {
        cage_number: '7',
        counterparty: 'Рыбный двор',
        weight: 22.5,
        revenue: 27_000,
        cost: 19_500,
        margin: 7500,
        cost_per_kg: 866.67,
        margin_per_kg: 333.33,
        margin_percent: 27.78,
      },
    ])
    expect(total).toMatchObject({ revenue: 27_000, margin: 7500, unpriced: 0 })
  })
})

describe('what changes it', () => {
  it('a feeding that was forgotten in March makes both cages dearer', async () => {
    const { id } = await fed('03.03', seven, 50)
    const { rows } = await at('31.03')
    expect(rows.map((row) => row.feed)).toEqual([2250, 17_500])
    await farm.call(kinds.feeding.remove, { id })
    expect((await at('31.03')).rows.map((row) => row.feed)).toEqual([1500, 15_000])
  })

  it('treatments between and after feedings cost the fish that were there then', async () => {
    const good = (await farm.good({ name: 'Соль', type: 'medicine' })).id
    await farm.adding({ good, stock: barn, count: 50, ...on('01.03'), time: '00:00', price: 100 })
    const given = { good_id: good, stock_id: barn }
    const treated = [
      await farm.call(kinds.treatment.create, { ...on('05.03'), ...given, cage_id: seven, volume: 40 }),
      await farm.call(kinds.treatment.create, { ...on('13.03'), ...given, cage_id: eight, volume: 10 }),
    ]
    const { rows } = await at('31.03')
    // half of the first went to cage 8 with its fish, and of the rest half was sold, then 40 % died
    expect(rows.map(({ medicine }) => medicine)).toEqual([600, 2000 + 1000])
    expect(rows.map((row) => row.feed)).toEqual([1500, 15_000])
    for (const { id } of treated) await farm.call(kinds.treatment.remove, { id })
  })

  it('expenses for a cage or a module stay there; where nothing swims they are named', async () => {
    const made = [
      await spent('20.03', 4500, { for_cage_id: eight }),
      await spent('21.03', 300, { for_cage_id: far }),
      await spent('22.03', 2511, { for_location_id: bay }),
    ]
    const { rows, nobody } = await at('31.03')
    // the module's 2 511 ₽ are 1 ₽ a kg-day: 432 and 1 440
    expect(rows.map((row) => row.own)).toEqual([432, 4500 + 1440])
    expect(nobody).toEqual({ used: 0, spent: 300 })
    for (const { id } of made) await farm.call(kinds.spending.remove, { id })
  })

  it('an expense is for a module or for a cage', async () => {
    const both = { for_cage_id: eight, for_location_id: bay }
    const refused = await farm.call(
      kinds.spending.create,
      { date: `20.03.${year}`, name: 'Счёт', amount: 5, spending_category_id: bills, ...both },
      { expect: 422 },
    )
    expect(Object.keys(refused.errors!)).toEqual(['for_cage_id'])
    const stored = await spent('20.03', 5, { for_cage_id: eight })
    expect(stored).toMatchObject({ for_cage_id: eight, for_location_id: null, paid_for: 'Залив, 8' })
    await farm.call(kinds.spending.remove, { id: stored.id })
  })

  it('fish without a price and feed without one are counted, not free in silence', async () => {
    const bare = (await farm.good({ name: 'Без цены' })).id
    await farm.adding({ good: bare, stock: barn, count: 100, ...on('01.04') })
    const fish = { ...group, count: 10, avg_weight: '0,1' }
    const { id } = await farm.call(kinds.stocking.create, { ...on('02.04'), to_id: far, ...fish })
    const eaten = { ...on('03.04'), cage_id: far, feed_type_id: bare, stock_id: barn, volume: 60 }
    const { id: meal } = await farm.call(kinds.feeding.create, eaten)
    const { total } = await at('30.04')
    expect(total).toMatchObject({ unpriced_feed: 60, unpriced_fish: 1 })
    await farm.call(kinds.feeding.remove, { id: meal })
    await farm.call(kinds.stocking.remove, { id })
  })

  it('feed costs what the annual report says, by either method and on whichever day one asks', async () => {
    const { id } = await farm.adding({ good: feed, stock: barn, count: 300, ...on('01.09'), price: 130 })
    for (const [method, price] of [
      ['fifo', 100],
      ['avg', 115],
    ] as const) {
      await farm.call(accessCalls.companySettings, { 'cost-method': method })
      const { sections } = await farm.call(annualCalls.report, { year, method })
      const used = sections.feed.find(({ key }) => key === 'consumed')!
      const { months, total } = await farm.call(costCalls.months, { date: `31.12.${year}` })
      expect(months.map((month) => month.feed).slice(0, 2)).toEqual([200 * price, 0])
      expect(total.feed).toBe(used.total.money)
      expect((await at('31.03')).rows.map((row) => row.feed)).toEqual([15 * price, 150 * price])
    }
    await farm.call(accessCalls.companySettings, { 'cost-method': 'fifo' })
    await farm.call(kinds.receipt.remove, { id })
  })

  it('settings of the farm: by pieces the shares are others', async () => {
    await farm.call(accessCalls.companySettings, { 'cost-share': 'fed' })
    // half of the feed was eaten before the move
    expect((await at('31.03')).rows.map((row) => row.shared)).toEqual([1883.25, 18_832.5])
    await farm.call(accessCalls.companySettings, { 'cost-share': 'biomass' })
  })
})

describe('who is told', () => {
  const all = ['access reports', 'access spending', 'read stocks'] as const

  it('nobody who may not see expenses and stocks', async () => {
    const as = await farm.user({ permissions: ['access reports'] })
    const answer = await farm.call(costCalls.now, { date: `31.03.${year}` }, { as })
    expect(answer).toMatchObject({ open: false, rows: [], total: { cost: 0 } })
    expect(await farm.call(costCalls.sales, march, { as })).toMatchObject({ open: false, rows: [] })
    expect(await farm.call(costCalls.months, march, { as })).toMatchObject({ open: false, months: [] })
  })

  it('a person of one module of that alone, which is said', async () => {
    const location = (await farm.module('Плёс')).id
    const as = await farm.user({ permissions: [...all], locations: [location] })
    expect(await farm.call(costCalls.now, { date: `31.03.${year}` }, { as })).toMatchObject({
      open: true,
      limited: true,
      rows: [],
    })
    await farm.call(costCalls.now, { location_id: bay }, { as, expect: 403 })
  })
})
