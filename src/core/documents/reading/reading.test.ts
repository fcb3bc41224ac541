/** A document is read by its id and found by its waybill, by whoever may read its journal. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { libraries } from '../../lists/library.contract'
import { kinds } from '../kinds/kinds.contract'
import { readingCalls } from './reading.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

/** Feed and salt come to a warehouse of their own, by a waybill of this number. */
async function brought(waybill_number: string, more: object = {}) {
  const stock = await farm.stock()
  const [feed, salt] = [await farm.good({ type: 'feed' }), await farm.good({ type: 'feed' })]
  const lines = [
    { good_id: feed.id, amount: '3500,5', price: 100 },
    { good_id: salt.id, amount: 20 },
  ]
  const date = farm.daysAgo(9)
  const given = { date, time: '10:00', stock_id: stock.id, waybill_number, lines, ...more }
  return { stock, feed, salt, receipt: await farm.call(kinds.receipt.create, given) }
}

const period = () => ({ start: farm.daysAgo(30), end: farm.today() })
const idsOf = async (input: object) =>
  ((await farm.call(kinds.receipt.list, { ...period(), ...input })) as { id: number }[]).map(({ id }) => id)

test('a document of any kind is read as its journal has it', async () => {
  const { receipt, feed } = await brought('А-17')
  const read = await farm.call(readingCalls.one, { id: receipt.id })
  expect(read).toMatchObject({
    kind: 'good_adding',
    row: { id: receipt.id, waybill_number: 'А-17', lines: [{ good_id: feed.id, amount: 3500.5, cost: 350_050 }, {}] },
  })
})

test('it is not there for whoever may not read its journal or one of its warehouses, nor for another farm', async () => {
  const { receipt } = await brought('Б-18')
  const elsewhere = await farm.stock()
  const strangers = [
    await farm.user({ permissions: ['access workshop'] }),
    await farm.user({ permissions: ['read stocks'], stocks: [elsewhere.id] }),
    await farm.company(),
  ]
  for (const as of strangers) {
    await farm.call(readingCalls.one, { id: receipt.id }, { as, expect: 404 })
    expect(await farm.call(readingCalls.search, { waybill_number: 'Б-18' }, { as })).toEqual([])
  }
  const reader = await farm.user({ permissions: ['read stocks'] })
  await farm.call(readingCalls.one, { id: receipt.id }, { as: reader })
})

test('a part of the number finds a waybill, whatever its case and signs', async () => {
  const { receipt } = await brought('НК_5%/27-б')
  await brought('НК55/27')
  const found = async (waybill_number: string) =>
    (await farm.call(readingCalls.search, { waybill_number })).map(({ id }) => id)
  expect(await found('нк_5%')).toEqual([receipt.id])
  expect(await found('/27-Б')).toEqual([receipt.id])
  expect(await found('нет такой')).toEqual([])
})

test('a journal is filtered by supplier, warehouse, good and waybill', async () => {
  const supplier = await farm.call(libraries.counterparty.create, { name: 'Биомар' })
  const { receipt, stock, salt } = await brought('В-19', { counterparty_id: supplier.id })
  await brought('Г-20')
  for (const filter of [
    { counterparty_ids: [supplier.id] },
    { stocks_id: [stock.id] },
    { goods_id: [salt.id] },
    { waybill_number: 'в-1' },
  ])
    expect(await idsOf(filter), JSON.stringify(filter)).toEqual([receipt.id])
  expect(await idsOf({ stocks_id: [stock.id], waybill_number: 'Г-20' })).toEqual([])
})

test('journals of items are filtered by item and by warehouses that it left or came to', async () => {
  const [shore, barge, yard] = [await farm.stock(), await farm.stock(), await farm.stock()]
  const boat = await farm.item({ type: 'boat', stock: shore.id, name: 'Лодка', date: farm.daysAgo(20) })
  const move = { date: farm.daysAgo(5), time: '10:00', item_id: boat.id, to_stock_id: barge.id }
  const { id } = await farm.call(kinds.itemMove.create, move)
  const moves = async (filter: object) =>
    ((await farm.call(kinds.itemMove.list, { ...period(), ...filter })) as { id: number }[]).map((row) => row.id)
  expect(await moves({ stocks_id: [shore.id] })).toEqual([id])
  expect(await moves({ stocks_id: [barge.id], items_id: [boat.id] })).toEqual([id])
  expect(await moves({ stocks_id: [yard.id] })).toEqual([])
})
