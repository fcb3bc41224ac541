/** A farm whose plan can be made: two cages of fish, norms of their feed, a calculation, and water of 10 °C. */
import { calcCalls } from '../../core/feeding/calcs.contract'
import { normCalls } from '../../core/feeding/norms.contract'
import { planCalls } from '../../core/feeding/plan/plan.contract'
import { measurementCalls } from '../../core/cages/measurement.contract'
import type { AnswerOf } from '../../shared/contract'
import { addDays, parseDay, showDay } from '../../shared/dates'
import { openPond } from './pond'

export type PlanFarm = Awaited<ReturnType<typeof openPlanFarm>>
type Row = AnswerOf<typeof planCalls.proposals>[number]

/** One season: fish of 100 to 500 g eat 0.8 % at 6 °C and 1.5 % at 10 °C; FCR 1.05, at 6 °C 10 % more. */
const RATES = [
  {
    range: { from: { day: 1, month: 1 }, to: { day: 31, month: 12 } },
    table: [
      { weight: { min_g: 100, max_g: 300 }, feed_conversion_rate: 1.05, feeding_rates: { 6: 0.8, 10: 1.5 } },
      { weight: { min_g: 300, max_g: 500 }, feed_conversion_rate: 1.2, feeding_rates: { 6: 0.5, 10: 1 } },
    ],
    temperature_fcr: { 6: 1.1, 10: 1 },
  },
]

export async function openPlanFarm() {
  const pond = await openPond()
  const { farm } = pond
  const [cage, other] = [await pond.cage(), await pond.cage()]
  await pond.stock(cage.id, 5)
  await pond.stock(other.id, 5, 1000, 0.3)
  const feed = (await farm.good({ name: 'Актив 4 мм' })).id
  await farm.call(normCalls.saveOfFeed, { feedTypeId: feed, rates: RATES })
  const location = cage.location_id
  const parameter = (await farm.parameter({ location })).id
  const calc = await farm.call(calcCalls.create, {
    name: 'Товарная, зима',
    feed_type_id: feed,
    measure_parameter_id: parameter,
    location_ids: [location],
    start: farm.daysAgo(30),
  })
  const measure = (
    measure_parameter_id: number,
    value: number,
    more: { date?: string; time?: string; cage_id?: number } = {},
  ) =>
    farm.call(measurementCalls.create, {
      date: farm.today(),
      time: '00:00',
      measure_parameter_id,
      value,
      depth: 2,
      ...more,
    })
  await measure(parameter, 10)
  const dayAfter = (days: number) => showDay(addDays(parseDay(farm.today())!, days))
  /** a proposed row as it is sent */
  const sent = (
    { cage_id, feed_type_id, avg_weight, count, weight, temperature, rate, growth }: Row,
    more: object = {},
  ) => ({
    cage_id,
    feed_type_id,
    avg_weight,
    count,
    weight,
    temperature: temperature!,
    rate: rate!,
    growth: growth!,
    ...more,
  })
  const proposals = (date: string) => farm.call(planCalls.proposals, { date })
  return {
    ...pond,
    cages: { cage: cage.id, other: other.id },
    location,
    feed,
    calc: calc.id,
    parameter,
    measure,
    dayAfter,
    sent,
    proposals,
    /** saves what is proposed for a day, changed */
    planDay: async (date: string, change: object = {}, version?: string) => {
      const rows = (await proposals(date)).map((row) => sent(row, change))
      return farm.call(planCalls.saveDay, { date, plan: rows, version })
    },
    day: (date: string) => farm.call(planCalls.day, { date }),
  }
}
