/**
 * When a group has had fish: from its first entry (`first_at`) until the entry that emptied it for good (`closed_at`,
 * null while it has fish). Derived from the entries beside them, so that the farm at an instant asks only the groups
 * that lived then.
 */
import { sql } from 'kysely'
import type { Tx } from '../client'
import type { StoredEntry, Writes } from './entries'

/** The group began or was empty at this entry: only such entries can move a lifetime. */
const atAnEnd = (entry: Pick<StoredEntry, 'count_delta' | 'count_after'>) =>
  entry.count_after === 0 || entry.count_after === entry.count_delta

/**
 * Adds the groups whose lifetime may change by these writes. It follows from all entries, so it is written after the
 * last of them.
 */
export function noteLifetimes(moved: Set<number>, { inserts, updates, deletes }: Writes): void {
  for (const { group, posting, before } of [...inserts, ...updates]) {
    const after = { count_delta: posting.count_delta, count_after: posting.after.count }
    if (atAnEnd(after) || (before && atAnEnd(before))) moved.add(group)
  }
  for (const entry of deletes) if (atAnEnd(entry)) moved.add(entry.group_id)
}

/** The lifetime of a group `g` as its entries say, two steps of the index. */
const LIFETIME = sql`
  select f.at as first_at, case when l.count_after = 0 then l.at end as closed_at
  from (select 1) one
  left join lateral (
    select at from fish_entries where company_id = g.company_id and group_id = g.id
    order by at, operation_id limit 1) f on true
  left join lateral (
    select at, count_after from fish_entries where company_id = g.company_id and group_id = g.id
    order by at desc, operation_id desc limit 1) l on true`

export const writeLifetimes = (tx: Tx, company: number, groups: number[]): void =>
  tx.later(sql`
    update fish_groups set first_at = s.first_at, closed_at = s.closed_at
    from (select g.id, lifetime.* from fish_groups g cross join lateral (${LIFETIME}) lifetime
      where g.company_id = ${company} and g.id = any(${groups}::int[])) s
    where fish_groups.company_id = ${company} and fish_groups.id = s.id
      and (fish_groups.first_at, fish_groups.closed_at) is distinct from (s.first_at, s.closed_at)`)

/** A sentence for each group whose stored lifetime is not what its entries say. */
export async function checkLifetimes(tx: Tx, company: number): Promise<string[]> {
  const wrong = await tx.rows<{ id: number; stored: string; counted: string }>(sql`
    select g.id, concat(g.first_at, ' to ', g.closed_at) as stored,
      concat(lifetime.first_at, ' to ', lifetime.closed_at) as counted
    from fish_groups g cross join lateral (${LIFETIME}) lifetime
    where g.company_id = ${company}
      and (g.first_at, g.closed_at) is distinct from (lifetime.first_at, lifetime.closed_at)
    order by g.id limit 1000`)
  return wrong.map(({ id, stored, counted }) => `group ${id}: had fish ${stored}, its entries say ${counted}`)
}
