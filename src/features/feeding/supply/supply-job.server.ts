/** What the modules are to be fed, kept for the bell: it compares that with the warehouses at each change. */
import { sql } from 'kysely'
import { daysFrom } from '../../../core/feeding/day-terms.server'
import { groupBy } from '../../../shared/collections'
import { addDays, dayOf } from '../../../shared/dates'
import { eachCompany, readCompany } from '../../../server/db/companies'
import type { Database } from '../../../server/db/client'
import type { Job } from '../../../server/jobs/job'
import { readNeeds } from './needs.server'

/** A feed that lasts longer is in nobody's way yet. */
const DAYS = 60

/** Farms without calculations and plans need no feed that anybody could tell. */
export async function keepNeeds(database: Database, id: number): Promise<void> {
  await database.transaction(
    id,
    async (tx) => {
      const company = await readCompany(tx, id)
      const today = dayOf(company.now)
      const { cages } = await readNeeds(
        { tx, company, user: { location_ids: null, stock_ids: null } },
        daysFrom(today, addDays(today, DAYS - 1)),
      )
      const rows = [...groupBy(cages, ({ good, location }) => `${good}:${location}`).values()].map((of) => ({
        good: of[0]!.good,
        location: of[0]!.location,
        amounts: Array.from({ length: DAYS }, (_, day) =>
          of.reduce((sum, { planned, foretold }) => sum + planned[day]! + foretold[day]!, 0),
        ),
      }))
      await tx.run(sql`delete from feed_needs where company_id = ${id}`)
      await tx.run(sql`
        insert into feed_needs (company_id, good_id, location_id, starts_on, amounts)
        select ${id}, good, location, ${today}::date, amounts
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (good int, location int, amounts bigint[])`)
    },
    { slow: true },
  )
}

export const feedNeeds: Job = {
  name: 'feed-needs',
  title: 'Расход корма на дни вперёд',
  every: '7 */3 * * *',
  run: (tools) =>
    eachCompany(tools, async (company) => {
      await keepNeeds(tools.database, company)
      tools.publish(company, ['plans'])
    }),
}
