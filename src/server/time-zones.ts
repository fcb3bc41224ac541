import { sql } from 'kysely'
import type { Tx } from './db/client'
import { fieldErrors } from './errors'

/** The browser's list may be newer than the database's. */
export async function requireZone(tx: Tx, name: string, field: string): Promise<void> {
  const known = await tx.maybe(sql`select from pg_timezone_names where name = ${name}`)
  if (!known) throw fieldErrors({ [field]: 'Выберите часовой пояс' })
}
