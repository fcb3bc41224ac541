/** Consumption of goods along items and dates, and products that came or left: a farm by hand. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workshopGoodCalls } from '../../../core/goods/good-calls.contract'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { type AmountsAnswer, consumableCalls, MOST_SERIES } from './consumables.contract'

let farm: Farm
let barn: number
let shed: number
let fuel: number
let feed: number
let boats: number[]
const at = (day: string) => ({ date: `${day}.2026`, time: '10:00' })
const spring = { start: '01.01.2026', end: '31.03.2026' }
const bay = { id: 0 }

beforeAll(async () => {
  farm = await openFarm()
  bay.id = (await farm.module('Залив')).id
  barn = (await farm.stock('Амбар')).id
  shed = (await farm.stock('Сарай', { location_id: bay.id })).id
  fuel = (await farm.good({ name: 'Бензин', type: 'gasoline', measure: 'liter' })).id
  feed = (await farm.good({ name: 'Актив' })).id
  boats = []
  for (const name of ['Лодка', 'Ёрш'])
    boats.push((await farm.item({ type: 'boat', name, stock: barn, date: '01.01.2026' })).id)
  for (const stock of [barn, shed]) {
    await farm.adding({ good: fuel, stock, count: 100, date: '01.01.2026' })
    await farm.adding({ good: feed, stock, count: 100, date: '01.01.2026' })
  }
  const refill = (day: string, boat: number, stock_id: number, volume: string) =>
    farm.call(kinds.refill.create, { ...at(day), item_id: boats[boat]!, good_id: fuel, stock_id, volume })
  await refill('10.01', 0, barn, '5,5')
  await refill('10.01', 1, barn, '2')
  await refill('03.02', 0, shed, '0,000001')
  const lines = [{ good_id: feed, amount: 3 }]
  await farm.call(kinds.writeOff.create, { ...at('10.01'), stock_id: shed, lines })
  await farm.call(kinds.move.create, { ...at('11.01'), stock_id: shed, to_stock_id: barn, lines })
  await farm.call(kinds.stocktake.create, { ...at('12.01'), stock_id: shed, lines: [{ good_id: feed, amount: 90 }] })
})
afterAll(() => farm.close())

const table = ({ labels, datasets, extra }: AmountsAnswer) => [
  ['', ...labels],
  ...datasets.map(({ label, data }, index) => [`${label}, ${extra.measures[index]}`, ...data]),
]

describe('along items', () => {
  it('is what was put into each, by name', async () => {
    const answer = await farm.call(consumableCalls.byItems, spring)
    expect(table(answer)).toEqual([
      ['', 'Ёрш', 'Лодка'],
      ['Бензин, л', 2, 5.500001],
    ])
    expect(answer.extra.items).toEqual([boats[1], boats[0]])
  })

  it('equals the journal that its cell opens', async () => {
    const { datasets, extra } = await farm.call(consumableCalls.byItems, spring)
    for (const [place, item] of extra.items!.entries()) {
      const asked = { ...spring, items_id: [item], goods_id: [datasets[0]!.id!], page: 1 }
      const { rows } = (await farm.call(kinds.refill.list, asked)) as { rows: { volume: number }[] }
      expect(rows.reduce((sum, { volume }) => sum + volume * 1e6, 0) / 1e6).toBe(datasets[0]!.data[place])
    }
  })

  it('of a module are those from its warehouses', async () => {
    const answer = await farm.call(consumableCalls.byItems, { ...spring, location_id: bay.id })
    expect(table(answer)).toEqual([
      ['', 'Лодка'],
      ['Бензин, л', 0.000001],
    ])
    expect((await farm.call(consumableCalls.byItems, { ...spring, items_id: [boats[1]!] })).labels).toEqual(['Ёрш'])
  })
})

describe('along dates', () => {
  it('counts neither moves nor what a stocktake missed', async () => {
    const answer = await farm.call(consumableCalls.byDates, { ...spring, detalization: 'month' })
    expect(table(answer)).toEqual([
      ['', '01.2026', '02.2026', '03.2026'],
      ['Актив, кг', 3, 0, 0],
      ['Бензин, л', 7.5, 0.000001, 0],
    ])
  })

  it('is of the warehouses that are open to whoever asks', async () => {
    const { cookie } = await farm.user({ permissions: ['access reports'], stocks: [shed] })
    const asked = { ...spring, detalization: 'month' } as const
    const answer = await farm.call(consumableCalls.byDates, asked, { as: { cookie } })
    expect(answer.datasets.map(({ data }) => data[0])).toEqual([3, 0])
  })

  it('has a series for the largest goods, and one for all others', async () => {
    const lines: { good_id: number; amount: number }[] = []
    for (let amount = 1; amount <= MOST_SERIES + 2; amount++) {
      const good = (await farm.good({ name: `Соль ${amount}` })).id
      await farm.adding({ good, stock: barn, count: 100, date: '01.01.2026' })
      lines.push({ good_id: good, amount })
    }
    await farm.call(kinds.writeOff.create, { ...at('05.03'), stock_id: barn, lines })
    const asked = { start: '05.03.2026', end: '05.03.2026' }
    const { datasets } = await farm.call(consumableCalls.byDates, asked)
    expect(datasets).toHaveLength(MOST_SERIES + 1)
    expect(datasets.at(-1)).toEqual({ label: 'Остальные', id: null, data: [1 + 2] })
  })

  it('of a month that goes on tells what was until now; refuses what only comes, and too many days', async () => {
    const start = `01${farm.today().slice(2)}`
    const { datasets } = await farm.call(consumableCalls.byDates, { start, end: farm.daysAgo(-40) })
    expect(datasets).toEqual((await farm.call(consumableCalls.byDates, { start, end: farm.today() })).datasets)
    const asked = { start: farm.daysAgo(-1), end: farm.daysAgo(-2) }
    const future = await farm.call(consumableCalls.byDates, asked, { expect: 422 })
    expect(future.errors).toEqual({ end: ['День не может быть в будущем'] })
    const century = { start: '01.01.1960', end: '01.01.2026' }
    expect((await farm.call(consumableCalls.byDates, century, { expect: 422 })).errors!.end![0]).toMatch(/^Больше 400/)
  })
})

it('products that came, and products that left', async () => {
  const fillet = (await farm.call(workshopGoodCalls.create, { name: 'Филе', type: 'fillet', measure: 'kg' })).id
  await farm.call(workshopGoodCalls.transact, { id: fillet, stock: barn, count: 7, ...at('03.02') })
  const lines = [{ good_id: fillet, amount: 2 }]
  await farm.call(kinds.workshopMove.create, { ...at('04.02'), stock_id: barn, to_stock_id: shed, lines })
  await farm.call(kinds.workshopWriteOff.create, { ...at('05.03'), stock_id: barn, lines })
  const of = (operations_type: 'positive' | 'negative') =>
    farm.call(consumableCalls.products, { ...spring, detalization: 'month', operations_type })
  expect((await of('positive')).datasets[0]!.data).toEqual([0, 7, 0])
  expect((await of('negative')).datasets[0]!.data).toEqual([0, 0, 2])
})
