/** Tasks of rules follow what they wait for: forecast, water, nets, feed, calendar. */
import { sql } from 'kysely'
import { eachCompany, readCompany } from '../../../server/db/companies'
import type { Database } from '../../../server/db/client'
import type { Job } from '../../../server/jobs/job'
import type { FeedOrders } from './due.server'
import { placeTasks } from './placing.server'

/** Rules place for the whole farm. */
export const EVERYBODY = { location_ids: null, stock_ids: null }

export const placeOf = (database: Database, id: number, orders: FeedOrders) =>
  database.transaction(
    id,
    async (tx) => {
      const some = await tx.maybe(sql`select from task_rules where company_id = ${id} limit 1`)
      if (!some) return false
      return placeTasks({ tx, company: await readCompany(tx, id), user: EVERYBODY }, null, orders)
    },
    { slow: true },
  )

export const taskRules = (orders: FeedOrders): Job => ({
  name: 'task-rules',
  title: 'Задачи по правилам',
  every: '47 */3 * * *',
  run: (tools) =>
    eachCompany(tools, async (company) => {
      if (await placeOf(tools.database, company, orders)) tools.publish(company, ['tasks'])
    }),
})
