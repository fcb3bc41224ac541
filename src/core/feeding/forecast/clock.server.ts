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

/** Booked growth is summed in whole billionths: the same in whatever order it is read. */
const FINE = 1_000_000_000

/** For each span what the book let grow within it, as differences of the cube root of the average. */
async function bookedIn({ tx, company }: FeedingReader, spans: readonly Span[]): Promise<number[]> {
  if (spans.length === 0) return []
  const rows = await tx.rows<{ grown: number }>(sql`
    select coalesce(b.grown, 0)::bigint as grown
    from unnest(${spans.map(({ group }) => group.id)}::int[], ${spans.map(({ group }) => group.cage)}::int[],
      ${spans.map(({ from }) => from.at)}::timestamp[], ${spans.map(({ from }) => from.id)}::bigint[],
      ${spans.map(({ to }) => to.at)}::timestamp[], ${spans.map(({ to }) => to.id)}::bigint[])
      with ordinality as s (group_id, cage_id, from_at, from_id, to_at, to_id, place)
    left join lateral (
      select sum(round((cbrt(e.mass_after / 1000.0::float8 / e.count_after)
        - cbrt((e.mass_after - e.deviation) / 1000.0::float8 / e.count_after)) * ${FINE}::int)) as grown
      from fish_entries e
      where e.company_id = ${company.id} and e.kind = 'feeding' and e.cage_id = s.cage_id
        and (e.at, e.operation_id) > (s.from_at, s.from_id) and (e.at, e.operation_id) < (s.to_at, s.to_id)
        and e.group_id = s.group_id and e.count_after > 0
    ) b on true
    order by s.place`)
  return rows.map(({ grown }) => grown / FINE / USUAL_GROWTH)
}

interface FedCage {
  cage: number
  first: string | null
  /** days of the reach, counted from its beginning, that were fed without growth in the book; and with it */
  plain: string | null
  grown: string | null
}

const numbersOf = (text: string | null) => new Set((text ?? '').split(' ').filter(Boolean).map(Number))

/** On which days cages were fed. A cage that nobody ever entered feed for is fed every day. */
async function readFed({ tx, company }: FeedingReader, { from, until }: Reach, cages: readonly number[]) {
  const rows = await tx.rows<FedCage>(sql`
    select c.cage, first.at as first, fed.plain, fed.grown
    from unnest(${[...cages]}::int[]) as c (cage)
    left join lateral (
      select at from operations where company_id = ${company.id} and cage_id = c.cage and kind = 'feeding'
      order by at limit 1
    ) first on true
    left join lateral (
      select string_agg(d.day::text, ' ') filter (where not d.grown) as plain,
        string_agg(d.day::text, ' ') filter (where d.grown) as grown
      from (
        select f.day - ${from}::date as day, bool_or(f.grown) as grown from (
          select at::date as day, false as grown from operations
          where company_id = ${company.id} and cage_id = c.cage and kind = 'feeding'
            and at >= ${from}::timestamp and at < ${until}::timestamp
          union all
          select at::date, true from fish_entries
          where company_id = ${company.id} and cage_id = c.cage and kind = 'feeding'
            and at >= ${from}::timestamp and at < ${until}::timestamp
        ) f group by f.day
      ) d
    ) fed on true`)
  return new Map(
    rows.map(({ cage, first, plain, grown }) => [cage, { first, plain: numbersOf(plain), grown: numbersOf(grown) }]),
  )
}
type Fed = Awaited<ReturnType<typeof readFed>>

/** The days of a span on which fish were fed, or are taken for fed, beside those whose growth is booked. */
function daysOf({ group, from, to }: Span, calendar: readonly string[], fed: Fed): string[] {
  const { first, plain, grown } = fed.get(group.cage)!
  const recorded = first !== null && first < to.at
  if (recorded && plain.size === 0) return []
  const placeOf = (at: string) => daysBetween(calendar[0]!, dayOf(at))
  const start = placeOf(from.at)
  return calendar.slice(start, Math.max(start, placeOf(to.at))).filter((_, index) => {
    const place = start + index
    return recorded ? plain.has(place) : !grown.has(place)
  })
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
