/** Months that are over and that a job keeps: one after another, without gaps, right or not there. */
import { sql } from 'kysely'
import type { Database, Tx } from './client'

export interface MonthKeeper {
  /** 'YYYY-MM-DD', the next one that has been over for a day */
  next: (tx: Tx) => Promise<{ month: string } | undefined>
  keep: (tx: Tx, month: string) => Promise<unknown>
}

/** Whoever writes into the past waits for the end of this transaction, and then takes away what it kept. */
const keepNext = (database: Database, company: number, { next, keep }: MonthKeeper): Promise<boolean> =>
  database.transaction(
    company,
    async (tx) => {
      if (!(await next(tx))) return false
      await tx.run(sql`select pg_advisory_xact_lock(43, ${company}::int)`)
      const due = await next(tx)
      if (due) await keep(tx, due.month)
      return due !== undefined
    },
    { slow: true },
  )

/** Each month in a transaction of its own: nobody waits for more than one. */
export async function keepMonths(database: Database, company: number, keeper: MonthKeeper): Promise<void> {
  while (await keepNext(database, company, keeper));
}

/** SQL: the rows `next (month)` whose month has been over for a day. */
export const hasBeenOver = sql`month < date_trunc('month', (now() - interval '1 day') at time zone 'UTC')`
