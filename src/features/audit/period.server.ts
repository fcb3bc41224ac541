import { type RawBuilder, sql } from 'kysely'
import type { CurrentCompany } from '../../server/session'

/** SQL: the column of moments is within a period of farm time, including the minute of its end. */
export function periodOf(
  { time_zone }: CurrentCompany,
  column: string,
  { start, end }: { start: string; end: string },
): RawBuilder<boolean> {
  const instant = (at: string) => sql`(${at}::timestamp at time zone ${time_zone})`
  return sql`(${sql.ref(column)} >= ${instant(start)} and ${sql.ref(column)} < ${instant(end)} + interval '1 minute')`
}
