/** Where the fish of a generation lived before they were withdrawn: their cage, and those they came from. */
import { sql } from 'kysely'
import type { Context } from '../../server/http/route'

/** A moment in the order of the ledger. */
export interface Moment {
  at: string
  id: number
}

export interface Stay {
  cage: number
  generation: number
  since: Moment
  until: Moment
}

/** Something that happened to a generation in a cage. */
export interface LifeEvent {
  cage_id: number
  generation_id: number
  at: string
  operation_id: number
  /** of fish that arrived by a transfer */
  from_cage_id: number | null
  /** before it the cage had no fish of the generation */
  begins: boolean
}

/** First fish and arrivals of all cages that ever held these generations, in ledger order. */
export const readLife = ({ tx, company }: Context, generations: number[]) =>
  tx.rows<LifeEvent>(sql`
    select r.cage_id, r.generation_id, r.at, r.operation_id, r.count = r.delta as begins,
      case when o.to_cage_id = r.cage_id then o.cage_id end as from_cage_id
    from (
      select s.*, sum(delta) over (partition by cage_id, generation_id order by at, operation_id)::int as count
      from (
        select e.cage_id, g.generation_id, e.at, e.operation_id, sum(e.count_delta)::int as delta
        from fish_groups g
        join fish_entries e on e.company_id = ${company.id} and e.group_id = g.id
        where g.company_id = ${company.id} and g.generation_id = any(${generations}::int[])
        group by e.cage_id, g.generation_id, e.at, e.operation_id) s
    ) r
    join operations o on o.company_id = ${company.id} and o.id = r.operation_id
    where r.delta > 0 and (r.count = r.delta or (o.kind = 'transfer' and o.to_cage_id = r.cage_id))
    order by r.at, r.operation_id`)

const compare = (one: Moment, other: Moment) => (one.at < other.at ? -1 : one.at > other.at ? 1 : one.id - other.id)

/**
 * Goes back from fish at a moment: each stay since the generation last came into the empty cage, and every transfer
 * that brought some then, up to the moment they left.
 */
export function staysOf(
  events: readonly LifeEvent[],
  ends: readonly (Omit<Stay, 'since' | 'until'> & { until: Moment })[],
) {
  const stays = new Map<string, Stay>()
  const open = [...ends]
  for (let end = open.pop(); end; end = open.pop()) {
    const { cage, generation, until } = end
    const own = events.filter(
      ({ cage_id, generation_id, at, operation_id: id }) =>
        cage_id === cage && generation_id === generation && compare({ at, id }, until) < 0,
    )
    const first = own.findLastIndex(({ begins }) => begins)
    if (first < 0) continue
    const since = { at: own[first]!.at, id: own[first]!.operation_id }
    const key = `${cage}:${generation}:${since.id}`
    const known = stays.get(key)
    if (known && compare(known.until, until) >= 0) continue
    stays.set(key, { cage, generation, since, until })
    for (const { from_cage_id, at, operation_id: id } of own.slice(first))
      if (from_cage_id !== null) open.push({ cage: from_cage_id, generation, until: { at, id } })
  }
  return [...stays.values()].sort((one, other) => compare(one.since, other.since))
}
