/** Cages that nobody has fed: of those fed day after day, and of those in the plan of the day. */
import { type RawBuilder, sql } from 'kysely'
import { minutesOf } from '../../../shared/alarms/moments'
import type { Run } from '../../../shared/alarms/episodes'
import type { AlarmTerms } from '../../../shared/alarms/rules'
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

/** SQL: the cages `d` that are due at `moment` of `day`, of those with fish, and when they were fed after it. */
const missed = ({ tx, company }: AlarmReader, due: RawBuilder<unknown>, end: string) =>
  tx.rows<Missed>(sql`
    ${due}
    select c.location_id as location, c.number, to_char(d.moment, 'YYYY-MM-DD"T"HH24:MI') as moment, (
      select to_char(min(o.at), 'YYYY-MM-DD"T"HH24:MI') from operations o
      where o.company_id = ${company.id} and o.cage_id = d.cage_id and o.kind = 'feeding' and o.at > d.moment
        and o.at < d.moment + interval '1 day' and o.at <= ${end}::timestamp) as fed
    from due d
    join cages c on c.company_id = ${company.id} and c.id = d.cage_id
    where exists (
      select from fish_groups g where g.company_id = ${company.id} and g.cage_id = d.cage_id and g.first_at <= d.day
        and (g.closed_at is null or g.closed_at > d.moment))
    order by d.moment, length(c.number), c.number, c.id`)

/** SQL: fed on that day up to that hour. */
const fedBy = (company: number, cage: string, day: string, hour: number) => sql`
  exists (
    select from operations o where o.company_id = ${company} and o.cage_id = ${sql.ref(cage)} and o.kind = 'feeding'
      and o.at >= ${sql.ref(day)}::timestamp
      and o.at <= ${sql.ref(day)}::timestamp + make_interval(hours => ${hour}::int))`

/**
 * A day on which the plan says that nothing is fed is none, nor is what the rule of the plan tells. Days come from the
 * feedings themselves: a row is the last of so many days on end.
 */
const readMissed = (reader: AlarmReader, { hour, days }: AlarmTerms<'unfed'>, { start, end }: AlarmPeriod) => {
  const { id } = reader.company
  const due = sql`
    with fed as (
      select distinct cage_id, at::date as day from operations
      where company_id = ${id} and kind = 'feeding' and cage_id is not null
        and at >= ${addDays(dayOf(start), -days - 1)}::timestamp and at <= ${end}::timestamp
    ), streaks as (
      select cage_id, day + 1 as day, lag(day, ${days - 1}::int) over (partition by cage_id order by day) as begun
      from fed
    ), due as (
      select s.cage_id, s.day, s.day::timestamp + make_interval(hours => ${hour}::int) as moment from streaks s
      left join fed f on f.cage_id = s.cage_id and f.day = s.day
      where s.begun = s.day - ${days}::int and s.day::timestamp + make_interval(hours => ${hour}::int)
        between ${start}::timestamp and ${end}::timestamp
        and (f.day is null or not ${fedBy(id, 's.cage_id', 's.day', hour)})
        and not exists (
          select from feeding_plan_rows p where p.company_id = ${id} and p.cage_id = s.cage_id and p.day = s.day
          group by p.cage_id
          having max(p.rate) = 0
            or exists (select from alarm_rules where company_id = ${id} and kind = 'plan' and "on"))
    )`
  return missed(reader, due, end)
}

/** What the plan of a day gives feed to. */
const readUnplanned = (reader: AlarmReader, { hour }: AlarmTerms<'plan'>, { start, end }: AlarmPeriod) => {
  const { id } = reader.company
  const due = sql`
    with planned as (
      select distinct cage_id, day from feeding_plan_rows
      where company_id = ${id} and day between ${dayOf(start)}::date and ${dayOf(end)}::date and rate > 0
    ), due as (
      select p.cage_id, p.day, p.day::timestamp + make_interval(hours => ${hour}::int) as moment from planned p
      where p.day::timestamp + make_interval(hours => ${hour}::int) between ${start}::timestamp and ${end}::timestamp
        and not ${fedBy(id, 'p.cage_id', 'p.day', hour)}
    )`
  return missed(reader, due, end)
}

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

type FeedingRule = 'unfed' | 'plan'

/** A series a module. */
const observe =
  <K extends FeedingRule>(
    read: (reader: AlarmReader, terms: AlarmTerms<K>, period: AlarmPeriod) => Promise<Missed[]>,
  ): AlarmRule<K, string[]>['observe'] =>
  async (reader, terms, period) =>
    [...groupBy(await read(reader, terms, period), ({ location }) => location)].map(([location, own]) => ({
      ...{ key: String(location), location, cage: null, stock: null },
      runs: runsOf(own, period.end),
    }))

const tell = (numbers: string[]) => {
  const cages = numbers.slice(0, NAMED).join(', ')
  const rest = numbers.length - NAMED
  return rest > 0
    ? say('Не кормлены садки {{cages}} и ещё {{rest}}', { cages, rest })
    : say('Не кормлены садки {{cages}}', { cages })
}

const href: AlarmRule['href'] = ({ location }, { from }) =>
  hrefOf('journal', { path: 'feeding', locationId: location!, start: showDay(from), end: showDay(from) })

export const unfedAlarm: AlarmRule<'unfed', string[]> = { kind: 'unfed', observe: observe(readMissed), tell, href }
export const planAlarm: AlarmRule<'plan', string[]> = { kind: 'plan', observe: observe(readUnplanned), tell, href }
