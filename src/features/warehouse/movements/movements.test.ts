import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { goodCalls, workshopGoodCalls } from '../../../core/goods/good-calls.contract'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { cageWithFish, type Goods, movementsOf, newGoods } from '../../../testing/farm/goods'
import { MOVES, SALES } from '../../../core/goods/good-usage.server'
import { rulesOf, kinds } from '../../../core/documents/kinds/kinds.contract'
import { movementCalls } from './movement-calls.contract'

let farm: Farm
let cage: Awaited<ReturnType<typeof cageWithFish>>
let goods: Goods
beforeAll(async () => {
  farm = await openFarm()
  cage = await cageWithFish(farm)
})
afterAll(() => farm.close())
beforeEach(async () => void (goods = await newGoods(farm, cage)))

const at = (days: number) => ({ date: farm.daysAgo(days), time: '10:00' })
const transact = (input: object) => farm.call(goodCalls.transact, { id: goods.good.id, ...input } as never)
const refused = async (input: object) =>
  (await farm.call(goodCalls.transact, { id: goods.good.id, ...input } as never, { expect: 422 })).errors ?? {}

describe('one good of one warehouse', () => {
  it('is moved and written off; what is not there is refused under the field of the call', async () => {
    await goods.bring(9, 100)
    await transact({ ...at(5), stock_from: goods.barn.id, stock: goods.shed.id, count: 30 })
    await transact({ ...at(4), stock_from: goods.shed.id, count: '12,5', note: 'подмок' })
    expect(await goods.amounts()).toEqual({ [goods.barn.id]: 70, [goods.shed.id]: 17.5 })
    expect(Object.keys(await refused({ ...at(3), stock_from: goods.shed.id, count: 18 }))).toEqual(['count'])
    const same = { ...at(3), stock_from: goods.shed.id, stock: goods.shed.id, count: 1 }
    expect(await refused(same)).toEqual({ stock: ['Выберите другой склад'] })
    expect(Object.keys(await refused({ ...at(3), count: 1 }))).toEqual(['stock'])
    expect((await goods.movements()).map(({ type, from, to, count }) => ({ type, from, to, count }))).toEqual([
      { type: 'subtracting', from: goods.shed.name, to: null, count: -12.5 },
      { type: 'move', from: goods.barn.name, to: goods.shed.name, count: 30 },
      { type: 'adding', from: null, to: goods.barn.name, count: 100 },
    ])
  })

  it('tells what lay there after each movement, the last of which is what lies there now', async () => {
    const { good, barn, shed } = goods
    await goods.bring(9, 100)
    await transact({ ...at(5), stock_from: barn.id, stock: shed.id, count: 30 })
    await transact({ ...at(5), time: '09:00', stock_from: barn.id, count: '0,5' })
    // two lines of one document, and one entered into the past
    await farm.call(kinds.writeOff.create, {
      ...at(4),
      stock_id: barn.id,
      lines: [
        { good_id: good.id, amount: 10 },
        { good_id: good.id, amount: 2 },
      ],
    })
    await farm.call(kinds.stocktake.create, {
      ...at(3),
      stock_id: barn.id,
      lines: [{ good_id: good.id, amount: 60 }],
    })
    await transact({ ...at(8), stock_from: barn.id, count: 7 })
    const of = async (stock: number) =>
      (await movementsOf(farm, { type: 'good', id: good.id, stocks_id: [stock] })).map(
        ({ stock_change, stock_balance }) => [stock_change, stock_balance],
      )
    expect(await of(barn.id)).toEqual([
      [9.5, 60],
      [-2, 50.5],
      [-10, 52.5],
      [-30, 62.5],
      [-0.5, 92.5],
      [-7, 93],
      [100, 100],
    ])
    expect(await of(shed.id)).toEqual([[30, 30]])
    expect((await goods.movements())[0]).toMatchObject({ stock_change: null, stock_balance: null })
  })

  it('that was added is changed by the same call, waybill and price as well', async () => {
    const waybill = { waybill_number: 'Н-1', waybill_date: farm.daysAgo(10), price: '85,50' }
    const { id } = await transact({ ...at(9), stock: goods.barn.id, count: 100, ...waybill })
    await transact({ ...at(8), stock: goods.shed.id, count: 40, ...waybill, price: 90, transaction_id: id })
    expect(await goods.movements()).toEqual([
      expect.objectContaining({
        id,
        date: farm.daysAgo(8),
        to: goods.shed.name,
        count: 40,
        waybill_number: 'Н-1',
        waybill_date: farm.daysAgo(10),
        waybill_price_per_unit: 90,
        waybill_price: 3600,
        editable: true,
      }),
    ])
  })

  it('has a waybill and a price only where it comes from outside or is sold', async () => {
    await goods.bring(9, 100)
    const move = { ...at(5), stock_from: goods.barn.id, stock: goods.shed.id, count: 30 }
    const told = ['Указывают у прихода и отгрузки']
    expect(await refused({ ...move, price: 1 })).toEqual({ price: told })
    expect(await refused({ ...move, stock: null, waybill_number: 'Н-1', counterparty_id: 1 })).toEqual({
      waybill_number: told,
      counterparty_id: told,
    })
    // it stood in the window of another movement
    await transact({ ...move, use_counterparty: false, price: 1, waybill_number: 'Н-1' })
    expect(await goods.amounts()).toEqual({ [goods.barn.id]: 70, [goods.shed.id]: 30 })
  })

  it('takes a reason only of what leaves, and only products are shipped', async () => {
    await goods.bring(9, 100)
    const leaves = { ...at(5), stock_from: goods.barn.id, count: 1 }
    expect(await refused({ ...leaves, reason: 'ship' })).toEqual({ reason: ['Отгружают только продукцию цеха'] })
    const reason = ['Причину указывают у списания и отгрузки']
    expect(await refused({ ...leaves, stock: goods.shed.id, reason: 'write-off' })).toEqual({ reason })
    expect(await refused({ ...at(5), stock: goods.shed.id, count: 1, reason: 'ship' })).toEqual({ reason })
    await transact({ ...leaves, reason: 'write-off' })
    expect(await goods.amounts()).toEqual({ [goods.barn.id]: 99 })
  })

  it('is not what another kind of goods is', async () => {
    const input = { id: goods.good.id, ...at(3), stock: goods.barn.id, count: 1 }
    await farm.call(workshopGoodCalls.transact, input, { expect: 404 })
    expect(await farm.call(workshopGoodCalls.list, {})).not.toHaveProperty(String(goods.good.id))
    expect(await farm.call(movementCalls.list, { type: 'workshop_good', id: goods.good.id })).toEqual([])
  })
})

test('what carries goods between warehouses and what sells them is told apart from what uses them up', () => {
  const of = (type: string) =>
    [...rulesOf].filter(([, { movement, goods }]) => goods && movement?.type === type).map(([kind]) => kind)
  expect([MOVES, SALES]).toEqual([of('move'), of('ship')])
})

describe('a receipt', () => {
  const receipt = (other: number) => ({
    ...at(9),
    stock_id: goods.barn.id,
    waybill_number: '17',
    vat_rate: '10',
    lines: [
      { good_id: goods.good.id, amount: '1000', price: '110', lot: 'Л-7', best_before: '01.03.2027' },
      { good_id: other, amount: 3, price: '0,5' },
    ],
  })

  it('of several goods says what it comes to, with the VAT in it, as the journal does under its columns, and is found by its goods', async () => {
    const other = await farm.good({ type: 'medicine' })
    const made = await farm.call(kinds.receipt.create, receipt(other.id) as never)
    expect(made).toMatchObject({
      total_price: 110_001.5,
      vat: 10_000.14,
      goods: `${goods.good.name}, ${other.name}`,
      lines: [{ lot: 'Л-7', best_before: '2027-03-01', cost: 110_000 }, { cost: 1.5 }],
    })
    const period = { start: farm.daysAgo(9), end: farm.daysAgo(9), page: 1 }
    const page = (goods_id: number[]) => farm.call(kinds.receipt.list, { ...period, goods_id } as never)
    expect(await page([other.id])).toMatchObject({ total: 1, footer: { total_price: 110_001.5, vat: 10_000.14 } })
    const sorted = { ...period, goods_id: [other.id], sort: '-vat' }
    expect(await farm.call(kinds.receipt.list, sorted as never)).toMatchObject({ rows: [{ vat: 10_000.14 }] })
    expect(await page([other.id + 1000])).toMatchObject({ total: 0 })
  })

  it('entered twice is deleted, or the feeding that would be left without feed is named', async () => {
    const other = await farm.good({ type: 'medicine' })
    const [first, second] = [
      await farm.call(kinds.receipt.create, receipt(other.id) as never),
      await farm.call(kinds.receipt.create, receipt(other.id) as never),
    ]
    const fed = await goods.feed(5, 1500)
    expect(await farm.call(kinds.receipt.remove, { id: second.id }, { expect: 422 })).toMatchObject({
      message: goods.lack(5, '500'),
      refusal: { operation_id: fed.id, own: false },
    })
    await farm.call(kinds.feeding.update, { id: fed.id, ...goods.feedingOf(5, 900) })
    await farm.call(kinds.receipt.remove, { id: second.id })
    expect(await goods.amounts()).toEqual({ [goods.barn.id]: 100 })
    // several lines are not one adding
    const one = { ...at(8), stock: goods.barn.id, count: 5, transaction_id: first.id }
    await farm.call(goodCalls.transact, { id: goods.good.id, ...one }, { expect: 409 })
  })

  it('is read and written by those who keep the warehouses', async () => {
    const other = await farm.good({ type: 'medicine' })
    const as = await farm.user({ permissions: ['create feedings'] })
    await farm.call(kinds.receipt.create, receipt(other.id) as never, { as, expect: 403 })
    const period = { start: farm.daysAgo(9), end: farm.daysAgo(9) }
    await farm.call(kinds.receipt.list, period as never, { as, expect: 403 })
    const limited = await farm.user({ permissions: ['read stocks', 'write stocks'], stocks: [goods.shed.id] })
    await farm.call(kinds.receipt.create, receipt(other.id) as never)
    expect(
      await farm.call(kinds.receipt.list, { ...period, stocks_id: [goods.barn.id] } as never, { as: limited }),
    ).toEqual([])
  })
})

test('a move into a warehouse that is closed to the user is neither changed nor deleted by them', async () => {
  await goods.bring(9, 100)
  const { barn, shed, good } = goods
  const move = { ...at(5), stock_id: barn.id, to_stock_id: shed.id, lines: [{ good_id: good.id, amount: 30 }] }
  const { id } = await farm.call(kinds.move.create, move)
  const third = await farm.stock()
  const keeper = (...stocks: { id: number }[]) =>
    farm.user({ permissions: ['write stocks', 'delete from journals'], stocks: stocks.map((stock) => stock.id) })
  const limited = await keeper(barn, third)
  const elsewhere = { ...move, id, to_stock_id: third.id }
  await farm.call(kinds.move.update, elsewhere, { as: limited, expect: 403 })
  await farm.call(kinds.move.remove, { id }, { as: limited, expect: 403 })
  expect(await goods.amounts()).toEqual({ [barn.id]: 70, [shed.id]: 30 })
  await farm.call(kinds.move.update, elsewhere, { as: await keeper(barn, shed, third) })
  expect(await goods.amounts()).toEqual({ [barn.id]: 70, [third.id]: 30 })
})

test('two who take the last sack: one gets it, the other is told what is missing', async () => {
  await goods.bring(9, 25)
  const other = await farm.user({ permissions: ['write stocks', 'create feedings'] })
  const input = { id: goods.good.id, ...at(3), stock_from: goods.barn.id, count: 25 }
  const take = (as?: { cookie: string }) =>
    farm.call(goodCalls.transact, input, { as }).then(
      () => 'taken',
      (error: Error) => error.message,
    )
  const [first, second] = (await Promise.all([take(), take(other)])).sort()
  expect(second).toBe('taken')
  expect(first).toMatch(/422 instead of 200/)
  expect(first).toContain(`не хватает 25 кг, «${goods.good.name}»`)
  expect(await goods.amounts()).toEqual({})
})
