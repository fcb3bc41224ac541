/** The bell tells of letters that did not leave: whoever ordered them, and whoever waits for them. */
import { sql } from 'kysely'
import type { NoticeSource } from '../../server/notices/notices'
import { TOLD_DAYS } from '../../server/notices/notices'
import { hrefOf } from '../../shared/pages'
import { at, say, type MessageParts, type Phrase } from '../../shared/say'

interface Failed {
  view_id: number
  user_id: number
  name: string
  reader: string
  due: string
  fault: Phrase | null
  posted: boolean
}

/** Not made for so long, it is not only late. */
const LATE = '1 hour'
/** The mail server was asked several times. */
const UNSENT = '30 minutes'

const reasonOf = ({ fault, posted }: Failed): Phrase =>
  fault ?? (posted ? 'Почтовый сервер не принимает письмо.' : 'Сбой программы. Подробности на странице заданий.')

export const unsentReports: NoticeSource = {
  kind: 'report-unsent',
  ability: 'signed-in',
  read: async ({ tx, company, user, speak }) => {
    const rows = await tx.rows<Failed>(sql`
      select s.view_id, s.user_id, v.name, u.name as reader, s.due, s.fault, s.posted_at is not null as posted
      from report_letter_sends s
      join report_views v on v.company_id = ${company.id} and v.id = s.view_id
      join users u on u.company_id = ${company.id} and u.id = s.user_id
      left join report_letters l on l.company_id = ${company.id} and l.view_id = s.view_id
      left join letters w on w.company_id = ${company.id} and w.id = s.letter_id
      where s.company_id = ${company.id} and s.ordered_at > now() - make_interval(days => ${TOLD_DAYS}::int)
        and (s.user_id = ${user.id} or l.user_id = ${user.id})
        and (s.fault is not null or (s.posted_at is null and s.ordered_at < now() - ${LATE}::interval)
          or (w.id is not null and w.created_at < now() - ${UNSENT}::interval))
      order by s.due desc limit 20`)
    return rows.map((row) => ({
      key: `${row.view_id}.${row.user_id}:${row.due}`,
      at: row.due,
      message: tellOf(row, speak(reasonOf(row))),
      href: hrefOf('savedViews'),
    }))
  },
}

const tellOf = ({ name, reader, due }: Failed, reason: string): MessageParts =>
  say('Отчёт «{{name}}» за {{due}} для {{reader}} не отправлен: {{reason}}', { name, due: at(due), reader, reason })
