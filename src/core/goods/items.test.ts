import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFarm, type Farm } from '../../testing/farm/farm'
import { cageCalls } from '../cages/cage.contract'
import { historyCalls } from '../../features/main-page/cage/cage-history.contract'
import { stockLibrary } from '../lists/libraries/stock.contract'
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

const net = (name?: string) => farm.item({ stock: stock.id, date: farm.daysAgo(30), name })
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

/** The documents of an item, in the order of their entering. */
const pastOf = (item: number) =>
  farm.sql<{ kind: string; role: string; cage_id: number | null }>(
    `select o.kind, l.role, l.cage_id from operation_lines l join operations o on o.id = l.operation_id
     where l.item_id = $1 order by o.id`,
    [item],
  )
/** Moves a tying into the past. */
const setBack = (item: number, days: number, role = 'tied') =>
  farm.sql(
    `update operations o set at = o.at - make_interval(days => $2) from operation_lines l
     where l.operation_id = o.id and l.item_id = $1 and l.role = $3`,
    [item, days, role],
  )

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
    expect(await pastOf(two.id)).toEqual([
      { kind: 'item_adding', role: 'in', cage_id: null },
      { kind: 'tying', role: 'tied', cage_id: null },
      { kind: 'tying', role: 'untied', cage_id: null },
    ])
  })

  test('is seen in history only from the day it was tied to the day it was changed for another', async () => {
    const [one, two] = [await net(), await net()]
    const own = await cage(one.id)
    await setBack(one.id, 5)
    const on = async (days: number) =>
      (await farm.call(cageCalls.onDate, { date: farm.daysAgo(days) })).cages.find(({ id }) => id === own.id)!.net_id
    expect([await on(6), await on(2)]).toEqual([null, one.id])
    await farm.call(cageCalls.update, edit(own, two.id))
    await setBack(one.id, 2, 'untied')
    await setBack(two.id, 2)
    expect([await on(6), await on(3), await on(1), await on(0)]).toEqual([null, one.id, two.id, two.id])
    await farm.call(cageCalls.update, edit(own, null))
    expect([await on(3), await on(1), await on(0)]).toEqual([one.id, two.id, null])
  })

  test("that is tied and untied leaves documents: audited, named by its lines, and none of the cage's operations", async () => {
    const { id } = await net()
    const own = await cage(id)
    await farm.call(cageCalls.update, edit(own, null))
    expect(await pastOf(id)).toEqual([
      { kind: 'item_adding', role: 'in', cage_id: null },
      { kind: 'tying', role: 'tied', cage_id: own.id },
      { kind: 'tying', role: 'untied', cage_id: own.id },
    ])
    const kept = await farm.sql<{ action: string; lines: unknown[] }>(
      `select action, after->'lines' as lines from audit_log where entity = 'tying' and after->'lines'->0->>'item_id' = $1
       order by id`,
      [String(id)],
    )
    const line = { item_id: id, stock_id: stock.id, cage_id: own.id }
    expect(kept).toMatchObject([
      { action: 'create', lines: [{ ...line, role: 'tied' }] },
      { action: 'create', lines: [{ ...line, role: 'untied' }] },
    ])
    const period = { start: farm.daysAgo(9), end: farm.daysAgo(0) }
    const history = await farm.call(historyCalls.all, { cageId: own.id, ...period, page: 1, per_page: 10 })
    expect(history).toMatchObject({ rows: [], total: 0 })
    await farm.call(cageCalls.remove, { id: own.id })
    expect((await pastOf(id)).map(({ cage_id }) => cage_id)).toEqual([null, null, null])
  })

  test('that is not changed leaves nothing, and one that is refused neither', async () => {
    const [held, free] = [await net(), await net()]
    await cage(held.id)
    const own = await cage(free.id)
    const before = await farm.sql('select from operations')
    await farm.call(cageCalls.update, { ...edit(own, free.id), volume: 77 })
    await farm.call(cageCalls.update, edit(own, held.id), { expect: 422 })
    expect(await farm.sql('select from operations')).toHaveLength(before.length)
  })

  test('that is deleted takes its own past along, and leaves that of the net hung in its place', async () => {
    const [one, two] = [await net(), await net()]
    const own = await cage(one.id)
    await farm.call(cageCalls.update, edit(own, two.id))
    await farm.call(itemCalls.remove, { id: one.id })
    expect(await pastOf(one.id)).toEqual([])
    expect((await pastOf(two.id)).map(({ role }) => role)).toEqual(['in', 'tied'])
    expect(
      await farm.sql(`select from operations o where kind in ('item_adding', 'tying')
      and not exists (select from operation_lines l where l.operation_id = o.id)`),
    ).toEqual([])
    const gone = await farm.sql(
      `select entity from audit_log where action = 'delete' and before->'lines'->0->>'item_id' = $1 order by id`,
      [String(one.id)],
    )
    expect(gone.map(({ entity }) => entity)).toEqual(['item_adding', 'tying', 'tying'])
  })

  test('of a closed warehouse is untied, and its cage deleted, by whoever may change the cage', async () => {
    const [closed, open] = [await net(), await farm.stock()]
    const mine = await farm.item({ stock: open.id, date: farm.daysAgo(1) })
    const limited = await farm.user({ permissions: ['update cages', 'delete cages'], stocks: [open.id] })
    const [own, other] = [await cage(closed.id), await cage((await net()).id)]
    await farm.call(cageCalls.update, edit(own, mine.id), { as: limited })
    expect(await itemOf(closed.id)).toMatchObject({ stock_id: stock.id, cage_id: null })
    await farm.call(cageCalls.remove, { id: other.id }, { as: limited })
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
