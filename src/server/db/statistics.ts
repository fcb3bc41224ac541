/**
 * ANALYZE for tables that have grown. A generic plan made on an empty table stays a sequential scan until ANALYZE
 * invalidates it on every connection. Autovacuum does the same where it runs, some minutes later.
 */
import pg from 'pg'
import { withClient } from './migrate'

/**
 * Our own tables that have twice the pages they were last counted with, or a tenth of whose rows have changed since.
 */
const GROWN = `
  select c.relname as name
  from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and pg_has_role(c.relowner, 'usage')
    and (pg_relation_size(c.oid) > 2 * current_setting('block_size')::bigint * greatest(c.relpages, 1)
      or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0))
  order by 1`

/** @returns the tables that were analysed; one that another process is at is left to it */
export const analyzeGrown = (ownerUrl: string): Promise<string[]> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(GROWN)
    for (const { name } of rows) await client.query(`analyze (skip_locked) ${pg.escapeIdentifier(name)}`)
    return rows.map(({ name }) => name)
  })
