import { sql } from 'kysely'
import { dayOf, daysBetween, showDay } from '../../../shared/dates'
import { cagesWithin } from '../../../core/documents/engine/journal-where.server'
import { route } from '../../../server/http/route'
import type { MortalityDay } from '../../../shared/fish/mortality-cusum'
import { boundedPeriod, percentOf } from './control-days.server'
import { lossDays } from './losses.server'
import { type CageLosses, lossCalendarCall, MOST_CALENDAR_DAYS } from './loss-calendar.contract'

type Place = Pick<CageLosses, 'cage_id' | 'cage_number' | 'location_name'>

function lossesOf(place: Place, lost: readonly MortalityDay[], first: string): CageLosses {
  return {
    ...place,
    days: lost.map(({ day }) => daysBetween(first, day)),
    dead: lost.map(({ dead }) => dead),
    dead_percent: lost.map(({ dead, count }) => percentOf(dead, count) ?? 0),
  }
}

export const lossCalendarRoute = route(lossCalendarCall, async (input, context) => {
  const { tx, company } = context
  const period = boundedPeriod(input, context, MOST_CALENDAR_DAYS)
  const found = await lossDays(context, await cagesWithin(context, input), period)
  const byCage = new Map(found.map(({ cage, days }) => [cage, days]))
  const places = await tx.rows<Place>(sql`
    select c.id as cage_id, c.number as cage_number, l.name as location_name from cages c
    join locations l on l.company_id = ${company.id} and l.id = c.location_id
    where c.company_id = ${company.id} and c.id = any(${[...byCage.keys()]}::int[])
    order by l.id, length(c.number), c.number, c.id`)
  const first = dayOf(period.start)
  return {
    start: showDay(first),
    end: showDay(dayOf(period.end)),
    cages: places.map((place) => lossesOf(place, byCage.get(place.cage_id)!, first)),
  }
})
