/** What shortages and surpluses cost stands with a stocktake, for whoever may see what goods are worth. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Farm, openFarm } from '../../../../testing/farm/farm'
import type { Session } from '../../../../testing/session'
import { listenToStatements } from '../../../../testing/statements'
import { workshopGoodCalls } from '../../../goods/good-calls.contract'
import { readingCalls } from '../../reading/reading.contract'
import { kinds } from '../kinds.contract'
import { sheetCall } from './stocktake.contract'

type Lines = { good_id: number; amount: number; price?: number }[]

let farm: Farm
let stock: { id: number }
let feed: { id: number }
let fillet: { id: number }
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())
beforeEach(async () => {
  stock = await farm.stock()
  feed = await farm.good({ type: 'feed' })
  fillet = await farm.call(workshopGoodCalls.create, { name: `Филе ${feed.id}`, type: 'fillet', measure: 'kg' })
  // 100 kg at 60 ₽ and 100 kg at 90 ₽: 75 ₽ a kilogram of both
  await bring(20, [{ good_id: feed.id, amount: 100, price: 60 }])
  await bring(18, [{ good_id: feed.id, amount: 100, price: 90 }])
})

const given = (day: number, lines: Lines) => ({ date: farm.daysAgo(day), time: '12:00', stock_id: stock.id, lines })
const bring = (day: number, lines: Lines) => farm.call(kinds.receipt.create, given(day, lines))
const count = (day: number, lines: Lines, as?: Session) => farm.call(kinds.stocktake.create, given(day, lines), { as })

type Told = { id: number; shortage: number | null; surplus: number | null; lines: { difference_cost: number | null }[] }
interface Page {
  rows: Told[]
  footer: Record<string, number>
}
async function journal(more: object = {}, as?: Session) {
  const asked = { start: farm.daysAgo(30), end: farm.today(), stocks_id: [stock.id], page: 1, ...more }
  return (await farm.call(kinds.stocktake.list, asked, { as })) as unknown as Page
}

test('a stocktake says what was missing and too much in roubles, where it is written, read and listed', async () => {
  const salt = await farm.good({ type: 'feed' })
  await bring(17, [{ good_id: salt.id, amount: 10, price: 12.5 }])
  const row = await count(10, [
    { good_id: feed.id, amount: 150.5 },
    { good_id: salt.id, amount: 12 },
  ])
  const told = {
    shortage: 3712.5,
    surplus: 25,
    lines: [{ difference_cost: -3712.5 }, { difference_cost: 25 }],
  }
  expect(row).toMatchObject(told)
  expect((await farm.call(readingCalls.one, { id: row.id })).row).toMatchObject(told)
  expect((await journal()).rows).toMatchObject([told])
})

test('what is missing costs what it would have cost lying there, though nothing is left', async () => {
  expect(await count(10, [{ good_id: feed.id, amount: 0 }])).toMatchObject({ shortage: 15_000, surplus: null })
})

test('what the form says before saving is what is stored, and what an edit begins with', async () => {
  const asked = { stock_id: stock.id, date: farm.daysAgo(10), time: '12:00' }
  const costOf = async (except_id?: number) =>
    (await farm.call(sheetCall, { ...asked, except_id })).find(({ good_id }) => good_id === feed.id)!.unit_cost
  expect(await costOf()).toBe(75)
  const surplus = await count(10, [{ good_id: feed.id, amount: 300 }])
  expect(surplus).toMatchObject({ surplus: 7500 })
  expect(await costOf(surplus.id)).toBe(75)
  const changed = { id: surplus.id, ...given(10, [{ good_id: feed.id, amount: 50 }]) }
  expect(await farm.call(kinds.stocktake.update, changed)).toMatchObject({ shortage: 11_250, surplus: null })
  expect(await costOf(surplus.id)).toBe(75)
})

test('the footer sums the whole result, each day at its own cost', async () => {
  await count(19, [{ good_id: feed.id, amount: 90 }])
  await count(10, [{ good_id: feed.id, amount: 195 }])
  // 10 kg at 60 ₽; the rest, 90 kg at 60 ₽ and 100 kg at 90 ₽, is 75,789474 ₽ a kilogram
  const { rows, footer } = await journal({ per_page: 1 })
  expect(rows).toMatchObject([{ shortage: null, surplus: 378.95 }])
  expect(footer).toMatchObject({ shortage: 600, surplus: 378.95 })
})

test('without the right to see what goods of a kind are worth nothing is said of their money', async () => {
  await farm.call(kinds.workshopReceipt.create, given(17, [{ good_id: fillet.id, amount: 10, price: 500 }]))
  const lines = [
    { good_id: feed.id, amount: 190 },
    { good_id: fillet.id, amount: 9 },
  ]
  const as = await farm.user({ permissions: ['write stocks'] })
  const half = { shortage: 750, lines: [{ difference_cost: -750 }, { difference_cost: null }] }
  const sheet = await farm.call(sheetCall, { stock_id: stock.id, date: farm.daysAgo(10), time: '12:00' }, { as })
  expect(sheet.map(({ unit_cost }) => unit_cost)).toEqual([75, null])
  expect(await count(10, lines, as)).toMatchObject(half)
  expect(await journal({}, as)).toMatchObject({ rows: [half], footer: { shortage: 750 } })
  expect((await journal()).footer).toEqual({ shortage: 1250 })
})

test('goods of all rows of a page are valued in as many statements as those of one', async () => {
  const sent = async () => {
    const texts: string[] = []
    const listening = listenToStatements((_, { text }) => void texts.push(text))
    await journal()
    listening.stop()
    return texts.filter((text) => /stock_(days|entries)/.test(text)).length
  }
  await count(15, [{ good_id: feed.id, amount: 190 }])
  const [first, second] = [await sent(), await sent()]
  expect(second).toBe(first)
  for (const day of [14, 13, 12]) await count(day, [{ good_id: feed.id, amount: 170 - day }])
  expect(await sent()).toBe(first)
})
