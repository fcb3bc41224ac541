import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../server/db/client'
import { addDays, parseDay } from '../../shared/dates'
import { openPond, type Pond } from '../../testing/farm/pond'
import { feedCalcs, type FeedCalcs } from '../../testing/farm/feed-calcs'
import { assignedOn, calcsOn } from './assigned.server'

let pond: Pond
let database: Database
let company: number
let calcs: FeedCalcs
const daysAgo = (days: number) => parseDay(pond.farm.daysAgo(days))!

beforeAll(async () => {
  pond = await openPond()
  company = pond.farm.session.user.company.id
  database = openDatabase(pond.farm.database.webUrl, 1)
  calcs = await feedCalcs(pond.farm)
})
afterAll(async () => {
  await database.close()
  await pond.farm.close()
})

const assigned = (...places: { cage: number; day: string }[]) =>
  database.transaction(company, (tx) => assignedOn(tx, company, places))
const idsOf = (found: ({ calc: number } | null)[]) => found.map((one) => one && one.calc)

describe('a calculation covers a cage', () => {
  test('from its first to its last day, or on for ever', async () => {
    const cage = (await pond.cage()).id
    const ended = await calcs.add({ cage_ids: [cage], starts_on: daysAgo(9), ends_on: daysAgo(5) })
    const open = await calcs.add({ cage_ids: [cage], starts_on: daysAgo(3) })
    const days = [10, 9, 5, 4, 3, -500].map((days) => ({ cage, day: daysAgo(days) }))
    expect(idsOf(await assigned(...days))).toEqual([null, ended, ended, null, open, open])
  })

  test('when cage and module are among those named, of which none means all', async () => {
    const [mine, other] = [await pond.cage(), await pond.cage()]
    const away = await pond.farm.cage({ location: (await pond.farm.module()).id })
    const on = daysAgo(30)
    const places = [mine, other, away].map(({ id }) => ({ cage: id, day: on }))
    const period = { starts_on: on, ends_on: on }
    const all = await calcs.add(period)
    expect(idsOf(await assigned(...places))).toEqual([all, all, all])
    const module = await calcs.add({ ...period, location_ids: [mine.location_id] })
    expect(idsOf(await assigned(...places))).toEqual([module, module, all])
    const cage = await calcs.add({ ...period, location_ids: [mine.location_id], cage_ids: [mine.id, away.id] })
    expect(idsOf(await assigned(...places))).toEqual([cage, module, all])
  })

  test('while fish of one of its categories live there, the day they leave included', async () => {
    const { age_category_id } = pond.group
    const [cage, other] = [(await pond.cage()).id, (await pond.cage()).id]
    const calc = await calcs.add({ age_category_ids: [age_category_id], starts_on: daysAgo(60), ends_on: daysAgo(40) })
    const days = [56, 55, 53, 52, 51].map((days) => ({ cage, day: daysAgo(days) }))
    await pond.stock(cage, 55, 1000)
    await pond.move(cage, other, 52, 1000)
    await pond.stock(cage, 50, 1000)
    expect(idsOf(await assigned(...days))).toEqual([null, calc, calc, calc, null])
    const another = (await pond.farm.category()).id
    await calcs.add({ age_category_ids: [another], starts_on: daysAgo(60), ends_on: daysAgo(40) })
    expect(idsOf(await assigned(...days))).toEqual([null, calc, calc, calc, null])
  })

  test('until it is archived; what is newer is in force, and the others are told after it', async () => {
    const cage = (await pond.cage()).id
    const [first, second, third] = [
      await calcs.add({ cage_ids: [cage], starts_on: daysAgo(2) }),
      await calcs.add({ cage_ids: [cage], starts_on: daysAgo(2) }),
      await calcs.add({ cage_ids: [cage], starts_on: daysAgo(2), archived: true }),
    ]
    expect(third).toBeGreaterThan(second)
    const places = [daysAgo(1), daysAgo(3)].map((day) => ({ cage, day }))
    const found = await database.transaction(company, (tx) => calcsOn(tx, company, places))
    expect(found.map(idsOf)).toEqual([[second, first], []])
  })

  test('with the coefficient whose entry began last, and 1 before the first', async () => {
    const cage = (await pond.cage()).id
    const parameter = await pond.farm.parameter({ location: (await pond.cage()).location_id })
    const calc = await calcs.add({
      cage_ids: [cage],
      starts_on: daysAgo(9),
      measure_parameter_id: parameter.id,
      strategy: 'FixedStrategy',
      fixed_temperature: 4_500_000,
    })
    await calcs.coefficient(calc, daysAgo(7), 800_000)
    await calcs.coefficient(calc, daysAgo(3), 0)
    const found = await assigned(...[8, 7, 4, 3, 0].map((days) => ({ cage, day: daysAgo(days) })))
    expect(found.map((one) => one!.coefficient)).toEqual([1_000_000, 800_000, 800_000, 0, 0])
    expect(found[0]).toEqual({
      calc,
      name: calcs.nameOf(calc),
      good: calcs.good,
      parameter: parameter.id,
      strategy: 'FixedStrategy',
      fixed: 4_500_000,
      coefficient: 1_000_000,
    })
  })
})

test('another company’s calculations cover nothing here, nor its cages', async () => {
  const other = await pond.farm.company()
  const module = await pond.farm.module('Их модуль', { as: other })
  const theirs = await pond.farm.cage({ location: module.id, as: other })
  const mine = await pond.cage()
  const day = addDays(daysAgo(0), -700)
  await calcs.add({ starts_on: day, ends_on: day, as: other })
  expect(await assigned({ cage: mine.id, day }, { cage: theirs.id, day })).toEqual([null, null])
  expect(await assigned()).toEqual([])
})
