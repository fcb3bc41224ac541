/**
 * Entries of groups with what their documents say. Of a farm these are tens of thousands: each group's come as texts of
 * numbers, since rows of their own take longer to carry than to find.
 */
import { sql } from 'kysely'
import type { Tx } from '../../../server/db/client'
import { numberColumns, type NumbersOf, type TextsOf } from '../../../server/db/read-numbers'

/** By operation: the groups whose fish left, ascending; and whether others began with them. */
export interface Moves {
  leaving: ReadonlyMap<number, readonly number[]>
  beginning: ReadonlySet<number>
}

/** In the text of statements: so they are known to be those of the indexes that hold all of this. */
export const KINDS = sql.join(
  ['weighing', 'stocking', 'transfer', 'withdrawal', 'category_change'].map((kind) => sql.lit(kind)),
)
/** Of others no more is read than that fish left. */
const TELLING = sql`kind in (${KINDS}) and (kind <> 'withdrawal' or weight is not null)`

/** Where the history of each cage begins. */
type Begins = ReadonlyMap<number, string>

const begun = (cages: Begins) =>
  sql`unnest(${[...cages.keys()]}::int[], ${[...cages.values()]}::timestamp[]) as c (cage, since)`

const ENTRY = numberColumns(
  {
    minute: sql<number>`date_part('epoch', at)::bigint / 60`,
    id: sql<number>`operation_id`,
    countDelta: sql<number>`count_delta`,
    massDelta: sql<number>`mass_delta`,
    deviation: sql<number>`deviation`,
    countAfter: sql<number>`count_after`,
    massAfter: sql<number>`mass_after`,
  },
  sql`at, operation_id`,
)
type Entries = NumbersOf<typeof ENTRY>

/** By groups, of each as it happened. */
const entriesOf = (tx: Tx, company: number, until: string, cages: Begins) =>
  tx.rows<{ group: number; cage: number } & TextsOf<typeof ENTRY>>(sql`
    select g.id as "group", g.cage_id as cage, e.* from ${begun(cages)}
    join fish_groups g on g.company_id = ${company} and g.cage_id = c.cage and g.first_at < ${until}::timestamp
      and (g.closed_at is null or g.closed_at >= c.since)
    cross join lateral (
      select ${ENTRY.all} from fish_entries where company_id = ${company} and group_id = g.id and kind in (${KINDS})
        and at >= c.since and at < ${until}::timestamp
      having count(*) > 0
    ) e
    order by g.id`)

const DOCUMENT = numberColumns({
  id: sql<number>`o.id`,
  weighing: sql<number>`(o.kind = 'weighing')::int`,
  count: sql<number | null>`o.count`,
  weight: sql<number | null>`o.weight`,
  average: sql<number | null>`o.avg_weight`,
  representative: sql<number>`(o.selection is not distinct from 'representative')::int`,
})
type Documents = NumbersOf<typeof DOCUMENT>

/** By cages that fish left or came to. */
const documentsOf = (tx: Tx, company: number, until: string, cages: Begins) =>
  tx.rows<{ cage: number } & TextsOf<typeof DOCUMENT>>(sql`
    select c.cage, d.* from ${begun(cages)}
    cross join lateral (
      select ${DOCUMENT.all} from (
        select own.* from unnest(array[${KINDS}]) as k (kind)
        -- kind by kind: the fence keeps the planner from going through all that was fed
        cross join lateral (
          select id, kind, count, weight, avg_weight, selection from operations
          where company_id = ${company} and cage_id = c.cage and kind = k.kind and ${TELLING}
            and at >= c.since and at < ${until}::timestamp offset 0
        ) own
        union all
        select id, kind, count, weight, avg_weight, selection from operations
        where company_id = ${company} and to_cage_id = c.cage and ${TELLING}
          and at >= c.since and at < ${until}::timestamp
      ) o
      having count(*) > 0
    ) d`)

const readDocuments = (texts: TextsOf<typeof DOCUMENT>) => {
  const documents = DOCUMENT.read(texts)
  return { documents, places: new Map(documents.id.map((operation, place) => [operation, place])) }
}

/** What a group has: its entries as they happened, and the documents of its cage, by operation their places. */
export interface GroupEntries {
  entries: Entries
  documents: Documents
  places: ReadonlyMap<number, number>
}

function movesOf(entries: ReadonlyMap<number, Entries>): Moves {
  const arrived = new Set<number>()
  const beginning = new Set<number>()
  for (const { id: ids, countDelta, countAfter } of entries.values())
    ids.forEach((id, row) => {
      if (countDelta[row]! <= 0) return
      arrived.add(id)
      if (countAfter[row] === countDelta[row]) beginning.add(id)
    })
  const leaving = new Map<number, number[]>()
  for (const [group, { id: ids, countDelta }] of entries)
    ids.forEach((id, row) => {
      if (countDelta[row]! >= 0 || !arrived.has(id)) return
      const others = leaving.get(id)
      if (others) others.push(group)
      else leaving.set(id, [group])
    })
  return { leaving, beginning }
}

/** Of all groups of these cages: what each has, and what moved fish between them. */
export async function readEntries(tx: Tx, company: number, until: string, cages: Begins) {
  const [entries, documents] = await Promise.all([
    entriesOf(tx, company, until, cages).then(
      (rows) => new Map(rows.map(({ group, cage, ...texts }) => [group, { cage, ...ENTRY.read(texts) }])),
    ),
    documentsOf(tx, company, until, cages).then(
      (rows) => new Map(rows.map(({ cage, ...texts }) => [cage, readDocuments(texts)])),
    ),
  ])
  const ofGroup = (group: number): GroupEntries | null => {
    const own = entries.get(group)
    const told = own && documents.get(own.cage)
    return told ? { entries: own, ...told } : null
  }
  return { ofGroup, moves: movesOf(entries) }
}
