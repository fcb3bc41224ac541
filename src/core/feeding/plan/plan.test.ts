import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPlanFarm, type PlanFarm } from '../../../testing/farm/plan-farm'
import { calcCalls } from '../calcs.contract'
import { kinds } from '../../documents/kinds/kinds.contract'
import { planCalls } from './plan.contract'
import { NO_NORM } from './plan-shapes.contract'

let plan: PlanFarm
beforeAll(async () => void (plan = await openPlanFarm()))
afterAll(() => plan.farm.close())
beforeEach(async () => void (await plan.farm.sql('delete from feeding_plan_rows')))

const round = (value: number | null) => Math.round(value! * 1e4) / 1e4
const today = () => plan.farm.today()

describe('a plan is proposed', () => {
  test('for each cage with fish and a calculation, by norm and temperature, and says why', async () => {
    const [row, other, ...rest] = await plan.proposals(today())
    expect(rest).toEqual([])
    expect(row).toMatchObject({
      cage_id: plan.cages.cage,
      feed_type_name: 'Актив 4 мм',
      feed_calc_name: 'Товарная, зима',
      avg_weight: 0.2,
      count: 10_000,
      weight: 2000,
      temperature: 10,
      rate: 30,
      calc_rate: 30,
      growth: 28.571429,
      fault: null,
    })
    expect(row!.why).toMatchObject({
      weight_min: 0.1,
      weight_max: 0.3,
      norm_temperature: 10,
      feeding_rate: 1.5,
      feed_conversion_rate: 1.05,
      temperature_fcr: 1,
      coefficient: 1,
      temperature_source: 'module',
      temperature_on: today(),
      water_share: 1,
      water: [],
    })
    // 300 kg of fish of exactly 300 g have the second row: 1 %, FCR 1.2
    expect([other!.rate, round(other!.growth)]).toEqual([3, 2.5])
  })

  test('with the coefficient of the calculation', async () => {
    await plan.farm.call(calcCalls.setCoefficient, { id: plan.calc, date: plan.dayAfter(20), coefficient: 0.5 })
    const [row] = await plan.proposals(plan.dayAfter(20))
    expect([row!.rate, row!.why!.coefficient]).toEqual([15, 0.5])
  })

  test('day after day on the fish that the days before leave, not rounded between them', async () => {
    const days = []
    for (const date of [0, 1, 2].map(plan.dayAfter)) {
      const { rows } = await plan.planDay(date)
      days.push([rows[0]!.rate, rows[0]!.growth, rows[0]!.avg_weight].map(round))
    }
    expect(days).toEqual([
      [30, 28.5714, 0.2],
      [30.4286, 28.9796, 0.2029],
      [30.8633, 29.3936, 0.2058],
    ])
  })

  test('less when the cage lacks oxygen today, and the next day; not for later days', async () => {
    const module = await plan.farm.parameter({ location: plan.location, name: 'Насыщение', type: 'saturation' })
    // 10 °C: danger 50.5 %, attention 60.5 %; the module's reading is for cages without their own
    await plan.measure(module.id, 90)
    await plan.measure(module.id, 55.5, { cage_id: plan.cages.cage })
    const [row, other] = await plan.proposals(today())
    expect([row!.rate, row!.why!.water_share, other!.rate]).toEqual([15, 0.5, 3])
    expect(row!.why!.water[0]).toBe('Кислород 55,5 % (6,3 мг/л) ниже 60,5 % при 10 °C: корма 50 % от нормы')
    expect((await plan.proposals(plan.dayAfter(1)))[0]!.rate).toBe(15)
    expect((await plan.proposals(plan.dayAfter(2)))[0]!.rate).toBe(30)
    await plan.farm.sql(`delete from measurements where measure_parameter_id = ${module.id}`)
  })

  test('without numbers where the norms say nothing, in the words of the specification', async () => {
    const cage = (await plan.cage()).id
    await plan.stock(cage, 1, 100, 2)
    const row = (await plan.proposals(today())).find(({ cage_id }) => cage_id === cage)!
    expect([row.rate, row.growth, row.why, row.fault]).toEqual([null, null, null, NO_NORM])
    await plan.lose(cage, 0, 100, '00:00')
    expect((await plan.proposals(today())).map(({ cage_id }) => cage_id)).not.toContain(cage)
  })
})

describe('a row is recalculated', () => {
  const ask = (more: object = {}) => ({
    feed_type_id: plan.feed,
    rate: '28,5',
    temperature: 10,
    avg_weight: 0.2,
    count: 10_000,
    date: today(),
    ...more,
  })

  test('from what is entered: the ration, its growth, and the growth of the entered feed', async () => {
    const { why: _, ...numbers } = await plan.farm.call(planCalls.recalc, ask())
    expect(numbers).toEqual({ calc_rate: 30, calc_growth: 27.142857, calc_growth_with_calc_rate: 28.571429 })
    const cold = await plan.farm.call(planCalls.recalc, ask({ temperature: 6, rate: 16 }))
    expect([cold.calc_rate, cold.calc_growth]).toEqual([16, 13.852814])
  })

  test('with the coefficient of the cage when it is named', async () => {
    const date = plan.dayAfter(20)
    const own = await plan.farm.call(planCalls.recalc, ask({ date, cage_id: plan.cages.cage }))
    expect([own.calc_rate, own.why.coefficient]).toEqual([15, 0.5])
  })

  test('or refused where there is no norm', async () => {
    const refused = await plan.farm.call(planCalls.recalc, ask({ avg_weight: 3 }), { expect: 422 })
    expect(refused).toMatchObject({ message: NO_NORM, msgShouldBeShown: true })
    const unknown = await plan.farm.call(planCalls.recalc, ask({ feed_type_id: 999 }), { expect: 422 })
    expect(unknown.errors).toHaveProperty('feed_type_id')
  })
})

test('days are coloured: full, partly, empty; without cages they have no colour', async () => {
  await plan.planDay(today())
  const [row] = await plan.proposals(plan.dayAfter(1))
  await plan.farm.call(planCalls.saveDay, { date: plan.dayAfter(1), plan: [plan.sent(row!)] })
  const days = { start: plan.farm.daysAgo(6), end: plan.dayAfter(2) }
  const colors = await plan.farm.call(planCalls.colors, days)
  expect([0, 1, 2].map((day) => colors[plan.dayAfter(day)])).toEqual([1, 2, 0])
  expect(colors[plan.farm.daysAgo(5)]).toBe(0)
  expect(colors).not.toHaveProperty([plan.farm.daysAgo(6)])
  expect(await plan.farm.call(planCalls.colors, {})).toMatchObject({ [today()]: 1 })
  await plan.farm.call(planCalls.colors, { start: plan.farm.daysAgo(500), end: today() }, { expect: 422 })
})

test('fact stands beside plan, of each cage and module', async () => {
  await plan.planDay(today())
  const stock = (await plan.farm.stock()).id
  await plan.farm.adding({ good: plan.feed, stock, count: 100, date: plan.farm.daysAgo(3) })
  const fed = { feed_type_id: plan.feed, stock_id: stock, date: today(), time: '00:00' }
  await plan.farm.call(kinds.feeding.create, { ...fed, cage_id: plan.cages.cage, volume: 27 })
  const fact = await plan.farm.call(planCalls.fact, { date: today() })
  const sum = { planned: 33, fed: 27, percent: 81.8, cages_planned: 2, cages_fed: 1 }
  expect(fact).toMatchObject(sum)
  expect(fact.locations).toEqual([{ location_id: plan.location, ...sum }])
  expect(fact.cages.map(({ planned, fed, percent }) => [planned, fed, percent])).toEqual([
    [30, 27, 90],
    [3, 0, 0],
  ])
  expect((await plan.farm.call(planCalls.fact, { date: plan.dayAfter(1) })).percent).toBeNull()
})
