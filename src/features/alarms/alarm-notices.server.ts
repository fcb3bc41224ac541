/** The bell tells of alarms that ring, and that nobody has accepted or put off. */
import { sql } from 'kysely'
import { seenBy } from '../../server/alarms/seeing'
import type { Context } from '../../server/http/route'
import { deafHooks } from './hooks/hook-notices.server'
import type { NoticeSource } from '../../server/notices/notices'
import { type AlarmKind, ruleData } from '../../shared/alarms/rules'
import { hrefOf } from '../../shared/pages'
import { say, word, type MessageParts } from '../../shared/say'
import { MAX_NOTICES } from '../../shared/settings'

interface Ringing {
  kind: AlarmKind
  /** the last of the alarms of its rule in a module */
  id: number
  count: number
  danger: boolean
  rang: string
  snoozed: string | null
  place: string | null
  cage: string | null
  message: MessageParts
  href: string
}

/** One for a rule in a module, whatever many cages it is about. */
const readRinging = ({ tx, company, user }: Context) =>
  tx.rows<Ringing>(sql`
    select distinct on (a.kind, a.location_id, a.stock_id) a.kind, a.id, (count(*) over part)::int as count,
      bool_or(a.danger) over part as danger, to_char(a.rang, 'YYYY-MM-DD"T"HH24:MI') as rang,
      to_char(a.snoozed_until, 'YYYY-MM-DD"T"HH24:MI') as snoozed, coalesce(s.name, l.name) as place,
      c.number as cage, a.message, a.href
    from alarms a
    left join locations l on l.company_id = ${company.id} and l.id = a.location_id
    left join cages c on c.company_id = ${company.id} and c.id = a.cage_id
    left join stocks s on s.company_id = ${company.id} and s.id = a.stock_id
    where a.company_id = ${company.id} and a.ended is null and a.rang is not null and a.acknowledged_at is null
      and (a.snoozed_until is null or a.snoozed_until <= ${company.now}::timestamp) ${seenBy(user)}
    window part as (partition by a.kind, a.location_id, a.stock_id)
    order by a.kind, a.location_id, a.stock_id, a.rang desc, a.id desc limit ${MAX_NOTICES}`)

function messageOf({ kind, count, place, cage, message }: Ringing, speak: Context['speak']): MessageParts {
  const values = { title: word(ruleData(kind).title), place: place ?? '' }
  if (count > 1)
    return place === null
      ? say('{{title}}: тревог {{count}}', { title: values.title, count })
      : say('{{title}}, {{place}}: тревог {{count}}', { ...values, count })
  const text = speak(message)
  if (cage !== null) return say('{{title}}, {{place}}, садок {{cage}}. {{text}}', { ...values, cage, text })
  return place === null
    ? say('{{title}}. {{text}}', { title: values.title, text })
    : say('{{title}}, {{place}}. {{text}}', { ...values, text })
}

const ringing: NoticeSource = {
  kind: 'alarm',
  ability: 'signed-in',
  read: async (context) =>
    (await readRinging(context)).map((one) => ({
      // put off, or grown to a danger, it is news again
      key: [one.id, ...(one.danger ? ['danger'] : []), ...(one.snoozed ? [one.snoozed] : [])].join(':'),
      at: one.snoozed ?? one.rang,
      message: messageOf(one, context.speak),
      href: one.count > 1 ? hrefOf('alarms', {}) : one.href,
    })),
}

export const alarmNotices = [ringing, deafHooks]
