/** Tells users in the bell that somebody who has their password tries codes. */
import { sql } from 'kysely'
import { hrefOf } from '../../../shared/pages'
import { say } from '../../../shared/say'
import { type NoticeSource, TOLD_DAYS } from '../../../server/notices/notices'

/** Fewer are slips of the person's own. */
const MANY = 3

export const wrongCodes: NoticeSource = {
  kind: 'wrong-codes',
  ability: 'signed-in',
  read: async ({ tx, company, user }) => {
    const own = sql`company_id = ${company.id} and user_id = ${user.id}`
    // codes of a completed sign-in were the user's own; a new password is not known to the stranger
    const rows = await tx.rows<{ id: number; at: string; number: number }>(sql`
      with told as (
        select id, at, kind, details ->> 'step' as step from security_events
        where ${own} and kind in ('signed-in', 'second-factor-failed', 'password-changed')
          and at > now() - make_interval(days => ${TOLD_DAYS})),
      wrong as (
        select id, at, count(*) over (order by at range between interval '1 day' preceding
          and current row)::int as number
        from told
        where kind = 'second-factor-failed'
          and at > coalesce((select max(at) from told where kind = 'password-changed'), '-infinity')
          and not exists (select from told done where done.kind = 'signed-in' and done.step = told.step))
      select id, (at at time zone ${company.time_zone})::timestamp as at, number from wrong
      where number >= ${MANY} order by wrong.at desc, id desc limit 1`)
    return rows.map(({ id, at, number }) => ({
      key: String(id),
      at,
      message: say('Кто-то знает ваш пароль: неверных кодов за сутки {{number}}. Смените пароль.', { number }),
      href: hrefOf('changePassword'),
    }))
  },
}
