/** Goods counted in pieces come, go and are counted whole, whatever document says it; what was stored once stays. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { cageWithFish } from '../../testing/farm/goods'
import { goodCalls, workshopGoodCalls } from '../goods/good-calls.contract'
import { feedingBatch } from './batch/batch.contract'
import { kinds } from './kinds/kinds.contract'

let farm: Farm
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  farm = await openFarm()
  shop = await openShop()
})
afterAll(() => farm.close())

const when = (days: number) => ({ date: farm.daysAgo(days), time: '10:00' })

/** Ten pieces of everything in one warehouse, and a batch of fish for the workshop. */
async function openShop() {
  const cage = await cageWithFish(farm)
  const [stock, other] = [(await farm.stock()).id, (await farm.stock()).id]
  const pieces = async (type: 'feed' | 'medicine' | 'gasoline' | 'workshop') => {
    const { id } = await farm.good({ type, measure: 'piece' })
    await farm.adding({ good: id, stock, count: 10, date: farm.daysAgo(20) })
    return id
  }
  const product = (
    await farm.call(workshopGoodCalls.create, {
      name: 'Тушка',
      type: 'product',
      measure: 'piece',
      weight: '1',
    } as never)
  ).id
  await farm.call(workshopGoodCalls.transact, { id: product, stock, count: 10, date: farm.daysAgo(20), time: '08:00' })
  const { batch } = await farm.call(kinds.withdrawal.create, {
    ...when(9),
    from_id: cage.id,
    count: 20,
    reason: 'sending_to_workshop',
    stock_id: stock,
    workshop_weight: 40,
  })
  return {
    cage: cage.id,
    stock,
    other,
    batch: batch!.id,
    boat: (await farm.item({ type: 'boat', stock, date: farm.daysAgo(30) })).id,
    feed: await pieces('feed'),
    medicine: await pieces('medicine'),
    fuel: await pieces('gasoline'),
    bag: await pieces('workshop'),
    product,
  }
}

type Made = Record<string, unknown>

/** A kind, what is entered with so many pieces, and the field under which their part is refused. */
const TAKEN: Record<string, [make: (count: string) => [kind: keyof typeof kinds, input: Made], field: string]> = {
  приход: [(amount) => ['receipt', lined(shop.bag, amount)], 'lines.0.amount'],
  списание: [(amount) => ['writeOff', lined(shop.bag, amount)], 'lines.0.amount'],
  перемещение: [(amount) => ['move', { ...lined(shop.bag, amount), to_stock_id: shop.other }], 'lines.0.amount'],
  инвентаризация: [(amount) => ['stocktake', lined(shop.feed, amount)], 'lines.0.amount'],
  'приход продукции': [(amount) => ['workshopReceipt', lined(shop.product, amount)], 'lines.0.amount'],
  'списание продукции': [(amount) => ['workshopWriteOff', lined(shop.product, amount)], 'lines.0.amount'],
  'перемещение продукции': [
    (amount) => ['workshopMove', { ...lined(shop.product, amount), to_stock_id: shop.other }],
    'lines.0.amount',
  ],
  отгрузка: [(amount) => ['shipment', lined(shop.product, amount)], 'lines.0.amount'],
  кормление: [
    (volume) => ['feeding', { cage_id: shop.cage, feed_type_id: shop.feed, stock_id: shop.stock, volume }],
    'volume',
  ],
  лечение: [
    (volume) => ['treatment', { cage_id: shop.cage, good_id: shop.medicine, stock_id: shop.stock, volume }],
    'volume',
  ],
  заправка: [
    (volume) => ['refill', { item_id: shop.boat, good_id: shop.fuel, stock_id: shop.stock, volume }],
    'volume',
  ],
  'переработка, расходник': [(count) => ['goodsTransform', transformed(count, '1')], 'from_goods.0.count'],
  'переработка, продукция': [(count) => ['goodsTransform', transformed('1', count)], 'to_workshop_goods.0.count'],
  'переработка партии': [
    (count) => [
      'batchTransform',
      {
        batch_id: shop.batch,
        consumable_goods: [{ good_id: shop.bag, count: '1', stock_id: shop.stock }],
        result_workshop_goods: [{ workshop_good_id: shop.product, count, stock_id: shop.stock }],
      },
    ],
    'result_workshop_goods.0.count',
  ],
}

const lined = (good_id: number, amount: string) => ({ stock_id: shop.stock, lines: [{ good_id, amount }] })
const transformed = (used: string, made: string) => ({
  from_goods: [{ good_id: shop.bag, count: used, stock_id: shop.stock }],
  to_workshop_goods: [{ workshop_good_id: shop.product, count: made, stock_id: shop.stock }],
})
const create = (kind: keyof typeof kinds, input: Made) =>
  farm.call(kinds[kind].create, { ...when(5), ...input } as never)
const refuse = (kind: keyof typeof kinds, input: Made) =>
  farm.call(kinds[kind].create, { ...when(5), ...input } as never, { expect: 422 })
const left = async () => [await farm.call(goodCalls.amounts, {}), await farm.call(workshopGoodCalls.amounts, {})]

describe('a part of a piece is refused, a whole one taken', () => {
  test.each(Object.entries(TAKEN))('%s', async (_, [make, field]) => {
    const before = await left()
    const refused = await refuse(...make('1,5'))
    expect(refused.errors).toEqual({
      [field]: [expect.stringMatching(/^«.+» считается в штуках: укажите целое число$/)],
    })
    expect(await left()).toEqual(before)
    await create(...make('1'))
  })

  test('by the call of one good, under its count', async () => {
    const bring = { id: shop.bag, stock: shop.stock, count: '0,5', ...when(4) }
    const refused = await farm.call(goodCalls.transact, bring, { expect: 422 })
    expect(refused.errors).toEqual({ count: [expect.stringContaining('считается в штуках')] })
  })

  test('in a batch of feedings, under its cage', async () => {
    const batch = { [shop.cage]: { feed_type_id: shop.feed, stock_id: shop.stock, volume: '0,5' } }
    const refused = await farm.call(feedingBatch.create, { ...when(4), batch } as never, { expect: 422 })
    expect(refused.errors).toEqual({
      [`batch.${shop.cage}.volume`]: [expect.stringContaining('считается в штуках')],
    })
  })
})

test('a half that was stored before stays in an edit, and comes back when its document does', async () => {
  const bolt = await farm.good({ type: 'workshop' })
  const brought = (amount: string, note = '') => ({ ...when(6), ...lined(bolt.id, amount), note })
  const { id } = await farm.call(kinds.receipt.create, brought('2,5'))
  await farm.sql('update goods set measure = $1 where id = $2', ['piece', bolt.id])
  await farm.call(kinds.receipt.update, { id, ...brought('2,5', 'по накладной') })
  await farm.call(kinds.receipt.remove, { id })
  await farm.call(kinds.receipt.restore, { ids: [id] })
  expect((await farm.call(goodCalls.amounts, {}))[bolt.id]).toEqual({ [shop.stock]: 2.5 })
  await farm.call(kinds.receipt.update, { id, ...brought('3,5') }, { expect: 422 })
  await farm.call(kinds.receipt.update, { id, ...brought('3') })
})
