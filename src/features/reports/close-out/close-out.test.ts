/** Generations and cages that were emptied, against a farm worked out by hand in water of 10 °C. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wallClock } from '../../../shared/dates'
import { cageCalls } from '../../../core/cages/cage.contract'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { type GrowingPond, openGrowingPond } from '../../../testing/farm/growing-pond'
import { cagePeriodCall } from '../weights/cage-period.contract'
import { retreats } from '../reports.contract'
import { closeOutCall } from './close-out.contract'

let pond: GrowingPond
let one: number
let two: number
let period: { start: string; end: string }

/**
 * 1 000 fish of 125 g come; 100 of them move on, 50 die, 800 are sold on two days and 45 go to the workshop: the book
 * has 5 left, which nobody finds. Where the 100 came, the book lacks 10 as the last 110 are lifted.
 */
beforeAll(async () => {
  pond = await openGrowingPond()
  const { farm, group, on, stock, lose, lift, move, weigh, measure, fed } = pond
  period = { start: farm.daysAgo(60), end: farm.daysAgo(0) }
  await measure(61, 10)
  const feed = await pond.feed()
  one = pond.cageId
  two = (await pond.cage()).id
  await stock(one, 50, 1000, 0.125)
  await move(one, two, 40, 100)
  await lose(one, 30, 50)
  await fed(one, feed, 25, 120)
  await weigh(one, 20, 0.216)
  const lifted = { from_id: one, ...group, show_with_counterparty: false }
  await farm.call(kinds.withdrawal.create, { ...on(20, '11:00'), ...lifted, count: 400, weight: 86.4, reason: 'sale' })
  await farm.call(kinds.withdrawal.create, { ...on(10), ...lifted, count: 400, weight: 86.4, reason: 'sale' })
  await farm.call(kinds.withdrawal.create, {
    ...on(10, '11:00'),
    ...lifted,
    count: 45,
    reason: 'sending_to_workshop',
    stock_id: pond.store,
  })
  await farm.call(kinds.closeOut.create, { ...on(10, '12:00'), cage_id: one, ...group, count: 0 })
  await farm.call(kinds.closeOut.create, { ...on(5), cage_id: two, ...group, count: 110 })
  await lift(two, 5, 110, undefined, '11:00')
})
afterAll(() => pond.farm.close())

const pieces = (row: Record<string, unknown>, ...keys: string[]) =>
  keys.reduce((sum, key) => sum + Number(row[`${key}_count`]), 0)

describe('cages', () => {
  it('are told from the first fish to the last, each line of them once', async () => {
    const { farm } = pond
    const { rows, total, count } = await farm.call(closeOutCall, { ...period, by: 'cage' })
    expect(count).toBe(2)
    expect(rows.map(({ subject_id }) => subject_id)).toEqual([two, one])
    const [second, first] = rows
    expect(first).toMatchObject({
      start: farm.daysAgo(50),
      end: farm.daysAgo(10),
      days: 40,
      stocking_count: 1000,
      stocking_weight: 125,
      outcome_count: 100,
      sale_count: 800,
      sale_weight: 172.8,
      other_count: 45,
      retreat_count: 50,
      correction_count: 0,
      close_out_count: -5,
      close_out_weight: -1.08,
      close_out_percent: -0.5,
      // 945 of 1 000
      survival: 94.5,
      feed: 120,
    })
    expect(second).toMatchObject({ income_count: 100, sale_count: 110, close_out_count: 10, close_out_percent: 10 })
    expect(second).toMatchObject({ survival: 110, start: farm.daysAgo(40), end: farm.daysAgo(5) })
    expect(total).toMatchObject({ close_out_count: 5, sale_count: 910, retreat_count: 50 })
    for (const row of rows)
      expect(pieces(row, 'stocking', 'income', 'correction', 'close_out')).toBe(
        pieces(row, 'outcome', 'sale', 'other', 'retreat'),
      )
  })

  it('that hold fish, or were emptied at another time, are not', async () => {
    const earlier = { start: period.start, end: pond.farm.daysAgo(11) }
    expect((await pond.farm.call(closeOutCall, { ...earlier, by: 'cage' })).rows).toEqual([])
    const three = (await pond.cage()).id
    const other = await pond.farm.generation({ species: (await pond.farm.species('Сиг')).id })
    const fish = { ...pond.group, generation_id: other.id }
    await pond.farm.call(kinds.stocking.create, { ...pond.on(9), to_id: three, ...fish, count: 10, avg_weight: 1 })
    expect((await pond.farm.call(closeOutCall, { ...period, by: 'cage' })).rows).toHaveLength(2)
  })
})

describe('a generation', () => {
  it('is emptied with the last of its cages; what moved within is no line', async () => {
    const { rows } = await pond.farm.call(closeOutCall, period)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      start: pond.farm.daysAgo(50),
      end: pond.farm.daysAgo(5),
      stocking_count: 1000,
      income_count: 0,
      outcome_count: 0,
      sale_count: 910,
      other_count: 45,
      retreat_count: 50,
      close_out_count: 5,
      close_out_percent: 0.5,
      survival: 95.5,
    })
  })

  it('is fed by the feedings of cages that had it then', async () => {
    const { farm, cage, feed, fed, group } = pond
    const { rows } = await farm.call(closeOutCall, period)
    const elsewhere = (await cage()).id
    const other = await farm.generation({ species: (await farm.species('Пелядь')).id })
    await farm.call(kinds.stocking.create, {
      ...{ ...pond.on(6), to_id: elsewhere, ...group, generation_id: other.id, count: 10, avg_weight: 1 },
    })
    const own = await feed()
    await fed(elsewhere, own, 4, 7)
    const { start, end, feed: kg } = rows[0]!
    const told = (generation_id: number) =>
      farm.call(kinds.feeding.list, { ...period, page: 1, generation_id } as never)
    expect({ start, end, kg }).toEqual({ start: farm.daysAgo(50), end: farm.daysAgo(5), kg: 120 })
    expect(await told(group.generation_id)).toMatchObject({ total: 1, footer: { volume: 120 } })
    expect(await told(other.id)).toMatchObject({ total: 1, footer: { volume: 7 } })
  })

  it('has the degree-days that a fish lived through on average, and grew by them', async () => {
    const { rows } = await pond.farm.call(closeOutCall, { ...period, by: 'cage', cages_id: [one] })
    // 100 left after 10 days, 400 after 30, 445 after 40: (100·100 + 400·300 + 445·400) / 945
    expect(rows[0]!.degree_days).toBeCloseTo(325.9, 1)
    // 12.5 + 86.4 + 86.4 + 9.72 kg are 206.37 g a fish
    expect(rows[0]!.avg_weight_end).toBeCloseTo(0.20637, 5)
    expect(rows[0]!.tgc).toBeCloseTo((1000 * (Math.cbrt(206.37) - 5)) / 325.926, 2)
  })

  it('is told to those alone who see all its cages', async () => {
    const { farm } = pond
    const other = await farm.module('Пролив')
    const as = await farm.user({ permissions: ['access reports'], locations: [other.id] })
    for (const by of ['cage', 'generation'] as const)
      expect((await farm.call(closeOutCall, { ...period, by }, { as })).rows).toEqual([])
  })
})

it('what is unexplained is neither a loss nor a correction of the farm, and its movement still closes', async () => {
  const { farm } = pond
  const { rows } = await farm.call(cagePeriodCall, { ...period, cages_id: [one] })
  expect(rows[0]).toMatchObject({ retreat_count: 50, correction_count: 0, close_out_count: -5, left_end_count: 0 })
  const { datasets } = await farm.call(retreats.call, { ...period, cages_id: [one] })
  expect(datasets[0]!.data).toEqual([50])
})

it('fish that changed their category are the same stay', async () => {
  const { farm, on, group } = pond
  const cage = (await pond.cage()).id
  const generation = await farm.generation({ species: (await farm.species('Кумжа')).id })
  const fish = { generation_id: generation.id, age_category_id: group.age_category_id }
  await farm.call(kinds.stocking.create, { ...on(30), to_id: cage, ...fish, count: 10, avg_weight: 1 })
  const older = await farm.category()
  const moved = { cageId: cage, generationId: generation.id, category_id: older.id }
  await farm.call(cageCalls.changeCategory, moved)
  const now = { date: farm.daysAgo(0), time: wallClock('Europe/Moscow').slice(11, 16) }
  const left = { cage_id: cage, ...fish, age_category_id: older.id, count: 0 }
  await farm.call(kinds.closeOut.create, { ...now, ...left })
  const { rows } = await farm.call(closeOutCall, { ...period, by: 'cage', cages_id: [cage] })
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ days: 30, stocking_count: 10, close_out_count: -10 })
})

it('a cage that fish came back to has a stay for each time', async () => {
  const { farm, on } = pond
  const cage = (await pond.cage()).id
  const species = await farm.species('Голец')
  for (const [from, until] of [
    [50, 40],
    [30, 20],
  ] as const) {
    const generation = await farm.generation({ species: species.id })
    const fish = { ...pond.group, generation_id: generation.id }
    await farm.call(kinds.stocking.create, { ...on(from), to_id: cage, ...fish, count: 10, avg_weight: 1 })
    await farm.call(kinds.closeOut.create, { ...on(until), cage_id: cage, ...fish, count: 0 })
  }
  const { rows } = await farm.call(closeOutCall, { ...period, by: 'cage', cages_id: [cage] })
  expect(rows.map(({ days, close_out_count, survival, tgc }) => [days, close_out_count, survival, tgc])).toEqual([
    [10, -10, 0, null],
    [10, -10, 0, null],
  ])
})

it('what lived for seven years is told with all that it ate, whatever of its water is known', async () => {
  const { farm, on } = pond
  const [cage, good] = [(await pond.cage()).id, await farm.good()]
  await farm.adding({ good: good.id, stock: pond.store, count: 100, date: farm.daysAgo(2560) })
  const generation = await farm.generation({ species: (await farm.species('Стерлядь')).id })
  const fish = { ...pond.group, generation_id: generation.id }
  await farm.call(kinds.stocking.create, { ...on(2555), to_id: cage, ...fish, count: 10, avg_weight: 1 })
  await pond.fed(cage, good.id, 2500, 30)
  await pond.fed(cage, good.id, 40, 4)
  await farm.call(kinds.closeOut.create, { ...on(15), cage_id: cage, ...fish, count: 0 })
  const { rows } = await farm.call(closeOutCall, { ...period, generations_id: [generation.id] })
  expect(rows).toMatchObject([{ days: 2540, feed: 34 }])
  const stays = await farm.call(closeOutCall, { ...period, by: 'cage', cages_id: [cage] })
  expect(stays.rows).toMatchObject([{ days: 2540, feed: 34 }])
})

it('what is not shown is in the sums all the same', async () => {
  for (const by of ['cage', 'generation'] as const) {
    const whole = await pond.farm.call(closeOutCall, { ...period, by })
    expect(whole.rows.length).toBeGreaterThan(2)
    const { rows, count, total } = await pond.farm.call(closeOutCall, { ...period, by, most: 1 })
    expect({ rows, count, total }).toEqual({
      rows: whole.rows.slice(0, 1),
      count: whole.rows.length,
      total: whole.total,
    })
  }
})
