/** The harvest plan: what rows leave, what speaks against them, and how a withdrawal closes one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { openTreatedFarm, type TreatedFarm } from '../../../testing/farm/treated-farm'
import { showDay } from '../../../shared/dates'
import type { InputOf } from '../../../shared/contract'
import { harvestCalls } from './harvest.contract'

let pond: TreatedFarm
let buyer: number
beforeAll(async () => {
  // in such water nothing grows: what is expected is what the book has
  pond = await openTreatedFarm({ celsius: 0 })
  buyer = (await pond.farm.counterparty()).id
})
afterAll(() => pond.farm.close())

/** 1 000 fish of 2 kg. */
const stocked = async () => {
  const { id } = await pond.cage()
  await pond.stock(id, 90, 1000, 2)
  return id
}
const inDays = (days: number) => showDay(pond.dayAfter(days))
type Fields = Partial<InputOf<typeof harvestCalls.create>>
const plan = (cage_id: number, more: Fields = {}) =>
  pond.farm.call(harvestCalls.create, { date: inDays(5), cage_id, weight: 500, ...more } as never)
const rowsOf = (cage: number) => pond.farm.call(harvestCalls.list, { cages_id: [cage] } as never)
const rowOf = async (cage: number) => (await rowsOf(cage))[0]!
const lift = (cage: number, row: number, more: object = {}) =>
  pond.farm.call(kinds.withdrawal.create, {
    ...pond.on(0, '00:01'),
    from_id: cage,
    ...pond.group,
    count: 250,
    harvest_row_id: row,
    ...more,
  })

describe('a row', () => {
  test('tells what the cage will have and what is left of it', async () => {
    const cage = await stocked()
    const row = await plan(cage, { counterparty_id: buyer })
    expect(row).toMatchObject({
      state: 'open',
      weight: 500,
      count: null,
      counterparty_id: buyer,
      takes_count: 250,
      expected_weight: 2000,
      left_weight: 1500,
      left_count: 750,
      // 1 500 kg in 100 m³
      density_after: 15,
      remarks: '',
    })
    expect(row.outlook).toMatchObject({ density_before: 20, density_limit: 20, missing_count: 0 })
  })

  test('counts with the open rows before it', async () => {
    const cage = await stocked()
    const second = await plan(cage, { date: inDays(8), count: 300, weight: null })
    const first = await plan(cage, { date: inDays(6) })
    expect(first.left_weight).toBe(1500)
    expect(
      (await rowsOf(cage)).map(({ id, expected_weight, left_weight }) => [id, expected_weight, left_weight]),
    ).toEqual([
      [first.id, 2000, 1500],
      [second.id, 1500, 900],
    ])
  })

  test('that takes fish which others have taken already asks first, and names them', async () => {
    const cage = await stocked()
    await plan(cage, { date: inDays(3), weight: 1800 })
    const more = { date: inDays(4), weight: 300 }
    const refused = await pond.farm.call(harvestCalls.create, { cage_id: cage, ...more }, { expect: 422 })
    expect(refused.errors!.weight![0]).toContain(`${inDays(3)} — 1\u00a0800 кг`)
    expect(refused.errors!.weight![0]).toContain('Не хватает 50 шт, 100 кг')
    const row = await plan(cage, { ...more, over: true })
    expect(row).toMatchObject({ left_count: 0, outlook: { missing_count: 50, missing_weight: 100 } })
    expect(row.remarks).toContain('Не хватает')
  })

  test('that comes before others shows with them that they are short', async () => {
    const cage = await stocked()
    const late = await plan(cage, { date: inDays(9), weight: 1800 })
    await plan(cage, { date: inDays(2), weight: 500 })
    const shown = (await rowsOf(cage)).find(({ id }) => id === late.id)!
    expect(shown.outlook).toMatchObject({ missing_weight: 300, others: [{ weight: 500 }] })
  })

  test('tells the withdrawal period that is open on its day', async () => {
    const cage = await stocked()
    await pond.treat(cage, 4, await pond.medicine({ withdrawal_days: 10 }, 'Оксивет'))
    const within = await plan(cage, { date: inDays(5), weight: 10 })
    const after = await plan(cage, { date: inDays(6), weight: 10 })
    expect(within.outlook!.periods).toEqual([{ medicine: 'Оксивет', free_on: pond.dayAfter(6) }])
    expect(within.remarks).toContain('Каренция: Оксивет')
    expect(after.outlook!.periods).toEqual([])
  })

  test('tells feed that is planned for its day and the day before', async () => {
    const cage = await stocked()
    const company = pond.farm.session.user.company.id
    const feed = (await pond.farm.good()).id
    const planned = (day: string, rate: number) =>
      pond.farm.sql(
        `insert into feeding_plan_rows (company_id, day, cage_id, good_id, avg_weight, count, weight, rate)
          values ($1, $2, $3, $4, 1, 1, 1, $5)`,
        [company, day, cage, feed, rate * 1_000_000],
      )
    await planned(pond.dayAfter(4), 12)
    await planned(pond.dayAfter(5), 0)
    const row = await plan(cage, { date: inDays(5) })
    expect(row.outlook!.fed).toEqual([{ date: inDays(4), weight: 12 }])
    expect(row.remarks).toContain(`${inDays(4)} запланировано корма 12 кг`)
  })

  test('has one amount, a day from today on, a cage, a whole group and a known buyer', async () => {
    const cage = await stocked()
    const wrong = async (more: Fields) =>
      Object.keys(
        (
          await pond.farm.call(harvestCalls.create, { date: inDays(1), cage_id: cage, weight: 1, ...more } as never, {
            expect: 422,
          })
        ).errors!,
      )
    expect(await wrong({ weight: null })).toEqual(['count'])
    expect(await wrong({ count: 1 })).toEqual(['weight'])
    expect(await wrong({ date: pond.farm.daysAgo(1) })).toEqual(['date'])
    expect(await wrong({ date: inDays(731) })).toEqual(['date'])
    expect(await wrong({ cage_id: 999_999 })).toEqual(['cage_id'])
    expect(await wrong({ generation_id: pond.group.generation_id })).toEqual(['generation_id'])
    expect(await wrong({ counterparty_id: 999_999 })).toEqual(['counterparty_id'])
    expect(await wrong({ reason: 'никакая' })).toEqual(['reason'])
  })

  test('is shown while it is typed as it would be stored', async () => {
    const cage = await stocked()
    const row = await plan(cage)
    const typed = { date: inDays(6), cage_id: cage, count: 100 }
    expect(await pond.farm.call(harvestCalls.outlook, typed as never)).toMatchObject({
      expected_weight: 1500,
      takes_weight: 200,
      others: [{ id: row.id }],
    })
    expect(await pond.farm.call(harvestCalls.outlook, { ...typed, except_id: row.id } as never)).toMatchObject({
      expected_weight: 2000,
      others: [],
    })
  })

  test('is changed and deleted as long as it is open', async () => {
    const cage = await stocked()
    const { id, version } = await plan(cage)
    const change = { id, date: inDays(7), cage_id: cage, count: 5, version }
    expect(await pond.farm.call(harvestCalls.update, change as never)).toMatchObject({ count: 5, weight: null })
    await pond.farm.call(harvestCalls.update, change as never, { expect: 409 })
    await pond.farm.call(harvestCalls.remove, { id })
    expect(await rowsOf(cage)).toEqual([])
  })
})

describe('a withdrawal', () => {
  test('closes the row that it names; the row opens again when it is deleted, and closes when that is taken back', async () => {
    const cage = await stocked()
    const { id } = await plan(cage)
    const done = await lift(cage, id)
    expect(done).toMatchObject({ harvest_row_id: id })
    expect(await rowOf(cage)).toMatchObject({
      state: 'done',
      operation_id: done.id,
      takes_count: 250,
      takes_weight: 500,
      outlook: null,
      edit_disabled: true,
      delete_disabled: true,
    })
    await pond.farm.call(kinds.withdrawal.remove, { id: done.id })
    expect(await rowOf(cage)).toMatchObject({ state: 'open', operation_id: null })
    await pond.farm.call(kinds.withdrawal.restore, { ids: [done.id] })
    expect(await rowOf(cage)).toMatchObject({ state: 'done', operation_id: done.id })
  })

  test('keeps its row when it is edited, and lets it go when told so', async () => {
    const cage = await stocked()
    const { id } = await plan(cage)
    const done = await lift(cage, id)
    const edit = { id: done.id, ...pond.on(0, '00:02'), from_id: cage, ...pond.group, count: 200 }
    await pond.farm.call(kinds.withdrawal.update, { ...edit, harvest_row_id: id })
    expect(await rowOf(cage)).toMatchObject({ state: 'done', takes_count: 200 })
    await pond.farm.call(kinds.withdrawal.update, { ...edit, harvest_row_id: null })
    expect(await rowOf(cage)).toMatchObject({ state: 'open' })
  })

  test('of two that turn one row the second is told, and stores nothing', async () => {
    const cage = await stocked()
    const { id } = await plan(cage)
    const input = { ...pond.on(0, '00:01'), from_id: cage, ...pond.group, count: 250, harvest_row_id: id }
    const both = await Promise.all(
      [0, 1].map((index) => pond.farm.post('/withdrawal', { ...input, note: String(index) }, {})),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const told = both.find(({ status }) => status === 409)!.body as { message: string }
    expect(told.message).toContain('Эту строку плана уже выполнил подъём')
    expect((await pond.cageNow(cage)).count).toBe(750)
  })

  test('closes only a row of its own cage, that is there', async () => {
    const [cage, other] = [await stocked(), await stocked()]
    const { id } = await plan(cage)
    const wrong = { ...pond.on(0, '00:01'), from_id: other, ...pond.group, count: 1 }
    for (const harvest_row_id of [id, 999_999]) {
      const refused = await pond.farm.call(kinds.withdrawal.create, { ...wrong, harvest_row_id }, { expect: 422 })
      expect(Object.keys(refused.errors!)).toEqual(['harvest_row_id'])
    }
  })

  test('leaves a done row as it is: it can be neither changed nor deleted', async () => {
    const cage = await stocked()
    const { id } = await plan(cage)
    await lift(cage, id)
    const change = { id, date: inDays(7), cage_id: cage, count: 5 }
    await pond.farm.call(harvestCalls.update, change as never, { expect: 409 })
    await pond.farm.call(harvestCalls.remove, { id }, { expect: 409 })
  })
})

test('fish are expected to grow until their day, with a band', async () => {
  const warm = await openTreatedFarm()
  const { id } = await warm.cage()
  await warm.stock(id, 1, 1000, 2)
  const typed = (days: number) =>
    warm.farm.call(harvestCalls.outlook, { date: showDay(warm.dayAfter(days)), cage_id: id, count: 100 } as never)
  const [soon, later] = [await typed(2), await typed(60)]
  for (const seen of [soon, later]) {
    expect(seen.expected_count).toBe(1000)
    expect(seen.low).toBeLessThan(seen.expected_avg_weight)
    expect(seen.high).toBeGreaterThan(seen.expected_avg_weight)
  }
  // 60 days of 10 °C at the usual 1.7 by the thousand degree-days: from 12.6 to about 13.6 of the cube root
  expect(later.expected_avg_weight).toBeGreaterThan(2.4)
  expect(later.expected_avg_weight).toBeLessThan(2.65)
  expect(later.high! - later.low!).toBeGreaterThan(soon.high! - soon.low!)
  await warm.farm.close()
})
