/** Tells users in the bell that somebody signed in to their account in an unknown browser. */
import { sql } from 'kysely'
import { hrefOf } from '../../../shared/pages'
import { say, word } from '../../../shared/say'
import { deviceOf } from '../../../server/device'
import { type NoticeSource, TOLD_DAYS } from '../../../server/notices/notices'
import { sessionOf } from '../../../server/session'

interface Entry {
  id: number
  at: string
  user_agent: string | null
  address: string | null
}

export const newDevices: NoticeSource = {
  kind: 'new-device',
  ability: 'signed-in',
  read: async ({ tx, company, user, request }) => {
    // not shown in that new browser itself, which could otherwise mark it as seen
    const rows = await tx.rows<Entry>(sql`
      select e.id, (e.at at time zone ${company.time_zone})::timestamp as at, e.user_agent, e.address
        from security_events e
      where e.company_id = ${company.id} and e.user_id = ${user.id} and e.kind = 'signed-in'
        and e.details ? 'new_device'
        and e.at > now() - make_interval(days => ${TOLD_DAYS}) and e.at is distinct from (
          select created_at from sessions where company_id = ${company.id}
            and token_hash = ${sessionOf(request)?.hash ?? ''})
      order by e.at desc`)
    return rows.map(({ id, at, user_agent, address }) => ({
      key: String(id),
      at,
      message: say('Вход с нового устройства: {{device}}, {{address}}', {
        device: word(deviceOf(user_agent)),
        address: address ?? '—',
      }),
      href: hrefOf('profile'),
    }))
  },
}
