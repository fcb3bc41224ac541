/** The plan of the farm for a period, beside its figures. */
import { groupBy } from '../../../shared/collections'
import { addDays, dayOf } from '../../../shared/dates'
import { MILLIONTHS, sumIn } from '../../../shared/numbers'
import { type Planned, PLANNED_NAMES, type PlanOf, stateOn, sumWithin } from '../../../shared/report/farm-plan'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { quotient } from '../consolidated/parts/sums.server'
import type { PlanFigures } from './plan.contract'
import { readPlan, type Stored } from './plan.server'

/** Millionths of kilograms, pieces and roubles; null where it is not known. */
export type Exact = Record<Planned, bigint | null>

const monthBefore = (day: string) => `${addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7)}-01`

/** In the units of the figures, with the feed for a kilogram of growth. */
export function figuresOf(exact: Exact): PlanFigures {
  const { fed, growth } = exact
  const told = Object.fromEntries(
    PLANNED_NAMES.map((name) => [name, exact[name] === null ? null : sumIn(MILLIONTHS, String(exact[name]))]),
  ) as Record<Planned, number | null>
  return { ...told, feed_coefficient: fed === null || growth === null ? null : quotient(fed, growth) }
}

/** What of the plan falls upon days, both among them. */
export function plannedWithin(cells: readonly Stored[], first: string, last: string): Exact {
  const byMeasure = groupBy(cells, ({ measure }) => measure)
  return Object.fromEntries(
    PLANNED_NAMES.map((name) => {
      const plan: PlanOf = new Map((byMeasure.get(name) ?? []).map(({ month, value }) => [month, BigInt(value)]))
      return [name, name === 'biomass' ? stateOn(plan, last) : sumWithin(plan, first, last)]
    }),
  ) as Exact
}

/** The cells that the figures of these days may ask for: a state lies between the ends of two months. */
export const readCells = (context: Context, first: string, last: string): Promise<Stored[]> =>
  readPlan(context, monthBefore(first), `${last.slice(0, 7)}-01`)

interface Told {
  target: PlanFigures | null
  /** some months of the period are planned, others are not */
  target_gap: boolean
}

/** The plan is of the whole farm, so whoever sees a part of it is not told. Instants. */
export async function readTarget(context: Context, { start, end }: { start: string; end: string }): Promise<Told> {
  const none = { target: null, target_gap: false }
  if (!scope(context.user).allModules) return none
  const [first, last] = [dayOf(start), dayOf(end)]
  const cells = await readCells(context, first, last)
  const planned = cells.filter(({ month }) => month > monthBefore(first))
  if (planned.length === 0) return none
  const within = plannedWithin(cells, first, last)
  return { target: figuresOf(within), target_gap: planned.some(({ measure }) => within[measure] === null) }
}
