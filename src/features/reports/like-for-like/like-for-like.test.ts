/** Cages and generations compared, against a farm worked out by hand in water of 10 °C. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { type GrowingPond, openGrowingPond } from '../../../testing/farm/growing-pond'
import { likeForLikeCall } from './like-for-like.contract'

let pond: GrowingPond
let one: number
let two: number
let period: { start: string; end: string }

/** Roots of the average in g^⅓: the first cage 5 → 6 → 7 in ten and twenty days, the second 6 → 8 in twenty. */
beforeAll(async () => {
  pond = await openGrowingPond()
  const { farm, stock, weigh, lose, measure, fed } = pond
  period = { start: farm.daysAgo(60), end: farm.daysAgo(0) }
  await measure(61, 10)
  const feed = await pond.feed()
  one = pond.cageId
  two = (await pond.cage()).id
  await stock(one, 40, 1000, 0.125)
  await weigh(one, 30, 0.216)
  await lose(one, 20, 10)
  await weigh(one, 10, 0.343)
  // 990 · (0.343 − 0.216) = 125.73 kg
  await fed(one, feed, 29, 100)
  await fed(one, feed, 11, 25.73)
  await stock(two, 40, 1000, 0.216)
  await weigh(two, 20, 0.512)
})
afterAll(() => pond.farm.close())

describe('cages', () => {
  it('are compared within the weights that both went through', async () => {
    const { farm } = pond
    const answer = await farm.call(likeForLikeCall, { ...period, cages_id: [one, two] })
    expect(answer).toMatchObject({ usual: false, weights: { from: 0.216, to: 0.343 } })
    const [first, second] = answer.rows
    expect(first).toMatchObject({
      id: one,
      weighings: 2,
      few: true,
      start: farm.daysAgo(29),
      end: farm.daysAgo(10),
      weighed_start: farm.daysAgo(30),
      weighed_end: farm.daysAgo(10),
      avg_weight_start: 0.216,
      avg_weight_end: 0.343,
      days: 20,
      degree_days: 200,
      tgc: 5,
      km: 0.15,
      fcr: 1,
      dead: 10,
      mortality: 1,
    })
    // the second went through them in ten days, and was weighed once
    expect(second).toMatchObject({ days: 10, degree_days: 100, tgc: 10, km: 0.3, dead: 0, mortality: 0, weighings: 1 })
    expect(second!.end).toBe(farm.daysAgo(30))
  })

  it('each within its own weights', async () => {
    const { rows, weights } = await pond.farm.call(likeForLikeCall, { ...period, cages_id: [one, two], range: 'own' })
    expect(weights).toBe(null)
    expect(rows[0]).toMatchObject({ avg_weight_start: 0.125, days: 30, degree_days: 300, tgc: 6.6667, weighings: 2 })
    expect(rows[1]).toMatchObject({ avg_weight_end: 0.512, days: 20, tgc: 10 })
  })

  it('have curves of weight and survival from their own beginning', async () => {
    const { rows } = await pond.farm.call(likeForLikeCall, { ...period, cages_id: [one] })
    const { curve } = rows[0]!
    expect(curve[0]).toEqual({ days: 0, degree_days: 0, avg_weight: 0.125, survival: 100 })
    expect(curve.find(({ days }) => days === 30)).toEqual({
      days: 30,
      degree_days: 300,
      avg_weight: 0.343,
      survival: 99,
    })
    // after the last weighing nobody knows the average
    expect(curve.at(-1)).toMatchObject({ days: 40, avg_weight: null })
  })

  it('without a choice are those weighed most often', async () => {
    const answer = await pond.farm.call(likeForLikeCall, period)
    expect(answer.usual).toBe(true)
    expect(answer.rows.map(({ id }) => id)).toEqual([one, two])
  })

  it('of which one was weighed once leave the other its own weights', async () => {
    const early = { start: pond.farm.daysAgo(60), end: pond.farm.daysAgo(29) }
    const { rows, weights } = await pond.farm.call(likeForLikeCall, { ...early, cages_id: [one, two] })
    // the second had no second average yet, so the first is compared with itself
    expect(weights).toEqual({ from: 0.125, to: 0.216 })
    expect(rows[1]).toMatchObject({ tgc: null, weighings: 0 })
    expect(rows[1]!.curve).not.toEqual([])
  })

  it('with no weights in common are told within their own', async () => {
    const { farm, stock, weigh } = pond
    const three = (await pond.cage()).id
    await stock(three, 40, 1000, 1)
    await weigh(three, 30, 1.331)
    const { rows, weights } = await farm.call(likeForLikeCall, { ...period, cages_id: [one, three] })
    expect(weights).toBe(null)
    expect(rows.map(({ tgc }) => tgc)).toEqual([6.6667, 10])
  })

  it('are no more than twelve, and no longer than three years', async () => {
    const many = Array.from({ length: 13 }, (_, index) => index + 1)
    const refused = await pond.farm.call(likeForLikeCall, { ...period, cages_id: many }, { expect: 422 })
    expect(refused.errors).toHaveProperty('cages_id')
    const long = { start: '01.01.2020', end: period.end }
    expect((await pond.farm.call(likeForLikeCall, long, { expect: 422 })).errors).toHaveProperty('end')
  })

  it('of closed modules are nobody', async () => {
    const { farm } = pond
    const other = await farm.module('Пролив')
    const { cookie } = await farm.user({ permissions: ['access reports'], locations: [other.id] })
    for (const by of ['cage', 'generation'] as const) {
      const { rows } = await farm.call(likeForLikeCall, { ...period, by, cages_id: [one] }, { as: { cookie } })
      expect(rows).toEqual([])
    }
  })
})

it('a generation is followed through all cages it went to', async () => {
  const { farm, group, on } = pond
  const species = await farm.species('Сиг')
  const generation = await farm.generation({ species: species.id })
  const [from, to] = [(await pond.cage()).id, (await pond.cage()).id]
  const fish = { ...group, generation_id: generation.id }
  await farm.call(kinds.stocking.create, { ...on(40), to_id: from, ...fish, count: 1000, avg_weight: 0.125 })
  await farm.call(kinds.transfer.create, { ...on(35), from_id: from, to_id: to, ...fish, count: 400 })
  await farm.call(kinds.retreat.create, { ...on(33), from_id: to, ...fish, count: 20 })
  for (const cage_id of [from, to]) await farm.call(kinds.weighing.create, { ...on(30), cage_id, avg_weight: 0.216 })
  const { rows } = await farm.call(likeForLikeCall, { ...period, by: 'generation', generations_id: [generation.id] })
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    degree_days: 100,
    tgc: 10,
    dead: 20,
    mortality: 2,
    weighings: 2,
    avg_weight_end: 0.216,
  })
  expect(rows[0]!.curve.at(-1)!.survival).toBe(98)
  // its journals hold the same rows
  const journal = { ...period, generation_id: generation.id }
  expect(await farm.call(kinds.weighing.list, journal)).toHaveLength(2)
  expect(await farm.call(kinds.retreat.list, journal)).toHaveLength(1)
})
