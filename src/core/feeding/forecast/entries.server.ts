/**
 * Entries of groups with what their documents say. Of a farm these are tens of thousands: each group's come as one text
 * of numbers, since rows of their own take longer to carry than to find.
 */
import { sql } from 'kysely'
import type { Tx } from '../../../server/db/client'
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

/** By groups, of each as it happened. */
const entriesOf = (tx: Tx, company: number, until: string, cages: Begins) =>
  tx.rows<{ group: number; told: string }>(sql`
    select g.id as "group", e.told from ${begun(cages)}
    join fish_groups g on g.company_id = ${company} and g.cage_id = c.cage and g.first_at < ${until}::timestamp
      and (g.closed_at is null or g.closed_at >= c.since)
    cross join lateral (
      select '[' || string_agg(concat_ws(',', date_part('epoch', at)::bigint / 60, operation_id, count_delta,
        mass_delta, deviation, count_after, mass_after), ',' order by at, operation_id) || ']' as told
      from fish_entries where company_id = ${company} and group_id = g.id and kind = any(${KINDS}::text[])
        and at >= c.since and at < ${until}::timestamp
    ) e
    where e.told is not null order by g.id`)
const ENTRY = 7

const documentsOf = (tx: Tx, company: number, until: string, cages: Begins) =>
  tx.rows<{ told: string }>(sql`
    select '[' || string_agg(concat_ws(',', o.id, (o.kind = 'weighing')::int, coalesce(o.count::text, 'null'),
      coalesce(o.weight::text, 'null'), coalesce(o.avg_weight::text, 'null'),
      (o.selection is not distinct from 'representative')::int), ',') || ']' as told
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
const DOCUMENT = 6

/** By operation. */
function toldBy(rows: readonly { told: string }[]): Map<number, Told> {
  const found = new Map<number, Told>()
  for (const { told } of rows) {
    const list = JSON.parse(told) as (number | null)[]
    for (let at = 0; at < list.length; at += DOCUMENT)
      found.set(list[at]!, {
        weighing: list[at + 1] === 1,
        count: list[at + 2]!,
        weight: list[at + 3]!,
        avg_weight: list[at + 4]!,
        representative: list[at + 5] === 1,
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
  for (let at = 0; at < list.length; at += ENTRY) {
    const told = documents.get(list[at + 1]!)
    if (!told) continue
    yield {
      at: instants(list[at]!),
      id: list[at + 1]!,
      count_delta: list[at + 2]!,
      mass_delta: list[at + 3]!,
      deviation: list[at + 4]!,
      count_after: list[at + 5]!,
      mass_after: list[at + 6]!,
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
  for (const [group, list] of lists)
    for (let at = 0; at < list.length; at += ENTRY) {
      const [id, delta, after] = [list[at + 1]!, list[at + 2]!, list[at + 5]!]
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
