/**
 * How fast groups of fish ran through the days between two things that happened to them: by the growth that the book
 * has, by the norms' own gain on days fed without it, else by the warmth of the water. On days without feed not at all.
 */
import { sql } from 'kysely'
import { flatSlowly } from '../../../server/base/breath'
import { order, type Position } from '../../../server/db/ledger/entries'
import { once } from '../../../shared/collections'
import { addDays, dayOf } from '../../../shared/dates'
import { type AheadTerms, dayAhead, dayNorm } from '../../../shared/feeding/weight-ahead'
import { USUAL_GROWTH } from '../../../shared/feeding/weight-filter'
import type { DayClock, GroupHistory, HistoryEvent } from '../../../shared/feeding/weight-history'
import { assignments, daysFrom, type FeedingReader } from '../day-terms.server'
import { latestNorms } from '../norms.server'
import type { FoundGroup, Held, ReadEvent, ReadGroup, Reach } from './events.server'
import { readWater } from './water.server'

/** An event, and up to where fish have grown when it comes: a look at a day sees nothing of that day's growth. */
interface ClockedEvent extends ReadEvent {
  grown: Position
}

/** Between two events of a group, of which the first may have grown as far as the second: nothing then. */
interface Span {
  group: ReadGroup
  from: ClockedEvent
  to: ClockedEvent
}

const rootOf = ({ count, mass }: Held) => (count > 0 && mass > 0 ? Math.cbrt(mass / count / 1000) : null)

/**
 * How far the book let fish grow, as thousands of degree-days of usual growth: between two events nothing but feed
 * moves an average, so its two ends tell.
 */
function bookedIn({ from, to }: Span): number {
  const [begin, end] = [rootOf(from.after), rootOf(to.before)]
  return begin === null || end === null || order(from.grown, to.grown) >= 0
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
async function readLooks({ tx, company }: FeedingReader, groups: readonly ReadGroup[], days: readonly string[]) {
  const rows = await tx.rows<BegunDay>(sql`
    select g.id as "group", d.day::date as day, e.count_after as count, e.mass_after as mass
    from unnest(${groups.map(({ id }) => id)}::int[]) as g (id)
    cross join unnest(${[...days]}::timestamp[]) as d (day)
    cross join lateral (
      select count_after, mass_after from fish_entries
      where company_id = ${company.id} and group_id = g.id and at < d.day
      order by at desc, operation_id desc limit 1
    ) e`)
  const held = new Map(rows.map(({ group, day, count, mass }) => [`${group}|${day}`, { count, mass }]))
  return (group: number, day: string): Held => held.get(`${group}|${day}`) ?? { count: 0, mass: 0 }
}
type Looks = Awaited<ReturnType<typeof readLooks>>

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
      : await tx.rows<{ cage: number; day: number }>(sql`
          select distinct e.cage_id as cage, e.at::date - ${from}::date as day
          from unnest(${some}::int[], ${some.map((cage) => cages.get(cage)!)}::timestamp[]) as c (cage, since)
          join fish_entries e on e.company_id = ${company.id} and e.cage_id = c.cage and e.kind = 'feeding'
            and e.at >= c.since and e.at < ${until}::timestamp`)
  const booked = new Set(grown.map(({ cage, day }) => `${cage}|${day}`))
  return new Map(
    rows.map(({ cage, first, plain }) => {
      const days = (plain ?? '').split(' ').filter(Boolean).map(Number)
      return [cage, { first, plain: new Set(days.filter((day) => !booked.has(`${cage}|${day}`))) }]
    }),
  )
}
type Fed = Awaited<ReturnType<typeof readFed>>

/** Days in their order, and their places. */
interface Calendar {
  days: readonly string[]
  places: ReadonlyMap<string, number>
}

function calendarOf(first: string, last: string): Calendar {
  const days = daysFrom(first, last)
  return { days, places: new Map(days.map((day, index) => [day, index])) }
}

/** The days of a span on which fish were fed, or are taken for fed, beside those whose growth is booked. */
function daysOf({ group, from, to }: Span, calendar: Calendar, fed: Fed): string[] {
  const [begin, end] = [dayOf(from.grown.at), dayOf(to.grown.at)]
  if (begin >= end) return []
  const { first, plain } = fed.get(group.cage)!
  const recorded = first !== null && first < to.grown.at
  if (recorded && plain.size === 0) return []
  const start = calendar.places.get(begin)!
  const days = calendar.days.slice(start, calendar.places.get(end))
  return recorded ? days.filter((_, index) => plain.has(start + index)) : days
}

/** The days on which a group that is asked for is looked at, each after what happened on it, among its events. */
function withLooks(
  { id, asked }: FoundGroup,
  own: readonly ReadEvent[],
  { seen, looks }: { seen: readonly string[]; looks: Looks },
): ClockedEvent[] {
  const from = own[0]?.at
  const events = own.map((event): ClockedEvent => ({ ...event, grown: event }))
  if (!asked || from === undefined) return events
  const days = seen.map((day): ClockedEvent => {
    const held = looks(id, day)
    const grown = { at: `${day}T00:00`, id: -1 }
    return { at: `${addDays(day, 1)}T00:00`, id: -1, what: { type: 'seen', day }, before: held, after: held, grown }
  })
  const all = [...events, ...days.filter(({ at }) => at > from)].sort(order)
  // what an event has grown through, a look after it does not take back
  all.forEach((event, index) => {
    const before = all[index - 1]
    if (!before || order(before.grown, event.grown) <= 0) return
    event.grown = before.grown
    event.after = before.after
  })
  return all
}

/** Events with what lies between them; `seen` are days at whose end the groups asked for are looked at. */
export async function withClock(
  reader: FeedingReader,
  reach: Reach,
  groups: readonly FoundGroup[],
  events: ReadonlyMap<number, readonly ReadEvent[]>,
  seen: readonly string[],
): Promise<GroupHistory[]> {
  const asked = groups.filter((group) => group.asked)
  const [looks, fed] = await Promise.all([readLooks(reader, asked, seen), readFed(reader, reach, groups)])
  const calendar = calendarOf(dayOf(reach.from), dayOf(reach.until))
  return flatSlowly(groups, (group) => {
    const own = withLooks(group, events.get(group.id)!, { seen, looks })
    const clocked = own.map((to, index): HistoryEvent => {
      const { at, id, what, before } = to
      const from = own[index - 1]
      if (!from || before.count === 0) return { at, id, what, grown: 0, days: [] }
      const span = { group, from, to }
      return { at, id, what, grown: bookedIn(span), days: daysOf(span, calendar, fed) }
    })
    return [{ group: group.id, cage: group.cage, species: group.species, events: clocked }]
  })
}

/** The clock of days that were fed and have no growth in the book. */
export async function plainClock(reader: FeedingReader, histories: readonly GroupHistory[]): Promise<DayClock> {
  const { tx, company } = reader
  const cages = new Set<number>()
  let [first, last] = ['9', '']
  for (const { cage, events } of histories)
    for (const { days } of events) {
      if (days.length === 0) continue
      cages.add(cage)
      if (days[0]! < first) first = days[0]!
      if (days.at(-1)! > last) last = days.at(-1)!
    }
  if (cages.size === 0) return () => 0
  const { days, places } = calendarOf(first, last)
  const reach = { from: first, until: addDays(last, 1), settings: company.settings }
  const [water, { find, goods }] = await Promise.all([
    readWater(tx, company.id, [...cages], reach),
    assignments(reader, [...cages], days),
  ])
  const norms = await latestNorms(tx, company.id, goods)
  const matching = company.settings['feeding-rates']['temperature-matching']
  const termsOf = once((cage: number) =>
    once((day: string): AheadTerms => {
      const temperature = water.on(cage, day)
      const calc = find(cage, places.get(day)!)
      const seasons = (calc && norms.get(calc.good)?.seasons) ?? null
      return {
        norm: dayNorm({ day, seasons, temperature }, matching),
        temperature,
        coefficient: calc?.coefficient ?? 0,
      }
    }),
  )
  return (cage, day, weight) => dayAhead(termsOf(cage)(day), weight, null).far
}
