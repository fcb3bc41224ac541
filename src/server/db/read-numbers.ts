/** Very many rows of numbers as one text: as rows they take several times as long to send, to read and to forget. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './client'

/** Columns of such a text: a row is so many numbers, each at the place of its name. */
export interface NumberColumns<K extends string> {
  /** SQL: a row of them */
  row: RawBuilder<unknown>
  width: number
  places: Readonly<Record<K, number>>
}

/** SQL by name. No column may be null, and none larger than a number holds exactly. */
export function numberColumns<K extends string>(columns: Record<K, RawBuilder<unknown>>): NumberColumns<K> {
  const names = Object.keys(columns) as K[]
  return {
    row: sql`concat_ws(',', ${sql.join(names.map((name) => columns[name]))})`,
    width: names.length,
    places: Object.fromEntries(names.map((name, place) => [name, place])) as Record<K, number>,
  }
}

/** SQL: a column that may be null, and is null then. */
export const orNull = (column: RawBuilder<unknown>) => sql`coalesce(${column}::text, 'null')`

/** The rows of `from` one after another, in its order. */
export async function readNumbers(
  tx: Tx,
  { row }: NumberColumns<string>,
  from: RawBuilder<unknown>,
): Promise<number[]> {
  const { numbers } = await tx.one<{ numbers: string | null }>(
    sql`select string_agg(${row}, ',') as numbers from ${from}`,
  )
  return JSON.parse(`[${numbers ?? ''}]`) as number[]
}
