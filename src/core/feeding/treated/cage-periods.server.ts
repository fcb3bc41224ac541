import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { addDays } from '../../../shared/dates'
import { degreeDays } from '../../../shared/fish/withdrawal-period'
import { toUnits } from '../../../shared/numbers'
import { type Context, route, type Route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { cagePeriodCalls, type CagePeriods, type OpenPeriodRow } from './cage-periods.contract'
import { fedDays } from './fasting.server'
import { todayOf } from './water-days.server'
import { readWater } from '../forecast/water.server'
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

/** Longer ago few cages are fed last, and the water of a year is read for these alone. */
const LONG_AGO = 30

/** Degree-days of each cage since its fish were fed. */
async function readWarmth({ tx, company }: Context, fed: ReadonlyMap<number, string>): Promise<Map<number, number>> {
  const today = todayOf({ company })
  const limit = addDays(today, -LONG_AGO)
  const all = [...fed]
  const parts = [all.filter(([, day]) => day < limit), all.filter(([, day]) => day >= limit)]
  const found = parts
    .filter((part) => part.length > 0)
    .map(async (part) => {
      const from = part.map(([, day]) => day).sort()[0]!
      const span = { from, until: addDays(today, 1), settings: company.settings }
      const water = await readWater(
        tx,
        company.id,
        part.map(([cage]) => cage),
        span,
      )
      return part.map(([cage, day]) => [cage, degreeDays(day, today, (one) => water.on(cage, one))] as const)
    })
  return new Map((await Promise.all(found)).flat())
}

async function readPeriods(context: Context): Promise<CagePeriods[]> {
  const ids = (await cagesWithFish(context)).map(({ id }) => id)
  if (ids.length === 0) return []
  const [fed, open] = await Promise.all([fedDays(context, ids), openPeriods(context, ids)])
  const warmth = await readWarmth(context, fed)
  const byCage = groupBy(open, ({ cage }) => cage)
  return ids.map((id) => {
    const unfed = warmth.get(id)
    return {
      cage_id: id,
      fed_on: fed.get(id) ?? null,
      degree_days_unfed: unfed === undefined ? null : toUnits(unfed),
      periods: (byCage.get(id) ?? []).map(periodRow),
    }
  })
}

export const cagePeriodRoutes: Route[] = [route(cagePeriodCalls.now, (_, context) => readPeriods(context))]
