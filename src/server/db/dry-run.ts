import { sql } from 'kysely'
import type { Tx } from './client'

/** Runs the work in a savepoint and rolls back to it, whether the work resolves or rejects. */
export async function dryRun<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  tx.later(sql`savepoint dry_run`)
  try {
    return await work()
  } finally {
    await tx.run(sql`rollback to savepoint dry_run`)
  }
}
