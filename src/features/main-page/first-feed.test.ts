import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodCalls } from '../../core/goods/good-calls.contract'
import { stockLibrary } from '../../core/lists/libraries/stock.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { firstFeedCall } from './first-feed.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const feeds = async () => Object.values(await farm.call(goodCalls.list, { type: 'feed' }))
const stocks = async () => farm.call(stockLibrary.list, {})
const receipts = async () => {
  const period = { start: farm.daysAgo(1), end: farm.daysAgo(0) }
  return (await farm.call(kinds.receipt.list, period)) as unknown as { id: number; time: string; stock: string }[]
}

test('what is refused at the end leaves neither the good nor the warehouse', async () => {
  const module = await farm.module()
  const typed = {
    good: 'Корм 3 мм',
    stock: 'Склад корма',
    location_id: module.id,
    date: farm.daysAgo(0),
    amount: '2000',
  }
  const before = [await feeds(), await stocks(), await receipts()].map(({ length }) => length)
  const counts = async () => [await feeds(), await stocks(), await receipts()].map(({ length }) => length)
  // the warehouse is refused, after the good has been made
  await farm.call(firstFeedCall, { ...typed, location_id: 999_999 }, { expect: 422 })
  expect(await counts()).toEqual(before)
  // the receipt is refused, after both
  const refused = await farm.call(firstFeedCall, { ...typed, date: farm.daysAgo(-400) }, { expect: 422 })
  expect(refused.errors).toHaveProperty('date')
  expect(await counts()).toEqual(before)

  const made = await farm.call(firstFeedCall, { ...typed, price: '145,5' }, { key: 'the-first-feed' })
  expect(await farm.call(firstFeedCall, { ...typed, price: '145,5' }, { key: 'the-first-feed' })).toEqual(made)
  expect(await counts()).toEqual(before.map((count) => count + 1))
  expect(await farm.call(goodCalls.amounts, {})).toMatchObject({ [made.good_id]: { [made.stock_id]: 2000 } })
  expect(await receipts()).toMatchObject([{ id: made.receipt_id, time: '00:00', stock: 'Склад корма' }])
})

test('a feed and a warehouse of that name are taken, however it is written', async () => {
  const stock = await farm.stock('Баржа')
  const good = await farm.good({ type: 'feed', name: 'Корм 8 мм' })
  const typed = { good: 'корм 8 ММ', stock: 'БАРЖА', location_id: null, date: farm.daysAgo(0), amount: '500' }
  const made = await farm.call(firstFeedCall, typed)
  expect(made).toMatchObject({ good_id: good.id, stock_id: stock.id })
})

test('who may not make warehouses uses one that is there', async () => {
  const keeper = await farm.user({ permissions: ['read stocks', 'write stocks'] })
  await farm.stock('Береговой склад')
  const typed = { good: 'Корм 2 мм', location_id: null, date: farm.daysAgo(0), amount: '10' }
  await farm.call(firstFeedCall, { ...typed, stock: 'Новый склад' }, { as: keeper, expect: 403 })
  await farm.call(firstFeedCall, { ...typed, stock: 'Береговой склад' }, { as: keeper })
  expect((await feeds()).filter(({ name }) => name === 'Корм 2 мм')).toHaveLength(1)
})
