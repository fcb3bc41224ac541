/** The figures of the farm in a period, plans beside facts. */
import { sql } from 'kysely'
import { can } from '../../../shared/abilities'
import { dayOf, showDay } from '../../../shared/dates'
import { sumIn, MILLIONTHS } from '../../../shared/numbers'
import { fieldErrors } from '../../../server/errors'
import { type Context, route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { among, cagesWithin } from '../../../core/documents/engine/journal-where.server'
import type { Stretch } from '../consolidated/parts/movements.server'
import { kg, percent, quotient } from '../consolidated/parts/sums.server'
import { readFarmFacts } from '../period/farm-facts.server'
import { readTarget } from '../plan/target.server'
import { dashboardCall, type Figures } from './dashboard.contract'

const within = (column: string, cages: readonly number[] | null) => (cages ? sql`and ${among(column, cages)}` : sql``)

/** Planned kilograms, and what was fed to these cages on these days. */
async function readPlan({ tx, company, user }: Context, { start, end, cages }: Stretch): Promise<Figures['plan']> {
  if (!can(user, 'view feed calcs')) return null
  const { planned, fed } = await tx.one<{ planned: string | null; fed: string | null }>(sql`
    with planned as (
      select day, cage_id, sum(rate) as rate from feeding_plan_rows
      where company_id = ${company.id} and day between ${dayOf(start)}::date and ${dayOf(end)}::date
        ${within('cage_id', cages)} group by 1, 2)
    select sum(p.rate)::text as planned, sum(f.fed)::text as fed from planned p
    left join (
      select cage_id, at::date as day, sum(volume) as fed from operations
      where company_id = ${company.id} and kind = 'feeding'
        and at between ${start}::timestamp and ${end}::timestamp and exists (select from planned)
        ${within('cage_id', cages)} group by 1, 2) f on f.cage_id = p.cage_id and f.day = p.day`)
  if (planned === null) return null
  const given = fed ?? '0'
  return {
    planned: sumIn(MILLIONTHS, planned),
    fed: sumIn(MILLIONTHS, given),
    percent: percent(BigInt(given), BigInt(planned)),
  }
}

async function readHarvest({ tx, company, user }: Context, { start, end, cages }: Stretch) {
  if (!can(user, 'view feed calcs')) return null
  const found = await tx.one<{ rows: number; done: number }>(sql`
    select count(*)::int as rows, (count(*) filter (where exists (
      select from operations o where o.company_id = ${company.id} and o.harvest_row_id = r.id)))::int as done
    from harvest_rows r
    where r.company_id = ${company.id} and r.day between ${dayOf(start)}::date and ${dayOf(end)}::date
      ${within('r.cage_id', cages)}`)
  return found.rows > 0 ? found : null
}

/** @param countTasks what is to be done today and what is late; null for whoever sees no tasks */
export const dashboardRoute = (countTasks: (context: Context) => Promise<Figures['tasks']>) =>
  route(dashboardCall, async ({ start, end }, context) => {
    if (start > end) throw fieldErrors({ end: 'Конец периода раньше начала' })
    const { user } = context
    const cages = await cagesWithin(context, { cages_id: null, location_id: null })
    const stretch = { start, end, cages }
    const [facts, plan, harvest, tasks, target] = await Promise.all([
      readFarmFacts(context, stretch),
      readPlan(context, stretch),
      readHarvest(context, stretch),
      countTasks(context),
      readTarget(context, stretch),
    ])
    const { had, lost, caught, growth, end: left, fed, revenue, spending } = facts
    return {
      start: showDay(dayOf(start)),
      end: showDay(dayOf(end)),
      fish_count: Number(left.count),
      biomass: kg(left.mass),
      growth: kg(growth),
      fed: kg(fed),
      feed_coefficient: quotient(fed, growth),
      lost_count: Number(lost),
      lost_percent: percent(lost, had),
      caught_count: Number(caught.count),
      caught_weight: kg(caught.mass),
      revenue,
      spending,
      plan,
      ...target,
      harvest,
      tasks,
      limited: !scope(user).allModules,
    }
  })
