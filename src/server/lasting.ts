/** Which sessions last: one ends on its day, or when nobody has used it for as long as the company chose. */
import { sql } from 'kysely'

/** SQL: the session `k` of the company `c` goes on. */
export const lasting = sql`k.expires_at > now()
  and k.last_seen_at > now() - make_interval(hours => coalesce((c.settings ->> 'session-idle-hours')::int, 168))`
