/**
 * How fast groups of fish ran through the days between two things that happened to them: by the growth that the book
 * has, by the norms' own gain on days fed without it, else by the warmth of the water. On days without feed not at all.
 */
import { sql } from 'kysely'
import { order, type Position } from '../../../server/db/ledger/entries'
import { addDays, dayOf, daysBetween } from '../../../shared/dates'
import { gainOf, rationOf } from '../../../shared/feeding/ration'
import { normOn, tableDays, warmthOf } from '../../../shared/feeding/weight-ahead'
import { USUAL_GROWTH } from '../../../shared/feeding/weight-filter'
import type { DayClock, GroupHistory, HistoryEvent } from '../../../shared/feeding/weight-history'
import { assignments, daysFrom, type FeedingReader } from '../day-terms.server'
import { latestNorms } from '../norms.server'
import type { ReadEvent, ReadGroup, Reach } from './events.server'
import { readWater } from './water.server'

/** Growth between two positions, of which the first may not lie before the second: nothing then. */
interface Span {
  group: ReadGroup
  from: Position
  to: Position
}

/** An event, and up to where fish have grown when it comes: a look at a day sees nothing of that day's growth. */
interface ClockedEvent extends ReadEvent {
  grown: Position
}

interface BookSpan {
  count: number | null
  mass: number | null
  count_then: number | null
  mass_then: number | null
}

const rootOf = (mass: number | null, count: number | null) => (count && mass ? Math.cbrt(mass / count / 1000) : null)

/**
 * For each span how far the book let fish grow, as thousands of degree-days of usual growth: between two events nothing
 * but feed moves an average, so its two ends tell. Two index steps for each.
 */
async function bookedIn({ tx, company }: FeedingReader, spans: readonly Span[]): Promise<number[]> {
  if (spans.length === 0) return []
  const rows = await tx.rows<BookSpan>(sql`
    select a.count_after as count, a.mass_after as mass, b.count_after as count_then, b.mass_after as mass_then
    from unnest(${spans.map(({ group }) => group.id)}::int[], ${spans.map(({ from }) => from.at)}::timestamp[],
      ${spans.map(({ from }) => from.id)}::bigint[], ${spans.map(({ to }) => to.at)}::timestamp[],
      ${spans.map(({ to }) => to.id)}::bigint[])
      with ordinality as s (group_id, from_at, from_id, to_at, to_id, place)
    left join lateral (
      select count_after, mass_after from fish_entries
      where company_id = ${company.id} and group_id = s.group_id and (at, operation_id) <= (s.from_at, s.from_id)
      order by at desc, operation_id desc limit 1
    ) a on true
    left join lateral (
      select count_after, mass_after from fish_entries
      where company_id = ${company.id} and group_id = s.group_id and (at, operation_id) < (s.to_at, s.to_id)
      order by at desc, operation_id desc limit 1
    ) b on true
    order by s.place`)
  return rows.map(({ count, mass, count_then, mass_then }, index) => {
    const { from, to } = spans[index]!
    const [begin, end] = [rootOf(mass, count), rootOf(mass_then, count_then)]
    return begin === null || end === null || order(from, to) >= 0 ? 0 : Math.max(0, end - begin) / USUAL_GROWTH
  })
}

interface FedCage {
  cage: number
  first: string | null
  /** days of the reach, counted from its beginning, on which a feeding grew nothing in the book */
  plain: string | null
}

/** On which days cages were fed without growth. A cage that nobody ever entered feed for is fed every day. */
async function readFed({ tx, company }: FeedingReader, { from, until }: Reach, cages: readonly number[]) {
  const rows = await tx.rows<FedCage>(sql`
    select c.cage, first.at as first, fed.plain
    from unnest(${[...cages]}::int[]) as c (cage)
    left join lateral (
      select at from operations where company_id = ${company.id} and cage_id = c.cage and kind = 'feeding'
      order by at limit 1
    ) first on true
    left join lateral (
      select string_agg(d.day::text, ' ') as plain from (
        select distinct at::date - ${from}::date as day from operations
        where company_id = ${company.id} and cage_id = c.cage and kind = 'feeding' and norm_version_id is null
          and at >= ${from}::timestamp and at < ${until}::timestamp
      ) d
    ) fed on true`)
  const some = rows.flatMap(({ cage, plain }) => (plain ? [cage] : []))
  const grown =
    some.length === 0
      ? []
      : await tx.rows<{ cage: number; day: number }>(sql`
          select distinct cage_id as cage, at::date - ${from}::date as day from fish_entries
          where company_id = ${company.id} and cage_id = any(${some}::int[]) and kind = 'feeding'
            and at >= ${from}::timestamp and at < ${until}::timestamp`)
  const booked = new Set(grown.map(({ cage, day }) => `${cage}|${day}`))
  return new Map(
    rows.map(({ cage, first, plain }) => {
      const days = (plain ?? '').split(' ').filter(Boolean).map(Number)
      return [cage, { first, plain: new Set(days.filter((day) => !booked.has(`${cage}|${day}`))) }]
    }),
  )
}
type Fed = Awaited<ReturnType<typeof readFed>>

/** The days of a span on which fish were fed, or are taken for fed, beside those whose growth is booked. */
function daysOf({ group, from, to }: Span, calendar: readonly string[], fed: Fed): string[] {
  const { first, plain } = fed.get(group.cage)!
  const recorded = first !== null && first < to.at
  if (recorded && plain.size === 0) return []
  const placeOf = (at: string) => daysBetween(calendar[0]!, dayOf(at))
  const start = placeOf(from.at)
  const days = calendar.slice(start, Math.max(start, placeOf(to.at)))
  return recorded ? days.filter((_, index) => plain.has(start + index)) : days
}

interface Lived {
  group: ReadGroup
  own: readonly ClockedEvent[]
}

/** The days on which a group that is asked for is looked at, each after what happened on it, among its events. */
function withLooks(group: ReadGroup & { asked: boolean }, own: readonly ReadEvent[], seen: readonly string[]): Lived {
  const from = own[0]?.at
  const events = own.map((event): ClockedEvent => ({ ...event, grown: event }))
  if (!group.asked || from === undefined) return { group, own: events }
  const looks = seen
    .map((day): ClockedEvent => ({
      at: `${addDays(day, 1)}T00:00`,
      id: -1,
      what: { type: 'seen', day },
      fish: true,
      grown: { at: `${day}T00:00`, id: -1 },
    }))
    .filter(({ at }) => at > from)
  const all = [...events, ...looks].sort(order)
  // what an event has grown through, a look after it does not take back
  all.forEach((event, index) => {
    const before = all[index - 1]?.grown
    if (before && order(before, event.grown) > 0) event.grown = before
  })
  return { group, own: all }
}

/** Events with what lies between them; `seen` are days at whose end the groups asked for are looked at. */
export async function withClock(
  reader: FeedingReader,
  reach: Reach,
  groups: readonly (ReadGroup & { asked: boolean })[],
  events: ReadonlyMap<number, readonly ReadEvent[]>,
  seen: readonly string[],
): Promise<GroupHistory[]> {
  const all = groups.map((group) => withLooks(group, events.get(group.id)!, seen))
  const spans = all.flatMap(({ group, own }) =>
    own.slice(1).map(({ grown }, index): Span => ({ group, from: own[index]!.grown, to: grown })),
  )
  const [booked, fed] = await Promise.all([
    bookedIn(reader, spans),
    readFed(reader, reach, [...new Set(groups.map(({ cage }) => cage))]),
  ])
  const calendar = daysFrom(dayOf(reach.from), dayOf(reach.until))
  let place = 0
  return all.map(({ group: { id, cage, species }, own }) => ({
    group: id,
    cage,
    species,
    events: own.map(({ at, id: operation, what, fish }, index): HistoryEvent => {
      const span = index > 0 ? place++ : null
      const lived = span !== null && fish
      return {
        at,
        id: operation,
        what,
        grown: lived ? booked[span]! : 0,
        days: lived ? daysOf(spans[span]!, calendar, fed) : [],
      }
    }),
  }))
}

/** The clock of days that were fed and have no growth in the book. */
export async function plainClock(reader: FeedingReader, histories: readonly GroupHistory[]): Promise<DayClock> {
  const { tx, company } = reader
  const places = histories.flatMap(({ cage, events }) =>
    events.flatMap(({ days }) => days.map((day) => ({ cage, day }))),
  )
  if (places.length === 0) return () => 0
  const first = places.reduce((least, { day }) => (day < least ? day : least), places[0]!.day)
  const last = places.reduce((most, { day }) => (day > most ? day : most), first)
  const cages = [...new Set(places.map(({ cage }) => cage))]
  const days = daysFrom(first, last)
  const reach = { from: first, until: addDays(last, 1), settings: company.settings }
  const [water, find] = await Promise.all([readWater(tx, company.id, cages, reach), assignments(reader, cages, days)])
  const placeOf = new Map(days.map((day, index) => [day, index]))
  const goods = new Set(cages.flatMap((cage) => days.flatMap((_, day) => find(cage, day)?.good ?? [])))
  const norms = await latestNorms(tx, company.id, [...goods])
  const matching = company.settings['feeding-rates']['temperature-matching']
  return (cage, day, weight) => {
    const temperature = water.on(cage, day)
    const calc = find(cage, placeOf.get(day)!)
    const seasons = (calc && norms.get(calc.good)?.seasons) ?? null
    const norm = normOn({ day, seasons, temperature }, weight, matching)
    if (!norm) return warmthOf(temperature)
    return tableDays(weight, gainOf(rationOf(weight, norm.rate, calc!.coefficient), norm))
  }
}
