import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { openTreatedFarm, type TreatedFarm } from '../../testing/farm/treated-farm'
import { productPeriodsCall } from '../../core/documents/lots/product-periods.contract'
import { workshopGoodCalls } from '../../core/goods/good-calls.contract'
import { workshopCalls } from './workshop.contract'

let pond: TreatedFarm
beforeAll(async () => {
  pond = await openTreatedFarm()
})
afterAll(() => pond.farm.close())

test('a batch tells which of its fish were lifted before their withdrawal period was over, as it was then', async () => {
  const [treated, other] = [await pond.cage(), await pond.cage()]
  for (const { id } of [treated, other]) await pond.stock(id, 60, 100, 1)
  await pond.treat(treated.id, 30, await pond.medicine({ withdrawal_days: 20 }, 'Оксивет'))
  const send = (from_id: number, count: number, day: number, time = '10:00') =>
    pond.farm.call(kinds.withdrawal.create, {
      ...pond.on(day, time),
      from_id,
      ...pond.group,
      count,
      reason: 'sending_to_workshop',
      stock_id: pond.store,
    })
  await send(other.id, 10, 20)
  // all that were left: they are treated fish still, though the cage is empty now
  const { id, batch } = await send(treated.id, 100, 20, '11:00')
  const told = await pond.farm.call(workshopCalls.batchPeriods, { id: batch!.id })
  expect(told).toEqual([
    {
      withdrawal_id: id,
      cage: treated.number,
      medicine: 'Оксивет',
      treated_on: pond.dayAfter(-30),
      free_on: pond.dayAfter(-10),
    },
  ])

  // products of that fish are marked where they lie, through all that was made of them; nothing is refused
  const [cold, other_stock] = [await pond.farm.stock(), await pond.farm.stock()]
  const product = (type: string) =>
    pond.farm.call(workshopGoodCalls.create, { name: `${type} Оксивет`, type, measure: 'kg' } as never)
  const [fillet, smoked] = [await product('fillet'), await product('smoked')]
  await pond.farm.call(kinds.batchTransform.create, {
    ...pond.on(19),
    batch_id: batch!.id,
    consumable_goods: [],
    result_workshop_goods: [{ workshop_good_id: fillet.id, count: 50, stock_id: cold.id }],
  })
  await pond.farm.call(kinds.goodsTransform.create, {
    ...pond.on(18),
    from_goods: [],
    from_workshop_goods: [{ workshop_good_id: fillet.id, count: 20, stock_id: cold.id }],
    to_workshop_goods: [{ workshop_good_id: smoked.id, count: 15, stock_id: cold.id }],
  } as never)
  const marked = await pond.farm.call(productPeriodsCall, { stock_id: cold.id, goods_id: [fillet.id, smoked.id] })
  const mark = {
    cage: treated.number,
    medicine: 'Оксивет',
    treated_on: pond.dayAfter(-30),
    free_on: pond.dayAfter(-10),
  }
  expect(marked).toEqual([
    { good_id: fillet.id, ...mark },
    { good_id: smoked.id, ...mark },
  ])
  expect(await pond.farm.call(productPeriodsCall, { stock_id: other_stock.id, goods_id: [fillet.id] })).toEqual([])
  await pond.farm.call(productPeriodsCall, { stock_id: 999_999, goods_id: [fillet.id] }, { expect: 422 })
  const shipment = { ...pond.on(1), stock_id: cold.id, lines: [{ good_id: smoked.id, amount: 1 }] }
  expect(await pond.farm.call(kinds.shipment.create, shipment as never)).toMatchObject({ stock_id: cold.id })

  const late = await send(other.id, 10, 5)
  expect(await pond.farm.call(workshopCalls.batchPeriods, { id: late.batch!.id })).toEqual([])
  await pond.farm.call(workshopCalls.batchPeriods, { id: 999_999 }, { expect: 404 })
})
