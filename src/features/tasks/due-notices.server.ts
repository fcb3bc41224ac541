/** Notices of the bell: what whoever looks is to do today, or should have done. */
import { sql } from 'kysely'
import { addDays, dayOf, showDay } from '../../shared/dates'
import { hrefOf } from '../../shared/pages'
import { at, say } from '../../shared/say'
import { MAX_NOTICES } from '../../shared/settings'
import { COMPLETED } from '../../shared/task-statuses'
import { seenBy } from '../../server/alarms/seeing'
import type { NoticeSource } from '../../server/notices/notices'

interface Due {
  id: number
  title: string
  start: string
  end: string
}

export const tasksDue: NoticeSource = {
  kind: 'task-due',
  ability: 'view tasks',
  read: async ({ tx, company, user }) => {
    const today = dayOf(company.now)
    const due = await tx.rows<Due>(sql`
      select id, title, start, "end" from tasks t
      where company_id = ${company.id} and executor_id = ${user.id} and status_id <> ${COMPLETED}
        and start < ${addDays(today, 1)}::timestamp
        -- an alarm tells it already
        and not exists (
          select from alarms a where a.company_id = ${company.id} and a.kind = 'task' and a.key = t.id::text
            and a.ended is null and a.rang is not null ${seenBy(user)})
      order by start desc, id limit ${MAX_NOTICES}`)
    return due.map(({ id, title, start, end }) => ({
      // moved to another time it is news again
      key: `${id}:${start}`,
      at: start,
      message:
        end < company.now.slice(0, 16)
          ? say('Просрочена с {{day}}: {{title}}', { day: at(dayOf(end)), title })
          : say('Сделать сегодня: {{title}}', { title }),
      href: hrefOf('tasks', { show: 'day', date: showDay(start) }),
    }))
  },
}
