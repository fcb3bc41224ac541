/** Very many rows of numbers as one text: as rows they take several times as long to send, to read and to forget. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './client'

/**
 * The columns of each row one after another, rows in the order of `from`. No column may be null, and none larger than
 * a number holds exactly.
 */
export async function readNumbers(
  tx: Tx,
  columns: readonly RawBuilder<unknown>[],
  from: RawBuilder<unknown>,
): Promise<number[]> {
  const { numbers } = await tx.one<{ numbers: string | null }>(
    sql`select string_agg(concat_ws(',', ${sql.join(columns)}), ',') as numbers from ${from}`,
  )
  return JSON.parse(`[${numbers ?? ''}]`) as number[]
}
