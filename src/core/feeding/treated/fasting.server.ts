/** Since when fish were not fed, here or where they came from: of fish that were mixed the latest feeding counts. */
import { sql } from 'kysely'
import { addDays, dayOf } from '../../../shared/dates'
import type { Context } from '../../../server/http/route'
import { order, type Position } from '../../../server/db/ledger/entries'

/** Nobody asks about longer. */
const FASTING_DAYS = 365

/** A group at a position of its history, whose feeding may be that of another cage. */
interface Place extends Position {
  root: number
  group: number
  cage: number
}

/** Fish that came into the group of a place since it was fed, and one of the groups from which they came. */
interface Arrival extends Position {
  kind: string
  /** into an empty place */
  begins: boolean
  /** null where they came from no other cage */
  group: number | null
  cage: number | null
}

interface Told {
  place: number
  fed_at: string | null
  /** null when nothing came since */
  arrivals: Arrival[] | null
}

/** SQL: kinds that may bring fish from elsewhere than another cage. */
const BRINGING = sql`'stocking', 'correction', 'close_out', 'category_change'`

/**
 * The last feeding in the cage before each position, and what came into its group after it, in order. Documents are
 * asked for that: a group that was not fed for long has thousands of entries that bring nothing.
 */
const readTold = ({ tx, company }: Reader, places: readonly Place[], since: string) =>
  tx.rows<Told>(sql`
    select p.place::int, fed.at as fed_at, came.arrivals
    from unnest(${places.map(({ group }) => group)}::int[], ${places.map(({ cage }) => cage)}::int[],
      ${places.map(({ at }) => at)}::timestamp[], ${places.map(({ id }) => id)}::bigint[])
      with ordinality as p (grp, cage, at, id, place)
    left join lateral (
      select at, id from operations
      where company_id = ${company.id} and cage_id = p.cage and kind = 'feeding' and (at, id) < (p.at, p.id)
        and at >= ${since}::timestamp
      order by at desc, id desc limit 1
    ) fed on true
    cross join lateral (
      -- coalesce is not leakproof: under row-level security only a plain column bounds a search of an index
      select coalesce(fed.at, ${since}::timestamp) as at, coalesce(fed.id, 0) as id offset 0
    ) f
    cross join lateral (
      select json_agg(json_build_object('at', to_char(o.at, 'YYYY-MM-DD"T"HH24:MI'), 'id', o.id, 'kind', e.kind,
        'begins', e.begins, 'group', s.group_id, 'cage', s.cage_id) order by o.at, o.id) as arrivals
      from (
        select at, id from operations
        where company_id = ${company.id} and to_cage_id = p.cage and (at, id) > (f.at, f.id) and (at, id) < (p.at, p.id)
        union all
        select at, id from operations
        where company_id = ${company.id} and cage_id = p.cage and kind in (${BRINGING})
          and (at, id) > (f.at, f.id) and (at, id) < (p.at, p.id)) o
      cross join lateral (
        select kind, count_after = count_delta as begins from fish_entries
        where company_id = ${company.id} and operation_id = o.id and group_id = p.grp and count_delta > 0 offset 0) e
      left join lateral (
        select group_id, cage_id from fish_entries
        where company_id = ${company.id} and operation_id = o.id and group_id <> p.grp and count_delta < 0) s on true
    ) came`)

type Reader = Pick<Context, 'tx' | 'company'>

const readGroups = ({ tx, company }: Reader, cages: readonly number[] | null) =>
  tx.rows<{ group: number; cage: number }>(sql`
    select id as "group", cage_id as cage from fish_groups
    where company_id = ${company.id} and first_at is not null and closed_at is null
      ${cages ? sql`and cage_id = any(${cages}::int[])` : sql``}`)

/** The day from which on the fish of a place got nothing: fed here, or stocked. Null when only their origin tells. */
const knownIn = (fed: string | null, began: Arrival | undefined): string | null =>
  began ? (began.kind === 'stocking' ? began.at : null) : fed

/** The day on which the fish of each cage were last fed, or stocked; a cage is left out when none is known. */
export async function fedDays(context: Reader, cages: readonly number[] | null): Promise<Map<number, string>> {
  const { now } = context.company
  const since = `${addDays(dayOf(now), -FASTING_DAYS)}T00:00`
  const days = new Map<number, string>()
  const seen = new Set<string>()
  const rows = await readGroups(context, cages)
  let places = rows.map(({ group, cage }): Place => ({ root: cage, group, cage, ...NOW }))
  while (places.length > 0) {
    const told = (await readTold(context, places, since)).map(({ place, fed_at, arrivals }) => {
      const { root } = places[place - 1]!
      const came = arrivals ?? []
      const began = came.findLast(({ begins }) => begins)
      const known = knownIn(fed_at, began)
      if (known !== null && known > (days.get(root) ?? '')) days.set(root, known)
      // what came before a feeding was fed with it, and what came before the place was empty has left
      return { root, came: began ? came.filter((one) => order(one, began) >= 0) : came }
    })
    places = told.flatMap(({ root, came }) =>
      came.flatMap(({ group, cage, at, id }) => {
        const key = `${root}|${group}|${id}`
        // what left its cage before the fish here were fed says nothing later
        if (group === null || seen.has(key) || order({ at, id }, { at: days.get(root) ?? '', id: 0 }) < 0) return []
        seen.add(key)
        return [{ root, group, cage: cage!, at, id }]
      }),
    )
  }
  return new Map([...days].map(([cage, at]) => [cage, dayOf(at)]))
}

/** After everything stored. */
const NOW: Position = { at: '9999-01-01T00:00', id: Number.MAX_SAFE_INTEGER }
