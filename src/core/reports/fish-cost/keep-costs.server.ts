/** Keeps what fish cost at the end of months that are over for more than a day. */
import { addDays, dayOf } from '../../../shared/dates'
import { costsOf, foldMonth } from '../../../shared/fish-cost/fold'
import { finish } from '../../../shared/fish-cost/walk'
import { type JobCompany, readCompany } from '../../../server/db/companies'
import type { Database, Tx } from '../../../server/db/client'
import { readCostMonth } from './cost-month.server'
import { firstMonth } from './fish-cost.server'
import { readGoodCosts } from './good-costs.server'
import { dropOthers, keepMonth, lastKept, lockPast, readKept } from './kept-months.server'
import { monthOf, nextMonth } from './spans.server'

interface Reader {
  tx: Tx
  company: JobCompany
}

/** The next month that is over; by the yearly average only those of years that are. Null when all are kept. */
async function nextDue(reader: Reader): Promise<{ month: string; last: string | null } | null> {
  const { company } = reader
  const last = await lastKept(reader, dayOf(company.now))
  const month = last ? nextMonth(last) : await firstMonth(reader)
  const over = monthOf(addDays(dayOf(company.now), -1))
  const end = company.settings['cost-method'] === 'avg' ? `${over.slice(0, 4)}-01-01` : over
  return month && month < end ? { month, last } : null
}

/** Answers whether there was one. */
function keepNext(database: Database, id: number): Promise<boolean> {
  return database.transaction(
    id,
    async (tx) => {
      const reader = { tx, company: await readCompany(tx, id) }
      await lockPast(reader)
      await dropOthers(reader)
      const due = await nextDue(reader)
      if (!due) return false
      const span = { first: due.month, until: nextMonth(due.month) }
      const kept = due.last ? await readKept(reader, due.last) : null
      const costs = kept ? costsOf(kept) : new Map()
      const [goods] = await readGoodCosts(reader, [span], reader.company.settings['cost-method'])
      await keepMonth(reader, due.month, finish(foldMonth(await readCostMonth(reader, span, goods!), costs)))
      return true
    },
    { slow: true },
  )
}

/** Each month in a transaction of its own: nobody waits for more than one. */
export async function keepCosts(database: Database, company: number): Promise<void> {
  while (await keepNext(database, company));
}

/** Whether months are over that are not kept. */
export const areDue = (database: Database, id: number): Promise<boolean> =>
  database.transaction(id, async (tx) => Boolean(await nextDue({ tx, company: await readCompany(tx, id) })), {
    reading: true,
  })
