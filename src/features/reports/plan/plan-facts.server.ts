/** What came of the plan: each month that has begun, by the same figures as the dashboard's. */
import { addDays, dayOf, showDay } from '../../../shared/dates'
import { MILLIONTHS } from '../../../shared/numbers'
import { PLANNED_NAMES } from '../../../shared/report/farm-plan'
import { type Context, route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { percent } from '../consolidated/parts/sums.server'
import { type FarmFacts, readFarmFacts } from '../period/farm-facts.server'
import type { PlanFigures } from './plan.contract'
import { type Beside, planFactsCall } from './plan-facts.contract'
import { type Exact, figuresOf, plannedWithin, readCells } from './target.server'

/** The first and last day of each month of a year that has begun; the last one ends today. */
function monthsOf(year: number, today: string): [string, string][] {
  const firsts = Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}-01`)
  return firsts.flatMap((first): [string, string][] => {
    const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1)
    return first > today ? [] : [[first, last < today ? last : today]]
  })
}

const kopecks = (roubles: number) => BigInt(Math.round(roubles * 100)) * BigInt(MILLIONTHS / 100)

const exactOf = ({ end, growth, fed, lost, caught, revenue, spending }: FarmFacts): Exact => ({
  biomass: end.mass,
  growth,
  fed,
  lost_count: lost * BigInt(MILLIONTHS),
  caught_weight: caught.mass,
  revenue: kopecks(revenue ?? 0),
  spending: spending === null ? null : kopecks(spending),
})

/** A state is that of the last month, the others add up. */
const summed = (months: readonly Exact[]): Exact =>
  Object.fromEntries(
    PLANNED_NAMES.map((name) => {
      const own = months.map((month) => month[name])
      if (name === 'biomass') return [name, own.at(-1)!]
      return [name, own.some((one) => one === null) ? null : own.reduce((sum, one) => sum! + one!, 0n)]
    }),
  ) as Exact

const millionths = (value: number) => BigInt(Math.round(value * MILLIONTHS))

function besideOf([first, last]: [string, string], planned: Exact, facts: Exact): Beside {
  const [plan, fact] = [figuresOf(planned), figuresOf(facts)]
  const share = (key: keyof PlanFigures) => {
    const [aim, done] = [plan[key], fact[key]]
    return [key, aim === null || done === null ? null : percent(millionths(done), millionths(aim))]
  }
  const shares = (Object.keys(plan) as (keyof PlanFigures)[]).map(share)
  return {
    ...{ start: showDay(first), end: showDay(last), plan, fact },
    percent: Object.fromEntries(shares) as PlanFigures,
  }
}

/** The plan is of the whole farm, so whoever sees a part of it is told nothing. */
async function facts({ year }: { year: number }, context: Context) {
  const limited = !scope(context.user).allModules
  const months = limited ? [] : monthsOf(year, dayOf(context.company.now))
  const whole: [string, string] | undefined = months[0] && [months[0][0], months.at(-1)![1]]
  const cells = whole ? await readCells(context, ...whole) : []
  const none = { months: [], total: null, limited }
  if (!whole || !cells.some(({ month }) => month >= whole[0])) return none
  const found = await Promise.all(
    months.map(([first, last]) =>
      readFarmFacts(context, { start: `${first}T00:00`, end: `${last}T23:59`, cages: null }).then(exactOf),
    ),
  )
  return {
    months: months.map((days, index) => besideOf(days, plannedWithin(cells, ...days), found[index]!)),
    total: besideOf(whole, plannedWithin(cells, ...whole), summed(found)),
    limited,
  }
}

export const planFactsRoute = route(planFactsCall, facts)
