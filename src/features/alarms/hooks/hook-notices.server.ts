/** The bell tells of programs that have not taken what they were to be told. */
import { sql } from 'kysely'
import type { NoticeSource } from '../../../server/notices/notices'
import { scope } from '../../../server/scope'
import { hrefOf } from '../../../shared/pages'
import { say } from '../../../shared/say'

export const deafHooks: NoticeSource = {
  kind: 'hook-deaf',
  ability: 'access settings',
  read: async ({ tx, company, user }) => {
    const { allModules, allStocks } = scope(user)
    if (!allModules || !allStocks) return []
    const hooks = await tx.rows<{ id: number; name: string; at: string }>(sql`
      select id, name, to_char(given_up_at at time zone ${company.time_zone}::text, 'YYYY-MM-DD"T"HH24:MI') as at
      from alarm_hooks where company_id = ${company.id} and "on" and given_up_at is not null order by id`)
    return hooks.map(({ id, name, at }) => ({
      key: `${id}:${at}`,
      at,
      message: say('Программа «{{name}}» не взяла тревоги за сутки: проверьте её адрес', { name }),
      href: hrefOf('alarms', { show: 'hooks' }),
    }))
  },
}
