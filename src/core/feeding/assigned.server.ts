/** Which feed a cage is to get on a day: the calculations that cover it, the newest first. */
import { sql } from 'kysely'
import { addDays } from '../../shared/dates'
import type { Strategy } from '../../shared/feeding/strategies'
import type { Tx } from '../../server/db/client'

/** A cage on a day, 'YYYY-MM-DD'. */
export interface Place {
  cage: number
  day: string
}

export interface Assigned {
  calc: number
  name: string
  good: number
  parameter: number | null
  strategy: Strategy
  /** millionths of °C */
  fixed: number | null
  /** in force on that day, millionths */
  coefficient: number
}

/**
 * Begins and ends of days come as timestamps: under row-level security a comparison with a date, or with what is added
 * to it, uses no index. A group that was emptied that day had fish on it.
 */
const covering = (tx: Tx, company: number, places: readonly Place[], many: number) =>
  tx.rows<Assigned & { place: number }>(sql`
    select p.place::int as place, f.*
    from unnest(${places.map(({ cage }) => cage)}::int[], ${places.map(({ day }) => day)}::date[],
      ${places.map(({ day }) => day)}::timestamp[], ${places.map(({ day }) => addDays(day, 1))}::timestamp[])
      with ordinality as p (cage, day, begins, ends, place)
    join cages c on c.company_id = ${company} and c.id = p.cage
    cross join lateral (
      select k.id as calc, k.name, k.good_id as good, k.measure_parameter_id as parameter, k.strategy,
        k.fixed_temperature as fixed, coalesce((
          select coefficient from feed_calc_coefficients
          where company_id = ${company} and feed_calc_id = k.id and day <= p.day order by day desc limit 1
        ), 1000000) as coefficient
      from feed_calcs k
      where k.company_id = ${company} and k.archived_at is null
        and k.starts_on <= p.day and (k.ends_on is null or k.ends_on >= p.day)
        and (k.cage_ids = '{}' or p.cage = any(k.cage_ids))
        and (k.location_ids = '{}' or c.location_id = any(k.location_ids))
        and (k.age_category_ids = '{}' or exists (
          select from fish_groups g cross join lateral (
            select at, count_after from fish_entries
            where company_id = ${company} and group_id = g.id and at < p.ends
            order by at desc, operation_id desc limit 1
          ) e
          where g.company_id = ${company} and g.cage_id = p.cage and g.age_category_id = any(k.age_category_ids)
            and g.first_at < p.ends and (g.closed_at is null or g.closed_at >= p.begins)
            and (e.count_after > 0 or e.at >= p.begins)))
      order by k.id desc limit ${many}
    ) f
    order by p.place, f.calc desc`)

/** The calculation in force for each place, in their order: of several that cover it the newest. */
export async function assignedOn(tx: Tx, company: number, places: readonly Place[]): Promise<(Assigned | null)[]> {
  return (await covered(tx, company, places, 1)).map(([first]) => first ?? null)
}

/** All calculations that cover a place are told up to this many: more on one cage and day say nothing new. */
const MOST = 20

/** All calculations that cover each place, the one in force first. */
export const calcsOn = (tx: Tx, company: number, places: readonly Place[]): Promise<Assigned[][]> =>
  covered(tx, company, places, MOST)

async function covered(tx: Tx, company: number, places: readonly Place[], many: number): Promise<Assigned[][]> {
  const found: Assigned[][] = places.map(() => [])
  if (places.length === 0) return found
  for (const { place, ...assigned } of await covering(tx, company, places, many)) found[place - 1]!.push(assigned)
  return found
}
