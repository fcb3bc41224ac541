/** What the forecast proposes for the plan of a coming month: the feed of its days, of all cages. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { normCalls } from '../../../core/feeding/norms.contract'
import { addDays, parseDay, showDay } from '../../../shared/dates'
import { openPlanFarm, type PlanFarm } from '../../../testing/farm/plan-farm'
import { forecastCalls } from '../../feeding/forecast/forecast.contract'
import { planCalls } from './plan.contract'

let farm: PlanFarm
beforeAll(async () => {
  farm = await openPlanFarm()
  // fish of any weight, so that none outgrows its norms
  const season = {
    range: { from: { day: 1, month: 1 }, to: { day: 31, month: 12 } },
    table: [{ weight: { min_g: 0, max_g: 9000 }, feed_conversion_rate: 1.2, feeding_rates: { 6: 0.8, 10: 1.5 } }],
    temperature_fcr: { 6: 1.1, 10: 1 },
  }
  await farm.farm.call(normCalls.saveOfFeed, { feedTypeId: farm.feed, rates: [season] })
})
afterAll(() => farm.farm.close())

const monthAfter = (day: string) => `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`

test('feed of a month is what the forecast feeds on its days', async () => {
  const { call, today } = farm.farm
  const first = monthAfter(parseDay(today())!)
  const until = monthAfter(first)
  const cells = await call(planCalls.foretold, { year: Number(first.slice(0, 4)) })
  const fed = cells.find(({ month, measure }) => month === first.slice(0, 7) && measure === 'fed')
  const { cages } = await call(forecastCalls.forecast, { start: showDay(first), end: showDay(addDays(until, -1)) })
  const days = cages.flatMap(({ groups }) => groups.flatMap(({ days: own }) => own))
  const sum = days.reduce((total, { feed }) => total + feed!, 0)
  expect(sum).toBeGreaterThan(1000)
  // whole kilograms
  expect(fed?.value).toBe(Math.round(sum))
})
