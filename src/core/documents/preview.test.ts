/**
 * What an edit or a deletion would change, asked through the API: told exactly, stored nowhere, refused as the real
 * call is.
 */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../shared/contract'
import { cageCalls, type CageRow } from '../cages/cage.contract'
import { openPond, type Pond } from '../../testing/farm/pond'
import { goodCalls } from '../goods/good-calls.contract'
import { kinds } from './kinds/kinds.contract'
import type { GroupPreview, PreviewAnswer } from './engine/preview.contract'

let pond: Pond
beforeAll(async () => {
  pond = await openPond()
})
afterAll(() => pond.farm.close())

/** Changes with any change of any row of any table. */
async function checksum(): Promise<string> {
  const { sql } = pond.farm
  const tables = await sql<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname",
  )
  const rows = tables.map(
    ({ name }) => `select '${name}' as name, count(*), sum(hashtextextended(t::text, 0)) as sum from ${name} t`,
  )
  // the planner appends tables in an order of its own
  return JSON.stringify(await sql(`${rows.join(' union all ')} order by name`))
}

const cagesNow = () => pond.farm.call(cageCalls.list, {})

const stateOf = (cages: CageRow[], { cage_id, generation_id, age_category_id }: GroupPreview) => {
  const group = cages
    .find(({ id }) => id === cage_id)
    ?.groups.find((one) => one.generation_id === generation_id && one.age_category_id === age_category_id)
  return { count: group?.count ?? 0, weight: group?.weight ?? 0, avg_weight: group?.avg_weight ?? 0 }
}

/** Cages whose groups differ, by id. */
const moved = (before: CageRow[], after: CageRow[]) =>
  after.filter(
    (cage) => JSON.stringify(cage.groups) !== JSON.stringify(before.find(({ id }) => id === cage.id)?.groups),
  )

/** Two cages joined by an untyped transfer, losses and weighings on both sides of it. */
async function history() {
  const [from, to] = [await pond.cage(), await pond.cage()]
  await pond.stock(from.id, 30, 10_000)
  await pond.stock(to.id, 30, 2_000, 0.3)
  const early = await pond.lose(from.id, 20, 100)
  const weighing = await pond.weigh(from.id, 15, 0.25)
  const transfer = await pond.move(from.id, to.id, 10, 3_000)
  const late = await pond.lose(to.id, 5, 50)
  return { from, to, early, weighing, transfer, late }
}

describe('the preview of an edit', () => {
  test('tells each group that moves, since when and by how much', async () => {
    const { from, to, early } = await history()
    const preview = await pond.farm.call(kinds.retreat.previewUpdate, {
      id: early.id,
      ...pond.on(20),
      from_id: from.id,
      ...pond.group,
      count: 112,
    })
    // 9 900 → 9 888 fish, weighed at 0.25 kg five days later, of which 3 000 left at that average
    expect(preview.groups).toEqual([
      expect.objectContaining({
        cage_number: from.number,
        before: { count: 6_900, weight: 1_725, avg_weight: 0.25 },
        after: { count: 6_888, weight: 1_722, avg_weight: 0.25 },
        end: null,
      }),
    ])
    expect(preview.groups[0]!.start.slice(0, 10)).toBe(pond.farm.daysAgo(20).split('.').reverse().join('-'))
    expect(preview).toMatchObject({ others: 0, goods: [], warning: null, entries: 3 })
    // each of them by itself: what stood there after it, and would
    const lines = preview.groups[0]!.records.map(
      ({ kind, own, count, avg_weight, from: source, to: goal, ...states }) => [
        [kind, own, count ?? avg_weight, source && `${source} → ${goal}`],
        [states.before.count, states.before.weight, states.after.count, states.after.weight],
      ],
    )
    expect(lines).toEqual([
      [
        ['retreat', true, 112, null],
        [9_900, 1_980, 9_888, 1_977.6],
      ],
      [
        ['weighing', false, 0.25, null],
        [9_900, 2_475, 9_888, 2_472],
      ],
      [
        ['transfer', false, 3_000, `${from.number} → ${to.number}`],
        [6_900, 1_725, 6_888, 1_722],
      ],
    ])
  })

  test('says until when, where a later weighing makes up for it', async () => {
    const cage = await pond.cage()
    await pond.stock(cage.id, 30, 1_000, 0.2)
    const weighing = await pond.weigh(cage.id, 20, 0.25)
    await pond.weigh(cage.id, 10, 0.3)
    const edit = { id: weighing.id, ...pond.on(20), cage_id: cage.id, avg_weight: 0.26 }
    const { groups } = await pond.farm.call(kinds.weighing.previewUpdate, edit)
    expect(groups).toEqual([
      expect.objectContaining({
        before: { count: 1_000, weight: 250, avg_weight: 0.25 },
        after: { count: 1_000, weight: 260, avg_weight: 0.26 },
      }),
    ])
    expect(groups[0]!.end?.slice(0, 10)).toBe(pond.farm.daysAgo(10).split('.').reverse().join('-'))
  })

  test('ends where the group goes over into another category, and goes on there', async () => {
    const { farm, group } = pond
    const cage = await pond.cage()
    await pond.stock(cage.id, 30, 1_000, 0.2)
    const { id } = await pond.weigh(cage.id, 20, 0.25)
    const category = await farm.category()
    const change = { cageId: cage.id, generationId: group.generation_id, category_id: category.id }
    await farm.call(cageCalls.changeCategory, change)
    const { groups } = await farm.call(kinds.weighing.previewRemove, { id })
    expect(groups.map(({ age_category_id, end }) => [age_category_id, end === null])).toEqual([
      [group.age_category_id, false],
      [category.id, true],
    ])
    expect(groups[0]).toMatchObject({ before: { weight: 250 }, after: { weight: 200 } })
    expect(groups[1]).toMatchObject({ before: { weight: 250 }, after: { weight: 200 } })
  })

  test('is what the edit then does, whatever is edited, and stores nothing', async () => {
    const { from, to, early, weighing, transfer, late } = await history()
    const day = fc.integer({ min: 2, max: 29 })
    const count = fc.integer({ min: 1, max: 9_000 })
    const group = pond.group
    const loss = (id: number, cage: number) =>
      fc.record({ day, count }).map((typed) => ({
        kind: 'retreat' as const,
        input: { id, ...pond.on(typed.day), from_id: cage, ...group, count: typed.count },
      }))
    const weighed = fc.record({ day, grams: fc.integer({ min: 100, max: 900 }) }).map((typed) => ({
      kind: 'weighing' as const,
      input: { id: weighing.id, ...pond.on(typed.day), cage_id: from.id, avg_weight: typed.grams / 1000 },
    }))
    const kg = fc.option(fc.integer({ min: 1, max: 2_000 }), { nil: undefined })
    const transferred = fc.record({ day, count, weight: kg }).map(({ day: ago, count, weight = null }) => ({
      kind: 'transfer' as const,
      input: { id: transfer.id, ...pond.on(ago), from_id: from.id, to_id: to.id, ...group, count, weight },
    }))
    const edits = fc.oneof(loss(early.id, from.id), loss(late.id, to.id), weighed, transferred)
    await fc.assert(
      fc.asyncProperty(edits, async ({ kind, input }) => {
        const { path, update } = kinds[kind]
        const stored = await checksum()
        const preview = await pond.farm.post(`/${path}/${input.id}/preview`, input, { key: randomUUID() })
        expect(await checksum()).toBe(stored)
        const before = await cagesNow()
        const status = { expect: preview.status }
        const edited = await pond.farm.call<Endpoint>(update, input, status)
        if (preview.status !== 200) {
          expect(edited).toEqual(preview.body)
          return
        }
        const after = await cagesNow()
        const lasting = (preview.body as PreviewAnswer).groups.filter(({ end }) => end === null)
        for (const group of lasting) {
          expect(group.before).toEqual(stateOf(before, group))
          expect(group.after).toEqual(stateOf(after, group))
        }
        const told = new Set(lasting.map(({ cage_id }) => cage_id))
        expect(told).toEqual(new Set(moved(before, after).map(({ id }) => id)))
      }),
      { numRuns: 40 },
    )
  }, 60_000)

  test('tells what lies in the warehouses', async () => {
    const { farm } = pond
    const cage = await pond.cage()
    await pond.stock(cage.id, 30, 1_000)
    const [feed, stock, other] = [await farm.good(), await farm.stock(), await farm.stock()]
    for (const one of [stock, other])
      await farm.adding({ good: feed.id, stock: one.id, count: 500, date: farm.daysAgo(25) })
    const given = { cage_id: cage.id, feed_type_id: feed.id, stock_id: stock.id, appetite: 3 }
    const { id } = await farm.call(kinds.feeding.create, { ...pond.on(20), ...given, volume: 100 })
    const edit = { id, ...pond.on(20), ...given, stock_id: other.id, volume: 120 }
    const stored = await checksum()
    const preview = await farm.call(kinds.feeding.previewUpdate, edit)
    expect(await checksum()).toBe(stored)
    expect(preview.goods.sort((a, b) => a.stock_id - b.stock_id)).toMatchObject([
      { stock_id: stock.id, good: feed.name, measure: 'kg', before: 400, after: 500 },
      { stock_id: other.id, before: 500, after: 380 },
    ])
    const short = await farm.call(kinds.feeding.previewUpdate, { ...edit, volume: 501 }, { expect: 422 })
    expect(short).toEqual(await farm.call(kinds.feeding.update, { ...edit, volume: 501 }, { expect: 422 }))
    const amounts = await farm.call(goodCalls.list, { type: 'feed' })
    expect(amounts[feed.id]!.stocks_count).toEqual({ [stock.id]: 400, [other.id]: 500 })
  })
})

describe('the preview of a new operation of the past', () => {
  test('tells what it will change to this day, and what forbids it', async () => {
    const cage = await pond.cage()
    await pond.stock(cage.id, 30, 1_000, 0.2)
    await pond.lose(cage.id, 5, 900)
    const loss = { ...pond.on(10), from_id: cage.id, ...pond.group, count: 40 }
    const stored = await checksum()
    const { groups, entries } = await pond.farm.call(kinds.retreat.previewCreate, loss)
    expect(groups).toMatchObject([{ cage_id: cage.id, before: { count: 100 }, after: { count: 60 }, end: null }])
    expect(entries).toBe(2)
    const tooMany = { ...loss, count: 120 }
    const refused = await pond.farm.call(kinds.retreat.previewCreate, tooMany, { expect: 422 })
    expect(refused.refusal).toMatchObject({ kind: 'retreat', shortage: 20, own: false })
    expect(await checksum()).toBe(stored)
    // the id differs, as each request takes its own
    const { message } = await pond.farm.call(kinds.retreat.create, tooMany, { expect: 422 })
    expect(refused.message).toBe(message)
    const reader = await pond.farm.user()
    await pond.farm.call(kinds.retreat.previewCreate, loss, { as: reader, expect: 403 })
  })
})

describe('the preview of a deletion', () => {
  test('is what the deletion then does', async () => {
    const { from, to, transfer } = await history()
    const stored = await checksum()
    const { groups } = await pond.farm.call(kinds.transfer.previewRemove, { id: transfer.id })
    expect(await checksum()).toBe(stored)
    await pond.farm.call(kinds.transfer.remove, { id: transfer.id })
    const cages = await cagesNow()
    expect(groups.map(({ cage_id }) => cage_id).sort()).toEqual([from.id, to.id].sort())
    for (const group of groups) expect(group.after).toEqual(stateOf(cages, group))
  })

  test('is refused as the deletion is, by the name of what would break', async () => {
    const cage = await pond.cage()
    const stocking = await pond.stock(cage.id, 30, 100)
    await pond.lose(cage.id, 10, 60)
    const refused = await pond.farm.call(kinds.stocking.previewRemove, { id: stocking.id }, { expect: 422 })
    expect(refused.message).toContain('отход')
    expect(refused).toEqual(await pond.farm.call(kinds.stocking.remove, { id: stocking.id }, { expect: 422 }))
  })

  test('names only cages of the modules the user may see, and counts the others', async () => {
    const { farm } = pond
    const { from, to, weighing } = await history()
    const abroad = await farm.module()
    await farm.sql('update cages set location_id = $1 where id = $2', [abroad.id, to.id])
    const person = (locations: number[]) => farm.user({ permissions: ['delete from journals'], locations })
    const ask = { id: weighing.id }
    const seen = await farm.call(kinds.weighing.previewRemove, ask, { as: await person([from.location_id]) })
    expect(seen.groups.map(({ cage_id }) => cage_id)).toEqual([from.id])
    expect(seen.others).toBe(1)
    await farm.call(kinds.weighing.previewRemove, ask, { as: await person([abroad.id]), expect: 403 })
    await farm.call(kinds.weighing.previewRemove, ask, { as: await farm.user(), expect: 403 })
  })
})
