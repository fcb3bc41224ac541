import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../server/db/client'
import { addDays, parseDay } from '../../shared/dates'
import { LADOGA } from '../../shared/settings'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { measurementCalls } from '../cages/measurement.contract'
import { temperaturesOn, type TemperatureAsk } from './temperature.server'

const M = 1_000_000
let farm: Farm
let database: Database
let company: number
let today: string
const daysAgo = (days: number) => parseDay(farm.daysAgo(days))!

beforeAll(async () => {
  farm = await openFarm()
  company = farm.session.user.company.id
  today = daysAgo(0)
  database = openDatabase(farm.database.webUrl, 1)
})
afterAll(async () => {
  await database.close()
  await farm.close()
})

const settings = { 'lake-temperatures': LADOGA }
type Ask = Pick<TemperatureAsk, 'cage' | 'day'> & Partial<TemperatureAsk>
const temperatures = (...asks: Ask[]) =>
  database.transaction(company, (tx) =>
    temperaturesOn(
      tx,
      company,
      asks.map((ask) => ({ parameter: null, strategy: 'PreviousStrategy', fixed: null, ...ask })),
      settings,
      today,
    ),
  )

interface Reading {
  day: string
  value: number
  time?: string
  cage?: number
  depth?: number
}

/** A module with two cages and a temperature that is read at two depths. */
async function water(name = 'Температура воды') {
  const module = await farm.module()
  const [cage, other] = [await farm.cage({ location: module.id }), await farm.cage({ location: module.id })]
  const parameter = (await farm.parameter({ location: module.id, name, depth: [1, 5] })).id
  const measure = ({ day, value, time = '00:00', cage, depth = 1 }: Reading) =>
    farm.call(measurementCalls.create, {
      date: day,
      time,
      measure_parameter_id: parameter,
      value,
      cage_id: cage,
      depth,
    })
  return { module: module.id, cage: cage.id, other: other.id, parameter, measure }
}

describe('the temperature of a day that has begun', () => {
  test('is the mean of what was read in the cage that day, else in its module, else what was read last', async () => {
    const { cage, other, parameter, measure } = await water()
    await measure({ day: daysAgo(6), value: 3, time: '08:00' })
    await measure({ day: daysAgo(6), value: 3.5, time: '20:00' })
    await measure({ day: daysAgo(4), value: 5, cage })
    await measure({ day: daysAgo(4), value: 5.000001, cage, depth: 5 })
    await measure({ day: daysAgo(4), value: 8 })
    await measure({ day: daysAgo(4), value: 9, cage: other })
    await measure({ day: today, value: 11 })
    const days = [7, 6, 5, 4, 3, 0].map((days) => ({ cage, parameter, day: daysAgo(days) }))
    expect(await temperatures(...days)).toEqual([
      null,
      { value: 3.25 * M, source: 'module', on: daysAgo(6) },
      { value: 3.5 * M, source: 'earlier', on: daysAgo(6) },
      // 5.0000005 half up
      { value: 5 * M + 1, source: 'cage', on: daysAgo(4) },
      // of several in one minute the cage's own, and of these the deepest
      { value: 5 * M + 1, source: 'earlier', on: daysAgo(4) },
      { value: 11 * M, source: 'module', on: today },
    ])
    const empty = await farm.cage({ location: (await farm.module()).id })
    expect(await temperatures({ cage: empty.id, parameter, day: daysAgo(3) })).toEqual([
      { value: 8 * M, source: 'earlier', on: daysAgo(4) },
    ])
  })

  test('is what the strategy says where nothing was read before', async () => {
    const { cage, parameter } = await water()
    const day = '2026-08-15'
    const ask = { cage, parameter, day }
    expect(
      await temperatures(
        ask,
        { ...ask, strategy: 'FixedStrategy', fixed: 4.5 * M },
        { ...ask, strategy: 'LadogaHistoricalStrategy' },
        { ...ask, strategy: 'OwnHistoryStrategy' },
      ),
    ).toEqual([
      null,
      { value: 4.5 * M, source: 'fixed', on: null },
      { value: 15.7 * M, source: 'lake', on: null },
      null,
    ])
  })
})

describe('the temperature of a coming day', () => {
  test('is that of the last reading, of today if there is one', async () => {
    const { cage, parameter, measure } = await water()
    await measure({ day: daysAgo(2), value: 6 })
    const coming = [1, 29].map((days) => ({ cage, parameter, day: addDays(today, days) }))
    const previous = (value: number, on: string) => ({ value, source: 'previous', on })
    expect(await temperatures(...coming)).toEqual(Array(2).fill(previous(6 * M, daysAgo(2))))
    await measure({ day: today, value: 7 })
    expect(await temperatures(...coming)).toEqual(Array(2).fill(previous(7 * M, today)))
  })

  test('is the given or the lake’s, whatever was read', async () => {
    const { cage, parameter, measure } = await water()
    await measure({ day: today, value: 7 })
    const day = addDays(today, 3)
    const ask = { cage, parameter, day }
    expect(await temperatures({ ...ask, strategy: 'FixedStrategy', fixed: -M })).toEqual([
      { value: -M, source: 'fixed', on: null },
    ])
    expect(await temperatures({ ...ask, day: '2030-08-15', strategy: 'LadogaHistoricalStrategy' })).toEqual([
      { value: 15.7 * M, source: 'lake', on: null },
    ])
  })

  test('is the mean of the farm’s readings around that day of past years', async () => {
    const { cage, parameter, measure } = await water()
    await measure({ day: '2025-02-25', value: 1 })
    await measure({ day: '2025-03-03', value: 2 })
    await measure({ day: '2024-02-28', value: 4 })
    // too early in the year, too long ago
    await measure({ day: '2025-02-24', value: 30 })
    await measure({ day: '2017-02-28', value: 30 })
    await measure({ day: '2025-08-01', value: 16.5 })
    const ask = { cage, parameter, strategy: 'OwnHistoryStrategy' as const }
    const own = (value: number) => ({ value, source: 'own', on: null })
    expect(
      await temperatures(
        { ...ask, day: '2028-02-29' },
        { ...ask, day: '2028-08-03' },
        { ...ask, day: '2028-06-01' },
        { ...ask, day: '2028-08-05' },
      ),
    ).toEqual([own(2_333_333), own(16.5 * M), null, null])
  })
})

describe('the parameter', () => {
  test('of another module stands for the one of that name in the cage’s own, if it has one', async () => {
    const [first, second] = [await water('Вода'), await water('Вода')]
    const third = await water('Иначе')
    await first.measure({ day: today, value: 5 })
    await second.measure({ day: today, value: 6 })
    await third.measure({ day: today, value: 7 })
    const asks = [first, second, third].map(({ cage }) => ({ cage, parameter: first.parameter, day: today }))
    expect((await temperatures(...asks)).map((one) => one!.value)).toEqual([5 * M, 6 * M, 5 * M])
  })

  test('is the module’s first temperature where no calculation names one', async () => {
    const { cage, module, measure } = await water()
    const oxygen = await farm.parameter({ location: module, type: 'oxygen' })
    await farm.call(measurementCalls.create, { date: today, time: '00:00', measure_parameter_id: oxygen.id, value: 9 })
    expect(await temperatures({ cage, day: today })).toEqual([null])
    await measure({ day: today, value: 5 })
    const bare = await farm.cage({ location: (await farm.module()).id })
    expect(await temperatures({ cage, day: today }, { cage: bare.id, day: today })).toEqual([
      { value: 5 * M, source: 'module', on: today },
      null,
    ])
  })
})

test('readings of another company say nothing', async () => {
  const { cage, parameter, measure } = await water()
  await measure({ day: today, value: 5 })
  const other = (await farm.company()).user.company.id
  const ask = { cage, parameter, day: today, strategy: 'PreviousStrategy' as const, fixed: null }
  expect(await database.transaction(other, (tx) => temperaturesOn(tx, other, [ask], settings, today))).toEqual([null])
})
