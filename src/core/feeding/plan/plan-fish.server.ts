/** The fish of cages on the morning of a day. */
import { sql } from 'kysely'
import { addDays, dayOf } from '../../../shared/dates'
import type { Tx } from '../../../server/db/client'
import { type Limits, scope } from '../../../server/scope'
import type { CurrentCompany } from '../../../server/session'

export interface CageFish {
  cage: number
  number: string
  location: number
  count: number
  /** mg */
  mass: number
}

/** What a reading of plans needs of a call. */
export interface PlanReader {
  tx: Tx
  company: Pick<CurrentCompany, 'id' | 'now' | 'settings'>
  user: Limits
}

/**
 * What the ledger has: now, or of a past day at its beginning. One index step for each group alive then, as for the
 * rows of cages. With `cages` also those of them that are empty.
 */
function fishOfLedger({ tx, company, user }: PlanReader, day: string, cages: readonly number[] | null) {
  const begins = day < dayOf(company.now) ? sql`${day}::timestamp` : null
  const alive = begins
    ? sql`g.first_at < ${begins} and (g.closed_at >= ${begins} or g.closed_at is null)`
    : sql`g.closed_at is null`
  return tx.rows<CageFish>(sql`
    select c.id as cage, c.number, c.location_id as location, coalesce(f.count, 0)::int as count,
      coalesce(f.mass, 0)::bigint as mass
    from cages c
    ${cages ? sql`left join` : sql`join`} (
      select g.cage_id, sum(e.count_after)::int as count, sum(e.mass_after)::bigint as mass from fish_groups g
      cross join lateral (
        select count_after, mass_after from fish_entries
        where company_id = ${company.id} and group_id = g.id ${begins ? sql`and at < ${begins}` : sql``}
        order by at desc, operation_id desc limit 1
      ) e
      where g.company_id = ${company.id} and e.count_after > 0
        and ${alive}
        ${cages ? sql`and g.cage_id = any(${[...cages]}::int[])` : sql``}
      group by g.cage_id
    ) f on f.cage_id = c.id
    where c.company_id = ${company.id} ${cages ? sql`and c.id = any(${[...cages]}::int[])` : sql``}
      ${scope(user).modules('c.location_id')}
    order by c.location_id, length(c.number), c.number, c.id`)
}

interface PlannedFish {
  cage: number
  count: number
  mass: number
}

/** What each cage holds by the last planned day from today up to a day: its fish with the growth of all its feeds. */
const fishOfPlans = ({ tx, company }: PlanReader, today: string, before: string) =>
  tx.rows<PlannedFish>(sql`
    select distinct on (p.cage_id) p.cage_id as cage, min(p.count) as count,
      (min(p.weight) + coalesce(sum(p.growth), 0))::bigint as mass
    from feeding_plan_rows p
    where p.company_id = ${company.id} and p.day >= ${today}::date and p.day < ${before}::date
    group by p.cage_id, p.day order by p.cage_id, p.day desc`)

/** Cages with fish; with `cages` all of these. A coming day begins with what the plans before it leave. */
export async function fishOn(
  context: PlanReader,
  day: string,
  cages: readonly number[] | null = null,
): Promise<CageFish[]> {
  const today = dayOf(context.company.now)
  const [fish, planned] = await Promise.all([
    fishOfLedger(context, day, cages),
    day > today ? fishOfPlans(context, today, day) : [],
  ])
  const later = new Map(planned.map((one) => [one.cage, one]))
  return fish.map((one) => {
    const then = later.get(one.cage)
    return then ? { ...one, count: then.count, mass: then.mass } : one
  })
}

interface Life {
  cage: number
  category: number
  location: number
  /** the day of its first fish, and the one on which the last left; null while they live */
  from: string
  to: string | null
}

/** The lives of groups of fish that touch a period, in open modules. */
export const livesIn = ({ tx, company, user }: PlanReader, start: string, end: string) =>
  tx.rows<Life>(sql`
    select g.cage_id as cage, g.age_category_id as category, c.location_id as location, g.first_at::date as "from",
      g.closed_at::date as "to"
    from fish_groups g join cages c on c.company_id = ${company.id} and c.id = g.cage_id
    where g.company_id = ${company.id} and g.first_at < ${addDays(end, 1)}::timestamp
      and (g.closed_at is null or g.closed_at >= ${start}::timestamp) ${scope(user).modules('c.location_id')}`)
