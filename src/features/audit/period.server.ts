import { type RawBuilder, sql } from 'kysely'
import type { CurrentCompany } from '../../server/session'

/** The column of moments lies in a period of farm time, the minute of its end included. */
export function periodOf(
  { time_zone }: CurrentCompany,
  column: string,
  { start, end }: { start: string; end: string },
): RawBuilder<boolean> {
  const instant = (at: string) => sql`(${at}::timestamp at time zone ${time_zone})`
  return sql`(${sql.ref(column)} >= ${instant(start)} and ${sql.ref(column)} < ${instant(end)} + interval '1 minute')`
}
