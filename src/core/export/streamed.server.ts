/** Files that are written while they are sent: neither their rows nor their text are ever in memory at once. */
import { once } from 'node:events'
import { PassThrough, type Writable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../../server/db/client'
import { semaphore } from '../../server/http/limits/limits'

/** Rows read and written between two turns of the event loop, which takes some milliseconds. */
const CHUNK = 250

/** The rows of a statement by a cursor of this name, which runs it once. */
export async function* cursorRows<T>(tx: Tx, name: string, statement: RawBuilder<unknown>): AsyncGenerator<T[]> {
  const cursor = sql.ref(name)
  // read to its end, so the plan that is fastest for all of them
  tx.later(sql`set local cursor_tuple_fraction = 1`)
  tx.later(sql`declare ${cursor} no scroll cursor for ${statement}`)
  let rows: T[]
  do {
    rows = await tx.rows<T>(sql`fetch ${sql.raw(String(CHUNK))} from ${cursor}`)
    if (rows.length > 0) yield rows
  } while (rows.length === CHUNK)
  tx.later(sql`close ${cursor}`)
}

/** Each holds a connection until its last byte is taken: other calls of the farm, and other farms, keep theirs. */
const places = semaphore(2, 3, 'Уже идут другие выгрузки. Дождитесь, пока одна из них закончится.')

/** The bytes of a file; what goes wrong before its first ones is told, later it breaks off. */
export const whileSent =
  (company: number, write: (tx: Tx, out: Writable) => Promise<void>) => async (database: Database) => {
    const leave = places(String(company))
    const out = new PassThrough()
    // whoever sends it listens too; one that left does not
    out.on('error', () => undefined)
    database
      .transaction(company, (tx) => write(tx, out), { slow: true, reading: true })
      .catch((error: Error) => out.destroy(error))
      .finally(leave)
    await once(out, 'readable')
    return out
  }
