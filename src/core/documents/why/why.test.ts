/** «Почему столько?»: the entries of a group with running balances that equal the ledger, page by page, for any day. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPond, type Pond } from '../../../testing/farm/pond'
import { cageCalls } from '../../cages/cage.contract'
import { counterpartyLibrary } from '../../lists/libraries/counterparty.contract'
import { kinds } from '../kinds/kinds.contract'
import { whyCall, type WhyRow } from './why.contract'

let pond: Pond
beforeAll(async () => {
  pond = await openPond()
})
afterAll(() => pond.farm.close())

const ask = (id: number, input: Record<string, unknown> = {}) => pond.farm.call(whyCall, { id, ...input })

/** Every page, as one scrolls. */
async function wholeStory(id: number, perPage: number): Promise<WhyRow[]> {
  const rows: WhyRow[] = []
  let next: { before: string; before_id: number } | null = null
  do {
    const page: Awaited<ReturnType<typeof ask>> = await ask(id, { per_page: perPage, ...next })
    rows.push(...page.rows)
    next = page.next
  } while (next)
  return rows
}

async function busyCage() {
  const cage = await pond.cage()
  await pond.stock(cage.id, 30, 1_000, 0.2)
  // the same minute: the order is that of the records
  for (const count of [1, 2, 3, 4]) await pond.lose(cage.id, 20, count)
  await pond.weigh(cage.id, 10, 0.25)
  await pond.lose(cage.id, 5, 10)
  return cage
}

describe('the entries of a group', () => {
  test('come newest first with balances that run on, over all pages', async () => {
    const cage = await busyCage()
    const rows = await wholeStory(cage.id, 2)
    expect(rows.map(({ kind, entry }) => [kind, entry.count_delta, entry.count, entry.avg_weight])).toEqual([
      ['retreat', -10, 980, 0.25],
      ['weighing', 0, 990, 0.25],
      ['retreat', -4, 990, 0.2],
      ['retreat', -3, 994, 0.2],
      ['retreat', -2, 997, 0.2],
      ['retreat', -1, 999, 0.2],
      ['stocking', 1_000, 1_000, 0.2],
    ])
    const mg = (kg: number) => Math.round(kg * 1e6)
    for (const [i, { entry }] of rows.entries()) {
      const before = rows[i + 1]?.entry ?? { count: 0, weight: 0 }
      expect(entry.count).toBe(before.count + entry.count_delta)
      expect(mg(entry.weight)).toBe(mg(before.weight) + mg(entry.weight_delta))
    }
    // 990 fish grew from 0.2 to 0.25 kg
    expect(rows[1]!.entry).toMatchObject({ weight_delta: 49.5, growth: 49.5, weight: 247.5 })
    expect(rows.map(({ entry }) => entry.growth).filter((growth) => growth !== 0)).toEqual([49.5])
    expect(rows[0]!.user).toBe('Анна Петрова')
    expect(await wholeStory(cage.id, 200)).toEqual(rows)
  })

  test('end where the ledger ends, now and on any past day', async () => {
    const cage = await busyCage()
    for (const day of [0, 7, 15, 25]) {
      const { rows, groups } = await ask(cage.id, { date: pond.farm.daysAgo(day) })
      const there = (await pond.cageOn(cage.id, day)).groups[0]!
      const { count, weight, avg_weight } = rows[0]!.entry
      expect({ count, weight, avg_weight }).toEqual({
        count: there.count,
        weight: there.weight,
        avg_weight: there.avg_weight,
      })
      expect(groups).toEqual([there])
    }
    expect((await ask(cage.id, { date: pond.farm.daysAgo(40) })).rows).toEqual([])
  })

  test('name what set the numbers last, however far back', async () => {
    const cage = await busyCage()
    const { last } = await ask(cage.id, { per_page: 1 })
    expect(last.count).toMatchObject({ kind: 'retreat', count: 10, entry: { count_delta: -10, count: 980 } })
    expect(last.average).toMatchObject({ kind: 'weighing', entry: { growth: 49.5, avg_weight: 0.25 } })
    const then = await ask(cage.id, { date: pond.farm.daysAgo(15) })
    expect(then.last.average).toMatchObject({ kind: 'stocking', entry: { count_delta: 1_000 } })
  })

  test('show both sides of a transfer, and a change of category', async () => {
    const [from, to] = [await pond.cage(), await pond.cage()]
    await pond.stock(from.id, 10, 100, 0.5)
    const moved = await pond.move(from.id, to.id, 5, 40)
    const [left] = (await ask(from.id)).rows
    const [came] = (await ask(to.id)).rows
    expect(left).toMatchObject({ id: moved.id, to_number: to.number, entry: { count_delta: -40, weight: 30 } })
    expect(came).toMatchObject({ id: moved.id, from_number: from.number, entry: { count_delta: 40, weight: 20 } })
    const category = await pond.farm.category()
    const input = { cageId: to.id, generationId: pond.group.generation_id, category_id: category.id }
    await pond.farm.call(cageCalls.changeCategory, input)
    const { groups, group_id, rows } = await ask(to.id)
    expect(groups.map(({ count }) => count)).toEqual([0, 40])
    expect(groups.find(({ id }) => id === group_id)).toMatchObject({ age_category_id: category.id, count: 40 })
    expect(rows[0]).toMatchObject({ kind: 'category_change', age_category_name: category.name })
    const old = await ask(to.id, { group_id: groups[0]!.id })
    expect(old.rows[0]).toMatchObject({ kind: 'category_change', entry: { count_delta: -40, count: 0 } })
  })

  test('tell what was edited: who, what it was and is', async () => {
    const cage = await pond.cage()
    await pond.stock(cage.id, 20, 1_000)
    const { id } = await pond.lose(cage.id, 10, 100)
    const edit = { id, ...pond.on(9, '11:30'), from_id: cage.id, ...pond.group, count: 112, note: 'пересчитали' }
    await pond.farm.call(kinds.retreat.update, edit)
    const [row, stocking] = (await ask(cage.id)).rows
    expect(row!.edits).toEqual([
      {
        datetime: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/) as string,
        user: 'Анна Петрова',
        changes: [
          {
            field: 'datetime',
            before: expect.stringContaining('T10:00') as string,
            after: expect.stringContaining('T11:30') as string,
          },
          { field: 'count', before: 100, after: 112 },
          { field: 'note', before: null, after: 'пересчитали' },
        ],
      },
    ])
    expect(stocking!.edits).toEqual([])
    const other = await pond.cage()
    await pond.stock(other.id, 20, 1_000)
    await pond.farm.call(kinds.retreat.update, { ...edit, from_id: other.id })
    const [moved] = (await ask(other.id)).rows
    expect(moved!.edits).toHaveLength(2)
    expect(moved!.edits[0]!.changes).toEqual([{ field: 'cage', before: cage.number, after: other.number }])
  })
})

test('an edit of a sale is told in roubles and names', async () => {
  const { farm, group, on } = pond
  const cage = await pond.cage()
  await pond.stock(cage.id, 20, 1_000)
  const buyer = await farm.call(counterpartyLibrary.create, { name: 'Oy Kala' })
  const { id } = await pond.lift(cage.id, 10, 100)
  const sale = { id, ...on(10), from_id: cage.id, ...group, count: 100, reason: 'sale', show_with_counterparty: true }
  const paid = { counterparty_id: buyer.id, price_per_kilogram: 450, payment: 9_000 }
  await farm.call(kinds.withdrawal.update, { ...sale, ...paid })
  const [row] = (await ask(cage.id)).rows
  expect(row!.edits[0]!.changes).toEqual(
    expect.arrayContaining([
      { field: 'counterparty', before: null, after: 'Oy Kala' },
      { field: 'price', before: null, after: 450 },
      { field: 'payment', before: null, after: 9_000 },
    ]),
  )
})

describe('who may ask', () => {
  test('only for cages of one’s modules and groups of that cage', async () => {
    const [cage, other] = [await busyCage(), await busyCage()]
    const elsewhere = await pond.farm.module()
    const stranger = await pond.farm.user({ locations: [elsewhere.id] })
    await pond.farm.call(whyCall, { id: cage.id }, { as: stranger, expect: 403 })
    const foreign = await pond.farm.company()
    await pond.farm.call(whyCall, { id: cage.id }, { as: foreign, expect: 404 })
    const { group_id } = await ask(other.id)
    await pond.farm.call(whyCall, { id: cage.id, group_id }, { expect: 404 })
  })

  test('a cage that never had fish has nothing to tell', async () => {
    const cage = await pond.cage()
    expect(await ask(cage.id)).toEqual({
      groups: [],
      group_id: null,
      rows: [],
      last: { count: null, average: null },
      next: null,
    })
  })
})
