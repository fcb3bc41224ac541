/** What nobody needs any more goes, hour by hour. */
import { sql } from 'kysely'
import type { Tx } from '../../server/db/client'
import { eachCompany } from '../../server/db/companies'
import { forgetGuesses } from '../../server/http/limits/failed-attempts'
import type { Job } from '../../server/jobs/job'
import { lasting } from '../../server/lasting'

const cleanUp = (tx: Tx, company: number) => [
  tx.run(sql`delete from sessions k using companies c
    where c.company_id = ${company} and k.company_id = ${company} and not (${lasting})`),
  tx.run(sql`delete from password_resets where company_id = ${company} and expires_at < now()`),
  tx.run(sql`delete from half_sessions where company_id = ${company} and expires_at < now()`),
  tx.run(sql`delete from download_tickets where company_id = ${company} and expires_at < now()`),
  // longer than a record waits on any device to be sent again under its key
  tx.run(sql`delete from idempotency_keys where company_id = ${company} and created_at < now() - interval '400 days'`),
  tx.run(sql`delete from security_events where company_id = ${company} and at < now() - interval '1 year'`),
  // longer than the uses of an application are shown
  tx.run(sql`delete from external_uses where company_id = ${company} and day < now() - interval '60 days'`),
  tx.run(sql`delete from assistant_uses where company_id = ${company} and day < now() - interval '60 days'`),
  // longer than they are shown; the audit keeps who confirmed what
  tx.run(sql`delete from proposals where company_id = ${company} and made_at < now() - interval '60 days'`),
  tx.run(
    sql`delete from report_letter_sends where company_id = ${company} and ordered_at < now() - interval '90 days'`,
  ),
  tx.run(sql`delete from report_links where company_id = ${company}
    and (revoked_at is not null or view_id is null or user_id is null)
    and coalesce(revoked_at, last_used_at, created_at) < now() - interval '1 year'`),
  tx.run(sql`delete from task_calendars where company_id = ${company} and (revoked_at is not null or user_id is null)
    and coalesce(revoked_at, last_used_at, created_at) < now() - interval '1 year'`),
  tx.run(sql`delete from alarm_hook_sends where company_id = ${company} and ordered_at < now() - interval '90 days'
    and not exists (select from alarms a where a.company_id = ${company} and a.id = alarm_id and a.ended is null)`),
  // nobody's, and seen by nobody
  tx.run(sql`delete from report_views where company_id = ${company} and user_id is null and not shared`),
  // the mail server did not take them for days
  tx.run(sql`delete from letters where company_id = ${company} and created_at < now() - interval '7 days'`),
]

export const cleaning: Job = {
  name: 'cleaning',
  title: 'Уборка устаревшего',
  every: '23 * * * *',
  run: async (tools) => {
    const { database } = tools
    await forgetGuesses(database)
    await eachCompany(tools, (company) => database.transaction(company, (tx) => Promise.all(cleanUp(tx, company))))
  },
}
