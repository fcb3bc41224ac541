import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { workshopGoodCalls } from '../../core/goods/good-calls.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { workshopCalls } from './workshop.contract'

let farm: Farm
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  farm = await openFarm()
  shop = await openShop()
})
afterAll(() => farm.close())

/** 30 kg each of two products in a cold store. */
async function openShop() {
  const [cold, other] = [(await farm.stock()).id, (await farm.stock()).id]
  const product = async (name: string, type: 'fillet' | 'smoked') => {
    const { id } = await farm.call(workshopGoodCalls.create, { name, type, measure: 'kg' })
    await farm.call(workshopGoodCalls.transact, { id, stock: cold, count: 30, date: farm.daysAgo(9), time: '08:00' })
    return id
  }
  return { cold, other, fillet: await product('Филе', 'fillet'), smoked: await product('Копчёная', 'smoked') }
}

const on = (days: number) => ({ date: farm.daysAgo(days), time: '12:00' })
const asked = () => ({ start: farm.daysAgo(5), end: farm.today(), page: 1, per_page: 1 })

test('the journal of shipments is filtered and summed over the whole period, each line with its document', async () => {
  const ship = (waybill_number: string, good_id: number, amount: number) =>
    farm.call(kinds.shipment.create, {
      ...on(1),
      stock_id: shop.cold,
      waybill_number,
      lines: [{ good_id, amount, price: '100' }],
    })
  const [first, second] = [await ship('Ж-1', shop.fillet, 10), await ship('Ж-2', shop.smoked, 5)]
  const shipped = (more: object) => farm.call(workshopCalls.shipping, { ...asked(), ...more })
  expect(await shipped({})).toMatchObject({
    total: 2,
    footer: { weight: 15, cost: 1500 },
    rows: [{ id: second.id, document: { id: second.id, waybill_number: 'Ж-2' } }],
  })
  expect(await shipped({ sort: '-weight' })).toMatchObject({ rows: [{ id: first.id }] })
  expect(await shipped({ waybill_number: 'ж-1' })).toMatchObject({ total: 1, footer: { weight: 10, cost: 1000 } })
  expect(await shipped({ stocks_id: [shop.cold] })).toMatchObject({ total: 2 })
  expect(await shipped({ stocks_id: [shop.other] })).toMatchObject({ total: 0, rows: [] })
})

test('transformations are answered by the page as well as by their ids', async () => {
  const line = (workshop_good_id: number, count: number) => ({ workshop_good_id, count, stock_id: shop.cold })
  const { id } = await farm.call(kinds.goodsTransform.create, {
    ...on(2),
    from_workshop_goods: [line(shop.fillet, 2)],
    to_workshop_goods: [line(shop.smoked, 1)],
  })
  expect(await farm.call(workshopCalls.goodsTransforms, asked())).toMatchObject({
    total: 1,
    footer: { total_input: 2, total_output: 1 },
    rows: [{ id }],
  })
  const period = { start: farm.daysAgo(5), end: farm.today() }
  expect(await farm.call(workshopCalls.goodsTransforms, period)).toMatchObject({ [id]: { id } })
})
