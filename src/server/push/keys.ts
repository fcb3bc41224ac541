/** The keys of this installation's messages: made once, by the role that owns the tables. */
import { sql } from 'kysely'
import type { Tx } from '../db/client'
import { openOwnerPool } from '../db/pool'
import { newKeys, type PushKeys } from './message'

/** What a browser subscribes with; null where nobody has started a server yet. */
export const publicKey = async (tx: Tx): Promise<string | null> =>
  (await tx.maybe<{ public_key: string }>(sql`select public_key from push_keys`))?.public_key ?? null

/** Makes them where there are none; of two processes one wins. */
export async function ownKeys(ownerUrl: string): Promise<PushKeys> {
  const pool = openOwnerPool(ownerUrl, 'sadok push')
  const read = async () => (await pool.query<PushKeys>('select public_key, private_key from push_keys')).rows.at(0)
  try {
    const known = await read()
    if (known) return known
    const { public_key, private_key } = newKeys()
    await pool.query('insert into push_keys (public_key, private_key) values ($1, $2) on conflict do nothing', [
      public_key,
      private_key,
    ])
    return (await read())!
  } finally {
    await pool.end()
  }
}
