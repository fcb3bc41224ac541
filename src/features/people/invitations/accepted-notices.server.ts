/** Tells inviters in the bell that an invited person has signed in. */
import { sql } from 'kysely'
import { hrefOf } from '../../../shared/pages'
import { say } from '../../../shared/say'
import { type NoticeSource, TOLD_DAYS } from '../../../server/notices/notices'

export const acceptedInvitations: NoticeSource = {
  kind: 'invitation-accepted',
  ability: 'create users',
  read: async ({ tx, company, user }) => {
    const rows = await tx.rows<{ id: number; at: string; name: string }>(sql`
      select e.id, (e.at at time zone ${company.time_zone})::timestamp as at, u.name
      from security_events e join users u on u.company_id = ${company.id} and u.id = e.user_id
      where e.company_id = ${company.id} and e.kind = 'invitation-accepted' and e.user_id <> ${user.id}
        and e.at > now() - make_interval(days => ${TOLD_DAYS}) and u.archived_at is null`)
    return rows.map(({ id, at, name }) => ({
      key: String(id),
      at,
      message: say('Приглашение принято: {{name}}', { name }),
      href: hrefOf('users'),
    }))
  },
}
