/** A notice of the bell: the cages to weigh first, told anew once a week. */
import { sql } from 'kysely'
import { can } from '../../../shared/abilities'
import { dayOf } from '../../../shared/dates'
import { MILLIONTHS, toKg } from '../../../shared/numbers'
import { hrefOf } from '../../../shared/pages'
import { beginOf } from '../../../shared/report/report'
import { say } from '../../../shared/say'
import type { Context } from '../../../server/http/route'
import type { NoticeSource } from '../../../server/notices/notices'
import { scope } from '../../../server/scope'
import { FIRST } from './to-weigh.contract'

interface Doubt {
  number: string
  mass: number
}

/** Worse than the farm wants it, and not weighed since: a weighing of today may be older than what is kept. */
const readDoubts = ({ tx, company, user }: Context) =>
  tx.rows<Doubt>(sql`
    select c.number, d.mass from (
      -- out of the comparison below: only an instant that is ready is looked for in an index
      select *, day::timestamp - interval '1 day' as since from weighing_doubts offset 0) d
    join cages c on c.company_id = ${company.id} and c.id = d.cage_id ${scope(user).modules('c.location_id')}
    where d.company_id = ${company.id}
      and d.percent >= ${company.settings['weighing-doubt-percent'] * MILLIONTHS}
      and exists (
        select from fish_groups g
        where g.company_id = ${company.id} and g.cage_id = d.cage_id and g.first_at is not null and g.closed_at is null)
      and not exists (
        select from operations o
        where o.company_id = ${company.id} and o.cage_id = d.cage_id and o.kind = 'weighing'
          and o.at >= d.since)
    order by ${can(user, 'read stocks') ? sql`d.place` : sql`d.mass desc, d.place`} limit ${FIRST}`)

function messageOf(doubts: readonly Doubt[]) {
  const cages = doubts.map(({ number }) => number).join(', ')
  const mass = Math.round(toKg(doubts.reduce((sum, doubt) => sum + doubt.mass, 0)))
  return doubts.length === 1
    ? say('Взвесьте садок {{cages}}: биомасса в нём известна с точностью ± {{mass}} кг', { cages, mass })
    : say('Взвесьте садки {{cages}}: биомасса в них известна с точностью ± {{mass}} кг', { cages, mass })
}

export const weighFirst: NoticeSource = {
  kind: 'to-weigh',
  ability: 'view feed calcs',
  read: async (context) => {
    const doubts = await readDoubts(context)
    if (doubts.length === 0) return []
    const monday = beginOf('week', dayOf(context.company.now))
    return [{ key: monday, at: monday, message: messageOf(doubts), href: hrefOf('toWeigh', {}) }]
  },
}
