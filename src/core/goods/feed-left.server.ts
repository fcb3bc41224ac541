/**
 * How long the feed in each module's warehouses lasts: the amount now over the mean daily feed of the last seven full
 * days.
 */
import { sql } from 'kysely'
import { addDays, dayOf } from '../../shared/dates'
import { MG_PER_KG, sumIn } from '../../shared/numbers'
import type { Context } from '../../server/http/route'
import { scope } from '../../server/scope'

export interface FeedLeft {
  /** kg in the warehouses that the user may use */
  weight: number
  /** whole days it lasts; null when nothing was fed in those days */
  days: number | null
}

/** Today is left out: it is not over, and would promise too many days. */
const DAYS = 7

interface ModuleFeed {
  location_id: number
  /** whole millionths, as text */
  held: string
  fed: string | null
}

/** By module; one without a warehouse is left out. Feed is weighed in kg, so its millionths are milligrams. */
export async function readFeedLeft({ tx, company, user }: Context): Promise<Map<number, FeedLeft>> {
  const today = dayOf(company.now)
  const rows = await tx.rows<ModuleFeed>(sql`
    select held.location_id, held.held, fed.fed from (
      select s.location_id, coalesce(sum(d.closing), 0)::text as held from stocks s
      join goods g on g.company_id = ${company.id} and g.type = 'feed' and g.measure = 'kg'
      left join lateral (
        select closing from stock_days where company_id = ${company.id} and good_id = g.id and stock_id = s.id
          order by day desc limit 1
      ) d on true
      where s.company_id = ${company.id} and s.location_id is not null
        ${scope(user).stocks('s.id')}
      group by s.location_id
    ) held
    left join (
      select c.location_id, sum(o.volume)::text as fed from operations o
      join cages c on c.company_id = ${company.id} and c.id = o.cage_id
      where o.company_id = ${company.id} and o.kind = 'feeding'
        and o.at >= ${addDays(today, -DAYS)}::timestamp and o.at < ${today}::timestamp
      group by c.location_id
    ) fed on fed.location_id = held.location_id`)
  return new Map(
    rows.map(({ location_id, held, fed }) => [
      location_id,
      { weight: sumIn(MG_PER_KG, held), days: Number(fed) ? Math.floor((Number(held) / Number(fed)) * DAYS) : null },
    ]),
  )
}
