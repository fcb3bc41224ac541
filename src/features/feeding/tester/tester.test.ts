import { afterAll, beforeAll, expect, test } from 'vitest'
import { calcCalls } from '../../../core/feeding/calcs.contract'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { measurementCalls } from '../../../core/cages/measurement.contract'
import { addDays, parseDay, showDay } from '../../../shared/dates'
import type { Season } from '../../../shared/feeding/norm'
import { openPond, type Pond } from '../../../testing/farm/pond'
import { MAX_DAYS, testerCall } from './tester.contract'

const M = 1_000_000
let pond: Pond
let farm: Pond['farm']
let feed: number
let today: string
const ahead = (days: number) => showDay(addDays(today, days))

/** 1.5 % at 4 °C and above, 0.8 below it, for fish of 100 g to 250 g. */
const norms: Season[] = [
  {
    from: { day: 1, month: 1 },
    to: { day: 31, month: 12 },
    temperatures: [0, 4],
    coefficients: [1.1 * M, M],
    rows: [{ min: 100_000, max: 250_000, fcr: 1.05 * M, rates: [0.8 * M, 1.5 * M] }],
  },
]
async function feedWithNorms(seasons: Season[] | null): Promise<number> {
  const { id } = await farm.good()
  const company = farm.session.user.company.id
  if (seasons)
    await farm.sql('insert into norm_versions (company_id, good_id, seasons) values ($1, $2, $3)', [
      company,
      id,
      JSON.stringify(seasons),
    ])
  return id
}

beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
  today = parseDay(farm.today())!
  feed = await feedWithNorms(norms)
})
afterAll(() => farm.close())

const assign = (cage: number, fields: object = {}) =>
  farm.call(calcCalls.create, {
    name: `Садок ${cage}`,
    feed_type_id: feed,
    cage_ids: [cage],
    start: farm.daysAgo(9),
    temp_prediction_strategy: 'FixedStrategy',
    temp_prediction_strategy_data: 6,
    ...fields,
  })
const stocked = async (avg_weight = 0.2) => {
  const { id } = await pond.cage()
  await pond.stock(id, 5, 10_000, avg_weight)
  return id
}
const run = (id: number[], more: object = {}) =>
  farm.call(testerCall, { id, start: farm.today(), end: ahead(2), ...more } as never)

/** Day by day what the cages are told of; the first of them by itself. */
async function daysOf(id: number[], more: object = {}) {
  const { days } = await run(id, more)
  const told = await Promise.all(days.map(({ date }) => run(id, { ...more, date })))
  return told.map(({ cages }) => cages.map(({ day }) => day!))
}
const daysOfOne = async (id: number, more: object = {}) => (await daysOf([id], more)).map(([day]) => day!)

test('tells biomass, norm and gain of each day, and of each cage what they are made of', async () => {
  const [one, two] = [await stocked(), await stocked()]
  const [first, second] = [await assign(one), await assign(two, { temp_prediction_strategy_data: 1 })]
  const { days, cages, calcs } = await run([one, two])
  expect(days[0]).toEqual({ day: 1, date: farm.today(), biomass: 4000, feeding_norm: 46, weight_gain: 42.424242 })
  expect(days.map(({ date }) => date)).toEqual([farm.today(), ahead(1), ahead(2)])
  expect(cages.map(({ day, problems }) => [day, problems])).toEqual([
    [null, []],
    [null, []],
  ])
  const told = await daysOf([one, two])
  expect(told.map(([warm]) => [warm!.biomass, warm!.avg_weight, warm!.rate, warm!.gain])).toEqual([
    [2000, 0.2, 30, 28.571429],
    [2028.571429, 0.202857, 30.428571, 28.979592],
    [2057.55102, 0.205755, 30.863265, 29.393586],
  ])
  expect(told[0]![1]).toEqual({
    biomass: 2000,
    avg_weight: 0.2,
    calc_id: second.id,
    temperature: 1,
    temperature_source: 'fixed',
    temperature_on: null,
    weight_from: 0.1,
    weight_to: 0.25,
    weight_fcr: 1.05,
    temperature_fcr: 1.1,
    feeding_rate: 0.8,
    coefficient: 1,
    rate: 16,
    gain: 13.852814,
    problem: null,
  })
  expect(calcs.map(({ id }) => id)).toEqual([first.id, second.id])
})

test('and how large the fish were as the last days began', async () => {
  const cage = await stocked()
  await pond.weigh(cage, 2, 0.21)
  const { past } = await run([cage])
  expect(past).toEqual(
    [0.2, 0.2, 0.2, 0.21].map((avg_weight, index) => ({ date: farm.daysAgo(4 - index), avg_weight })),
  )
})

test('follows the assignment and its coefficients from day to day', async () => {
  const cage = await stocked()
  const early = await assign(cage, { end: ahead(1) })
  const late = await assign(cage, { start: ahead(2) })
  await farm.call(calcCalls.setCoefficient, { id: early.id, date: ahead(1), coefficient: 0.5 })
  const days = await daysOfOne(cage, { end: ahead(3) })
  expect(days.map(({ calc_id, coefficient }) => [calc_id, coefficient])).toEqual([
    [early.id, 1],
    [early.id, 0.5],
    [late.id, 1],
    [late.id, 1],
  ])
  // half of the norm of the biomass that day
  expect(days[1]!.rate).toBeCloseTo(2028.571429 * 0.015 * 0.5, 5)
})

test('a period that begins later begins with fish that have grown until then', async () => {
  const cage = await stocked()
  await assign(cage)
  const whole = await daysOfOne(cage)
  const last = await run([cage], { start: ahead(2) })
  expect(await daysOfOne(cage, { start: ahead(2) })).toEqual([whole[2]])
  expect(last.days).toEqual([
    { day: 1, date: ahead(2), biomass: 2057.55102, feeding_norm: 30.863265, weight_gain: 29.393586 },
  ])
})

test('says of each cage why it gets nothing', async () => {
  const [bare, normless, waterless, heavy] = [await stocked(), await stocked(), await stocked(), await stocked(0.3)]
  await assign(normless, { feed_type_id: await feedWithNorms(null) })
  await assign(waterless, { temp_prediction_strategy: 'PreviousStrategy' })
  await assign(heavy)
  const { cages, days } = await run([bare, normless, waterless, heavy])
  const problems = new Map(cages.map((cage) => [cage.cage_id, cage.problems]))
  const every = (problem: string) => [{ problem, first: 0, days: 3 }]
  expect([bare, normless, waterless, heavy].map((cage) => problems.get(cage))).toEqual(
    ['no_calc', 'no_norms', 'no_temperature', 'no_norm'].map(every),
  )
  expect((await daysOfOne(heavy)).map(({ problem }) => problem)).toEqual(['no_norm', 'no_norm', 'no_norm'])
  expect(days.map(({ feeding_norm, weight_gain }) => [feeding_norm, weight_gain])).toEqual(Array(3).fill([0, 0]))
  expect(days[2]!.biomass).toBe(9000)
})

test('tries another calculation on the same cages, in force or not', async () => {
  const cage = await stocked()
  await assign(cage)
  const other = await farm.call(calcCalls.create, {
    name: 'Другой',
    feed_type_id: await feedWithNorms([{ ...norms[0]!, rows: [{ ...norms[0]!.rows[0]!, rates: [M, 3 * M] }] }]),
    start: ahead(90),
    temp_prediction_strategy: 'FixedStrategy',
    temp_prediction_strategy_data: 6,
  })
  await farm.call(calcCalls.archiving.archive, { id: other.id })
  const tried = await run([cage], { calc_id: other.id })
  expect(tried.calcs.map(({ id }) => id)).toEqual([other.id])
  expect((await daysOfOne(cage, { calc_id: other.id }))[0]).toMatchObject({ calc_id: other.id, rate: 60 })
  const refused = await farm.call(testerCall, { calc_id: 999_999 } as never, { expect: 422 })
  expect(refused.errors).toEqual({ calc_id: ['Расчёт не найден'] })
})

test('takes the temperature of today from readings, and what was read last for the days ahead', async () => {
  const cage = await stocked()
  const { location_id } = await pond.cageNow(cage)
  const parameter = await farm.parameter({ location: location_id })
  await assign(cage, { measure_parameter_id: parameter.id, temp_prediction_strategy: 'PreviousStrategy' })
  const reading = { measure_parameter_id: parameter.id, time: '00:00', value: 5 }
  await farm.call(measurementCalls.create, { ...reading, date: farm.daysAgo(1) })
  const sources = async () =>
    (await daysOfOne(cage, { end: ahead(1) })).map(({ temperature_source, temperature_on }) => [
      temperature_source,
      temperature_on,
    ])
  expect(await sources()).toEqual([
    ['earlier', farm.daysAgo(1)],
    ['previous', farm.daysAgo(1)],
  ])
  await farm.call(measurementCalls.create, { ...reading, date: farm.today(), cage_id: cage })
  expect(await sources()).toEqual([
    ['cage', farm.today()],
    ['previous', farm.today()],
  ])
})

test('is asked for modules and categories, and shows a limited person nothing of others', async () => {
  const [mine, closed] = [await farm.module('Мой'), await farm.module('Закрытый')]
  const other = (await farm.category()).id
  const make = async (location: number, age_category_id: number) => {
    const { id } = await farm.cage({ location })
    const fish = { count: 1000, avg_weight: 0.2, ...pond.group, age_category_id }
    await farm.call(kinds.stocking.create, { ...pond.on(3), to_id: id, ...fish })
    return id
  }
  const [one, two, three] = [
    await make(mine.id, other),
    await make(mine.id, pond.group.age_category_id),
    await make(closed.id, other),
  ]
  const idsOf = async (input: object, as?: { cookie: string }) =>
    (await farm.call(testerCall, input as never, { as })).cages.map(({ cage_id }) => cage_id)
  expect(await idsOf({ location_id: [mine.id] })).toEqual([one, two])
  expect(await idsOf({ age_category_id: other })).toEqual([one, three])
  expect(await idsOf({ location_id: [mine.id], age_category_id: [other], id: -1 })).toEqual([one])
  const as = await farm.user({ permissions: ['view feed calcs'], locations: [mine.id] })
  expect(await idsOf({}, as)).toEqual([one, two])
  expect(await idsOf({ id: [three] }, as)).toEqual([])
  const hidden = await farm.call(calcCalls.create, { name: 'Закрытое', feed_type_id: feed, location_ids: [closed.id] })
  await farm.call(testerCall, { calc_id: hidden.id } as never, { as, expect: 422 })
  expect(await idsOf({}, await farm.company())).toEqual([])
})

test('looks ahead, and no further than it can', async () => {
  const errorsOf = async (input: object) => (await farm.call(testerCall, input as never, { expect: 422 })).errors
  expect(await errorsOf({ start: farm.daysAgo(1) })).toEqual({ start: ['Дата не может быть раньше сегодняшней'] })
  expect(await errorsOf({ start: ahead(3), end: ahead(2) })).toEqual({ end: ['Конец периода раньше начала'] })
  expect(await errorsOf({ end: ahead(2), date: ahead(3) })).toEqual({ date: ['Этого дня нет в периоде'] })
  expect(await errorsOf({ end: ahead(MAX_DAYS) })).toEqual({ end: ['Не дальше 400 дней вперёд'] })
  expect((await farm.call(testerCall, { end: ahead(MAX_DAYS - 1) } as never)).days).toHaveLength(MAX_DAYS)
  expect((await farm.call(testerCall, {} as never)).days).toHaveLength(30)
})
