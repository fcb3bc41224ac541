/** Keeps sums of months that are over, for journals of years. */
import { eachCompany } from '../../../server/db/companies'
import type { Database } from '../../../server/db/client'
import type { Job } from '../../../server/jobs/job'
import { addMonth, hasMonthSums, monthsToAdd } from '../engine/month-sums.server'
import { kindServers } from '../kinds/kinds.server'

const KINDS = new Map(
  Object.values(kindServers)
    .filter(hasMonthSums)
    .map((kind) => [kind.contract.kind, kind]),
)

/** Each month in a transaction of its own: nobody waits for more than one. */
export async function addMonths(database: Database, company: number): Promise<void> {
  const names = [...KINDS.keys()]
  const months = await database.transaction(company, (tx) => monthsToAdd(tx, company, names), { reading: true })
  for (const { kind, month } of months)
    await database.transaction(company, (tx) => addMonth(tx, { id: company }, KINDS.get(kind)!, month))
}

export const monthSums: Job = {
  name: 'month-sums',
  title: 'Итоги прошедших месяцев',
  every: '41 1 * * *',
  run: (tools) => eachCompany(tools, (company) => addMonths(tools.database, company)),
}
