import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFarm, type Farm } from '../../server/testing/farm'
import { cageCalls } from '../cages/cage.contract'
import { stockLibrary } from '../lists/library.contract'
import { itemCalls } from './item.contract'

let farm: Farm
let module: { id: number }
let stock: { id: number; name: string }
beforeAll(async () => {
  farm = await openFarm()
  module = await farm.module()
  stock = await farm.stock('Береговой')
})
afterAll(() => farm.close())

const net = (name?: string) => farm.item({ stock: stock.id, date: farm.daysAgo(3), name })
const cage = (net?: number) => farm.cage({ location: module.id, net })
type Cage = Awaited<ReturnType<typeof cage>>
const edit = ({ id, location_id, number, cage_type_id, volume }: Cage, net_id: number | null) => ({
  id,
  location_id,
  number,
  cage_type_id,
  volume,
  net_id,
})
const itemOf = async (id: number) => (await farm.call(itemCalls.list, {})).find((item) => item.id === id)!

describe('a net', () => {
  test('leaves its warehouse when a cage takes it and returns when the cage lets it go', async () => {
    const { id } = await net('Дель 24 мм')
    expect(await itemOf(id)).toMatchObject({ stock_id: stock.id, stock_field: 'Береговой', cage_id: null })
    const seven = await farm.cage({ location: module.id, number: 'Д7' })
    const tied = await farm.call(cageCalls.update, edit(seven, id))
    expect(tied).toMatchObject({ net_id: id, net_name: 'Дель 24 мм' })
    expect(await itemOf(id)).toMatchObject({
      stock_id: null,
      stock_field: null,
      cage_number: 'Д7',
      delete_disabled_reason: 'Дель нельзя удалить: она в садке Д7.',
    })
    await farm.call(itemCalls.remove, { id }, { expect: 409 })
    expect(await farm.call(cageCalls.update, edit(seven, null))).toMatchObject({ net_id: null, net_name: null })
    expect(await itemOf(id)).toMatchObject({ stock_id: stock.id, cage_id: null, delete_disabled: false })
    await farm.call(itemCalls.remove, { id })
    expect(await itemOf(id)).toBeUndefined()
  })

  test('of another cage is refused with the given sentence, when a cage is made and when it is changed', async () => {
    const { id } = await net()
    await farm.cage({ location: module.id, number: 'Д12', net: id })
    const free = await cage()
    const sentence = 'Данная дель уже используется в садке Д12. Открепите её в окне редактирования указанного садка.'
    const refused = await farm.call(cageCalls.update, edit(free, id), { expect: 422 })
    expect(refused.errors).toEqual({ net_id: [sentence] })
    const number = 'новый'
    const input = { location_id: module.id, number, cage_type_id: 1, volume: 10, net_id: id }
    expect((await farm.call(cageCalls.create, input, { expect: 422 })).errors).toEqual({ net_id: [sentence] })
    expect((await farm.call(cageCalls.list, {})).some((one) => one.number === number)).toBe(false)
  })

  test('goes to one cage when many ask at once', async () => {
    const { id } = await net()
    const cages = await Promise.all([cage(), cage(), cage(), cage()])
    const second = await farm.process()
    const outcomes = await Promise.allSettled(
      cages.map((one, index) => farm.call(cageCalls.update, edit(one, id), { on: index % 2 ? second : undefined })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(String(outcome.reason)).toContain('Данная дель уже используется')
    expect((await farm.call(cageCalls.list, {})).filter((one) => one.net_id === id)).toHaveLength(1)
  })

  test('changed for another sets the first one free; a deleted cage gives its net back', async () => {
    const [one, two] = [await net(), await net()]
    const own = await cage(one.id)
    await farm.call(cageCalls.update, edit(own, two.id))
    expect(await itemOf(one.id)).toMatchObject({ cage_id: null, stock_id: stock.id })
    expect(await itemOf(two.id)).toMatchObject({ cage_id: own.id })
    await farm.call(cageCalls.remove, { id: own.id })
    expect(await itemOf(two.id)).toMatchObject({ cage_id: null, stock_id: stock.id })
    const entries = await farm.sql(`select kind from item_entries where item_id = $1 order by id`, [two.id])
    expect(entries.map(({ kind }) => kind)).toEqual(['adding', 'tying', 'untying'])
  })

  test('is seen in history only from the day it was tied', async () => {
    const { id } = await net()
    const own = await cage(id)
    await farm.sql(`update item_entries set at = at - interval '5 days' where item_id = $1 and kind = 'tying'`, [id])
    const onDate = async (days: number) =>
      (await farm.call(cageCalls.onDate, { date: farm.daysAgo(days) })).cages.find((one) => one.id === own.id)!.net_id
    expect([await onDate(2), await onDate(6)]).toEqual([id, null])
    await farm.call(cageCalls.update, edit(own, null))
    expect([await onDate(2), await onDate(0)]).toEqual([id, null])
  })

  test('must be a net, of this company and of a warehouse that is open to the user', async () => {
    const own = await cage()
    const boat = await farm.item({ stock: stock.id, date: farm.daysAgo(1), type: 'boat' })
    const other = await farm.company()
    const theirStock = await farm.stock('Их', { as: other })
    const theirs = await farm.item({ stock: theirStock.id, date: farm.daysAgo(1), as: other })
    for (const id of [boat.id, theirs.id, 999_999]) {
      const refused = await farm.call(cageCalls.update, edit(own, id), { expect: 422 })
      expect(refused.errors).toEqual({ net_id: ['Дель не найдена'] })
    }
    const closed = await net()
    const open = await farm.stock()
    const limited = await farm.user({ permissions: ['update cages'], stocks: [open.id] })
    await farm.call(cageCalls.update, edit(own, closed.id), { as: limited, expect: 422 })
    expect(await farm.call(itemCalls.nets, {}, { as: limited })).toEqual([])
    // what hangs there already is not theirs to change, but does not stand in their way either
    await farm.call(cageCalls.update, edit(own, closed.id))
    expect(await farm.call(cageCalls.update, edit(own, closed.id), { as: limited })).toMatchObject({
      net_id: closed.id,
    })
  })

  test('in a cage stays a net', async () => {
    const item = await net()
    await farm.cage({ location: module.id, number: 'Д55', net: item.id })
    const fields = { id: item.id, name: 'Лодка', condition: 'new', code: '', type: 'boat' } as const
    const refused = await farm.call(itemCalls.update, fields, { expect: 422 })
    expect(refused.errors).toEqual({ type: ['Вид нельзя изменить: дель в садке Д55'] })
    expect(await farm.call(itemCalls.update, { ...fields, type: 'net', code: 'Д-1' })).toMatchObject({ code: 'Д-1' })
  })
})

describe('an item', () => {
  test('needs the right to write, an open warehouse and a moment that has come', async () => {
    const input = { name: 'Мотор', type: 'motor', condition: 'working', stock: stock.id, time: '10:00' } as const
    const reader = await farm.user({ permissions: ['read stocks'] })
    await farm.call(itemCalls.create, { ...input, date: farm.daysAgo(1) }, { as: reader, expect: 403 })
    expect(await farm.call(itemCalls.list, {}, { as: reader })).not.toEqual([])
    const late = await farm.call(itemCalls.create, { ...input, date: farm.daysAgo(-2) }, { expect: 422 })
    expect(Object.keys(late.errors!)).toEqual(['date'])
    const other = await farm.stock()
    const limited = await farm.user({ permissions: ['write stocks'], stocks: [other.id] })
    const closed = await farm.call(itemCalls.create, { ...input, date: farm.daysAgo(1) }, { as: limited, expect: 422 })
    expect(closed.errors).toEqual({ stock: ['Склад не найден'] })
    const made = await farm.call(
      itemCalls.create,
      { ...input, stock: other.id, date: farm.daysAgo(1) },
      { as: limited },
    )
    expect(made).toMatchObject({ type_translation: 'Мотор', condition_translation: 'Исправно', stock_id: other.id })
  })

  test('keeps its warehouse from being deleted', async () => {
    const held = await farm.stock('С лодкой')
    await farm.item({ stock: held.id, date: farm.daysAgo(1), type: 'boat' })
    const refused = await farm.call(stockLibrary.remove, { id: held.id }, { expect: 409 })
    expect(refused.message).toBe('Склад нельзя удалить: на нём лежат или лежали изделия.')
  })
})
