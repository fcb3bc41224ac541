/** Keeps what fish cost at the end of months that are over for more than a day. */
import { addDays, dayOf } from '../../../shared/dates'
import { costsOf, foldMonth } from '../../../shared/fish-cost/fold'
import { eachCompany, readCompany } from '../../../server/db/companies'
import type { Database } from '../../../server/db/client'
import type { Job } from '../../../server/jobs/job'
import { readCostMonth } from './cost-month.server'
import { firstMonth } from './fish-cost.server'
import { readGoodCosts } from './good-costs.server'
import { dropOthers, keepMonth, lastKept, lockPast, readKept } from './kept-months.server'
import { monthOf, nextMonth } from './spans.server'

/** Keeps the next month that is over; by the yearly average only those of years that are. Answers whether it did. */
function keepNext(database: Database, id: number): Promise<boolean> {
  return database.transaction(
    id,
    async (tx) => {
      const reader = { tx, company: await readCompany(tx, id) }
      const method = reader.company.settings['cost-method']
      await lockPast(reader)
      await dropOthers(reader)
      const last = await lastKept(reader, dayOf(reader.company.now))
      const month = last ? nextMonth(last) : await firstMonth(reader)
      const over = monthOf(addDays(dayOf(reader.company.now), -1))
      const end = method === 'avg' ? `${over.slice(0, 4)}-01-01` : over
      if ((month ?? end) >= end) return false
      const span = { first: month!, until: nextMonth(month!) }
      const kept = last ? await readKept(reader, last) : null
      const costs = kept ? costsOf(kept) : new Map()
      const [goods] = await readGoodCosts(reader, [span], method)
      await keepMonth(reader, month!, foldMonth(await readCostMonth(reader, span, goods!), costs))
      return true
    },
    { slow: true },
  )
}

/** Each month in a transaction of its own: nobody waits for more than one. */
export async function keepCosts(database: Database, company: number): Promise<void> {
  while (await keepNext(database, company));
}

export const fishCosts: Job = {
  name: 'fish-costs',
  title: 'Себестоимость рыбы прошедших месяцев',
  every: '11 2 * * *',
  run: (tools) => eachCompany(tools, (company) => keepCosts(tools.database, company)),
}
