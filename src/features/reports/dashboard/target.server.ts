/** The plan of the farm beside the figures of a period. */
import { groupBy } from '../../../shared/collections'
import { addDays, dayOf } from '../../../shared/dates'
import { MILLIONTHS, sumIn } from '../../../shared/numbers'
import { type Planned, PLANNED_NAMES, type PlanOf, stateOn, sumWithin } from '../../../shared/report/farm-plan'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { quotient } from '../consolidated/parts/sums.server'
import { readPlan } from '../plan/plan.server'
import type { Figures } from './dashboard.contract'

type Told = Pick<Figures, 'target' | 'target_gap'>

const NONE: Told = { target: null, target_gap: false }

/** The plan is of the whole farm, so whoever sees a part of it is not told. Instants. */
export async function readTarget(context: Context, { start, end }: { start: string; end: string }): Promise<Told> {
  if (!scope(context.user).allModules) return NONE
  const [first, last] = [dayOf(start), dayOf(end)]
  const monthBefore = `${addDays(`${first.slice(0, 7)}-01`, -1).slice(0, 7)}-01`
  const cells = await readPlan(context, monthBefore, `${last.slice(0, 7)}-01`)
  const planned = cells.filter(({ month }) => month > monthBefore)
  if (planned.length === 0) return NONE
  const plans = new Map<Planned, PlanOf>(
    [...groupBy(cells, ({ measure }) => measure)].map(([measure, own]) => [
      measure,
      new Map(own.map(({ month, value }) => [month, BigInt(value)])),
    ]),
  )
  const within = Object.fromEntries(
    PLANNED_NAMES.map((name) => {
      const plan = plans.get(name)
      if (!plan) return [name, null]
      return [name, name === 'biomass' ? stateOn(plan, last) : sumWithin(plan, first, last)]
    }),
  ) as Record<Planned, bigint | null>
  const { fed, growth } = within
  const told = Object.fromEntries(
    PLANNED_NAMES.map((name) => [name, within[name] === null ? null : sumIn(MILLIONTHS, String(within[name]))]),
  ) as Record<Planned, number | null>
  return {
    target: { ...told, feed_coefficient: fed === null || growth === null ? null : quotient(fed, growth) },
    target_gap: planned.some(({ measure }) => within[measure] === null),
  }
}
