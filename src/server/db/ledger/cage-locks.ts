/**
 * Advisory locks of cages, of two int keys: company and cage. Always taken in ascending order, so that no two
 * transactions deadlock.
 */
import { sql } from 'kysely'
import type { Tx } from '../client'

/** Locks cages of operations that only ask whether fish is there. */
export const lockCages = (tx: Tx, company: number, cages: number[]) =>
  tx.lock(
    'cages',
    sql`
      select pg_advisory_xact_lock(${company}, cage_id)
      from (select unnest(${cages}::int[]) as cage_id order by 1 offset 0) c`,
  )

/**
 * Locks cages and all that untyped transfers from them can reach from an instant on. A report locks nothing, so that
 * nobody waits for it or it for others: what is recorded meanwhile it may see or not.
 */
export const lockReach = (tx: Tx, company: number, cages: number[], from: string, { report = false } = {}) =>
  tx.lock(
    'cages',
    sql<{ cage_id: number }>`
      with recursive reach (cage_id) as (
        select unnest(${cages}::int[])
        union
        select unnest(t.cages) from reach r cross join lateral (
          select array_agg(distinct to_cage_id) as cages from operations
          where company_id = ${company} and cage_id = r.cage_id and moves_fish and to_cage_id is not null
            and weight is null and at >= ${from}::timestamp) t
      )
      select cage_id${report ? sql`` : sql`, pg_advisory_xact_lock(${company}, cage_id)`}
      from (select cage_id from reach order by cage_id offset 0) r`,
  )
