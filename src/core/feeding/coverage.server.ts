/** Cages with fish for which a day's feed is not said, or said more than once. */
import { sql } from 'kysely'
import { addDays, dayOf, showDay } from '../../shared/dates'
import { type Context, route } from '../../server/http/route'
import { scope } from '../../server/scope'
import { calcsOn } from './assigned.server'
import { calcCalls, type Coverage } from './calcs.contract'
import { moduleNames } from './modules.server'

interface Cage {
  id: number
  number: string
  location_id: number
}

/** Cages of open modules with fish at the end of a day that is over; null is now. */
const readFilled = ({ tx, company, user }: Context, day: string | null) =>
  tx.rows<Cage>(sql`
    select c.id, c.number, c.location_id from cages c
    where c.company_id = ${company.id} ${scope(user).modules('c.location_id')} and exists (
      select from fish_groups g ${
        day === null
          ? sql`where g.closed_at is null and g.first_at is not null`
          : sql`cross join lateral (
              select count_after from fish_entries
              where company_id = ${company.id} and group_id = g.id and at < ${addDays(day, 1)}::timestamp
              order by at desc, operation_id desc limit 1) e
            where e.count_after > 0 and g.first_at < ${addDays(day, 1)}::timestamp
              and (g.closed_at is null or g.closed_at >= ${addDays(day, 1)}::timestamp)`
      } and g.company_id = ${company.id} and g.cage_id = c.id)
    order by length(c.number), c.number, c.id`)

export const coverage = route(calcCalls.coverage, async ({ date }, context) => {
  const { tx, company } = context
  const today = dayOf(company.now)
  const day = date ?? today
  // fish of a coming day are those of now
  const cages = await readFilled(context, day < today ? day : null)
  const [found, names] = await Promise.all([
    calcsOn(
      tx,
      company.id,
      cages.map(({ id }) => ({ cage: id, day })),
    ),
    moduleNames(context),
  ])
  const rows = cages.map(({ id, number, location_id }, index): Coverage => ({
    cage_id: id,
    cage_number: number,
    location_id,
    location_name: names.get(location_id) ?? '',
    calcs: found[index]!.map(({ calc, name }) => ({ id: calc, name })),
  }))
  return {
    date: showDay(day),
    without: rows.filter(({ calcs }) => calcs.length === 0),
    several: rows.filter(({ calcs }) => calcs.length > 1),
  }
})
