/** Cages that were fed day after day, and not today. */
import { sql } from 'kysely'
import { minutesOf } from '../../../shared/alarms/moments'
import type { Run } from '../../../shared/alarms/episodes'
import { groupBy } from '../../../shared/collections'
import { addDays, dayOf, showDay } from '../../../shared/dates'
import { hrefOf } from '../../../shared/pages'
import { say } from '../../../shared/say'
import type { AlarmPeriod, AlarmReader, AlarmRule } from '../../../server/alarms/rule'

interface Missed {
  location: number
  number: string
  /** from when on it counts as missed */
  moment: string
  /** when it was fed after all, within a day */
  fed: string | null
}

/**
 * A day on which the plan says that nothing is fed is none. Days come from the feedings themselves: a row is the last
 * of so many days on end.
 */
const readMissed = (
  { tx, company }: AlarmReader,
  { hour, days }: { hour: number; days: number },
  { start, end }: AlarmPeriod,
) =>
  tx.rows<Missed>(sql`
    with fed as (
      select distinct cage_id, at::date as day from operations
      where company_id = ${company.id} and kind = 'feeding' and cage_id is not null
        and at >= ${addDays(dayOf(start), -days - 1)}::timestamp and at <= ${end}::timestamp
    ), streaks as (
      select cage_id, day + 1 as day, lag(day, ${days - 1}::int) over (partition by cage_id order by day) as begun
      from fed
    ), due as (
      select s.cage_id, s.day, s.day::timestamp + make_interval(hours => ${hour}::int) as moment from streaks s
      left join fed f on f.cage_id = s.cage_id and f.day = s.day
      where s.begun = s.day - ${days}::int and s.day::timestamp + make_interval(hours => ${hour}::int)
        between ${start}::timestamp and ${end}::timestamp
        and (f.day is null or not exists (
          select from operations o where o.company_id = ${company.id} and o.cage_id = s.cage_id and o.kind = 'feeding'
            and o.at >= s.day::timestamp and o.at <= s.day::timestamp + make_interval(hours => ${hour}::int)))
    )
    select c.location_id as location, c.number, to_char(d.moment, 'YYYY-MM-DD"T"HH24:MI') as moment, (
      select to_char(min(o.at), 'YYYY-MM-DD"T"HH24:MI') from operations o
      where o.company_id = ${company.id} and o.cage_id = d.cage_id and o.kind = 'feeding' and o.at > d.moment
        and o.at < d.moment + interval '1 day' and o.at <= ${end}::timestamp) as fed
    from due d
    join cages c on c.company_id = ${company.id} and c.id = d.cage_id
    where exists (
      select from fish_groups g where g.company_id = ${company.id} and g.cage_id = d.cage_id and g.first_at <= d.day
        and (g.closed_at is null or g.closed_at > d.moment))
      and not exists (
        select from feeding_plan_rows p where p.company_id = ${company.id} and p.cage_id = d.cage_id and p.day = d.day
        group by p.cage_id having max(p.rate) = 0)
    order by d.moment, length(c.number), c.number, c.id`)

/** One observation when it is missed, and one when the last of the cages was fed, or a day later. */
function runsOf(missed: readonly Missed[], end: string): Run<string[]>[] {
  return [...groupBy(missed, ({ moment }) => moment)].flatMap(([moment, cages]) => {
    const next = `${addDays(dayOf(moment), 1)}${moment.slice(10)}`
    const until = cages.reduce((last, { fed }) => ((fed ?? next) > last ? (fed ?? next) : last), moment)
    const run = { worst: cages.length, detail: cages.map(({ number }) => number) }
    const stamped = (instant: string) => ({ ...run, from: minutesOf(instant), to: minutesOf(instant) })
    const bad = { ...stamped(moment), level: 'bad' as const }
    return until <= end ? [bad, { ...stamped(until), level: 'good' as const }] : [bad]
  })
}

/** So many numbers are named. */
const NAMED = 5

export const unfedAlarm: AlarmRule<'unfed', string[]> = {
  kind: 'unfed',
  observe: async (reader, terms, period) => {
    const missed = await readMissed(reader, terms, period)
    return [...groupBy(missed, ({ location }) => location)].map(([location, own]) => ({
      ...{ key: String(location), location, cage: null, stock: null },
      runs: runsOf(own, period.end),
    }))
  },
  tell: (numbers) => {
    const cages = numbers.slice(0, NAMED).join(', ')
    const rest = numbers.length - NAMED
    return rest > 0
      ? say('Не кормлены садки {{cages}} и ещё {{rest}}', { cages, rest })
      : say('Не кормлены садки {{cages}}', { cages })
  },
  href: ({ location }, { from }) =>
    hrefOf('journal', { path: 'feeding', locationId: location!, start: showDay(from), end: showDay(from) }),
}
