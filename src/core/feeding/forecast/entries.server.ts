/**
 * Entries of groups with what their documents say. Of a farm these are tens of thousands: each group's come as one text
 * of numbers, since rows of their own take longer to carry than to find.
 */
import { sql } from 'kysely'
import type { Tx } from '../../../server/db/client'
import { numberColumns, orNull } from '../../../server/db/read-numbers'
import type { Position } from '../../../server/db/ledger/entries'
import { openInstants } from '../../../shared/alarms/moments'

/** What is stored of a document. */
interface Told {
  weighing: boolean
  count: number | null
  /** mg */
  weight: number | null
  avg_weight: number | null
  /** of a catch taken as a fair sample */
  representative: boolean
}

export interface EntryRow extends Position, Told {
  count_delta: number
  mass_delta: number
  deviation: number
  count_after: number
  mass_after: number
}

/** By operation: the groups whose fish left, ascending; and whether others began with them. */
export interface Moves {
  leaving: ReadonlyMap<number, readonly number[]>
  beginning: ReadonlySet<number>
}

const KINDS = ['weighing', 'stocking', 'transfer', 'withdrawal', 'category_change']

/** Where the history of each cage begins. */
type Begins = ReadonlyMap<number, string>

const begun = (cages: Begins) =>
  sql`unnest(${[...cages.keys()]}::int[], ${[...cages.values()]}::timestamp[]) as c (cage, since)`

const ENTRY = numberColumns({
  minute: sql`date_part('epoch', at)::bigint / 60`,
  id: sql`operation_id`,
  countDelta: sql`count_delta`,
  massDelta: sql`mass_delta`,
  deviation: sql`deviation`,
  countAfter: sql`count_after`,
  massAfter: sql`mass_after`,
})

/** By groups, of each as it happened. */
const entriesOf = (tx: Tx, company: number, until: string, cages: Begins) =>
  tx.rows<{ group: number; told: string }>(sql`
    select g.id as "group", e.told from ${begun(cages)}
    join fish_groups g on g.company_id = ${company} and g.cage_id = c.cage and g.first_at < ${until}::timestamp
      and (g.closed_at is null or g.closed_at >= c.since)
    cross join lateral (
      select '[' || string_agg(${ENTRY.row}, ',' order by at, operation_id) || ']' as told
      from fish_entries where company_id = ${company} and group_id = g.id and kind = any(${KINDS}::text[])
        and at >= c.since and at < ${until}::timestamp
    ) e
    where e.told is not null order by g.id`)

const DOCUMENT = numberColumns({
  id: sql`o.id`,
  weighing: sql`(o.kind = 'weighing')::int`,
  count: orNull(sql`o.count`),
  weight: orNull(sql`o.weight`),
  average: orNull(sql`o.avg_weight`),
  representative: sql`(o.selection is not distinct from 'representative')::int`,
})

const documentsOf = (tx: Tx, company: number, until: string, cages: Begins) =>
  tx.rows<{ told: string }>(sql`
    select '[' || string_agg(${DOCUMENT.row}, ',') || ']' as told
    from ${begun(cages)}
    cross join lateral (
      select own.* from unnest(${KINDS}::text[]) as k (kind)
      -- kind by kind: the fence keeps the planner from going through all that was fed
      cross join lateral (
        select id, kind, count, weight, avg_weight, selection from operations
        where company_id = ${company} and cage_id = c.cage and kind = k.kind
          and (kind <> 'withdrawal' or weight is not null) and at >= c.since and at < ${until}::timestamp offset 0
      ) own
      union all
      select id, kind, count, weight, avg_weight, selection from operations
      where company_id = ${company} and to_cage_id = c.cage and kind = any(${KINDS}::text[])
        and (kind <> 'withdrawal' or weight is not null) and at >= c.since and at < ${until}::timestamp
    ) o group by c.cage`)

/** By operation. */
function toldBy(rows: readonly { told: string }[]): Map<number, Told> {
  const found = new Map<number, Told>()
  const { id, weighing, count, weight, average, representative } = DOCUMENT.places
  for (const { told } of rows) {
    const list = JSON.parse(told) as (number | null)[]
    for (let row = 0; row < list.length; row += DOCUMENT.width)
      found.set(list[row + id]!, {
        weighing: list[row + weighing] === 1,
        count: list[row + count]!,
        weight: list[row + weight]!,
        avg_weight: list[row + average]!,
        representative: list[row + representative] === 1,
      })
  }
  return found
}

type Instants = ReturnType<typeof openInstants>

function* rowsOf(
  list: readonly number[],
  documents: ReadonlyMap<number, Told>,
  instants: Instants,
): Generator<EntryRow> {
  const { minute, id, countDelta, massDelta, deviation, countAfter, massAfter } = ENTRY.places
  for (let row = 0; row < list.length; row += ENTRY.width) {
    const told = documents.get(list[row + id]!)
    if (!told) continue
    yield {
      at: instants(list[row + minute]!),
      id: list[row + id]!,
      count_delta: list[row + countDelta]!,
      mass_delta: list[row + massDelta]!,
      deviation: list[row + deviation]!,
      count_after: list[row + countAfter]!,
      mass_after: list[row + massAfter]!,
      // one by one: spreading takes three times as long
      weighing: told.weighing,
      count: told.count,
      weight: told.weight,
      avg_weight: told.avg_weight,
      representative: told.representative,
    }
  }
}

function movesOf(lists: ReadonlyMap<number, readonly number[]>, documents: ReadonlyMap<number, Told>): Moves {
  const leaving = new Map<number, number[]>()
  const beginning = new Set<number>()
  const { places, width } = ENTRY
  for (const [group, list] of lists)
    for (let row = 0; row < list.length; row += width) {
      const id = list[row + places.id]!
      const [delta, after] = [list[row + places.countDelta]!, list[row + places.countAfter]!]
      if (delta === 0 || !documents.has(id)) continue
      if (delta > 0 && after === delta) beginning.add(id)
      if (delta > 0) continue
      const others = leaving.get(id)
      if (others) others.push(group)
      else leaving.set(id, [group])
    }
  return { leaving, beginning }
}

const NONE: readonly number[] = []

/** Of all groups of these cages: the entries of each, made as they are asked for, and what moved fish between them. */
export async function readEntries(tx: Tx, company: number, until: string, cages: Begins) {
  const [entries, documents] = await Promise.all([
    entriesOf(tx, company, until, cages),
    documentsOf(tx, company, until, cages).then(toldBy),
  ])
  const lists = new Map(entries.map(({ group, told }) => [group, JSON.parse(told) as readonly number[]]))
  const instants = openInstants()
  return {
    rowsOf: (group: number) => rowsOf(lists.get(group) ?? NONE, documents, instants),
    moves: movesOf(lists, documents),
  }
}
