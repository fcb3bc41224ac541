import { sql } from 'kysely'
import type { Tx } from './client'

/** Does the work and takes back all that it stored and locked, whether it answers or throws. */
export async function dryRun<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  tx.later(sql`savepoint dry_run`)
  try {
    return await work()
  } finally {
    await tx.run(sql`rollback to savepoint dry_run`)
  }
}
