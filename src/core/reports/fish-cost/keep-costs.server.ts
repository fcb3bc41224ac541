/** Keeps what fish cost at the end of months that are over for more than a day. */
import { addDays, dayOf } from '../../../shared/dates'
import { costsOf, foldMonth } from '../../../shared/fish-cost/fold'
import { finish } from '../../../shared/fish-cost/walk'
import { type JobCompany, readCompany } from '../../../server/db/companies'
import type { Database, Tx } from '../../../server/db/client'
import { type Basis, openBasis } from './basis.server'
import { readCostMonth } from './cost-month.server'
import { firstMonth } from './fish-cost.server'
import { dropOthers, keepMonth, lastKept, lockPast, readKept } from './kept-months.server'
import { monthOf, nextMonth } from './spans.server'

interface Reader {
  tx: Tx
  company: JobCompany
}

/** The next month that is over, and the last one that is kept; null when all are. */
async function nextDue(reader: Reader, basis: Basis): Promise<{ month: string; last: string | null } | null> {
  const today = dayOf(reader.company.now)
  const last = await lastKept(reader, basis, today)
  const month = last ? nextMonth(last) : await firstMonth(reader)
  return month && month < monthOf(addDays(today, -1)) ? { month, last } : null
}

async function openReader(tx: Tx, id: number): Promise<Reader & { basis: Basis }> {
  const company = await readCompany(tx, id)
  return { tx, company, basis: await openBasis({ tx, company }, dayOf(company.now)) }
}

/** Answers whether there was one. */
function keepNext(database: Database, id: number): Promise<boolean> {
  return database.transaction(
    id,
    async (tx) => {
      await lockPast(tx, id)
      const { basis, ...reader } = await openReader(tx, id)
      await dropOthers(reader, basis)
      const due = await nextDue(reader, basis)
      if (!due) return false
      const span = { first: due.month, until: nextMonth(due.month) }
      const kept = due.last ? await readKept(reader, due.last) : null
      const costs = kept ? costsOf(kept) : new Map()
      const [goods] = await basis.goods([span])
      await keepMonth(reader, basis, due.month, finish(foldMonth(await readCostMonth(reader, span, goods!), costs)))
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
  database.transaction(
    id,
    async (tx) => {
      const { basis, ...reader } = await openReader(tx, id)
      return Boolean(await nextDue(reader, basis))
    },
    { reading: true },
  )
