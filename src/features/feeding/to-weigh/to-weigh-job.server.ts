/** How well the weight of the cages is known, kept for the bell: to tell it anew at each change would take too long. */
import { sql } from 'kysely'
import { dayOf } from '../../../shared/dates'
import { MILLIONTHS } from '../../../shared/numbers'
import { eachCompany, readCompany } from '../../../server/db/companies'
import type { Database } from '../../../server/db/client'
import type { Job } from '../../../server/jobs/job'
import { doubtfulCages } from './doubts.server'

/** Of all cages, as one who sees the whole farm. */
const EVERYBODY = { location_ids: null, stock_ids: null }

export async function keepDoubts(database: Database, id: number): Promise<void> {
  await database.transaction(
    id,
    async (tx) => {
      const company = await readCompany(tx, id)
      const cages = await doubtfulCages({ tx, company, user: EVERYBODY }, true)
      const rows = cages.map(({ cage, percent, mass }, place) => ({
        cage,
        place,
        percent: Math.min(Math.round(percent * MILLIONTHS), 2_000_000_000),
        mass,
      }))
      await tx.run(sql`delete from weighing_doubts where company_id = ${id}`)
      await tx.run(sql`
        insert into weighing_doubts (company_id, cage_id, day, place, percent, mass)
        select ${id}, cage, ${dayOf(company.now)}::date, place, percent, mass
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (cage int, place int, percent int, mass bigint)`)
    },
    { slow: true },
  )
}

export const weighingDoubts: Job = {
  name: 'weighing-doubts',
  title: 'Садки, навеска которых известна плохо',
  every: '37 */3 * * *',
  run: (tools) =>
    eachCompany(tools, async (company) => {
      await keepDoubts(tools.database, company)
      tools.publish(company, ['plans'])
    }),
}
