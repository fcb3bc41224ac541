import { type RawBuilder, sql } from 'kysely'

/** What a statement of several kinds of rows selects: each of these columns, empty where a kind has none. */
export const sqlColumns = <K extends string>(
  types: Readonly<Record<K, string>>,
  given: Partial<Record<K, RawBuilder<unknown>>>,
) =>
  sql.join(
    (Object.entries(types) as [K, string][]).map(
      ([column, type]) => sql`${given[column] ?? sql.raw(`null::${type}`)} as ${sql.ref(column)}`,
    ),
  )
