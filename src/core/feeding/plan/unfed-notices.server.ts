/** A notice of the bell: what the plan of the day names and nobody has fed by the hour that the company chose. */
import { sql } from 'kysely'
import { hrefOf } from '../../../shared/pages'
import { addDays, dayOf } from '../../../shared/dates'
import { at, say } from '../../../shared/say'
import type { Context } from '../../../server/http/route'
import type { NoticeSource } from '../../../server/notices/notices'
import { scope } from '../../../server/scope'

interface Unfed {
  day: string
  numbers: string[]
}

/** So many numbers are named. */
const NAMED = 5

/** Of yesterday and today, once its hour has come. */
async function readUnfed({ tx, company, user }: Context): Promise<Unfed[]> {
  const today = dayOf(company.now)
  const hour = company.settings['feeding-check-hour']
  const last = Number(company.now.slice(11, 13)) >= hour ? today : addDays(today, -1)
  return tx.rows<Unfed>(sql`
    select p.day::text as day, array_agg(c.number order by length(c.number), c.number) as numbers
    from (select distinct day, cage_id from feeding_plan_rows
      where company_id = ${company.id} and day between ${addDays(today, -1)}::date and ${last}::date and rate > 0) p
    join cages c on c.company_id = ${company.id} and c.id = p.cage_id ${scope(user).modules('c.location_id')}
    where not exists (
      select from operations o
      where o.company_id = ${company.id} and o.cage_id = p.cage_id and o.kind = 'feeding' and o.at >= p.day::timestamp
        and o.at < p.day::timestamp + interval '1 day')
      and exists (
        select from fish_groups g
        where g.company_id = ${company.id} and g.cage_id = p.cage_id
          and g.first_at < p.day::timestamp + interval '1 day'
          and (g.closed_at is null or g.closed_at > p.day::timestamp))
    group by p.day order by p.day desc`)
}

export const unfedByPlan: NoticeSource = {
  kind: 'unfed-by-plan',
  ability: 'view feed calcs',
  toldBy: 'plan',
  read: async (context) =>
    (await readUnfed(context)).map(({ day, numbers }) => {
      const named = { day: at(day), cages: numbers.slice(0, NAMED).join(', ') }
      return {
        key: day,
        at: `${day}T${String(context.company.settings['feeding-check-hour']).padStart(2, '0')}:00`,
        message:
          numbers.length > NAMED
            ? say('План на {{day}}: не накормлены садки {{cages}} и ещё {{rest}}', {
                ...named,
                rest: numbers.length - NAMED,
              })
            : say('План на {{day}}: не накормлены садки {{cages}}', named),
        href: hrefOf('journal', { path: 'feeding', start: day, end: day }),
      }
    }),
}
