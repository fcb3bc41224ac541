/** The consolidated report of a day against a farm worked out by hand, and against the journals that its cells open. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWorkbook } from '../../../../../e2e/xlsx'
import { kinds } from '../../../../core/documents/kinds/kinds.contract'
import type { SeriesAnswer } from '../../../../shared/report/report'
import { calcCalls } from '../../../../core/feeding/calcs.contract'
import { openTwoModules, type TwoModules } from '../../../../testing/farm/two-modules'
import { dayCalls, type DayFigures } from './day.contract'

let world: TwoModules
let farm: TwoModules['farm']
beforeAll(async () => {
  world = await openTwoModules()
  farm = world.farm
})
afterAll(() => farm.close())

const report = (date = '10.02.2026', as?: { cookie: string }) => farm.call(dayCalls.day, { date }, { as })
const cagesOf = async (date?: string) => (await report(date)).locations_data.flatMap((one) => one.cages)

describe('a day', () => {
  it('tells the fish at its end', async () => {
    expect(
      (await cagesOf()).map((one) => [one.cage_name, one.fish_count, one.biomass, one.fish_avg_weight, one.density]),
    ).toEqual([
      ['1', 891, 179.1, 0.20101, 0.18],
      ['2', 850, 169, 0.198824, 0.17],
      ['3', 1090, 228.9, 0.21, 0.23],
    ])
  })

  it('tells norm and fact by the fish of the morning', async () => {
    const told = (await cagesOf()).map((one) => [
      ...[one.temperature, one.feeding_rate_percents, one.feeding_rate, one.feedings_fact],
      ...[one.eatability_coefficient, one.feed_conversion_rate, one.norm_growth],
    ])
    expect(told).toEqual([
      [10, 1.5, 2.713636, 3, 110.55, 1.05, 2.857143],
      [10, 1.5, 2.685, 3, 111.73, 1.05, 2.857143],
      [null, null, null, 1, null, null, null],
    ])
    expect((await report()).all_feed_types.map(({ name }) => name)).toEqual(['Актив 4 мм', 'Старт 2 мм'])
    expect((await cagesOf())[0]!.feedings).toEqual([
      { feed_type_id: world.own, volume: 2.5 },
      { feed_type_id: world.other, volume: 0.5 },
    ])
  })

  it('has the norm that the report of norm and fact has', async () => {
    const period = { start: '10.02.2026', end: '10.02.2026', detalization: 'day' }
    const { datasets } = (await farm.get('/chart/data/feedings-rate-vs-fact', period)).body as SeriesAnswer
    expect(datasets.find(({ id }) => id === 'norm')!.data).toEqual([(await report()).total.feeding_rate])
  })

  it('says where the feed is not the assigned one', async () => {
    expect((await cagesOf()).map((one) => one.feed_warning)).toEqual([
      'Садок привязан к расчёту с кормом «Актив 4 мм», но кормили и другими кормами: Старт 2 мм',
      null,
      'Садок не привязан ни к одному расчёту кормления',
    ])
  })

  it('tells losses and catches of the day and of its month', async () => {
    const told = (await cagesOf()).map((one) => [
      ...[one.retreats_count_day, one.retreats_biomass_day],
      ...[one.retreats_count_month, one.retreats_biomass_month, one.retreats_percent_month],
      ...[one.withdrawals_count_day, one.withdrawals_biomass_day, one.withdrawals_count_month],
    ])
    expect(told).toEqual([
      // of the 900 of the month's beginning and the 100 that came
      [9, 1.809091, 19, 3.809091, 1.9, 0, 0, 0],
      [0, 0, 0, 0, 0, 50, 10, 50],
      [0, 0, 0, 0, 0, 0, 0, 0],
    ])
  })

  it('has fish to lose on the first day of a month, too', async () => {
    const told = (await cagesOf('01.02.2026')).map((one) => one.retreats_percent_month)
    expect(told).toEqual([0, 0, 0])
  })

  it('has totals of modules and of the farm; fish moved within them did not come', async () => {
    const { locations_data, total } = await report()
    const told = (one: DayFigures) => [
      ...[one.fish_count, one.biomass, one.fish_avg_weight, one.feedings_fact, one.feeding_rate],
      ...[one.eatability_coefficient, one.retreats_count_month, one.retreats_percent_month],
    ]
    expect(locations_data.map(told)).toEqual([
      [1741, 348.1, 0.199943, 6, 5.398636, 111.14, 19, 1],
      [1090, 228.9, 0.21, 1, null, null, 0, 0],
    ])
    // what is fed to cages without a norm is not compared with it
    expect(told(total)).toEqual([2831, 577, 0.203815, 7, 5.398636, 111.14, 19, 0.66])
    expect(locations_data.map((one) => one.cage_names)).toEqual([['1', '2'], ['3']])
  })

  it('closes to the milligram', async () => {
    const { locations_data, total } = await report()
    const mg = (kg: number) => Math.round(kg * 1e6)
    for (const one of [total, ...locations_data, ...(await cagesOf())]) {
      expect(one.start_count + one.moved_count - one.retreats_count_day - one.withdrawals_count_day).toBe(
        one.fish_count,
      )
      const out = mg(one.retreats_biomass_day) + mg(one.withdrawals_biomass_day)
      expect(mg(one.start_biomass) + mg(one.moved_biomass) - out + mg(one.growth)).toBe(mg(one.biomass))
    }
    expect(total.growth).toBe(10.809091)
  })

  it('opens journals that add up to its numbers', async () => {
    for (const one of await cagesOf()) {
      const asked = { start: '10.02.2026', end: '10.02.2026', cages_id: [one.cage_id], page: 1 }
      const footer = async (list: typeof kinds.feeding.list | typeof kinds.retreat.list) =>
        ((await farm.call(list, asked)) as { footer: Record<string, number> }).footer
      expect((await footer(kinds.feeding.list)).volume ?? 0).toBe(one.feedings_fact)
      expect((await footer(kinds.retreat.list)).count ?? 0).toBe(one.retreats_count_day)
    }
  })
})

it('what is fed where the norm gives none is no share of the norm of others', async () => {
  const calc = { feed_type_id: world.own, measure_parameter_id: world.parameter, location_ids: [world.strait.id] }
  const { id } = await farm.call(calcCalls.create, {
    ...{ name: 'Голод', ...calc, start: '01.01.2026' },
    ...{ temp_prediction_strategy: 'FixedStrategy', temp_prediction_strategy_data: 10 },
  })
  await farm.call(calcCalls.setCoefficient, { id, date: '01.01.2026', coefficient: 0 })
  const { locations_data, total } = await report()
  const told = (one: DayFigures) => [one.feeding_rate, one.feedings_fact, one.eatability_coefficient]
  expect([...locations_data, total].map(told)).toEqual([
    [5.398636, 6, 111.14],
    [0, 1, null],
    [5.398636, 7, 111.14],
  ])
  await farm.call(calcCalls.remove, { id })
})

it('without fish since the month began a cage is left out, and a farm has no modules', async () => {
  const empty = await farm.cage({ number: '9', location: world.bay.id })
  expect((await cagesOf()).map(({ cage_id }) => cage_id)).not.toContain(empty.id)
  const before = await report('31.12.2025')
  expect([before.locations_data, before.total.fish_count, before.total.fish_avg_weight]).toEqual([[], 0, 0])
})

it('whoever is limited to a module gets its cages alone, and is told so', async () => {
  const { cookie } = await farm.user({ permissions: ['access reports'], locations: [world.strait.id] })
  const { locations_data, total, limited } = await report('10.02.2026', { cookie })
  expect([locations_data.map((one) => one.location_name), total.fish_count, limited]).toEqual([['Пролив'], 1090, true])
  // 90 of them came from a module that is closed to this person
  expect(total.retreats_percent_month).toBe(0)
  expect((await report()).limited).toBe(false)
})

it('a day to come is refused by name', async () => {
  const refused = await farm.call(dayCalls.day, { date: '01.01.2090' }, { expect: 422 })
  expect(refused.errors).toEqual({ date: ['Этот день ещё не наступил'] })
})

it('its workbook has modules first and then the cages of each', async () => {
  const { bytes, headers } = await farm.get('/consolidated-report/download', { date: '10.02.2026' }, {})
  expect(decodeURIComponent(String(headers['content-disposition']))).toContain('Сводный отчёт 10.02.2026.xlsx')
  const sheets = readWorkbook(bytes)
  expect([...sheets.keys()]).toEqual(['Итоги', 'Залив', 'Пролив'])
  const rows = [...sheets].map(([, one]) =>
    one.map((row) => row.slice(0, 3).map((cell) => cell && ('text' in cell ? cell.text : cell.number))),
  )
  expect(rows.map((one) => one.slice(2))).toEqual([
    [
      ['Модуль', 'Количество, шт', 'Биомасса, кг'],
      ['Залив', 1741, 348.1],
      ['Пролив', 1090, 228.9],
      ['Итого', 2831, 577],
    ],
    [
      ['Садок', 'Количество, шт', 'Биомасса, кг'],
      [1, 891, 179.1],
      [2, 850, 169],
      ['Итого', 1741, 348.1],
    ],
    [
      ['Садок', 'Количество, шт', 'Биомасса, кг'],
      [3, 1090, 228.9],
      ['Итого', 1090, 228.9],
    ],
  ])
})
