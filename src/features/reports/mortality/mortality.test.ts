/** Losses against what is usual in a cage: one a day for a month, then fourteen. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPond, type Pond } from '../../../testing/farm/pond'
import { mortalityCalls } from './mortality.contract'

let pond: Pond
let calm: number
let ill: number
let period: { start: string; end: string }

beforeAll(async () => {
  pond = await openPond()
  const { farm, stock, lose } = pond
  period = { start: farm.daysAgo(30), end: farm.daysAgo(0) }
  calm = (await pond.cage()).id
  ill = (await pond.cage()).id
  for (const cage of [calm, ill]) await stock(cage, 60)
  for (let day = 40; day > 5; day--) await lose(ill, day, 1)
  await lose(ill, 5, 14)
})
afterAll(() => pond.farm.close())

it('cages that rang come first, with the day and what was usual', async () => {
  const { rows } = await pond.farm.call(mortalityCalls.control, period)
  expect(rows.map(({ cage_id }) => cage_id)).toEqual([ill, calm])
  expect(rows[0]).toMatchObject({
    signals: 1,
    signal_date: pond.farm.daysAgo(5),
    dead: 14,
    // 14 and 1 of 10 000 − 35
    dead_percent: 0.1405,
    usual: 1,
    usual_percent: 0.01,
    lost: 39,
  })
  expect(rows[1]).toMatchObject({ signals: 0, signal_date: null, dead: null, usual_percent: null, lost: 0 })
})

it('a cage is told day by day', async () => {
  const { days } = await pond.farm.call(mortalityCalls.days, { ...period, cage_id: ill })
  expect(days).toHaveLength(31)
  expect(days.find(({ signal }) => signal)).toEqual({
    date: pond.farm.daysAgo(5),
    dead: 14,
    dead_percent: 0.1405,
    usual_percent: 0.01,
    signal: 'sum',
  })
})

it('fish that are stocked anew begin a baseline of their own', async () => {
  const cage = (await pond.cage()).id
  await pond.stock(cage, 50, 1000)
  for (let day = 49; day > 30; day--) await pond.lose(cage, day, 1)
  await pond.lift(cage, 29, 981)
  await pond.stock(cage, 20, 10_000)
  await pond.lose(cage, 15, 20)
  const { days } = await pond.farm.call(mortalityCalls.days, { ...period, cage_id: cage })
  expect(days.find(({ dead }) => dead === 20)).toMatchObject({ usual_percent: null, signal: null })
  // no days without fish
  expect(days.map(({ date }) => date)).not.toContain(pond.farm.daysAgo(25))
})

it('is of open modules alone, and of two years at most', async () => {
  const { farm } = pond
  const other = await farm.module('Пролив')
  const as = await farm.user({ permissions: ['access reports'], locations: [other.id] })
  expect((await farm.call(mortalityCalls.control, period, { as })).rows).toEqual([])
  expect((await farm.call(mortalityCalls.days, { ...period, cage_id: ill }, { as })).days).toEqual([])
  const long = { start: '01.01.2020', end: period.end }
  expect((await farm.call(mortalityCalls.control, long, { expect: 422 })).errors).toHaveProperty('end')
})
