/** Of very many goods amounts and costs are read at once, of few one by one: both say the same. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MANY_GOODS } from '../../../../server/db/ledger/stock-amounts'
import { type Farm, openFarm } from '../../../../testing/farm/farm'
import { goodCalls } from '../../../goods/good-calls.contract'
import { valueCalls } from '../../../goods/value/value.contract'
import { kinds } from '../kinds.contract'
import { sheetCall } from './stocktake.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

test('very many goods are told as each of them is', async () => {
  const [barn, shed] = [await farm.stock(), await farm.stock()]
  const rows = Array.from({ length: MANY_GOODS + 1 }, (_, index) => ({
    ...{ name: `Корм ${index}`, type: 'feed', measure: 'kg', weight: null, code: null },
    ...{ feed_brand_id: null, pellet_size: null, supplier_id: null, min_amount: null },
    ...{ withdrawal_days: null, withdrawal_degree_days: null },
  }))
  const { goods } = await farm.call(goodCalls.createSeveral, { rows: rows as never })
  const receive = (days: number, stock: number, amountOf: (index: number) => number) =>
    farm.call(kinds.receipt.create, {
      ...{ date: farm.daysAgo(days), time: '08:00', stock_id: stock },
      lines: goods.map(({ id }, index) => ({ good_id: id, amount: amountOf(index), price: String(10 + index) })),
    })
  await receive(9, barn.id, (index) => 100 + index)
  await receive(5, shed.id, () => 0.5)
  await farm.call(goodCalls.transact, {
    ...{ id: goods[3]!.id, stock_from: barn.id, count: 100, date: farm.daysAgo(2), time: '08:00' },
  })

  const amounts = (days?: number) =>
    farm.call(goodCalls.amounts, days === undefined ? {} : { date: farm.daysAgo(days) })
  const [now, then, before] = [await amounts(), await amounts(7), await amounts(12)]
  const sheetOn = (days: number) =>
    farm.call(sheetCall, { stock_id: barn.id, date: farm.daysAgo(days), time: '12:00', except_id: null })
  const [sheet, early] = [await sheetOn(0), await sheetOn(7)]
  expect(sheet).toHaveLength(goods.length)
  for (const [index, { id }] of goods.entries()) {
    const held = index === 3 ? 3 : 100 + index
    expect(now[id]).toEqual({ [barn.id]: held, [shed.id]: 0.5 })
    expect(then[id]).toEqual({ [barn.id]: 100 + index })
    expect(before[id]).toEqual({})
    expect(sheet.find(({ good_id }) => good_id === id)).toMatchObject({ book: held, unit_cost: 10 + index })
    expect(early.find(({ good_id }) => good_id === id)).toMatchObject({ book: 100 + index, unit_cost: 10 + index })
  }
  const few = await farm.call(valueCalls.good.one, { id: goods[3]!.id })
  expect(few).toMatchObject({ amount: 3.5, value: 3.5 * 13, unit_cost: 13 })
}, 60_000)
