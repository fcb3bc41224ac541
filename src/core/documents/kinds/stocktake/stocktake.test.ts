import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Farm, openFarm } from '../../../../testing/farm/farm'
import { cageWithFish, type Goods, newGoods } from '../../../../testing/farm/goods'
import { kinds } from '../kinds.contract'
import { sheetCall } from './stocktake.contract'

let farm: Farm
let cage: Awaited<ReturnType<typeof cageWithFish>>
let goods: Goods
beforeAll(async () => {
  farm = await openFarm()
  cage = await cageWithFish(farm)
})
afterAll(() => farm.close())
beforeEach(async () => {
  goods = await newGoods(farm, cage)
  await goods.bring(9, 100)
})

const counted = (day: number, amount: number | string) => ({
  date: farm.daysAgo(day),
  time: '12:00',
  stock_id: goods.barn.id,
  lines: [{ good_id: goods.good.id, amount }],
})
const count = (day: number, amount: number | string) => farm.call(kinds.stocktake.create, counted(day, amount))
const there = async () => (await goods.amounts())[goods.barn.id] ?? 0
const rowOf = async (id: number) => {
  const period = { start: farm.daysAgo(20), end: farm.daysAgo(0), stocks_id: [goods.barn.id] }
  const rows = (await farm.call(kinds.stocktake.list, period)) as { id: number }[]
  return rows.find((row) => row.id === id)
}

describe('a stocktake', () => {
  test('tells what was missing, and what lies there from then on', async () => {
    const row = await count(5, '97,5')
    expect(row).toMatchObject({
      lines: [{ amount: 97.5, book: 100, difference: -2.5 }],
      lines_count: 1,
      differing: 1,
      differences: `${goods.good.name} −2,5 кг`,
    })
    expect(await there()).toBe(97.5)
  })

  test('stays what was found when the receipt behind the surplus is entered after all', async () => {
    const { id } = await count(5, 120)
    await goods.feed(3, 15)
    await goods.bring(7, 20)
    expect(await there()).toBe(105)
    expect(await rowOf(id)).toMatchObject({ differing: 0, lines: [{ book: 120, difference: 0 }] })
  })

  test('refuses what takes more before it than there was, by its own name, and what it leaves too little for', async () => {
    const { id } = await count(5, 60)
    const later = await goods.feed(2, 50)
    const refused = await farm.call(kinds.stocktake.update, { id, ...counted(5, 40) }, { expect: 422 })
    expect(refused).toMatchObject({ message: goods.lack(2, '10'), refusal: { operation_id: later.id } })
    // 100 kg lay there until it was counted
    await farm.call(kinds.feeding.create, goods.feedingOf(6, 101), { expect: 422 })
    await goods.feed(6, 100)
    expect(await there()).toBe(10)
  })

  test('is previewed, changed, taken back and deleted as other documents are', async () => {
    const preview = await farm.call(kinds.stocktake.previewCreate, counted(5, 60))
    expect(preview.goods).toMatchObject([{ before: 100, after: 60 }])
    const { id } = await count(5, 60)
    // what comes before it ends at it: nothing of what lies there now would change
    const early = { stock_id: goods.barn.id, lines: [{ good_id: goods.good.id, amount: 30 }], time: '12:00' }
    const receipt = await farm.call(kinds.receipt.previewCreate, { ...early, date: farm.daysAgo(6) })
    expect(receipt.goods).toEqual([])
    await farm.call(kinds.stocktake.update, { id, ...counted(5, 70) })
    expect(await there()).toBe(70)
    await farm.call(kinds.stocktake.restore, { ids: [id] })
    expect(await there()).toBe(60)
    await farm.call(kinds.stocktake.remove, { id })
    expect(await there()).toBe(100)
    await farm.call(kinds.stocktake.restore, { ids: [id] })
    expect(await there()).toBe(60)
  })

  test('may find nothing at all, but no good twice, and no less than nothing', async () => {
    await count(5, 0)
    expect(await there()).toBe(0)
    const twice = { ...counted(4, 1), lines: [...counted(4, 1).lines, ...counted(4, 2).lines] }
    expect((await farm.call(kinds.stocktake.create, twice, { expect: 422 })).errors).toEqual({
      'lines.1.good_id': ['Уже есть в другой строке'],
    })
    const errors = async (amount: string) =>
      Object.keys((await farm.call(kinds.stocktake.create, counted(4, amount), { expect: 422 })).errors ?? {})
    expect(await errors('-1')).toEqual(['lines.0.amount'])
    expect(await errors('много')).toEqual(['lines.0.amount'])
  })

  test('is among the movements of the good, and cancelled in its journal', async () => {
    const { id } = await count(5, 90)
    const movement = (await goods.movements()).find((one) => one.id === id)
    expect(movement).toMatchObject({
      type: 'stocktake',
      count: -10,
      from: goods.barn.name,
      cancelable: false,
      cancel_hint: 'Отмените в журнале инвентаризаций',
    })
    await count(4, 90)
    expect((await goods.movements())[0]).toMatchObject({ type: 'stocktake', count: 0 })
  })
})

describe('the sheet', () => {
  const sheet = (day: number, except_id?: number) =>
    farm.call(sheetCall, { stock_id: goods.barn.id, date: farm.daysAgo(day), time: '12:00', except_id })

  test('names what lies there at the moment, without the stocktake that is being changed', async () => {
    await goods.feed(7, 30)
    expect(await sheet(8)).toMatchObject([{ good_id: goods.good.id, book: 100 }])
    expect(await sheet(6)).toMatchObject([{ book: 70 }])
    const { id } = await count(5, 50)
    expect(await sheet(5)).toMatchObject([{ book: 50 }])
    expect(await sheet(5, id)).toMatchObject([{ book: 70 }])
    expect(await there()).toBe(50)
  })

  test('knows nothing of what happens later on that day', async () => {
    await farm.call(kinds.feeding.create, { ...goods.feedingOf(6, 30), time: '12:01' })
    expect(await sheet(6)).toMatchObject([{ book: 100 }])
    const later = { ...counted(5, 50), time: '18:00' }
    const { id } = await farm.call(kinds.stocktake.create, later)
    expect(await sheet(5)).toMatchObject([{ book: 70 }])
    // nor does leaving a stocktake out that is not there yet
    expect(await sheet(5, id)).toMatchObject([{ book: 70 }])
    expect(await sheet(4)).toMatchObject([{ book: 50 }])
  })

  test('tells what a unit costs at the end of that day, as the value of goods is told', async () => {
    const price = async (day: number, amount: number, price: number) =>
      farm.call(kinds.receipt.create, {
        date: farm.daysAgo(day),
        time: '08:00',
        stock_id: goods.barn.id,
        lines: [{ good_id: goods.good.id, amount, price }],
      })
    // 100 kg of no price, which cost nothing, then 200 kg at 90 ₽: 18 000 ₽ in 300 kg
    await price(7, 200, 90)
    expect(await sheet(8)).toMatchObject([{ unit_cost: 0 }])
    expect(await sheet(6)).toMatchObject([{ unit_cost: 60 }])
    await goods.feed(5, 299)
    expect(await sheet(4)).toMatchObject([{ book: 1, unit_cost: 90 }])
    await goods.feed(3, 1)
    expect(await sheet(2)).toMatchObject([{ book: 0, unit_cost: null }])
  })

  test('of a warehouse that is closed to the user is nobody’s business', async () => {
    const as = await farm.user({ permissions: ['write stocks'], stocks: [goods.shed.id] })
    const input = { stock_id: goods.barn.id, date: farm.daysAgo(1), time: '12:00' }
    expect((await farm.call(sheetCall, input, { as, expect: 422 })).errors).toEqual({ stock_id: ['Склад не найден'] })
    await farm.call(kinds.stocktake.create, counted(1, 5), { as, expect: 422 })
  })
})
