/**
 * How fast groups of fish ran through the days between two things that happened to them: by the growth that the book
 * has, by the norms' own gain on days fed without it, else by the warmth of the water. On days without feed not at all.
 */
import { sql } from 'kysely'
import { DAY_MINUTES, minutesOf } from '../../../shared/alarms/moments'
import { groupBy } from '../../../shared/collections'
import { addDays, dayOf } from '../../../shared/dates'
import { type AheadTerms, dayAhead, openNorms } from '../../../shared/feeding/weight-ahead'
import { USUAL_GROWTH } from '../../../shared/feeding/weight-filter'
import {
  type DayClock,
  type GroupHistory,
  type HistoryEvent,
  type Moment,
  order,
} from '../../../shared/feeding/weight-history'
import { assignments, daysFrom, type FeedingReader } from '../day-terms.server'
import { latestNorms } from '../norms.server'
import { eventOf, type FoundGroup, NO_DAYS, type ReadEvent, type ReadGroup, type Reach, rootOf } from './events.server'
import { readWater } from './water.server'

/** Between two events of a group, of which the first may have grown as far as the second: nothing then. */
interface Span {
  group: ReadGroup
  from: ReadEvent
  to: ReadEvent
}

/**
 * How far the book let fish grow, as thousands of degree-days of usual growth: between two events nothing but feed
 * moves an average, so its two ends tell.
 */
function bookedIn({ from, to }: Span): number {
  const [begin, end] = [from.after, to.before]
  return begin === null || end === null || order(from.until, to.until) >= 0
    ? 0
    : Math.max(0, end - begin) / USUAL_GROWTH
}

interface BegunDay {
  group: number
  day: string
  count: number
  mass: number
}

/** What groups had as days began: one index step for each. */
async function readHeld({ tx, company }: FeedingReader, groups: readonly ReadGroup[], days: readonly string[]) {
  const rows = await tx.rows<BegunDay>(sql`
    select g.id as "group", d.day::date as day, e.count_after as count, e.mass_after as mass
    from unnest(${groups.map(({ id }) => id)}::int[]) as g (id)
    cross join unnest(${[...days]}::timestamp[]) as d (day)
    cross join lateral (
      select count_after, mass_after from fish_entries
      where company_id = ${company.id} and group_id = g.id and at < d.day
      order by at desc, operation_id desc limit 1
    ) e`)
  return groupBy(rows, ({ group }) => group)
}
interface FedCage {
  cage: number
  first: string | null
  /** days of the reach, counted from its beginning, on which a feeding grew nothing in the book */
  plain: string | null
}

/** On which days cages were fed without growth. A cage that nobody ever entered feed for is fed every day. */
async function readFed({ tx, company }: FeedingReader, { from, until }: Reach, groups: readonly FoundGroup[]) {
  const cages = new Map(groups.map(({ cage, since }) => [cage, since]))
  const rows = await tx.rows<FedCage>(sql`
    select c.cage, first.at as first, fed.plain
    from unnest(${[...cages.keys()]}::int[], ${[...cages.values()]}::timestamp[]) as c (cage, since)
    left join lateral (
      select at from operations where company_id = ${company.id} and cage_id = c.cage and kind = 'feeding'
      order by at limit 1
    ) first on true
    left join lateral (
      select string_agg(d.day::text, ' ') as plain from (
        select distinct at::date - ${from}::date as day from operations
        where company_id = ${company.id} and cage_id = c.cage and kind = 'feeding' and norm_version_id is null
          and at >= c.since and at < ${until}::timestamp
      ) d
    ) fed on true`)
  const some = rows.flatMap(({ cage, plain }) => (plain ? [cage] : []))
  const grown =
    some.length === 0
      ? []
      : await tx.rows<{ cage: number; days: number[] }>(sql`
          select e.cage_id as cage, array_agg(distinct e.at::date - ${from}::date) as days
          from unnest(${some}::int[], ${some.map((cage) => cages.get(cage)!)}::timestamp[]) as c (cage, since)
          join fish_entries e on e.company_id = ${company.id} and e.cage_id = c.cage and e.kind = 'feeding'
            and e.at >= c.since and e.at < ${until}::timestamp
          group by e.cage_id`)
  const booked = new Map(grown.map(({ cage, days }) => [cage, new Set(days)]))
  return new Map(
    rows.map(({ cage, first, plain }) => {
      const [days, own] = [plain?.split(' ').map(Number) ?? [], booked.get(cage)]
      const unbooked = own ? days.filter((day) => !own.has(day)) : days
      return [cage, { first: first === null ? null : minutesOf(first), plain: new Set(unbooked) }]
    }),
  )
}
type Fed = Awaited<ReturnType<typeof readFed>>

/** The days of a reach, in their order. */
interface Calendar {
  days: readonly string[]
  /** by farm time in minutes: the place of its day */
  placeOf: (minute: number) => number
}

function calendarOf(first: string, last: string): Calendar {
  const begin = minutesOf(`${first}T00:00`)
  return { days: daysFrom(first, last), placeOf: (minute) => Math.floor((minute - begin) / DAY_MINUTES) }
}

/** The days of a span on which fish were fed, or are taken for fed, beside those whose growth is booked. */
function daysOf({ group, from, to }: Span, { days: all, placeOf }: Calendar, fed: Fed): readonly string[] {
  const [start, stop] = [placeOf(from.until.minute), placeOf(to.until.minute)]
  if (start >= stop) return NO_DAYS
  const { first, plain } = fed.get(group.cage)!
  const recorded = first !== null && first < to.until.minute
  if (recorded && plain.size === 0) return NO_DAYS
  if (!recorded) return all.slice(start, stop)
  const days: string[] = []
  for (let place = start; place < stop; place++) if (plain.has(place)) days.push(all[place]!)
  return days
}

/** Looks at the ends of days. */
interface Looks {
  days: readonly (Moment & { day: string; until: Moment })[]
  held: ReadonlyMap<number, readonly BegunDay[]>
}

function looksOf(days: readonly string[], held: Looks['held']): Looks {
  const looks = days.map((day) => {
    const begins = minutesOf(`${day}T00:00`)
    return { day, minute: begins + DAY_MINUTES, id: -1, until: { minute: begins, id: -1 } }
  })
  return { days: looks, held }
}

/** The events of a group in order, among them the looks at one that is asked for, each after what happened that day. */
function* withLooks({ id, asked }: FoundGroup, own: Iterable<ReadEvent>, { days, held }: Looks): Generator<ReadEvent> {
  if (!asked) return yield* own
  const begun = new Map(held.get(id)?.map((one) => [one.day, one]))
  const lookAt = (look: Looks['days'][number]) => {
    const { day } = look
    const { count = 0, mass = 0 } = begun.get(day) ?? {}
    const root = rootOf(count, mass)
    return eventOf(look, { type: 'seen', day }, { had: count, before: root, after: root }, look.until)
  }
  let next = 0
  for (const event of own) {
    while (next < days.length && order(days[next]!, event) < 0) yield lookAt(days[next++]!)
    yield event
  }
  for (const day of days.slice(next)) yield lookAt(day)
}

/** The events of a group, in their order, with what lies between them. */
function* withGrowth(
  group: FoundGroup,
  events: Iterable<ReadEvent>,
  calendar: Calendar,
  fed: Fed,
): Generator<HistoryEvent> {
  let from: ReadEvent | undefined
  for (const to of events) {
    // what an event has grown through, a look after it does not take back
    if (from && order(from.until, to.until) > 0) {
      to.until = from.until
      to.after = from.after
    }
    if (from && to.had > 0) {
      const span = { group, from, to }
      to.grown = bookedIn(span)
      to.days = daysOf(span, calendar, fed)
    }
    yield to
    from = to
  }
}

/** What the clock needs of groups, beside their events; `seen` are days at whose end those asked for are looked at. */
export async function readClock(
  reader: FeedingReader,
  reach: Reach,
  groups: readonly FoundGroup[],
  seen: readonly string[],
) {
  const asked = groups.filter((group) => group.asked)
  const [held, fed] = await Promise.all([readHeld(reader, asked, seen), readFed(reader, reach, groups)])
  return { looks: looksOf(seen, held), fed, calendar: calendarOf(dayOf(reach.from), dayOf(reach.until)) }
}

type Around = Awaited<ReturnType<typeof readClock>>

/** Events in order with what lies between them: what the book had around them is not kept, nor are they. */
export const withClock = (
  groups: readonly FoundGroup[],
  eventsOf: (group: FoundGroup) => Iterable<ReadEvent>,
  { looks, fed, calendar }: Around,
): GroupHistory[] =>
  groups.map((group) => {
    const { id, cage, species } = group
    const events = () => withGrowth(group, withLooks(group, eventsOf(group), looks), calendar, fed)
    return { group: id, cage, species, events: { [Symbol.iterator]: events } }
  })

/** The days that the clock may be asked for, of groups whose cages were fed without growth; by cage the first. */
function plainDays(groups: readonly FoundGroup[], { fed, calendar }: Around) {
  const { days } = calendar
  const begins = new Map<number, number>()
  let last = -1
  const reach = (cage: number, from: number, to: number) => {
    begins.set(cage, Math.min(begins.get(cage) ?? from, from))
    last = Math.max(last, to)
  }
  for (const { cage, since } of groups) {
    const own = fed.get(cage)!
    const [begin, first] = [minutesOf(since), own.first ?? Infinity]
    // until its first feeding a cage is taken for fed every day
    if (first > begin) reach(cage, calendar.placeOf(begin), Math.min(calendar.placeOf(first), days.length - 1))
    for (const place of own.plain) reach(cage, place, place)
  }
  const since = new Map([...begins].map(([cage, place]) => [cage, days[place]!]))
  return { since, days: days.slice(Math.min(...begins.values()), last + 1) }
}

/** The clock of days that were fed and have no growth in the book. */
export async function readPlainClock(
  reader: FeedingReader,
  groups: readonly FoundGroup[],
  around: Around,
): Promise<DayClock> {
  const { tx, company } = reader
  const { since, days } = plainDays(groups, around)
  if (days.length === 0) return () => 0
  const cages = [...since.keys()]
  const places = new Map(days.map((day, place) => [day, place]))
  const reach = { from: days[0]!, until: addDays(days.at(-1)!, 1), since, settings: company.settings }
  const [water, { find, goods }] = await Promise.all([
    readWater(tx, company.id, cages, reach),
    assignments(reader, cages, days),
  ])
  const norms = await latestNorms(tx, company.id, goods)
  const normOn = openNorms(company.settings['feeding-rates']['temperature-matching'])
  const termsOf = (cage: number, day: string): AheadTerms => {
    const temperature = water.on(cage, day)
    const calc = find(cage, places.get(day)!)
    const seasons = (calc && norms.get(calc.good)?.seasons) ?? null
    return { norm: normOn(seasons, day, temperature), temperature, coefficient: calc?.coefficient ?? 0 }
  }
  return (cage, day, weight) => dayAhead(termsOf(cage, day), weight, null).far
}
