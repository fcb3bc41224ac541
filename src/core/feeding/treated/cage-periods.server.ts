import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { degreeDays } from '../../../shared/fish/withdrawal-period'
import { toUnits } from '../../../shared/numbers'
import { type Context, route, type Route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { cagePeriodCalls, type CagePeriods, type OpenPeriodRow } from './cage-periods.contract'
import { fedDays } from './fasting.server'
import { readWaterDays, todayOf } from './water-days.server'
import { type OpenPeriod, openPeriods } from './withdrawal-periods.server'

const periodRow = (one: OpenPeriod): OpenPeriodRow => ({
  generation_id: one.generation,
  age_category_id: one.category,
  good_id: one.good,
  medicine: one.medicine,
  treated_on: one.treated_on,
  days: one.period.days,
  degree_days: one.period.degree_days,
  days_passed: one.days,
  degree_days_passed: toUnits(one.degree_days),
  free_on: one.free_on,
})

/** The cages with fish in modules open to the user. */
const cagesWithFish = ({ tx, company, user }: Context) =>
  tx.rows<{ id: number }>(sql`
    select c.id from cages c
    where c.company_id = ${company.id} ${scope(user).modules('c.location_id')} and exists (
      select from fish_groups g where g.company_id = ${company.id} and g.cage_id = c.id
        and g.first_at is not null and g.closed_at is null)
    order by length(c.number), c.number, c.id`)

async function readPeriods(context: Context): Promise<CagePeriods[]> {
  const ids = (await cagesWithFish(context)).map(({ id }) => id)
  if (ids.length === 0) return []
  const [fed, open] = await Promise.all([fedDays(context, ids), openPeriods(context, ids)])
  const today = todayOf(context)
  const first = [...fed.values()].sort()[0] ?? today
  const water = await readWaterDays(context, first, today)
  const byCage = groupBy(open, ({ cage }) => cage)
  return ids.map((id) => {
    const fed_on = fed.get(id) ?? null
    return {
      cage_id: id,
      fed_on,
      degree_days_unfed: fed_on === null ? null : toUnits(degreeDays(fed_on, today, (day) => water.of(id, day))),
      periods: (byCage.get(id) ?? []).map(periodRow),
    }
  })
}

export const cagePeriodRoutes: Route[] = [route(cagePeriodCalls.now, (_, context) => readPeriods(context))]
