import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: whether rows of `table` name the row `of` by `column`. It compares the least value from the row's id on, one
 * step in an index that begins with the company, `first` and the column. EXISTS would be planned for a row that is
 * found soon, and read all for one that is not.
 */
export const isUsed = (table: string, column: string, of = 't', first: RawBuilder<unknown> = sql``) => sql<boolean>`
  coalesce(${sql.ref(`${of}.id`)} = (
    select u.${sql.ref(column)} from ${sql.table(table)} u
    where u.company_id = ${sql.ref(`${of}.company_id`)} ${first} and u.${sql.ref(column)} >= ${sql.ref(`${of}.id`)}
    order by u.${sql.ref(column)} limit 1), false)`
