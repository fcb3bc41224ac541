/** What happened to groups of fish, out of operations and entries: weighings, fish taken, fish that came. */
import { sql } from 'kysely'
import { minutesOf } from '../../../shared/alarms/moments'
import { addDays } from '../../../shared/dates'
import { POOLED } from '../../../shared/feeding/weight-errors'
import type { Happening, HistoryEvent, Moment } from '../../../shared/feeding/weight-history'
import type { Tx } from '../../../server/db/client'
import { type GroupEntries, KINDS, type Moves, readEntries } from './entries.server'

/** A history goes back so far at most: what was before is told by the book's average then. */
const DAYS_BACK = 400
/**
 * And no further than so many weighings of the cage, of which the last lies before a month ago: what older ones say of
 * today is nothing beside these, and a day of the last month is told the same, whichever day it is asked on.
 */
const WEIGHINGS_BACK = 13
const MONTH_BACK = 31
const MG_PER_GRAM = 1000

export interface ReadGroup {
  id: number
  cage: number
  species: number
}

export interface FoundGroup extends ReadGroup {
  generation: number
  category: number
  asked: boolean
  /** where the history of its cage begins */
  since: string
  /** the book's average then, mg of so many fish; null when it had none */
  count: number | null
  mass: number | null
}

/** The moments that histories lie between. */
export interface Reach {
  from: string
  /** before it lies the last weighing of those that a history begins with */
  counted: string
  /** exclusive */
  until: string
}

/** Of what is known at the end of `at`, told of days from `first` on. */
export function reachOf(at: string, first: string): Reach {
  const month = addDays(at, -MONTH_BACK)
  return {
    from: `${addDays(at, -DAYS_BACK)}T00:00`,
    counted: `${first < month ? first : month}T00:00`,
    until: `${addDays(at, 1)}T00:00`,
  }
}

/** SQL: where the history of a cage begins. */
const sinceOf = (company: number, { from, counted }: Reach, cage: string) => sql`coalesce((
  select at from operations
  where company_id = ${company} and cage_id = ${sql.ref(cage)} and kind = 'weighing'
    and at >= ${from}::timestamp and at < ${counted}::timestamp
  order by at desc, id desc limit 1 offset ${WEIGHINGS_BACK - 1}
), ${from}::timestamp)`

/** Groups whose fish began `f`: by transfers within its history, or by a change of their category. */
const sourcesOf = (company: number, reach: Reach) => sql`
  select g.id, g.cage_id, g.generation_id, g.age_category_id,
    ${sinceOf(company, reach, 'g.cage_id')} as since
  from fish_entries e
  join operations o on o.company_id = ${company} and o.id = e.operation_id and o.to_cage_id = f.cage_id
    and o.generation_id = f.generation_id
  join fish_groups g on g.company_id = ${company} and g.cage_id = o.cage_id
    and g.generation_id = f.generation_id and g.age_category_id = f.age_category_id
  where e.company_id = ${company} and e.group_id = f.id and e.at >= f.since and e.at < ${reach.until}::timestamp
    and e.kind in (${KINDS}) and e.count_delta > 0 and e.count_after = e.count_delta
  union all
  select g.id, g.cage_id, g.generation_id, g.age_category_id, f.since from fish_groups g
  where g.company_id = ${company} and g.cage_id = f.cage_id and g.generation_id = f.generation_id
    and g.first_at < ${reach.until}::timestamp and (g.closed_at is null or g.closed_at >= f.since)`

/**
 * Groups that had fish after `alive`, of these cages or of all; those of the farm's last weighings, whose errors count
 * for all; and where fish of theirs came from. Moments come as timestamps: nothing else uses an index under row-level
 * security.
 */
export const readGroups = (
  tx: Tx,
  company: number,
  reach: Reach,
  { cages, alive }: { cages: readonly number[] | null; alive: string },
) =>
  tx.rows<FoundGroup>(sql`
    with recursive asked as (
      select g.id from fish_groups g
      where g.company_id = ${company} and g.first_at < ${reach.until}::timestamp
        and (g.closed_at is null or g.closed_at >= ${alive}::timestamp)
        ${cages ? sql`and g.cage_id = any(${[...cages]}::int[])` : sql``}
    ), weighed as (
      select e.group_id as id from fish_entries e
      where e.company_id = ${company} and e.kind = 'weighing' and e.at >= ${reach.from}::timestamp
        and e.at < ${reach.until}::timestamp
      order by e.at desc, e.operation_id desc limit ${POOLED}
    ), found as (
      select id, cage_id, generation_id, age_category_id, ${sinceOf(company, reach, 'g.cage_id')} as since
      from fish_groups g
      where company_id = ${company} and id in (select id from asked union select id from weighed)
      union
      select s.* from found f
      cross join lateral (
        ${sourcesOf(company, reach)}
      ) s
    )
    select f.id, f.cage_id as cage, f.generation_id as generation, f.age_category_id as category, f.since,
      n.species_id as species, f.id in (select id from asked) as asked, b.count_after as count, b.mass_after as mass
    from found f join generations n on n.company_id = ${company} and n.id = f.generation_id
    left join lateral (
      select count_after, mass_after from fish_entries
      where company_id = ${company} and group_id = f.id and at < f.since
      order by at desc, operation_id desc limit 1
    ) b on true
    order by f.id`)

const grams = (mg: number) => mg / MG_PER_GRAM

const cameOf = (
  { entries, documents }: GroupEntries,
  row: number,
  place: number,
  from: readonly number[],
): Happening => {
  const [delta, mass] = [entries.countDelta[row]!, entries.massDelta[row]!]
  const [count, weight] = [documents.count[place]!, documents.weight[place]!]
  const before = entries.countAfter[row]! - delta
  return {
    type: 'came',
    before,
    held: before > 0 ? grams((entries.massAfter[row]! - mass) / before) : null,
    count: delta,
    weight: weight === null || !count ? null : grams(weight / count),
    book: grams((mass - entries.deviation[row]!) / delta),
    from,
  }
}

/** What an entry and its document mean for the average. */
function happening(told: GroupEntries, row: number, place: number, { leaving, beginning }: Moves): Happening | null {
  const { entries, documents } = told
  const [id, delta, after] = [entries.id[row]!, entries.countDelta[row]!, entries.countAfter[row]!]
  const [count, weight] = [documents.count[place]!, documents.weight[place]!]
  if (documents.weighing[place] === 1) {
    const average = count !== null && weight !== null ? weight / count : documents.average[place]!
    return after > 0 ? { type: 'weighed', weight: grams(average), sample: count, real: true } : null
  }
  if (delta > 0) return cameOf(told, row, place, leaving.get(id) ?? [])
  // of a catch that was weighed and taken as a fair sample
  if (weight !== null && documents.representative[place] === 1)
    return { type: 'weighed', weight: grams(weight / count!), sample: count, real: false }
  if (weight !== null) return { type: 'taken', before: after - delta, count: -delta, mass: grams(weight) }
  // what is known of fish that leave goes with those that begin a group
  return beginning.has(id) ? { type: 'seen', day: null } : null
}

interface Book {
  /** fish that were there before */
  had: number
  /** W^⅓ of the book's average until then, and from then on; null without fish */
  before: number | null
  after: number | null
}

/** What happened, and what the book had around it: how far fish have grown between two of them the clock sets. */
export interface ReadEvent extends HistoryEvent, Book {
  /** up to where fish have grown when it comes: a look at a day sees nothing of that day's growth */
  until: Moment
}

export const NO_DAYS: readonly string[] = []

/** An event before which no growth is known; `until` itself when left out. */
export function eventOf({ minute, id }: Moment, what: Happening, { had, before, after }: Book, until?: Moment) {
  const event = { minute, id, what, grown: 0, days: NO_DAYS, had, before, after, until } as ReadEvent
  event.until ??= event
  return event
}

/** grams^⅓ of the average of fish of so many mg */
export const rootOf = (count: number, mass: number): number | null =>
  count > 0 && mass > 0 ? Math.cbrt(mass / count / MG_PER_GRAM) : null

/** The book's average as a history begins. */
function* beginning({ since, count, mass }: FoundGroup): Generator<ReadEvent> {
  if (!count) return
  const what = { type: 'weighed', weight: grams(mass! / count), sample: null, real: false } as const
  yield eventOf({ minute: minutesOf(since), id: 0 }, what, { had: 0, before: null, after: rootOf(count, mass!) })
}

function eventAt(told: GroupEntries, row: number, place: number, moves: Moves): ReadEvent | null {
  const what = happening(told, row, place, moves)
  if (!what) return null
  const { minute, id, countDelta, countAfter, massDelta, massAfter } = told.entries
  const [after, mass] = [countAfter[row]!, massAfter[row]!]
  const had = after - countDelta[row]!
  const book = { had, before: rootOf(had, mass - massDelta[row]!), after: rootOf(after, mass) }
  return eventOf({ minute: minute[row]!, id: id[row]! }, what, book)
}

/** What happened to a group, in order, its beginning first: made as it is asked for, since a farm has very many. */
export async function readEvents(tx: Tx, company: number, { until }: Reach, groups: readonly FoundGroup[]) {
  const cages = new Map(groups.map(({ cage, since }) => [cage, since]))
  const { ofGroup, moves } = await readEntries(tx, company, until, cages)
  const eventsOf = function* (group: FoundGroup): Generator<ReadEvent> {
    yield* beginning(group)
    const told = ofGroup(group.id)
    if (!told) return
    const { id } = told.entries
    for (let row = 0; row < id.length; row++) {
      const place = told.places.get(id[row]!)
      const event = place === undefined ? null : eventAt(told, row, place, moves)
      if (event) yield event
    }
  }
  return { eventsOf, beginning: moves.beginning }
}
