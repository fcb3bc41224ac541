/** Journals: pages with sums, rights, modules, what is kept of every change. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPond, type Pond } from '../../testing/farm/pond'
import { cageCalls } from '../cages/cage.contract'
import { kinds } from './kinds/kinds.contract'

let pond: Pond
let farm: Pond['farm']
let group: Pond['group']
beforeAll(async () => {
  pond = await openPond()
  ;({ farm, group } = pond)
})
afterAll(() => farm.close())

/** A fresh cage for each test. */
let a: number
beforeEach(async () => {
  a = (await pond.cage()).id
})

describe('journals', () => {
  test('a page carries footer sums of the whole result, of what the ledger booked', async () => {
    await pond.stock(a, 9, 100, 1)
    for (const day of [8, 7, 6]) await pond.lose(a, day, 2)
    await pond.weigh(a, 5, 2)
    await pond.lose(a, 4, 1)
    const page = await farm.call(kinds.retreat.list, {
      start: farm.daysAgo(30),
      end: farm.today(),
      cages_id: [a],
      page: 1,
      per_page: 2,
    })
    expect(page).toMatchObject({ total: 4, footer: { count: 7, weight: 8 } })
    expect((page as { rows: { count: number; count_percent: number }[] }).rows).toMatchObject([
      { count: 1, count_percent: 1.06 },
      { count: 2 },
    ])
  })

  test('recounts are sorted by their difference over all cages, those of the period alone', async () => {
    const b = (await pond.cage()).id
    for (const cage of [a, b]) await pond.stock(cage, 19, 100, 1)
    const recount = async (cage: number, day: number, count: number) =>
      (await farm.call(kinds.correction.create, { ...pond.on(day), cage_id: cage, ...group, count })).id
    await recount(a, 17, 40)
    const ids = [await recount(a, 15, 45), await recount(b, 15, 97), await recount(a, 14, 38), await recount(b, 13, 99)]
    const sorted = async (sort: string) => {
      const asked = { start: farm.daysAgo(16), end: farm.daysAgo(12), cages_id: [a, b], page: 1, per_page: 3, sort }
      const { rows } = (await farm.call(kinds.correction.list, asked)) as { rows: { id: number }[] }
      return rows.map(({ id }) => ids.indexOf(id))
    }
    // 5, -3, -7, 2
    expect(await sorted('count_difference')).toEqual([2, 1, 3])
    expect(await sorted('-count_difference')).toEqual([0, 3, 1])
  })

  test('a period reaches to the last minute of its last day, and not into the next', async () => {
    await pond.stock(a, 9, 100, 1)
    await pond.lose(a, 6, 1, '00:00')
    await pond.lose(a, 5, 2, '23:59')
    await pond.lose(a, 4, 4, '00:00')
    const asked = { start: farm.daysAgo(6), end: farm.daysAgo(5), cages_id: [a] }
    const rows = (await farm.call(kinds.retreat.list, asked)) as { count: number }[]
    expect(rows.map(({ count }) => count)).toEqual([2, 1])
    const page = await farm.call(kinds.retreat.list, { ...asked, page: 1, per_page: 10 })
    expect(page).toMatchObject({ total: 2, footer: { count: 3 } })
  })

  test('an instant within a day is told as of that minute, the day itself as of its end', async () => {
    await pond.stock(a, 9, 100, 1)
    await pond.lose(a, 5, 10, '08:00')
    await pond.lose(a, 5, 30, '18:00')
    const at = async (time: string) =>
      (await farm.call(cageCalls.countOnDate, { date: farm.daysAgo(5), time, cage_id: a })).count
    expect([await at('07:59'), await at('08:00'), await at('17:59'), await at('18:00'), await at('23:59')]).toEqual([
      100, 90, 90, 60, 60,
    ])
    expect((await pond.cageOn(a, 5)).count).toBe(60)
  })

  test('fish come back with the average that the last ones were typed with', async () => {
    await pond.stock(a, 9, 100, 1)
    await pond.lift(a, 8, 100, 150)
    expect(await pond.cageOn(a, 8)).toMatchObject({ count: 0, weight: 0 })
    await farm.call(kinds.correction.create, { ...pond.on(7), cage_id: a, ...group, count: 40 })
    expect(await pond.cageOn(a, 7)).toMatchObject({ count: 40, weight: 60, avg_weight: 1.5 })
  })

  test('rows come in the order that is asked for, by time where they are equal; newest first without one', async () => {
    const b = (await pond.cage()).id
    for (const cage of [a, b]) await pond.stock(cage, 9, 100, 1)
    await pond.lose(b, 8, 5)
    await pond.lose(a, 7, 11)
    await pond.lose(a, 6, 5)
    const lost = async (sort?: string) => {
      const asked = { start: farm.daysAgo(30), end: farm.today(), cages_id: [a, b], sort }
      const rows = (await farm.call(kinds.retreat.list, asked)) as { from_id: number; count: number }[]
      return rows.map(({ from_id, count }) => `${from_id === a ? 'a' : 'b'}${count}`).join(' ')
    }
    expect(await lost()).toBe('a5 a11 b5')
    expect(await lost('datetime')).toBe('b5 a11 a5')
    expect(await lost('constructor')).toBe('b5 a11 a5')
    expect(await lost('count')).toBe('b5 a5 a11')
    expect(await lost('-count')).toBe('a11 a5 b5')
    expect(await lost('number')).toBe('a11 a5 b5')
  })

  test.each(Object.values(kinds).map((kind) => [kind.journal, kind] as const))(
    '%s is answered whatever column of whatever journal it is to be sorted by',
    async (_, { list }) => {
      const columns = new Set(Object.values(kinds).flatMap((kind) => kind.columns.map(({ key }) => key)))
      for (const column of columns) await farm.call(list, { start: farm.daysAgo(1), end: farm.today(), sort: column })
    },
  )

  test('rights: another person cannot change a row, its author with the smaller right can', async () => {
    await pond.stock(a, 9, 100, 1)
    const author = await farm.user({ permissions: ['create retreats', 'delete own from journals'] })
    const other = await farm.user({ permissions: ['create retreats', 'delete own from journals'] })
    const { id } = await farm.call(
      kinds.retreat.create,
      { ...pond.on(2), from_id: a, ...group, count: 3 },
      { as: author },
    )
    await farm.call(kinds.retreat.remove, { id }, { as: other, expect: 403 })
    await farm.call(
      kinds.stocking.create,
      { ...pond.on(1), to_id: a, ...group, count: 1, avg_weight: 1 },
      { as: author, expect: 403 },
    )
    await farm.call(kinds.retreat.remove, { id }, { as: author })
  })

  test('a user limited to modules sees and writes only there', async () => {
    const elsewhere = await farm.module()
    const limited = await farm.user({ permissions: ['create retreats'], locations: [elsewhere.id] })
    await pond.stock(a, 9, 100, 1)
    await pond.lose(a, 8, 1)
    expect(await farm.call(cageCalls.list, {}, { as: limited })).toEqual([])
    expect(
      await farm.call(kinds.retreat.list, { start: farm.daysAgo(30), end: farm.today() }, { as: limited }),
    ).toEqual([])
    await farm.call(
      kinds.retreat.create,
      { ...pond.on(2), from_id: a, ...group, count: 3 },
      { as: limited, expect: 403 },
    )
  })

  test('every change keeps who, when, before and after', async () => {
    await pond.stock(a, 9, 100, 1)
    const { id } = await pond.lose(a, 8, 5)
    await farm.call(kinds.retreat.update, { id, ...pond.on(8), from_id: a, ...group, count: 6 })
    await farm.call(kinds.retreat.remove, { id })
    const lines = await farm.sql<{ action: string; before: { count: number } | null; after: { count: number } | null }>(
      'select action, before, after, user_id from audit_log where entity_id = $1 and entity = $2 order by id',
      [id, 'retreat'],
    )
    expect(lines).toMatchObject([
      { action: 'create', before: null, after: { count: 5 }, user_id: farm.session.user.id },
      { action: 'update', before: { count: 5 }, after: { count: 6 } },
      { action: 'delete', before: { count: 6 }, after: null },
    ])
  })
})
