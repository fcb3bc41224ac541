/** Whom a form offers first: suppliers in a receipt, buyers in a sale, by the latest document with them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../documents/kinds/kinds.contract'
import { openPond, type Pond } from '../../testing/farm/pond'
import { counterpartyLibrary } from './libraries/counterparty.contract'
import { partnersOf } from './partners.web'

let pond: Pond
let farm: Pond['farm']
beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
})
afterAll(() => farm.close())

test('a counterparty is what it was in the latest document, and stands first where that is wanted', async () => {
  const [buyer, feeds, unused] = [
    await farm.counterparty('Рыбторг'),
    await farm.counterparty('Комбикорм'),
    await farm.counterparty('Новый'),
  ]
  const [stock, feed, cage] = [await farm.stock(), await farm.good(), await pond.cage()]
  const lines = [{ good_id: feed.id, amount: 10 }]
  await farm.call(kinds.receipt.create, { ...pond.on(9), stock_id: stock.id, lines, counterparty_id: feeds.id })
  await pond.stock(cage.id, 20)
  const sale = { ...pond.on(3), from_id: cage.id, ...pond.group, count: 10, weight: 2, reason: 'sale' }
  await farm.call(kinds.withdrawal.create, {
    ...sale,
    show_with_counterparty: true,
    counterparty_id: buyer.id,
  } as never)
  const rows = await farm.call(counterpartyLibrary.list, {})
  expect(rows.map(({ name, side }) => [name, side])).toEqual([
    ['Комбикорм', 'supplier'],
    ['Новый', null],
    ['Рыбторг', 'buyer'],
  ])
  const offered = (wanted: 'supplier' | 'buyer') => partnersOf(rows, wanted, (text) => text)
  expect(offered('supplier').map(({ value }) => value)).toEqual([feeds.id, unused.id, buyer.id])
  expect(offered('buyer')).toEqual([
    { value: buyer.id, label: 'Рыбторг' },
    { value: unused.id, label: 'Новый' },
    { value: feeds.id, label: 'Комбикорм', hint: 'поставщик' },
  ])
  // who has sold feed to us buys fish now
  await farm.call(kinds.withdrawal.create, {
    ...sale,
    show_with_counterparty: true,
    counterparty_id: feeds.id,
  } as never)
  expect((await farm.call(counterpartyLibrary.list, {}))[0]).toMatchObject({ name: 'Комбикорм', side: 'buyer' })
})
