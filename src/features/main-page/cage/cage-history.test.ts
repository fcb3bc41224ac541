/** What happened in a cage: the last operation of each kind, now and on a past day, and all of a period. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPond, type Pond } from '../../../testing/farm/pond'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { cageCalls } from '../../../core/cages/cage.contract'
import { historyCalls } from './cage-history.contract'

let pond: Pond
let cage: { id: number; number: string }
let target: { id: number; number: string }
beforeAll(async () => {
  pond = await openPond()
  const { farm, on, group } = pond
  ;[cage, target] = [await pond.cage(), await pond.cage()]
  const [feed, medicine] = [await farm.good(), await farm.good({ type: 'medicine', measure: 'liter' })]
  const stock = await farm.stock()
  for (const good of [feed, medicine])
    await farm.adding({ good: good.id, stock: stock.id, count: 500, date: farm.daysAgo(25) })
  await pond.stock(cage.id, 20, 1_000, 0.2)
  const given = { cage_id: cage.id, stock_id: stock.id }
  for (const [day, volume] of [
    [9, 10],
    [8, 12.5],
  ] as const)
    await farm.call(kinds.feeding.create, { ...on(day), ...given, feed_type_id: feed.id, volume, appetite: 4 })
  await farm.call(kinds.treatment.create, { ...on(7), ...given, good_id: medicine.id, volume: 1.5 })
  await pond.lose(cage.id, 6, 5)
  await pond.weigh(cage.id, 5, 0.25)
  await pond.move(cage.id, target.id, 4, 100)
  await farm.call(kinds.correction.create, { ...on(3), cage_id: cage.id, ...group, count: 890 })
  await pond.lift(cage.id, 2, 90)
  await farm.call(kinds.note.create, { ...on(1), cage_id: cage.id, text: 'Проверить дель' })
})
afterAll(() => pond.farm.close())

test('the information of a cage holds the last operation of each kind as its journal tells it', async () => {
  const info = await pond.farm.call(historyCalls.info, { cageId: cage.id })
  expect(info).toMatchObject({
    cage: { id: cage.id, count: 800 },
    feeding: { kind: 'feeding', volume: 12.5, user: 'Анна Петрова', time: '10:00' },
    treatment: { volume: 1.5, measure: 'л' },
    retreat: { count: 5, weight: 1 },
    weighing: { avg_weight: 0.25 },
    transfer: { count: 100, to_number: target.number },
    withdrawal: { count: 90 },
    stocking: { count: 1_000 },
    correction: { count: 890 },
    note: { text: 'Проверить дель' },
  })
  expect(info.feeding!.feed_type).toMatch(/^Расходник/)
})

test('the target of a transfer has it too, and nothing else', async () => {
  const { cage: row, transfer, ...others } = await pond.farm.call(historyCalls.info, { cageId: target.id })
  expect(row.count).toBe(100)
  expect(transfer).toMatchObject({ count: 100, from_number: cage.number })
  expect(Object.values(others).filter((one) => one !== null)).toEqual([])
})

test('on a past day it is what was known at the end of that day', async () => {
  const then = await pond.farm.call(historyCalls.infoOnDate, { cageId: cage.id, date: pond.farm.daysAgo(9) })
  expect(then).toMatchObject({ cage: { count: 1_000, avg_weight: 0.2 }, feeding: { volume: 10 }, retreat: null })
})

test('all operations of a period come newest first, over pages, changes of category as well', async () => {
  const category = await pond.farm.category()
  const input = { cageId: target.id, generationId: pond.group.generation_id, category_id: category.id }
  await pond.farm.call(cageCalls.changeCategory, input)
  const all = async (id: number, from: number, to: number, page?: Record<string, number>) => {
    const period = { start: pond.farm.daysAgo(from), end: pond.farm.daysAgo(to) }
    return pond.farm.call(historyCalls.all, { cageId: id, ...period, ...page })
  }
  const kindsOf = (rows: unknown) => (rows as { kind: string }[]).map(({ kind }) => kind)
  expect(kindsOf(await all(cage.id, 30, 0))).toEqual([
    'note',
    'withdrawal',
    'correction',
    'transfer',
    'weighing',
    'retreat',
    'treatment',
    'feeding',
    'feeding',
    'stocking',
  ])
  expect(kindsOf(await all(cage.id, 6, 4))).toEqual(['transfer', 'weighing', 'retreat'])
  expect(kindsOf(await all(target.id, 30, 0))).toEqual(['category_change', 'transfer'])
  const second = await all(cage.id, 30, 0, { page: 2, per_page: 4 })
  if (Array.isArray(second)) throw new Error('a page was asked for')
  expect([kindsOf(second.rows), second.total]).toEqual([['weighing', 'retreat', 'treatment', 'feeding'], 10])
})

test('only for cages of one’s modules', async () => {
  const stranger = await pond.farm.user({ locations: [(await pond.farm.module()).id] })
  const period = { start: pond.farm.daysAgo(5), end: pond.farm.today() }
  await pond.farm.call(historyCalls.info, { cageId: cage.id }, { as: stranger, expect: 404 })
  await pond.farm.call(historyCalls.all, { cageId: cage.id, ...period }, { as: stranger, expect: 404 })
  const foreign = await pond.farm.company()
  await pond.farm.call(historyCalls.info, { cageId: cage.id }, { as: foreign, expect: 404 })
  await pond.farm.call(historyCalls.all, { cageId: cage.id, ...period }, { as: foreign, expect: 404 })
})

test('the card tells what was given yesterday, with the last appetite, and what was lost on each of 14 days', async () => {
  const { farm, on } = pond
  const own = await pond.cage()
  await pond.stock(own.id, 20, 1_000, 0.2)
  const [feed, stock] = [await farm.good(), await farm.stock()]
  await farm.adding({ good: feed.id, stock: stock.id, count: 100, date: farm.daysAgo(25) })
  const given = { cage_id: own.id, stock_id: stock.id, feed_type_id: feed.id }
  for (const [time, volume, appetite] of [
    ['08:00', 4.25, 5],
    ['16:00', 3, 2],
  ] as const)
    await farm.call(kinds.feeding.create, { ...on(1), ...given, time, volume, appetite })
  await farm.call(kinds.feeding.create, { ...on(2), ...given, volume: 9, appetite: 1 })
  for (const [day, count] of [
    [15, 100],
    [13, 7],
    [3, 2],
    [3, 3],
  ] as const)
    await pond.lose(own.id, day, count)
  expect(await farm.call(historyCalls.recent, { cageId: own.id })).toEqual({
    fed: 7.25,
    appetite: 2,
    lost: [7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0],
  })
  await farm.call(historyCalls.recent, { cageId: 999_999 }, { expect: 404 })
  const stranger = await farm.user({ locations: [(await farm.module('Чужой')).id] })
  await farm.call(historyCalls.recent, { cageId: own.id }, { as: stranger, expect: 403 })
})
