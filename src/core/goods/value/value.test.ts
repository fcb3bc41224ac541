import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import type { Session } from '../../../testing/session'
import { kinds } from '../../documents/kinds/kinds.contract'
import { goodCalls, workshopGoodCalls } from '../good-calls.contract'
import { NO_PRICE, valueCalls } from './value.contract'

const { all, one, balance } = valueCalls.good

let farm: Farm
let good: { id: number }
let barn: { id: number; name: string }
let shed: { id: number; name: string }
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())
beforeEach(async () => {
  ;[good, barn, shed] = [await farm.good(), await farm.stock(), await farm.stock()]
})

const transact = (date: string, input: object) =>
  farm.call(goodCalls.transact, { id: good.id, date, time: '10:00', ...input } as never)
const bring = (date: string, count: number, price: string | null, stock = barn, more: object = {}) =>
  transact(date, { stock: stock.id, count, ...(price !== null && { price }), ...more })
const use = (date: string, count: number, stock = barn) => transact(date, { stock_from: stock.id, count })
const move = (date: string, count: number) => transact(date, { stock_from: barn.id, stock: shed.id, count })

const rowOf = async (input: object = {}, as?: Session) =>
  (await farm.call(all, input as never, { as })).rows.find(({ good_id }) => good_id === good.id)
const oneOf = (input: object = {}, as?: Session) => farm.call(one, { id: good.id, ...input } as never, { as })

/** 1 000 kg at 100 roubles, 1 000 kg at 120, of which 1 500 are used; in two warehouses. */
async function vector() {
  await bring('01.03.2024', 1000, '100', barn, { waybill_number: 'А-17' })
  await bring('01.04.2024', 1000, '120', shed)
  await use('01.05.2024', 1000)
  await use('02.05.2024', 500, shed)
}

describe('a good that came at two prices', () => {
  it('is worth what came last, or its share of the year', async () => {
    await vector()
    const row = { good_id: good.id, amount: 500, warning: null }
    expect(await rowOf()).toEqual({ ...row, value: 60_000, unit_cost: 120 })
    expect(await rowOf({ method: 'avg' })).toEqual({ ...row, value: 55_000, unit_cost: 110 })
    expect(await rowOf({ date: '30.04.2024' })).toMatchObject({ amount: 2000, value: 220_000, unit_cost: 110 })
    expect(await rowOf({ date: '29.02.2024' })).toBeUndefined()
  })

  it('says of what receipts it is, and what each issue has cost', async () => {
    await vector()
    const told = await oneOf({ start: '01.05.2024' })
    expect(told.issues.map(({ amount, cost }) => [amount, cost])).toEqual([
      [1000, 100_000],
      [500, 60_000],
    ])
    expect(told.layers).toEqual([
      expect.objectContaining({
        kind: 'good_adding',
        datetime: '2024-04-01T10:00',
        stock: shed.name,
        price: 120,
        amount: 1000,
        left: 500,
        value: 60_000,
      }),
    ])
    expect((await oneOf({ date: '31.03.2024' })).layers).toEqual([
      expect.objectContaining({ waybill_number: 'А-17', left: 1000, value: 100_000 }),
    ])
    // only from the second issue on: what the first took is no longer there
    expect((await oneOf({ start: '02.05.2024' })).issues.map(({ cost }) => cost)).toEqual([60_000])
  })

  it('is priced anew when a receipt turns up that came earlier', async () => {
    await vector()
    await bring('01.02.2024', 500, '80')
    const told = await oneOf({ start: '01.05.2024' })
    // 500 at 80 and 500 at 100, then 500 at 100; 1 000 at 120 are left
    expect(told.issues.map(({ cost }) => cost)).toEqual([90_000, 50_000])
    expect(told).toMatchObject({ amount: 1000, value: 120_000 })
    // (40 000 + 100 000 + 120 000) / 2 500 = 104
    expect(await rowOf({ method: 'avg' })).toMatchObject({ value: 104_000, unit_cost: 104 })
  })

  it('is priced anew when nothing of its receipt is changed but the price', async () => {
    await vector()
    const { id } = await bring('01.06.2024', 100, '150')
    expect(await rowOf()).toMatchObject({ amount: 600, value: 75_000 })
    const lines = [{ good_id: good.id, amount: 100, price: 160 }]
    await farm.call(kinds.receipt.update, { id, date: '01.06.2024', time: '10:00', stock_id: barn.id, lines })
    expect(await rowOf()).toMatchObject({ amount: 600, value: 76_000 })
    // (100 000 + 120 000 + 16 000) / 2 100 of 600
    expect(await rowOf({ method: 'avg' })).toMatchObject({ value: 67_428.57 })
  })

  it('is neither bought nor used by a move', async () => {
    await vector()
    await bring('01.06.2024', 100, '150')
    await move('02.06.2024', 60)
    const told = await oneOf({ start: '01.06.2024' })
    expect(told.issues).toEqual([])
    expect(told.layers!.map(({ left, price }) => [left, price])).toEqual([
      [500, 120],
      [100, 150],
    ])
    // 75 000 roubles in 600 kg: 40 of them in the barn, 560 in the shed
    expect(told.stocks).toEqual([
      { stock_id: barn.id, stock: barn.name, amount: 40, value: 5000 },
      { stock_id: shed.id, stock: shed.name, amount: 560, value: 70_000 },
    ])
  })

  it('takes no price from a move, also from one whose line has a price', async () => {
    await bring('01.03.2024', 1000, '100')
    await move('02.06.2024', 500)
    await farm.sql(
      `update operation_lines set price = 100 where role in ('in', 'out') and good_id = $1 and operation_id in (
      select id from operations where kind = 'good_move')`,
      [good.id],
    )
    expect(await rowOf()).toMatchObject({ amount: 1000, value: 100_000 })
    expect(await rowOf({ method: 'avg' })).toMatchObject({ amount: 1000, value: 100_000 })
  })

  it('is made of as many receipts as lie there', async () => {
    await bring('01.01.2024', 7, '100')
    for (let day = 1; day <= 28; day++) await bring(`${day}.02.2024`, 1, '10')
    for (let day = 1; day <= 12; day++) await bring(`${day}.03.2024`, 1, '20')
    await use('01.04.2024', 2)
    // of the first receipt five are left, and all of the forty behind it
    expect(await rowOf()).toMatchObject({ amount: 45, value: 500 + 280 + 240, warning: null })
    const { layers } = await oneOf()
    expect([layers!.length, layers![0]!.left, layers![0]!.price]).toEqual([41, 5, 100])
  })

  it('goes into the next year at the average of the last', async () => {
    await vector()
    await bring('10.01.2025', 100, '140')
    // 55 000 and 14 000 for 600 kg
    expect(await rowOf({ method: 'avg', date: '31.12.2024' })).toMatchObject({ value: 55_000 })
    expect(await rowOf({ method: 'avg' })).toMatchObject({ amount: 600, value: 69_000, unit_cost: 115 })
    await use('01.02.2025', 400, shed)
    expect(await rowOf({ method: 'avg' })).toMatchObject({ amount: 200, value: 23_000 })
    expect(await rowOf()).toMatchObject({ amount: 200, value: 26_000 })
  })
})

describe('a receipt without a price', () => {
  it('takes the last one known, far back as well, and warns as long as some of it is left', async () => {
    await bring('01.03.2024', 10, '100')
    for (let day = 10; day < 25; day++) await bring(`${day}.03.2024`, 1, null)
    await use('26.03.2024', 10)
    expect(await rowOf()).toMatchObject({ amount: 15, value: 1500, warning: NO_PRICE })
    await bring('27.03.2024', 5, '70')
    await use('28.03.2024', 15)
    expect(await rowOf()).toMatchObject({ amount: 5, value: 350, warning: null })
  })

  it('of which none is known costs nothing', async () => {
    await bring('01.03.2024', 10, null)
    expect(await rowOf()).toMatchObject({ value: 0, unit_cost: 0, warning: NO_PRICE })
    await bring('01.02.2024', 1, '33,33')
    expect(await rowOf()).toMatchObject({ amount: 11, value: 366.63 })
  })
})

describe('kopecks', () => {
  it('of warehouses, receipts and goods add up to what stands above them', async () => {
    await bring('01.03.2024', 1, '0,50')
    await transact('02.03.2024', { stock: barn.id, count: '0,33', price: '0,05' })
    await transact('03.03.2024', { stock: shed.id, count: '0,33', price: '0,05' })
    const { value, stocks, layers } = await oneOf()
    // 50 and twice 1,65 kopecks
    expect(value).toBe(0.53)
    expect(layers!.map((layer) => layer.value)).toEqual([0.5, 0.02, 0.01])
    expect(stocks.reduce((sum, stock) => sum + Math.round(stock.value * 100), 0)).toBe(53)
    const answer = await farm.call(all, {})
    expect(answer.rows.reduce((sum, row) => sum + Math.round(row.value * 100), 0)).toBe(Math.round(answer.total * 100))
  })
})

describe('whoever may use one warehouse', () => {
  it('sees what lies there at the cost of the whole, and no receipts', async () => {
    await vector()
    await bring('01.06.2024', 500, '100')
    const as = await farm.user({ permissions: ['read stocks'], stocks: [barn.id] })
    // 500 at 120 in the shed and 500 at 100 in the barn
    expect(await rowOf({}, as)).toEqual({ good_id: good.id, amount: 500, value: 55_000, unit_cost: 110, warning: null })
    const told = await oneOf({ start: '01.01.2024' }, as)
    expect(told.layers).toBeNull()
    expect(told.stocks.map(({ stock }) => stock)).toEqual([barn.name])
    expect(told.issues.map(({ stock_id, cost }) => [stock_id, cost])).toEqual([[barn.id, 100_000]])
    const days = { id: good.id, start: '01.04.2024', end: '31.05.2024' }
    expect(await farm.call(balance, days, { as })).toEqual({ opening: 1000, days: [{ date: '01.05.2024', amount: 0 }] })
  })

  it('needs the right to the warehouse, or to the workshop, and asks for goods of its company', async () => {
    const as = await farm.user({ permissions: ['create feedings'] })
    await farm.call(all, {}, { as, expect: 403 })
    await farm.call(valueCalls.workshop_good.all, {}, { as, expect: 403 })
    await farm.call(one, { id: good.id }, { as: await farm.company(), expect: 404 })
    await farm.call(valueCalls.workshop_good.one, { id: good.id }, { expect: 404 })
    const wrong = { id: good.id, start: 'вчера', end: '01.04.2024' }
    expect(await farm.call(balance, wrong, { expect: 422 })).toMatchObject({ errors: { start: [expect.any(String)] } })
    expect(await farm.call(all, { method: 'lifo' as never }, { expect: 422 })).toMatchObject({
      errors: { method: ['Выберите значение'] },
    })
  })
})

it('the balance tells the days that changed something, of all warehouses or of one', async () => {
  await vector()
  await transact('01.04.2024', { stock_from: shed.id, stock: barn.id, count: 100 })
  const days = { id: good.id, start: '01.04.2024', end: '01.05.2024' }
  expect(await farm.call(balance, days)).toEqual({
    opening: 1000,
    days: [
      { date: '01.04.2024', amount: 2000 },
      { date: '01.05.2024', amount: 1000 },
    ],
  })
  expect(await farm.call(balance, { ...days, stock_id: shed.id })).toEqual({
    opening: 0,
    days: [{ date: '01.04.2024', amount: 900 }],
  })
})

describe('lists at a date', () => {
  it('say what lay there at the end of the day', async () => {
    await vector()
    const at = async (date?: string) => (await farm.call(goodCalls.list, { date }))[good.id]
    expect(await at('31.03.2024')).toMatchObject({ stocks_count: { [barn.id]: 1000 }, total: 1000 })
    expect(await at('01.04.2024')).toMatchObject({ total: 2000, stock_names: `${barn.name}, ${shed.name}` })
    expect(await at()).toMatchObject({ stocks_count: { [shed.id]: 500 } })
    const day = { date: '01.05.2024' }
    expect((await farm.call(goodCalls.amounts, day))[good.id]).toEqual({ [shed.id]: 1000 })
    expect((await farm.call(goodCalls.feedAmounts, { date: '31.12.2023' }))[good.id]).toEqual({})
    expect(await farm.call(workshopGoodCalls.amounts, day)).toEqual({})
    expect(await farm.call(goodCalls.list, { date: '31.02.2024' }, { expect: 422 })).toMatchObject({
      errors: { date: [expect.any(String)] },
    })
  })

  it('of many goods are those of each, whether it moved in the days before or long ago', async () => {
    await bring('01.02.2024', 100, '1')
    await bring('20.02.2024', 30, '1', shed)
    await use('01.03.2024', 40)
    await use('11.03.2024', 30, shed)
    const days = { '31.01.2024': {}, '28.02.2024': [100, 30], '10.03.2024': [60, 30], '11.03.2024': [60] }
    for (const [date, amounts] of Object.entries(days)) {
      const inStocks = Object.fromEntries(Object.values(amounts).map((amount, i) => [[barn, shed][i]!.id, amount]))
      expect((await farm.call(goodCalls.amounts, { date }))[good.id], date).toEqual(inStocks)
      const { stocks } = await oneOf({ date })
      expect(Object.fromEntries(stocks.map(({ stock_id, amount }) => [stock_id, amount])), date).toEqual(inStocks)
    }
  })
})

describe('a minimum', () => {
  it('is of all warehouses together, whoever looks', async () => {
    const fields = { id: good.id, name: `Корм ${good.id}`, type: 'feed', measure: 'kg' } as const
    const minimal = await farm.call(goodCalls.update, { ...fields, min_amount: '100,5' })
    expect(minimal).toMatchObject({ min_amount: 100.5, below_min: true, total: 0 })
    await bring('01.03.2024', 60, null)
    await bring('02.03.2024', 41, null, shed)
    const as = await farm.user({ permissions: ['read stocks'], stocks: [barn.id] })
    const seen = async (input: object = {}) => (await farm.call(goodCalls.list, input as never, { as }))[good.id]
    expect(await seen()).toMatchObject({ total: 60, below_min: false })
    expect(await seen({ date: '01.03.2024' })).toMatchObject({ total: 60, below_min: true })
    expect(await farm.call(goodCalls.update, fields)).toMatchObject({ min_amount: null, below_min: false })
    for (const min_amount of [0, '-1', '1e3', 'много'])
      expect(await farm.call(goodCalls.update, { ...fields, min_amount }, { expect: 422 })).toMatchObject({
        errors: { min_amount: [expect.any(String)] },
      })
  })
})

describe('how long a good lasts', () => {
  it('follows from what was used up in the last 28 full days, not from moves', async () => {
    const seen = async (input: object = {}) => (await farm.call(goodCalls.list, input as never))[good.id]
    await bring(farm.daysAgo(40), 1000, null)
    expect(await seen()).toMatchObject({ days_left: null })
    // before these days, of them, and of today, which is not over
    await use(farm.daysAgo(29), 100)
    await use(farm.daysAgo(28), 28)
    await move(farm.daysAgo(10), 200)
    await use(farm.daysAgo(1), 28, shed)
    await transact(farm.today(), { stock_from: barn.id, count: 4, time: '00:00' })
    // 840 left, 56 in 28 days
    expect(await seen()).toMatchObject({ total: 840, days_left: 420 })
    // at the end of that day: 872 left, 128 used in the 28 days to it
    expect(await seen({ date: farm.daysAgo(28) })).toMatchObject({ total: 872, days_left: 190 })
  })
})
