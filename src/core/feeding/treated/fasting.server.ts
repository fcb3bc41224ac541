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

interface Step {
  place: number
  fed_at: string | null
  fed_id: number | null
  began_at: string | null
  began_id: number | null
  began_kind: string | null
}

/** The last feeding in the cage before each position, and when the group began after it with fish in an empty place. */
const stepsOf = ({ tx, company }: Reader, places: readonly Place[], since: string) =>
  tx.rows<Step>(sql`
    select p.place::int, fed.at as fed_at, fed.id as fed_id, began.at as began_at, began.operation_id as began_id,
      began.kind as began_kind
    from ${unnested(places)}
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
    left join lateral (
      select at, operation_id, kind from fish_entries
      where company_id = ${company.id} and group_id = p.grp and (at, operation_id) < (p.at, p.id)
        and (at, operation_id) > (f.at, f.id) and count_after > 0 and count_after = count_delta
      order by at desc, operation_id desc limit 1
    ) began on true`)

interface Inflow {
  place: number
  group: number
  cage: number
  at: string
  id: number
}

/** The groups from which fish came into each between two positions, the first included. */
const inflowsOf = ({ tx, company }: Reader, places: readonly Place[], from: readonly Position[]) =>
  tx.rows<Inflow>(sql`
    select p.place::int, g.id as "group", g.cage_id as cage, e.at, e.operation_id as id
    from ${unnested(places, from)}
    join fish_entries e on e.company_id = ${company.id} and e.group_id = p.grp and e.count_delta > 0
      and (e.at, e.operation_id) >= (p.from_at, p.from_id) and (e.at, e.operation_id) < (p.at, p.id)
    join fish_entries s on s.company_id = ${company.id} and s.operation_id = e.operation_id
      and s.group_id <> e.group_id and s.count_delta < 0
    join fish_groups g on g.company_id = ${company.id} and g.id = s.group_id`)

const unnested = (places: readonly Place[], from: readonly Position[] = places) => sql`
  unnest(${places.map(({ group }) => group)}::int[], ${places.map(({ cage }) => cage)}::int[],
    ${places.map(({ at }) => at)}::timestamp[], ${places.map(({ id }) => id)}::bigint[],
    ${from.map(({ at }) => at)}::timestamp[], ${from.map(({ id }) => id)}::bigint[])
    with ordinality as p (grp, cage, at, id, from_at, from_id, place)`

type Reader = Pick<Context, 'tx' | 'company'>

const readGroups = ({ tx, company }: Reader, cages: readonly number[] | null) =>
  tx.rows<{ group: number; cage: number }>(sql`
    select id as "group", cage_id as cage from fish_groups
    where company_id = ${company.id} and first_at is not null and closed_at is null
      ${cages ? sql`and cage_id = any(${cages}::int[])` : sql``}`)

/** The day from which on a step's fish got nothing: fed here, or stocked. Null when only their origin tells. */
function knownIn({ fed_at, began_at, began_kind }: Step): string | null {
  if (began_at === null) return fed_at
  return began_kind === 'stocking' ? began_at : null
}

/** Where the reading of inflows begins: what came before a feeding was fed with it. */
const startOf = ({ fed_at, fed_id, began_at, began_id }: Step, since: string): Position =>
  began_at !== null
    ? { at: began_at, id: began_id! }
    : fed_at !== null
      ? { at: fed_at, id: fed_id! }
      : { at: since, id: 0 }

/** The day on which the fish of each cage were last fed, or stocked; a cage is left out when none is known. */
export async function fedDays(context: Reader, cages: readonly number[] | null): Promise<Map<number, string>> {
  const { now } = context.company
  const since = `${addDays(dayOf(now), -FASTING_DAYS)}T00:00`
  const days = new Map<number, string>()
  const seen = new Set<string>()
  const rows = await readGroups(context, cages)
  let places = rows.map(({ group, cage }): Place => ({ root: cage, group, cage, ...NOW }))
  while (places.length > 0) {
    const steps = await stepsOf(context, places, since)
    const from: Position[] = places.map(() => ({ at: since, id: 0 }))
    for (const step of steps) {
      const { root } = places[step.place - 1]!
      const known = knownIn(step)
      if (known !== null && known > (days.get(root) ?? '')) days.set(root, known)
      from[step.place - 1] = startOf(step, since)
    }
    const inflows = await inflowsOf(context, places, from)
    places = inflows.flatMap(({ place, ...source }) => {
      const { root } = places[place - 1]!
      const key = `${root}|${source.group}|${source.id}`
      // what left its cage before the fish here were fed says nothing later
      if (seen.has(key) || order(source, { at: days.get(root) ?? '', id: 0 }) < 0) return []
      seen.add(key)
      return [{ root, ...source }]
    })
  }
  return new Map([...days].map(([cage, at]) => [cage, dayOf(at)]))
}

/** After everything stored. */
const NOW: Position = { at: '9999-01-01T00:00', id: Number.MAX_SAFE_INTEGER }
