/**
 * Feeding and mortality of many cages at once: all or nothing, as if each were entered alone, faults under their own
 * cage.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPond, type Pond } from '../../../testing/farm/pond'
import { goodCalls } from '../../goods/good-calls.contract'
import { kinds } from '../kinds/kinds.contract'
import { feedingBatch, retreatBatch } from './batch.contract'

let pond: Pond
let farm: Pond['farm']
let feed: { id: number; name: string }
let barn: { id: number; name: string }
beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
})
afterAll(() => farm.close())

type Row = Record<string, unknown>

/** Three fresh cages, fish in the first two, and 100 kg of a feed of their own. */
let a: number
let b: number
let empty: number
beforeEach(async () => {
  a = (await pond.cage()).id
  b = (await pond.cage()).id
  empty = (await pond.cage()).id
  await pond.stock(a, 20, 1000, 1)
  await pond.stock(b, 20, 500, 1)
  ;[feed, barn] = [await farm.good(), await farm.stock()]
  await farm.adding({ good: feed.id, stock: barn.id, count: 100, date: farm.daysAgo(15) })
})

const fed = (volume: number | string, more: Row = {}) => ({
  feed_type_id: feed.id,
  stock_id: barn.id,
  volume,
  ...more,
})
const feedings = (batch: Record<number, Row>, day = 1) => ({ ...pond.on(day), batch })
const retreats = (batch: Record<number, Row>, day = 1) => ({ ...pond.on(day), batch })
const left = async () => (await farm.call(goodCalls.list, {}))[feed.id]!.stocks_count[barn.id] ?? 0
const stored = async (kind: string) =>
  farm.sql<{ id: number; cage_id: number }>(
    'select id, cage_id from operations where kind = $1 and cage_id = any($2) order by cage_id',
    [kind, [a, b, empty]],
  )
const refuse = async (batch: Record<number, Row>, kind: typeof feedingBatch | typeof retreatBatch = feedingBatch) =>
  (await farm.call(kind.create, { ...pond.on(1), batch } as never, { expect: 422 })).errors

describe('a batch of feedings', () => {
  test('stands in the journal, the warehouse and the audit as if each had been entered alone', async () => {
    const batch = { [a]: fed('12,5', { rate: '1,25', appetite: 4 }), [b]: fed(7) }
    const answer = await farm.call(feedingBatch.create, feedings(batch))
    expect(answer.rows).toMatchObject([
      { cage_id: a, feed_type: feed.name, stock: barn.name, volume: 12.5, rate: 1.25, appetite: 4, time: '10:00' },
      { cage_id: b, volume: 7, rate: null, appetite: 1 },
    ])
    expect(answer.cages.map(({ id }) => id).sort()).toEqual([a, b].sort())
    expect(await left()).toBe(80.5)
    const journal = await farm.call(kinds.feeding.list, {
      start: farm.daysAgo(1),
      end: farm.daysAgo(1),
      cages_id: [a, b],
    })
    expect(journal).toEqual(expect.arrayContaining(answer.rows))
    const audit = await farm.sql<{ entity: string }>(
      'select entity from audit_log where action = $1 and entity_id = any($2)',
      ['create', answer.rows.map(({ id }) => id)],
    )
    expect(audit).toEqual([{ entity: 'feeding' }, { entity: 'feeding' }])
  })

  test('rows with nothing typed are left out, whatever feed is chosen there', async () => {
    const batch = { [a]: fed(5), [b]: fed(''), [empty]: fed('0') }
    const { rows } = await farm.call(feedingBatch.create, feedings(batch))
    expect(rows.map(({ cage_id }) => cage_id)).toEqual([a])
    expect(await refuse({ [a]: fed(''), [b]: fed(0) })).toEqual({ batch: ['Заполните хотя бы одну строку'] })
  })

  test('all faults are told at once, each under its own cage, and nothing is stored', async () => {
    const errors = await refuse({
      [a]: fed('много'),
      [b]: { ...fed(''), rate: 1 },
      [empty]: { ...fed(1), appetite: 9 },
    })
    expect(Object.keys(errors!).sort()).toEqual(
      [`batch.${a}.volume`, `batch.${b}.volume`, `batch.${empty}.appetite`].sort(),
    )
    const foreign = await farm.good({ type: 'medicine' })
    expect(
      await refuse({ [a]: { ...fed(1), feed_type_id: foreign.id }, [b]: { ...fed(1), stock_id: 999_999 } }),
    ).toEqual({ [`batch.${a}.feed_type_id`]: ['Расходник не найден'], [`batch.${b}.stock_id`]: ['Склад не найден'] })
    expect(await stored('feeding')).toEqual([])
  })

  test('a warehouse that runs out refuses all of it under the cage that comes too late', async () => {
    const errors = await refuse({ [a]: fed(60), [b]: fed(50) })
    const number = (await pond.cageNow(b)).number
    expect(errors).toEqual({
      [`batch.${b}.volume`]: [
        `${farm.daysAgo(1)} 10:00 кормление, садок ${number}: на складе «${barn.name}» не хватает 10 кг, «${feed.name}»`,
      ],
    })
    expect(await stored('feeding')).toEqual([])
    expect(await left()).toBe(100)
  })

  test('a cage without fish at that time is told under its amount', async () => {
    expect(await refuse({ [a]: fed(1), [empty]: fed(1) })).toEqual({
      [`batch.${empty}.volume`]: ['В садке на это время нет рыбы'],
    })
    expect(await refuse({ [a]: fed(1), 999999: fed(1) })).toEqual({ 'batch.999999.volume': ['Садок не найден'] })
    expect(await stored('feeding')).toEqual([])
  })

  test('a moment that has not come is told under date or time alone', async () => {
    const later = { date: farm.daysAgo(-2), time: '10:00', batch: { [a]: fed(1), [b]: fed(1) } }
    expect(Object.keys((await farm.call(feedingBatch.create, later, { expect: 422 })).errors!)).toEqual(['date'])
  })
})

describe('a batch of mortality', () => {
  const group = (count: number, more: Row = {}) => ({ count, ...pond.group, ...more })

  test('takes the fish of every cage, at the average of its group', async () => {
    const answer = await farm.call(retreatBatch.create, retreats({ [a]: group(10), [b]: group(5), [empty]: group(0) }))
    expect(answer.rows).toMatchObject([
      { from_id: a, count: 10, weight: 10, count_percent: 1 },
      { from_id: b, count: 5, weight: 5, count_percent: 1 },
    ])
    expect(await pond.cageNow(a)).toMatchObject({ count: 990, weight: 990 })
    expect(await pond.cageNow(b)).toMatchObject({ count: 495 })
  })

  test('more than there are is told under the count of that cage, and no other cage changes', async () => {
    const errors = await refuse({ [a]: group(10), [b]: group(501) }, retreatBatch)
    expect(Object.keys(errors!)).toEqual([`batch.${b}.count`])
    expect(errors![`batch.${b}.count`]![0]).toContain('не хватает 1 шт')
    expect(await pond.cageNow(a)).toMatchObject({ count: 1000 })
  })

  test('a later operation that would break is named under the cage it breaks in', async () => {
    await pond.lift(b, 0, 500, undefined, '00:00')
    const refused = await farm.call(retreatBatch.create, retreats({ [a]: group(1), [b]: group(2) }), { expect: 422 })
    expect(Object.keys(refused.errors!)).toEqual([`batch.${b}.count`])
    expect(refused.refusal).toMatchObject({ kind: 'withdrawal', cage_id: b, shortage: 2, own: false })
  })

  test('the group is named, or chosen by its place among those with fish, or must be asked for', async () => {
    const other = await farm.category()
    const second = { ...pond.group, age_category_id: other.id }
    await farm.call(kinds.stocking.create, { ...pond.on(10), to_id: a, ...second, count: 50, avg_weight: 1 })
    expect(await refuse({ [a]: { count: 1 } }, retreatBatch)).toEqual({
      [`batch.${a}.generation_id`]: ['Выберите генерацию'],
    })
    const { rows } = await farm.call(
      retreatBatch.create,
      retreats({ [a]: { count: 1, groupIndex: 1 }, [b]: { count: 1 } }),
    )
    expect(rows.map(({ age_category_id }) => age_category_id)).toEqual([other.id, pond.group.age_category_id])
  })
})

describe('repeating, racing, taking back', () => {
  test('a repeated batch answers as the first did and stores nothing twice', async () => {
    const input = feedings({ [a]: fed(10), [b]: fed(20) })
    const first = await farm.call(feedingBatch.create, input, { key: `batch-${a}` })
    expect(await farm.call(feedingBatch.create, input, { key: `batch-${a}` })).toEqual(first)
    expect(await stored('feeding')).toHaveLength(2)
    expect(await left()).toBe(70)
  })

  test('of a batch and a single feeding that want the same feed one stands', async () => {
    const single = { ...pond.on(1), cage_id: b, ...fed(60) }
    const answers = await Promise.allSettled([
      farm.call(feedingBatch.create, feedings({ [a]: fed(40), [b]: fed(20) })),
      farm.call(kinds.feeding.create, single),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await left()).toBe(40)
  })

  test('batches and single losses over the same cages never lock each other', async () => {
    const group = { ...pond.group, count: 1 }
    await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        turn % 3 === 0
          ? farm.call(retreatBatch.create, retreats({ [a]: group, [b]: group }))
          : pond.lose(turn % 2 ? a : b, 1, 1),
      ),
    )
    expect((await pond.cageNow(a)).count + (await pond.cageNow(b)).count).toBe(1500 - 8 - 8)
  })

  test('a batch is taken back whole, or not at all', async () => {
    const { rows } = await farm.call(feedingBatch.create, feedings({ [a]: fed(10), [b]: fed(20) }))
    const ids = rows.map(({ id }) => id)
    await farm.call(feedingBatch.remove, { ids: [...ids, 999_999_999] }, { expect: 404 })
    expect(await left()).toBe(70)
    const stranger = await farm.user({ permissions: ['create feedings', 'delete own from journals'] })
    await farm.call(feedingBatch.remove, { ids }, { expect: 403, as: stranger })
    expect((await farm.call(feedingBatch.remove, { ids })).cages.map(({ id }) => id).sort()).toEqual([a, b].sort())
    expect(await left()).toBe(100)
    expect(await stored('feeding')).toEqual([])
  })

  test('a loss taken back in many cages brings every number back', async () => {
    const one = { ...pond.group, count: 7 }
    const { rows } = await farm.call(retreatBatch.create, retreats({ [a]: one, [b]: one }, 5))
    await pond.weigh(b, 3, 2)
    await farm.call(retreatBatch.remove, { ids: rows.map(({ id }) => id) })
    expect(await pond.cageNow(a)).toMatchObject({ count: 1000, weight: 1000 })
    expect(await pond.cageNow(b)).toMatchObject({ count: 500, weight: 1000 })
  })
})

describe('who may, and where', () => {
  test('the right to feed is asked, and one’s modules and warehouses bound the batch', async () => {
    const input = feedings({ [a]: fed(1) })
    await farm.call(feedingBatch.create, input, { expect: 403, as: await farm.user({ permissions: ['create notes'] }) })
    const elsewhere = await farm.module()
    const bound = await farm.user({ permissions: ['create feedings'], locations: [elsewhere.id] })
    await farm.call(feedingBatch.create, input, { expect: 403, as: bound })
    const shed = await farm.stock()
    const keeper = await farm.user({ permissions: ['create feedings'], stocks: [shed.id] })
    const refused = await farm.call(feedingBatch.create, input, { expect: 422, as: keeper })
    expect(refused.errors).toEqual({ [`batch.${a}.stock_id`]: ['Склад не найден'] })
  })

  test('another company’s cage is not found', async () => {
    const other = await farm.company()
    const module = await farm.module('Чужой', { as: other })
    const theirs = await farm.cage({ location: module.id, as: other })
    expect(await refuse({ [theirs.id]: fed(1) })).toEqual({ [`batch.${theirs.id}.volume`]: ['Садок не найден'] })
  })
})

describe('the template from the day before', () => {
  test('sums the day of each cage, with the feed, warehouse and appetite of its last feeding', async () => {
    const [pellets, shed] = [await farm.good(), await farm.stock()]
    await farm.adding({ good: pellets.id, stock: shed.id, count: 50, date: farm.daysAgo(15) })
    const give = (cage_id: number, days: number, time: string, row: Row) =>
      farm.call(kinds.feeding.create, { date: farm.daysAgo(days), time, cage_id, ...row } as never)
    await give(a, 4, '08:00', fed(10, { rate: 1, appetite: 2 }))
    await give(a, 4, '23:59', { feed_type_id: pellets.id, stock_id: shed.id, volume: 2.5, rate: 0.25, appetite: 5 })
    await give(b, 4, '00:00', fed(3, { appetite: 3 }))
    await give(b, 3, '00:00', fed(1))
    await give(b, 5, '23:59', fed(1))
    const rows = await farm.call(feedingBatch.template, { date: farm.daysAgo(3), cage_ids: [a, b, empty] })
    expect(rows).toEqual([
      {
        cage_id: a,
        feed_type_id: pellets.id,
        feed_type: expect.any(String),
        stock_id: shed.id,
        stock: expect.any(String),
        appetite: 5,
        volume: 12.5,
        rate: 1.25,
        feeds: [
          expect.objectContaining({ feed_type_id: feed.id, stock_id: barn.id, volume: 10 }),
          expect.objectContaining({ feed_type_id: pellets.id, stock_id: shed.id, volume: 2.5 }),
        ],
      },
      expect.objectContaining({ cage_id: b, feed_type_id: feed.id, stock_id: barn.id, volume: 3, rate: null }),
    ])
  })

  test('is empty when nobody was fed, and asks only for cages of one’s modules', async () => {
    expect(await farm.call(feedingBatch.template, { date: farm.daysAgo(9), cage_ids: [a] })).toEqual([])
    await farm.call(feedingBatch.create, feedings({ [a]: fed(1) }))
    const elsewhere = await farm.module()
    const bound = await farm.user({ locations: [elsewhere.id] })
    expect(await farm.call(feedingBatch.template, { date: farm.today() }, { as: bound })).toEqual([])
    await farm.call(feedingBatch.template, { date: farm.today(), cage_ids: [a] }, { as: bound, expect: 403 })
  })
})
