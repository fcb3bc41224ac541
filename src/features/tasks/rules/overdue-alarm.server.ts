/** Tasks whose time is over, and that are not done. */
import { sql } from 'kysely'
import type { AlarmRule } from '../../../server/alarms/rule'
import { minutesOf } from '../../../shared/alarms/moments'
import { hrefOf } from '../../../shared/pages'
import { at, say } from '../../../shared/say'
import { COMPLETED } from '../../../shared/task-statuses'

interface Overdue {
  id: number
  title: string
  end: string
  executor: string | null
  cage: number | null
  location: number | null
}

export const overdueAlarm: AlarmRule<'task', Overdue> = {
  kind: 'task',
  observe: async ({ tx, company }, { hours }, { end: now }) => {
    const late = await tx.rows<Overdue>(sql`
      select t.id, t.title, to_char(t."end", 'YYYY-MM-DD"T"HH24:MI') as "end", e.name as executor, t.cage_id as cage,
        c.location_id as location
      from tasks t
      left join users e on e.company_id = ${company.id} and e.id = t.executor_id
      left join cages c on c.company_id = ${company.id} and c.id = t.cage_id
      where t.company_id = ${company.id} and t.status_id <> ${COMPLETED}
        and t."end" < ${now}::timestamp - make_interval(hours => ${hours}::int)
      order by t.id`)
    return late.map((task) => ({
      ...{ key: String(task.id), location: task.location, cage: task.cage, stock: null },
      runs: [
        { level: 'bad' as const, from: minutesOf(task.end) + hours * 60, to: minutesOf(now), worst: 0, detail: task },
      ],
    }))
  },
  tell: ({ title, end, executor }) =>
    executor === null
      ? say('«{{title}}»: срок прошёл {{moment}}', { title, moment: at(end) })
      : say('«{{title}}», {{executor}}: срок прошёл {{moment}}', { title, executor, moment: at(end) }),
  href: () => hrefOf('tasks', { show: 'list' }),
}
