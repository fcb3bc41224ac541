/** Tells administrators in the bell that an application has stopped sending readings. */
import { sql } from 'kysely'
import { hrefOf } from '../../shared/pages'
import { addDays, dayOf } from '../../shared/dates'
import { at, say } from '../../shared/say'
import type { NoticeSource } from '../../server/notices/notices'
import { openApps } from './external-apps.server'

interface Silent {
  id: number
  name: string
  /** the moment of its last reading, farm time */
  last: string
}

export const silentApps: NoticeSource = {
  kind: 'app-silent',
  ability: 'manage external apps',
  toldBy: 'sensor',
  read: async (context) => {
    const { tx, company } = context
    const rows = await tx.rows<Silent>(sql`
      select e.id, e.name, m.at as last
      from external_users e cross join lateral (
        select at from measurements
        where company_id = ${company.id} and external_user_id = e.id order by at desc limit 1) m
      where ${openApps(context)} and m.at < ${company.now}::timestamp - interval '1 day'`)
    return rows.map(({ id, name, last }) => ({
      key: `${id}:${last}`,
      at: `${addDays(dayOf(last), 1)}${last.slice(10)}`,
      message: say('«{{name}}» молчит больше суток: последнее показание {{last}}', { name, last: at(last) }),
      href: hrefOf('externalApps'),
    }))
  },
}
