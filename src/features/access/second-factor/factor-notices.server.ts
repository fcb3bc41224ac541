/** Tells administrators in the bell that signing in no longer requires a second factor, and who decided so. */
import { sql } from 'kysely'
import { hrefOf } from '../../../shared/pages'
import { say } from '../../../shared/say'
import { type NoticeSource, TOLD_DAYS } from '../../../server/notices/notices'

export const factorSwitchedOff: NoticeSource = {
  kind: 'factor-off',
  ability: 'signed-in',
  read: async ({ tx, company, user }) => {
    if (!user.is_admin) return []
    const rows = await tx.rows<{ id: number; at: string; name: string }>(sql`
      select e.id, (e.at at time zone ${company.time_zone})::timestamp as at, u.name
      from security_events e join users u on u.company_id = ${company.id} and u.id = e.by_user_id
      where e.company_id = ${company.id} and e.kind = 'settings-changed' and e.details ->> 'second-factor' = 'off'
        and e.at > now() - make_interval(days => ${TOLD_DAYS})`)
    return rows.map(({ id, at, name }) => ({
      key: String(id),
      at,
      message: say('{{name}}: второй фактор больше не обязателен', { name }),
      href: hrefOf('settings'),
    }))
  },
}
